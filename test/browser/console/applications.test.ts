import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { after, before, suite, test } from "node:test";
import type { Download, Locator, Page } from "playwright-core";
import { fillIn } from "../login-page.ts";
import { type ConsoleStage, type ConsoleVisitor, everything, startConsole } from "./console-stage.ts";

suite("applications in the Console", () => {
  let stage: ConsoleStage;
  let projectId: string;
  /** PROJECT_OWNER of the project, signed in. */
  let petra: ConsoleVisitor;
  let petrasName: string;

  before(async () => {
    stage = await startConsole();
    projectId = stage.idp.world.project.id;
    const person = await stage.person([{ role: "PROJECT_OWNER", place: { level: "project", projectId } }], {
      userName: "petra",
      profile: { givenName: "Petra", familyName: "Project" },
    });
    petrasName = person.loginName;
    petra = await stage.visit(person, `/projects/${projectId}/new-application`);
  });
  after(async () => {
    await petra[Symbol.asyncDispose]();
    await stage.close();
  });

  const registered = async (name: string) => {
    const { json } = await stage.owner.get(`/projects/${projectId}/applications?q=${encodeURIComponent(name)}`);
    assert.equal(json.items.length, 1, `there is one ${name}`);
    return json.items[0];
  };
  const created = async (settings: object) =>
    (
      await stage.owner.post(`/projects/${projectId}/applications`, {
        redirectUris: ["https://app.example.com/callback"],
        ...settings,
      })
    ).json;

  test("the wizard makes a single-page application, and says what is wrong with an address while it is typed", async () => {
    const { page } = petra;
    await page.getByRole("radio", { name: /^User Agent/ }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Give it a name").waitFor();
    await page.getByLabel("Name").fill("Shop window");
    await stage.check(page);
    await page.getByRole("button", { name: "Continue" }).click();

    const address = page.getByLabel("Redirect URI 1", { exact: true });
    await address.fill("https://app.example.com/#/callback");
    await page.getByText("The part from # on never reaches Signet").waitFor();
    await address.fill("http://shop.example.com/callback");
    await page.getByText("http is not encrypted").waitFor();
    await page.getByRole("button", { name: "Turn on development mode" }).waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    assert.equal(await address.inputValue(), "http://shop.example.com/callback", "it stays, and so does the step");
    await stage.check(page);
    await address.fill("http://localhost:3000/callback");
    await page.getByText("Good while you develop").waitFor();
    await page.getByRole("button", { name: "Add another" }).first().click();
    await page.getByLabel("Redirect URI 2", { exact: true }).fill("HTTPS://App.example.com/callback");
    await page.getByRole("button", { name: "Use https://app.example.com/callback" }).click();
    await page.getByRole("button", { name: "Continue" }).click();

    await page.getByText("All of this but the type can be changed later").waitFor();
    await page.getByRole("button", { name: "Create application" }).click();
    await page.waitForURL(/\/applications\/[^/]+\/code$/);
    const { id, authMethod, redirectUris, responseTypes, grantTypes, developmentMode } =
      await registered("Shop window");
    assert.deepEqual(
      { authMethod, redirectUris, responseTypes, grantTypes, developmentMode },
      {
        authMethod: "pkce",
        redirectUris: ["http://localhost:3000/callback", "https://app.example.com/callback"],
        responseTypes: ["code"],
        grantTypes: ["authorization_code"],
        developmentMode: false,
      },
    );
    const code = await textOf(page.locator("pre").last());
    assert.match(code, new RegExp(`client_id: "${id}"`));
    assert.match(code, /redirect_uri: "http:\/\/localhost:3000\/callback"/);
    await stage.check(page);
  });

  test("Try it runs the real flow with PKCE, opens the tokens, and shows what User Info inside ID Token adds to them", async () => {
    const { page } = petra;
    const { id } = await registered("Shop window");
    await petra.go(`/applications/${id}/try`);
    await page.getByText("The Console is not among the redirect URIs").waitFor();
    await page.getByRole("button", { name: "Add it for now" }).click();
    await start(page);
    const claims = page.getByRole("table", { name: "Claims of the ID token" });
    await page
      .getByRole("table", { name: "Claims of userinfo" })
      .getByRole("row", { name: /^name Petra Project/ })
      .waitFor();
    await page.getByText("Signature, issuer, audience and expiry are as they should be").waitFor();
    await page.getByText("The nonce is that of the request").waitFor();
    await claims.getByRole("row", { name: /^sub / }).waitFor();
    assert.equal(await claims.getByRole("row", { name: /^name / }).count(), 0);
    await stage.check(page);

    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await page.getByLabel("User Info inside ID Token").check();
    await page.getByRole("region", { name: "Claims" }).getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").waitFor();
    await stage.check(page);
    assert.equal((await registered("Shop window")).idTokenUserinfoAssertion, true);

    await page.getByRole("link", { name: "Try it" }).click();
    await choose(page, "Prompt", /^login/);
    await start(page, (popup) => fillIn(popup, petrasName));
    await claims.getByRole("row", { name: /^name Petra Project/ }).waitFor();

    await choose(page, "Prompt", /^none/);
    await petra.context.clearCookies();
    await start(page);
    await page.getByText("login_required").first().waitFor();
    await page.getByText("prompt=none allows no page").waitFor();

    await page.getByRole("button", { name: "Remove it" }).click();
    await page.getByText("The Console is not among the redirect URIs").waitFor();
    assert.equal((await registered("Shop window")).redirectUris.length, 2);
  });

  test("a web application gets its secret once, works with it in Try it, and loses it when it is regenerated", async () => {
    const { page } = petra;
    await petra.go(`/projects/${projectId}/new-application`);
    await page.getByLabel("Name").fill("Back office");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Bodies end up in logs").waitFor();
    await page.getByRole("radio", { name: /^Client secret, basic/ }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("Redirect URI 1", { exact: true }).fill(`${stage.url}/console/try`);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Create application" }).click();

    const secret = await textOf(page.getByTestId("secret"));
    assert.match(secret, /^sgx_/);
    const { id } = await registered("Back office");
    const file = await downloaded(page);
    assert.equal(file.name, "back-office-secret.json");
    assert.deepEqual(file.json, { clientId: id, clientSecret: secret });
    assert.equal(await page.getByRole("button", { name: "Done", exact: true }).isDisabled(), true);
    await keepIt(page);
    await page.waitForURL(/\/code$/);
    await choose(page, "Framework or product", "Express, openid-client");
    assert.match(await textOf(page.locator("pre").last()), /ClientSecretBasic\(process\.env\.CLIENT_SECRET\)/);

    await page.getByRole("link", { name: "Try it" }).click();
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByText("Paste the client secret of the application").waitFor();
    await page.getByLabel("Client secret").fill("sgx_wrong");
    await start(page, (popup) => fillIn(popup, petrasName));
    await page.getByText("invalid_client").waitFor();
    await page.getByText("The application did not prove itself").waitFor();
    await page.getByLabel("Client secret").fill(secret);
    await start(page);
    await page
      .getByRole("table", { name: "Token response" })
      .getByRole("row", { name: /^access_token sga_/ })
      .waitFor();
    await page.getByRole("table", { name: "Claims of userinfo" }).waitFor();
    assert.doesNotMatch(await textOf(page.getByRole("list", { name: "Steps of the try" })), new RegExp(secret));

    await page.getByRole("link", { name: "Credentials" }).click();
    await page.getByRole("button", { name: "Add a second secret" }).waitFor();
    await stage.check(page);
    await page.getByRole("button", { name: "Regenerate secret" }).click();
    await page.getByText("The old one stops working at once").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Regenerate secret" }).click();
    const newer = await textOf(page.getByTestId("secret"));
    await keepIt(page);
    const status = async (one: string) =>
      (
        await fetch(`${stage.url}/oauth/v2/introspect`, {
          method: "POST",
          headers: { authorization: `Basic ${Buffer.from(`${id}:${one}`).toString("base64")}` },
          body: new URLSearchParams({ token: "x" }),
        })
      ).status;
    assert.deepEqual([await status(secret), await status(newer)], [401, 200]);
  });

  test("a key is made and downloaded, signs in Try it, and is removed; a private key is not taken", async () => {
    const { page } = petra;
    const { id } = await created({
      name: "Ledger",
      type: "web",
      authMethod: "private_key_jwt",
      redirectUris: [`${stage.url}/console/try`],
    });
    await petra.go(`/applications/${id}/credentials`);
    await page.getByText("No keys yet").waitFor();
    await page.getByRole("button", { name: "Make a key" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Make a key" }).click();
    await page.getByTestId("secret").waitFor();
    const { json: keyFile } = await downloaded(page);
    await keepIt(page);
    const { json: keys } = await stage.owner.get(`/applications/${id}/keys`);
    assert.deepEqual(
      keys.items.map((key: { id: string }) => key.id),
      [keyFile.keyId],
    );
    assert.deepEqual([keyFile.type, keyFile.clientId], ["application", id]);

    await page.getByRole("button", { name: "Upload a public key" }).click();
    const field = page.getByRole("dialog").getByLabel("Public key");
    await field.fill(keyFile.key);
    await page.getByRole("button", { name: "Upload key" }).click();
    await page.getByText("upload only the public half").waitFor();
    assert.equal(await field.inputValue(), keyFile.key, "what was typed stays");
    await page.getByRole("button", { name: "Cancel" }).click();
    await stage.check(page);

    await page.getByRole("link", { name: "Try it" }).click();
    await page.locator("input[type=file]").setInputFiles({
      name: "key.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(keyFile)),
    });
    await page.getByText(`Key ${keyFile.keyId}`).waitFor();
    await start(page);
    await page.getByRole("table", { name: "Claims of userinfo" }).waitFor();

    await page.getByRole("link", { name: "Credentials" }).click();
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: "Remove key" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Remove key" }).click();
    await page.getByText("No keys yet").waitFor();
  });

  test("lifetimes are set in words people use, and a wrong one is told at its field", async () => {
    const { page } = petra;
    const { id } = await created({ name: "Clock", type: "web" });
    await petra.go(`/applications/${id}/tokens`);
    await choose(page, "Access tokens", "JWT");
    await page.getByLabel("Access token", { exact: true }).fill("90");
    await page.getByLabel("ID token", { exact: true }).fill("2");
    await page.getByLabel("ID token: unit").selectOption("day");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The lifetime of ID tokens must be").waitFor();
    await stage.check(page);
    assert.deepEqual((await registered("Clock")).tokens, {}, "nothing was saved");
    await page.getByLabel("ID token", { exact: true }).fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").waitFor();
    assert.deepEqual((await registered("Clock")).tokens, { accessTokenKind: "jwt", lifetimes: { accessToken: 5400 } });
  });

  test("the code that is shown for a command line signs in as it is", async () => {
    const { page } = petra;
    const { id } = await created({ name: "Terminal", type: "native", redirectUris: ["http://127.0.0.1/callback"] });
    await petra.go(`/applications/${id}/code`);
    const program = await textOf(page.locator("pre").last());
    const running = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    for await (const text of running.stdout.setEncoding("utf8")) {
      const [address] = /http\S+\n/.exec(text) ?? [];
      printed += text;
      if (address === undefined) continue;
      const tab = await petra.context.newPage();
      await tab.goto(address.trim());
      await tab.getByRole("button", { name: /^Continue as/ }).click();
      await tab.getByText("You can close this window").waitFor();
      await tab.close();
    }
    assert.match(printed, /name: 'Petra Project'/);
  });

  test("an API has neither redirect URIs nor Try it; it is deactivated and deleted by name", async () => {
    const { page } = petra;
    await petra.go(`/projects/${projectId}/new-application`);
    await page.getByRole("radio", { name: /^API/ }).click();
    await page.getByLabel("Name").fill("Orders API");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Create application" }).click();
    await page.getByText("The key file of Orders API").waitFor();
    await keepIt(page);
    await page.waitForURL(/\/code$/);
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    assert.match(await textOf(page.locator("pre").last()), /tokenIntrospection/);
    assert.deepEqual(
      await page.getByRole("navigation", { name: "Parts of the application" }).getByRole("link").allInnerTexts(),
      ["Settings", "Credentials", "Code"],
    );
    const { id } = await registered("Orders API");
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await page.getByRole("button", { name: "Deactivate application" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Deactivate application" }).click();
    await page.getByRole("button", { name: "Activate application", exact: true }).waitFor();
    assert.equal((await registered("Orders API")).state, "inactive");
    assert.equal(await page.getByText("Management access").count(), 0, "that is for managers of the instance");
    await page.getByRole("button", { name: "Delete application" }).click();
    const dialog = page.getByRole("dialog");
    assert.equal(await dialog.getByRole("button", { name: "Delete application" }).isDisabled(), true);
    await dialog.getByRole("textbox").fill("Orders API");
    await dialog.getByRole("button", { name: "Delete application" }).click();
    await page.waitForURL((url) => url.pathname.endsWith(`/projects/${projectId}`));
    assert.equal((await stage.owner.get(`/applications/${id}`)).status, 404);
    assert.deepEqual(petra.complaints, []);
  });

  test("whoever may only look sees the settings and nothing that changes them", async () => {
    const { id } = await created({ name: "Showcase", type: "web", authMethod: "basic" });
    const viewer = await stage.person([{ role: "PROJECT_OWNER_VIEWER", place: { level: "project", projectId } }]);
    await using visitor = await stage.visit(viewer, `/applications/${id}`);
    const { page } = visitor;
    const name = page.getByRole("textbox", { name: "Name" });
    await name.waitFor();
    assert.deepEqual([await name.inputValue(), await name.isDisabled()], ["Showcase", true]);
    assert.equal(await page.getByLabel("User Info inside ID Token").isDisabled(), true);
    const main = page.getByRole("main");
    for (const path of ["", "/tokens", "/credentials", "/try"]) {
      await visitor.go(`/applications/${id}${path}`);
      await main.getByRole("region").first().waitFor();
      assert.equal(
        await main.getByRole("button", { name: /Save|Add|Delete|Deactivate|Regenerate|Remove|Actions/ }).count(),
        0,
        path,
      );
    }
    await visitor.go(`/projects/${projectId}/new-application`);
    await page.getByText("You may not create applications in this project").waitFor();
    assert.deepEqual(visitor.complaints, []);
  });

  test("an application is set to ask everybody for their consent", async () => {
    const { id } = await created({ name: "Survey", type: "web" });
    await petra.go(`/applications/${id}`);
    const section = petra.page.getByRole("region", { name: "Consent" });
    await section.getByRole("switch", { name: "Ask people of your own organization, too" }).check();
    await section.getByRole("button", { name: "Save" }).click();
    await petra.page.getByText("Saved").waitFor();
    assert.equal((await registered("Survey")).consentRequired, true);
    assert.deepEqual(petra.complaints, []);
  });

  test("an owner of the instance is offered management access, with a warning", async () => {
    const { id } = await created({ name: "Admin tool", type: "web" });
    await using visitor = await stage.visit(await stage.person(everything), `/applications/${id}`);
    const section = visitor.page.getByRole("region", { name: "Management access" });
    await section.getByRole("switch").check();
    await section.getByText("Keep it for applications you trust as you trust the Console").waitFor();
    await section.getByRole("button", { name: "Save" }).click();
    await visitor.page.getByText("Saved").waitFor();
    assert.equal((await registered("Admin tool")).managementAccess, true);
  });
});

/** Presses Start, does what there is to do in the new window, and waits until it has closed itself. */
async function start(page: Page, act: (popup: Page) => Promise<void> = async () => undefined): Promise<void> {
  const opening = page.context().waitForEvent("page");
  await page.getByRole("button", { name: /^Start/ }).click();
  const popup = await opening;
  await act(popup);
  if (!popup.isClosed()) await popup.waitForEvent("close");
}

async function textOf(locator: Locator): Promise<string> {
  return (await locator.textContent()) ?? "";
}

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await page.getByRole("option", { name: option, ...(typeof option === "string" ? { exact: true } : {}) }).click();
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the file holds; what matters of it is asserted
async function downloaded(page: Page): Promise<{ name: string; json: any }> {
  const saving: Promise<Download> = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const download = await saving;
  return { name: download.suggestedFilename(), json: JSON.parse(await readFile(await download.path(), "utf8")) };
}

async function keepIt(page: Page): Promise<void> {
  await page.getByLabel("I have stored it safely").check();
  await page.getByRole("button", { name: "Done", exact: true }).click();
}
