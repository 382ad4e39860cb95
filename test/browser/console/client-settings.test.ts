/** Settings for clients as they come, and where a manager finds why one was refused. */
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Page } from "playwright-core";
import { basicHeader } from "../../support/clients.ts";
import { post, signInToWeb } from "../../support/idp.ts";
import { type ConsoleStage, type ConsoleVisitor, startConsole } from "./console-stage.ts";

suite("clients in the Console", () => {
  let stage: ConsoleStage;
  let projectId: string;
  /** ORG_OWNER, signed in. */
  let olga: ConsoleVisitor;

  before(async () => {
    stage = await startConsole();
    const { acme, project } = stage.idp.world;
    projectId = project.id;
    const person = await stage.person(
      [{ role: "ORG_OWNER", place: { level: "organization", organizationId: acme.id } }],
      {
        userName: "olga",
        profile: { givenName: "Olga", familyName: "Owner" },
      },
    );
    olga = await stage.visit(person, `/projects/${projectId}`);
  });
  after(async () => {
    assert.deepEqual(olga.complaints, []);
    await olga[Symbol.asyncDispose]();
    await stage.close();
  });

  const created = async (settings: object) => {
    const body = { redirectUris: ["https://app.example.com/callback"], ...settings };
    return (await stage.owner.post(`/projects/${projectId}/applications`, body)).json;
  };
  const choose = async (page: Page, field: string, option: string) => {
    await page.getByRole("combobox", { name: field, exact: true }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };

  test("an application is made strict about its secret, and what was refused is listed with its reason and the way out", async () => {
    const { page } = olga;
    const { id, secret } = await created({ name: "Strict", type: "web", authMethod: "basic" });
    await olga.go(`/applications/${id}/credentials`);
    const way = page.getByRole("region", { name: "How it proves itself" });
    await way.getByRole("switch", { name: "Take the secret in the header only" }).check();
    await stage.check(page);
    await way.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").waitFor();
    assert.equal((await stage.owner.get(`/applications/${id}`)).json.strictAuthMethod, true);
    assert.equal(await page.getByRole("region", { name: "Refused of late" }).count(), 0, "nothing was refused yet");

    const form = { grant_type: "refresh_token", refresh_token: "x" };
    await post(stage.idp, "/oauth/v2/token", { ...form, client_id: id, client_secret: secret });
    await post(stage.idp, "/oauth/v2/token", form, { authorization: basicHeader(id, "wrong") });
    await stage.idp.node.services.recurring.write();
    await page.reload();
    const refused = page.getByRole("region", { name: "Refused of late" });
    await refused.getByText("set to take it only there").waitFor();
    await refused.getByText("client_secret_basic").first().waitFor();
    await refused.getByText("The secret was not one of its own").waitFor();
    await stage.check(page);
  });

  test("the type of JWT access tokens is chosen with a warning, for an application and for a service user", async () => {
    const { page } = olga;
    const { id } = await created({ name: "Typed", type: "web" });
    await olga.go(`/applications/${id}/tokens`);
    await choose(page, "Access tokens", "JWT");
    await choose(page, "Type of JWT access tokens", "JWT: for APIs that know no other");
    await page.getByText("ID tokens have this type, too").waitFor();
    await stage.check(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").waitFor();
    const application = (await stage.owner.get(`/applications/${id}`)).json;
    assert.deepEqual(application.tokens, { accessTokenKind: "jwt", accessTokenType: "JWT" });

    const { acme } = stage.idp.world;
    const robot = (await stage.owner.post(`/organizations/${acme.id}/service-users`, { userName: "typed-robot" })).json;
    await olga.go(`/service-users/${robot.id}`);
    const section = page.getByRole("region", { name: "Access tokens" });
    await choose(page, "Access tokens", "JWT");
    await choose(page, "Type of JWT access tokens", "JWT: for APIs that know no other");
    await stage.check(page);
    await section.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").waitFor();
    const changed = (await stage.owner.get(`/service-users/${robot.id}`)).json;
    assert.deepEqual(changed.tokens, { accessTokenKind: "jwt", accessTokenType: "JWT" });
  });

  test("the token inspector names the audience scope that an API is missing", async () => {
    const { page } = olga;
    const { acme } = stage.idp.world;
    const project = (await stage.owner.post(`/organizations/${acme.id}/projects`, { name: "Elsewhere" })).json;
    const api = (await stage.owner.post(`/projects/${project.id}/applications`, { name: "Elsewhere API", type: "api" }))
      .json;
    const { access_token } = await signInToWeb(stage.idp);
    await olga.go("/token-inspector");
    await page.getByLabel("Token or id").fill(String(access_token));
    await page.getByLabel("Asked about by").fill(api.id);
    await page.getByRole("button", { name: "Inspect" }).click();
    await page.getByText(`urn:service:iam:org:project:id:${project.id}:aud`).waitFor();
    await page.getByText("has to list who asks for the token as a caller").waitFor();
    await stage.check(page);
  });
});
