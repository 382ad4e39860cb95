import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Page } from "playwright-core";
import { fillIn } from "../login-page.ts";
import { type ConsoleStage, type ConsoleVisitor, everything, startConsole } from "./console-stage.ts";

const MARKUP = `<img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script>`;

suite("the Console keeps people, and what they type, safe", () => {
  let stage: ConsoleStage;
  let owner: ConsoleVisitor;
  let page: Page;
  let acme: string;
  let project: string;
  let olga: { loginName: string };
  before(async () => {
    stage = await startConsole();
    [acme, project] = [stage.idp.world.acme.id, stage.idp.world.project.id];
    olga = await stage.person(everything, { userName: "olga" });
    owner = await stage.visit(olga, `/organizations/${acme}/users`);
    page = owner.page;
  });
  after(() => stage.close());

  const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  const section = (name: string) => page.getByRole("region", { name, exact: true });
  const save = (name: string) => section(name).getByRole("button", { name: "Save" }).click();

  test("what was typed about one person is not there on the page of another", async () => {
    const people = await Promise.all(
      ["Grace", "Alan"].map((name) =>
        stage.person([], { userName: name.toLowerCase(), profile: { displayName: name } }),
      ),
    );
    // Both have been looked at before, so that nothing has to be loaded in between.
    for (const { id } of people) {
      await owner.go(`/users/${id}`);
      await page.getByLabel("Street").waitFor();
    }
    await page.getByLabel("Street").fill("1 Secret Lane");
    await owner.go(`/users/${people[0]?.id}`);
    await heading("Grace");
    assert.equal(await page.getByLabel("Street").inputValue(), "");
    await page.getByLabel("City").fill("Arlington");
    await save("Phone and address");
    await page.getByText("Saved").first().waitFor();
    const [grace, alan] = await Promise.all(people.map(async ({ id }) => (await stage.owner.get(`/users/${id}`)).json));
    assert.equal(grace.address.street ?? "", "");
    assert.equal(grace.address.locality, "Arlington");
    assert.equal(alan.address.street ?? "", "");
  });

  test("a change by somebody else is not undone by a form that was opened before it", async () => {
    await owner.go(`/projects/${project}/settings`);
    await section("General").getByLabel("Name").fill("CRM of Acme");
    await stage.owner.patch(`/projects/${project}`, { roleCheck: true });
    // Coming back to the window reads everything again.
    await Promise.all([
      page.waitForResponse(
        (answer) => answer.url().endsWith(`/projects/${project}`) && answer.request().method() === "PATCH",
      ),
      page.evaluate("dispatchEvent(new Event('visibilitychange'))").then(() => save("General")),
    ]);
    await page.getByText(/ by now/).waitFor();
    assert.equal(await section("General").getByLabel("Name").inputValue(), "CRM of Acme", "what was typed stays");
    // What is there now has been read meanwhile, and is still not overwritten.
    await page.waitForTimeout(500);
    await save("General");
    await page.getByText(/ by now/).waitFor();
    const unchanged = (await stage.owner.get(`/projects/${project}`)).json;
    assert.deepEqual([unchanged.name, unchanged.roleCheck], ["CRM", true]);

    await page.getByRole("button", { name: "Begin again with what it is now" }).click();
    assert.equal(await section("General").getByLabel("Only people with a role").isChecked(), true);
    await section("General").getByLabel("Name").fill("CRM of Acme");
    await save("General");
    await page.getByText("Saved").first().waitFor();
    const { name, roleCheck } = (await stage.owner.get(`/projects/${project}`)).json;
    assert.deepEqual([name, roleCheck], ["CRM of Acme", true]);
  });

  test("markup in names is text, wherever it is shown", async () => {
    const organization = (await stage.owner.post("/organizations", { name: MARKUP, domain: "markup.example" })).json.id;
    const inIt = (await stage.owner.post(`/organizations/${organization}/projects`, { name: MARKUP })).json.id;
    await stage.owner.post(`/projects/${inIt}/roles`, { key: "reader", displayName: MARKUP });
    const profile = { givenName: MARKUP, displayName: MARKUP };
    const user = (await stage.owner.post(`/organizations/${organization}/users`, { userName: "mark", profile })).json
      .id;
    await stage.owner.put(`/users/${user}/metadata/note`, { value: MARKUP });
    const at = `/organizations/${organization}`;
    const shown = [
      `${at}/settings`,
      `${at}/projects`,
      `/projects/${inIt}/roles`,
      `${at}/users`,
      `/users/${user}/metadata`,
      `${at}/audit`,
    ];
    for (const path of shown) {
      await owner.go(path);
      await page.getByText("onerror").first().waitFor();
    }
    assert.equal(await page.evaluate("globalThis.ran ?? document.querySelectorAll('img[src=x]').length"), 0);
    assert.deepEqual(owner.complaints, []);
  });

  test("a token that ends is renewed once for all calls that need it, and nothing that was typed is lost", async () => {
    const tokens = (await stage.owner.get("/instance/policies/tokens")).json.settings;
    const lifetimes = { ...tokens.defaults.lifetimes, accessToken: 12 };
    await stage.owner.put("/instance/policies/tokens", { ...tokens, defaults: { ...tokens.defaults, lifetimes } });
    await page.goto(`${stage.url}/console/token-inspector`);
    await page.getByLabel("Token or id").fill("no token of ours");
    await stage.owner.put("/instance/policies/tokens", tokens);
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/oauth/v2/token")) asked++;
    });
    await page.waitForTimeout(2_500);
    await page.getByRole("button", { name: "Inspect" }).click();
    await page.getByText("Why is my token refused?").waitFor({ state: "detached" });
    assert.equal(await page.getByLabel("Token or id").inputValue(), "no token of ours");
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByText("Recent events").waitFor();
    assert.equal(asked, 1);
    assert.deepEqual(owner.complaints, []);
  });

  test("the window of a try has no hold on the Console", async () => {
    const settings = {
      name: "Shop",
      type: "web",
      authMethod: "basic",
      redirectUris: ["https://shop.example/callback"],
    };
    const { json } = await stage.owner.post(`/projects/${project}/applications`, settings);
    await stage.owner.patch(`/projects/${project}`, { roleCheck: false });
    await owner.go(`/applications/${json.id}/try`);
    await page.getByRole("button", { name: "Add it for now" }).click();
    await page.getByLabel("Client secret", { exact: false }).fill("not the secret");
    const opening = page.context().waitForEvent("page");
    await page.getByRole("combobox", { name: "Prompt" }).click();
    await page.getByRole("option", { name: /^login/ }).click();
    await page.getByRole("button", { name: "Start" }).click();
    const popup = await opening;
    await popup.locator('form[action^="/login"]').first().waitFor();
    assert.equal(await popup.evaluate("globalThis.opener"), null);
    await fillIn(popup, olga.loginName);
    await popup.waitForEvent("close");
    await page.getByText("invalid_client").first().waitFor();
    const kept = await page.evaluate<string>(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])",
    );
    assert.doesNotMatch(kept, /not the secret/);
  });

  test("an answer that nobody asked for is not shown, and one that cannot be used does not go round in circles", async () => {
    await page.goto(`${stage.url}/console/callback?state=made-up&error=access_denied&error_description=Call+0900+123`);
    await heading("Home");
    assert.equal(await page.getByText("0900").count(), 0);

    let rounds = 0;
    await page.route("**/oauth/v2/token", (route) => {
      rounds++;
      return route.fulfill({
        status: 503,
        json: { error: "temporarily_unavailable", error_description: "Signet is busy" },
      });
    });
    await page.goto(`${stage.url}/console/`);
    await heading("You are not signed in");
    await page.getByText("Signet is busy").waitFor();
    await page.waitForTimeout(500);
    assert.equal(rounds, 1);
    assert.equal(new URL(page.url()).search, "", "the code is in no address any more");
    await page.unroute("**/oauth/v2/token");
    await page.getByRole("button", { name: "Sign in" }).click();
    await heading("Home");
  });

  test("where Signet cannot be reached for a moment, the way in can be tried again", async () => {
    await page.route("**/.well-known/openid-configuration", (route) => route.abort());
    await page.goto(`${stage.url}/console/`);
    await heading("The Console could not start");
    await page.unroute("**/.well-known/openid-configuration");
    await page.getByRole("button", { name: "Try again" }).click();
    await heading("Home");
  });

  test("what belongs to another organization is not there, whatever the address says", async () => {
    const place = { level: "organization", organizationId: acme } as const;
    await using visitor = await stage.visit(await stage.person([{ role: "ORG_OWNER", place }], { userName: "orla" }));
    const { other, bob } = stage.idp.world;
    for (const path of [
      `/organizations/${other.id}/settings`,
      `/users/${bob.id}`,
      "/projects/12345678",
      "/applications/12345678",
    ]) {
      await visitor.go(path);
      await visitor.page.getByRole("heading", { level: 1, name: "This is not here" }).waitFor();
    }
    for (const part of ["users", "projects", "managers", "branding", "policies", "audit"]) {
      await visitor.go(`/organizations/${other.id}/${part}`);
      await visitor.page.getByRole("alert").first().waitFor();
      assert.equal(await visitor.page.getByText(/Bob|Other/).count(), 0, part);
    }
  });
});
