/** The wizard asks what an application is built with and sets what that needs; the code page offers the same. */
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { frameworkOf } from "../../../console/src/applications/frameworks/index.ts";
import { settingsFor } from "../../../console/src/applications/frameworks/settings.ts";
import { authorize, basic, CALLBACK, post } from "../../support/idp.ts";
import { type ConsoleStage, type ConsoleVisitor, startConsole } from "./console-stage.ts";

suite("frameworks in the Console", () => {
  let stage: ConsoleStage;
  let projectId: string;
  let petra: ConsoleVisitor;

  before(async () => {
    stage = await startConsole();
    projectId = stage.idp.world.project.id;
    const person = await stage.person([{ role: "PROJECT_OWNER", place: { level: "project", projectId } }]);
    petra = await stage.visit(person, `/projects/${projectId}/new-application`);
  });
  after(async () => {
    await petra[Symbol.asyncDispose]();
    await stage.close();
  });

  /** What an application of this name was registered with, as far as a framework decides it. */
  const registered = async (name: string) => {
    const { json } = await stage.owner.get(`/projects/${projectId}/applications?q=${encodeURIComponent(name)}`);
    assert.equal(json.items.length, 1, `there is one ${name}`);
    const { id, type, authMethod, responseTypes, grantTypes, redirectUris, postLogoutRedirectUris, tokens } =
      json.items[0];
    const { idTokenUserinfoAssertion } = json.items[0];
    return {
      id,
      settings: {
        type,
        authMethod,
        responseTypes,
        grantTypes,
        redirectUris,
        postLogoutRedirectUris,
        idTokenUserinfoAssertion,
        tokens,
      },
    };
  };
  const wanted = (id: string, origin?: string) =>
    settingsFor(frameworkOf(id) ?? assert.fail(`there is no ${id}`), origin);
  /**
   * From elsewhere, so that nothing is left of the last one; the mouse goes out of the way of what was said about it.
   */
  const begin = async () => {
    await petra.page.mouse.move(0, 0);
    await petra.go(`/projects/${projectId}`);
    await petra.go(`/projects/${projectId}/new-application`);
  };
  const next = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

  test("by one of its names Auth.js is found; what it needs is set, said and registered, and its code comes next", async () => {
    const { page } = petra;
    await find(page, "next-auth", "Next.js, Auth.js");
    await page.getByText("Name, address and picture come from the ID token").waitFor();
    assert.equal(await page.getByRole("radio", { name: /^Web/ }).getAttribute("aria-checked"), "true");
    await page.getByLabel("Name").fill("Storefront");
    await stage.check(page);
    await next(page);
    await page.getByText("As it comes", { exact: true }).waitFor();
    assert.equal(await page.getByRole("radio", { name: /^Client secret, basic/ }).getAttribute("aria-checked"), "true");
    await next(page);

    const address = page.getByLabel("Redirect URI 1", { exact: true });
    assert.equal(await address.inputValue(), "http://localhost:3000/api/auth/callback/signet");
    await address.fill("https://shop.example.com/");
    await page.getByRole("button", { name: "Use https://shop.example.com/api/auth/callback/signet" }).click();
    await stage.check(page);
    await next(page);
    await page.getByText("because Next.js, Auth.js reads nothing but the ID token").waitFor();
    assert.equal(await page.getByLabel("User Info inside ID Token").isChecked(), true);
    await stage.check(page);
    await page.getByRole("button", { name: "Create application" }).click();
    await keepIt(page);
    await page.waitForURL(/\/code\?framework=auth-js$/);
    const { id, settings } = await registered("Storefront");
    assert.deepEqual(settings, wanted("auth-js", "https://shop.example.com"));
    const code = await textOf(page.locator("pre", { hasText: "NextAuth" }));
    assert.match(code, new RegExp(`clientId: "${id}"`));
    assert.doesNotMatch(code, /idToken: false/, "it need not ask userinfo");
    await stage.check(page);
  });

  test("one that asks userinfo keeps the ID token small; a type that it is not forgets it", async () => {
    const { page } = petra;
    await begin();
    await find(page, "nginx", "oauth2-proxy");
    await page.getByText("What it does not find in the ID token it asks userinfo for").waitFor();
    await page.getByLabel("Name").fill("Gate");
    await next(page);
    await next(page);
    await next(page);
    assert.equal(await page.getByLabel("User Info inside ID Token").isChecked(), false);
    await page.getByRole("button", { name: "Create application" }).click();
    await keepIt(page);
    await page.waitForURL(/framework=oauth2-proxy$/);
    assert.deepEqual((await registered("Gate")).settings, wanted("oauth2-proxy"));

    await begin();
    await find(page, "streamlit", "Streamlit");
    await page.getByText("st.user holds the claims of the ID token").waitFor();
    await page.getByRole("radio", { name: /^User Agent/ }).click();
    await page.getByText("st.user holds the claims of the ID token").waitFor({ state: "hidden" });
    await page.getByLabel("Name").fill("Plain page");
    await next(page);
    const address = page.getByLabel("Redirect URI 1", { exact: true });
    assert.equal(await address.inputValue(), "", "what was suggested has gone with it");
    await address.fill("https://plain.example.com/back");
    await next(page);
    await page.getByRole("button", { name: "Create application" }).click();
    await page.waitForURL(/\/code$/);
    const { settings } = await registered("Plain page");
    assert.deepEqual(
      [settings.type, settings.authMethod, settings.idTokenUserinfoAssertion],
      ["user_agent", "pkce", false],
    );
  });

  test("where to after signing out goes along with the address, until somebody has chosen it", async () => {
    const { page } = petra;
    await begin();
    await find(page, "auth0", "Express, express-openid-connect");
    await page.getByLabel("Name").fill("Moved");
    await next(page);
    await next(page);
    const [back, out] = [
      page.getByLabel("Redirect URI 1", { exact: true }),
      page.getByLabel("Post-logout redirect URI 1", { exact: true }),
    ];
    assert.deepEqual(
      [await back.inputValue(), await out.inputValue()],
      ["http://localhost:3000/callback", "http://localhost:3000"],
    );
    await back.fill("https://shop.example.com/callback");
    assert.equal(await out.inputValue(), "https://shop.example.com");
    await next(page);
    await page.getByRole("button", { name: "Create application" }).click();
    await keepIt(page);
    await page.waitForURL(/framework=express-openid-connect$/);
    assert.deepEqual(
      (await registered("Moved")).settings,
      wanted("express-openid-connect", "https://shop.example.com"),
    );

    await begin();
    await find(page, "auth0", "Express, express-openid-connect");
    await page.getByLabel("Name").fill("Chosen");
    await next(page);
    await next(page);
    await out.fill("https://shop.example.com/bye");
    await back.fill("https://other.example.com/callback");
    assert.equal(await out.inputValue(), "https://shop.example.com/bye");
  });

  test("what is not in the list is something else, and stays what is proposed for its type", async () => {
    const { page } = petra;
    await begin();
    await page.getByRole("combobox", { name: "Framework or product" }).fill("Home-made");
    await page.getByText("Not in the list. Any library for OpenID Connect works").waitFor();
    await page.getByLabel("Name").fill("Home-made");
    await next(page);
    await page.getByText("Recommended", { exact: true }).waitFor();
    await next(page);
    await page.getByLabel("Redirect URI 1", { exact: true }).fill("https://home.example.com/back");
    await next(page);
    await page.getByText("Off, because the application can ask userinfo").waitFor();
    await page.getByRole("button", { name: "Create application" }).click();
    await page.waitForURL(/\/code$/);
    const { settings } = await registered("Home-made");
    assert.deepEqual([settings.authMethod, settings.idTokenUserinfoAssertion, settings.tokens], ["pkce", false, {}]);
  });

  test("whoever types at once on a new page is not taken out of the field again", async () => {
    await begin();
    const framework = petra.page.getByRole("combobox", { name: "Framework or product" });
    await framework.focus();
    for (let looks = 0; looks < 5; looks++) {
      await petra.page.waitForTimeout(50);
      assert.ok(await framework.evaluate((field) => field === field.ownerDocument.activeElement));
    }
  });

  test("an API that verifies JWTs says what its callers need", async () => {
    const { page } = petra;
    await begin();
    await find(page, "spring jwt", "Spring Boot resource server, JWT");
    await page.getByText("set the kind of access tokens to JWT and the type of access tokens to JWT").waitFor();
    assert.equal(await page.getByRole("radio", { name: /^API/ }).getAttribute("aria-checked"), "true");
  });

  test("the code page offers every framework of the type with this application's values, and says what does not go with it", async () => {
    const { page } = petra;
    const { json } = await stage.owner.post(`/projects/${projectId}/applications`, {
      name: "Shop",
      type: "web",
      redirectUris: ["https://shop.example.com/back"],
    });
    await petra.go(`/applications/${json.id}/code`);
    await find(page, "oauth2-proxy", "oauth2-proxy");
    await page.getByText("proves itself by a client secret, and this application by PKCE alone").waitFor();
    await page.getByText("add https://shop.example.com/oauth2/callback to the redirect URIs").waitFor();
    assert.match(await textOf(page.locator("pre").last()), new RegExp(`client_id = "${json.id}"`));
    await stage.check(page);
    await find(page, "synapse", "Synapse");
    assert.match(
      await textOf(page.locator("pre").last()),
      /user_profile_method: userinfo_endpoint/,
      "for the ID token is lean here",
    );
    await find(page, "Express", "Express, openid-client");
    await page.getByText("proves itself by a client secret, and this application").waitFor({ state: "hidden" });
    assert.match(await textOf(page.locator("pre").last()), /const redirectUri = "https:\/\/shop\.example\.com\/back"/);
    await page.getByRole("combobox", { name: "Framework or product" }).fill("Kafka");
    await page.getByText("Not in the list").waitFor();
    assert.deepEqual(petra.complaints, []);
  });

  test("an application that gets tokens and never asks userinfo is told so on its page, until it asks or has it inside its ID token", async () => {
    const { page } = petra;
    const client = await stage.idp.register("web", { authMethod: "basic", name: "Nameless" });
    const said = page.getByText("It does not learn who signs in");
    const look = async () => {
      await stage.idp.node.services.usage.flush();
      await page.reload();
      await petra.page.getByRole("heading", { name: "Nameless" }).waitFor();
    };
    await petra.go(`/applications/${client.application.id}`);
    await look();
    assert.equal(await said.count(), 0, "nobody has signed in to it");

    const parameters = { scope: "openid profile" };
    const code = (await authorize(stage.idp, { client, parameters })).get("code") ?? "";
    const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
    const { json } = await post(stage.idp, "/oauth/v2/token", form, { authorization: basic(client) });
    await look();
    await said.waitFor();
    await stage.check(page);
    await page.getByLabel("User Info inside ID Token").check();
    await page.getByRole("region", { name: "Claims" }).getByRole("button", { name: "Save" }).click();
    await said.waitFor({ state: "hidden" });
    await page.getByLabel("User Info inside ID Token").uncheck();
    await page.getByRole("region", { name: "Claims" }).getByRole("button", { name: "Save" }).click();
    await said.waitFor();

    const headers = { authorization: `Bearer ${json.access_token}` };
    assert.equal((await stage.idp.node.app.inject({ url: "/oauth/v2/userinfo", headers })).statusCode, 200);
    await look();
    await page.getByRole("switch", { name: "User Info inside ID Token" }).waitFor();
    await page.waitForLoadState("networkidle");
    assert.equal(await said.count(), 0);
    assert.deepEqual(petra.complaints, []);
  });
});

async function find(page: Page, typed: string, name: string): Promise<void> {
  await page.getByRole("combobox", { name: "Framework or product" }).fill(typed);
  await page.getByRole("option", { name, exact: true }).click();
}

async function textOf(locator: Locator): Promise<string> {
  return (await locator.textContent()) ?? "";
}

async function keepIt(page: Page): Promise<void> {
  await page.getByLabel("I have stored it safely").check();
  await page.getByRole("button", { name: "Done", exact: true }).click();
}
