/** Branding with its preview, policies, and the settings of the instance, as the managers who look after them. */
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Page } from "playwright-core";
import { bounds } from "../../../console/src/policies/bounds.ts";
import { policySchemas } from "../../../src/identity/policies/schemas.ts";
import { newVisitor } from "../../support/chromium.ts";
import { authorizeUrl, signInToWeb } from "../../support/idp.ts";
import { pngOf, svg } from "../../support/pictures.ts";
import { type ConsoleStage, type ConsoleVisitor, everything, startConsole } from "./console-stage.ts";

const GREEN = { chosen: "#2f6b3f", seen: "rgb(47, 107, 63)" };

suite("settings in the Console", () => {
  let stage: ConsoleStage;
  /** May change the settings of Acme, and nothing else. */
  let settings: ConsoleVisitor;
  let owner: ConsoleVisitor;
  let stranger: Page;
  let acme: string;
  before(async () => {
    stage = await startConsole();
    const { id: organizationId } = stage.idp.world.acme;
    acme = `/organizations/${organizationId}`;
    const place = { level: "organization", organizationId } as const;
    settings = await stage.visit(await stage.person([{ role: "ORG_SETTINGS_MANAGER", place }]), `${acme}/branding`);
    owner = await stage.visit(await stage.person(everything), "/instance/settings");
    stranger = await (await newVisitor(stage.chromium, { colorScheme: "light" })).context.newPage();
  });
  after(() => stage.close());

  const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
  const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
  const said = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text }).first().waitFor();

  /** The preview takes a moment, and is another frame each time. */
  async function inPreview(page: Page, expression: string, expected: unknown): Promise<void> {
    const find = `document.querySelector('iframe[title="Preview of the sign-in page"]')?.contentDocument`;
    const read = `(() => { const shown = ${find}; return shown?.querySelector("main") ? (${expression}) : undefined; })()`;
    let found: unknown;
    for (const end = Date.now() + 10_000; Date.now() < end; await page.waitForTimeout(100)) {
      found = await page.evaluate(read);
      if (found === expected) return;
    }
    assert.equal(found, expected, `the preview shows: ${expression}`);
  }

  /** The page on which people sign in at an application of Acme, as somebody who is not signed in sees it. */
  async function onSignInPage(expression: string): Promise<unknown> {
    await stranger.goto(authorizeUrl(stage.idp, { client: stage.idp.web }));
    return stranger.evaluate(expression.replaceAll("shown", "document"));
  }
  const buttonColor = `getComputedStyle(shown.querySelector("main button")).backgroundColor`;
  const logoWidth = `shown.querySelector(".mark img")?.naturalWidth ?? 0`;

  test("who manages settings is offered branding and policies, and no users and nothing of the instance", async () => {
    const menu = settings.page.getByRole("navigation", { name: "Menu" });
    await menu.getByRole("link", { name: "Policies" }).waitFor();
    const offered = await menu.getByRole("link").allInnerTexts();
    assert.deepEqual(
      offered.filter((label) => /branding|policies|user|project|instance|key/i.test(label)),
      ["Branding", "Policies"],
    );
  });

  test("a color is seen in the preview before it is saved, and on the sign-in page afterwards", async () => {
    const { page } = settings;
    const plain = await onSignInPage(buttonColor);
    await inPreview(page, buttonColor, plain);
    const behind = await page.evaluate("history.length");

    const color = page.getByRole("group", { name: "Light pages" }).getByLabel("Buttons and links");
    await color.fill("#fefefe");
    await page.getByText("is too faint").waitFor();
    await part(page, "Colors and links").getByRole("button", { name: "Save" }).click();
    await part(page, "Colors and links").locator("[aria-invalid=true]").waitFor();
    assert.equal(await color.inputValue(), "#fefefe");
    assert.notEqual((await stage.owner.get(`${acme}/branding`)).json.from, "organization");

    await color.fill(GREEN.chosen);
    await inPreview(page, buttonColor, GREEN.seen);
    assert.equal(await onSignInPage(buttonColor), plain, "what is not saved is seen by nobody else");
    await part(page, "Colors and links").getByRole("button", { name: "Save" }).click();
    await said(page, "Saved");
    assert.equal(await onSignInPage(buttonColor), GREEN.seen);

    const preview = part(page, "Preview");
    await preview.getByText("Password").click();
    await inPreview(page, `shown.querySelector("input[type=password]") !== null`, true);
    await preview.getByText("Dark", { exact: true }).click({ force: true });
    await inPreview(page, `getComputedStyle(shown.documentElement).colorScheme`, "dark");
    await preview.getByText("Phone", { exact: true }).click({ force: true });
    await inPreview(page, `shown.documentElement.clientWidth`, 390);
    assert.equal(await page.evaluate("history.length"), behind, "the way back does not lead through previews");

    await stage.check(page);
  });

  test("a logo is uploaded, shown to whoever signs in, and removed; what is no picture is refused", async () => {
    const { page } = settings;
    const logo = page.getByRole("group", { name: "Logo", exact: true });
    const choose = (buffer: Buffer) =>
      logo.locator("input[type=file]").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer });
    const pictures = async () =>
      (await stage.owner.get(`${acme}/branding/images`)).json.items.map(({ kind }: { kind: string }) => kind);
    await choose(Buffer.from(svg));
    await logo.getByRole("alert").filter({ hasText: "This is no picture that can be used" }).waitFor();
    await choose(Buffer.alloc(600 * 1024));
    await logo.getByRole("alert").filter({ hasText: "at most 512 KiB" }).waitFor();
    assert.deepEqual(await pictures(), []);

    await choose(await pngOf(300, 100));
    await logo.getByRole("img").waitFor();
    assert.equal(await logo.getByRole("alert").count(), 0);
    await inPreview(page, logoWidth, 300);
    assert.equal(await onSignInPage(logoWidth), 300);

    const bytes = [...(await pngOf(64, 64))];
    const dropped = await page.evaluateHandle(
      `(() => { const all = new DataTransfer(); all.items.add(new File([new Uint8Array(${JSON.stringify(bytes)})], "icon.png")); return all; })()`,
    );
    await page.getByRole("group", { name: "Icon" }).dispatchEvent("drop", { dataTransfer: dropped });
    await page.getByRole("group", { name: "Icon" }).getByRole("img").waitFor();
    assert.deepEqual((await pictures()).toSorted(), ["icon", "logo"]);

    await page.getByRole("button", { name: "Remove: Logo", exact: true }).click();
    await dialog(page, "Remove logo?").getByRole("button", { name: "Remove logo" }).click();
    await logo.getByRole("img").waitFor({ state: "detached" });
    assert.deepEqual(await pictures(), ["icon"]);
    assert.equal(await onSignInPage(logoWidth), 0);
  });

  test("an organization goes back to the looks of the instance", async () => {
    const { page } = settings;
    await page.getByRole("button", { name: "Back to the instance's: Colors and links" }).click();
    await dialog(page, "Back to the instance's?").getByRole("button", { name: "Back to the instance's" }).click();
    await part(page, "Colors and links").getByText("As the instance says").waitFor();
    assert.equal((await stage.owner.get(`${acme}/branding`)).json.from, "built-in");
    assert.equal(
      await page.getByRole("group", { name: "Light pages" }).getByLabel("Buttons and links").inputValue(),
      "",
    );
  });

  test("an organization decides about passwords itself, and goes back to what the instance says", async () => {
    const { page, go } = settings;
    const withPassword = async (userName: string) => {
      const user = { userName, email: `${userName}@mail.example`, password: "violet-bicycle" };
      return (await stage.owner.post(`${acme}/users`, user)).status;
    };
    await go(`${acme}/policies`);
    const passwords = part(page, "Passwords");
    await passwords.getByText("As the instance says").waitFor();
    await page.getByRole("button", { name: "Decide here: Passwords" }).click();
    const fewest = passwords.getByLabel("Fewest characters");
    await fewest.fill("5");
    await passwords.getByRole("button", { name: "Save" }).click();
    await passwords.getByText("Enter a number from 8 to 256").waitFor();
    assert.equal(await fewest.inputValue(), "5");
    assert.equal((await stage.owner.get(`${acme}/policies/password`)).json.from, "built-in");

    await fewest.fill("20");
    await passwords.getByRole("button", { name: "Save" }).click();
    await passwords.getByText("Decided here").waitFor();
    assert.equal(await withPassword("too-short"), 400);
    await stage.check(page);

    await page.getByRole("button", { name: "Back to the instance's: Passwords" }).click();
    await dialog(page, "Back to the instance's?").getByRole("button", { name: "Back to the instance's" }).click();
    await passwords.getByText("As the instance says").waitFor();
    assert.equal(await withPassword("long-enough"), 201);
  });

  test("where the instance asks for more, the page says what holds", async () => {
    const { page } = settings;
    await stage.owner.put("/instance/policies/password", { minLength: 14, checkCommon: true });
    await stage.owner.put(`${acme}/policies/password`, { minLength: 10, checkCommon: false });
    await stage.owner.put(`${acme}/policies/throttling`, { delayAfter: 1, blockAfter: 500, blockSeconds: 900 });
    // What others decide is read when the page is opened anew.
    await page.goto(`${stage.url}/console${acme}/policies`);
    const asked = part(page, "Passwords").getByRole("note");
    await asked.getByText("The instance asks for more, so this holds").waitFor();
    await asked.getByText("14").waitFor();
    await asked.getByText("Refused").waitFor();
    assert.equal(
      await part(page, "Passwords").getByLabel("Fewest characters").inputValue(),
      "10",
      "what was decided stays",
    );
    const bounded = part(page, "Guessing").getByRole("note");
    await bounded.getByText("The instance sets bounds, so this holds").waitFor();
    await bounded.getByText("20 attempts").waitFor();
    assert.equal(await bounded.getByText("Longest wait", { exact: true }).count(), 0, "that lies within them");
    assert.equal(await part(page, "Second factors").getByRole("note").count(), 0);
    assert.equal(await part(page, "Bounds of guessing").count(), 0, "they are the instance's");
    await stage.check(page);
    for (const kind of ["password", "throttling"]) await stage.owner.delete(`${acme}/policies/${kind}`);
    await stage.owner.delete("/instance/policies/password");
    await page.goto(`${stage.url}/console${acme}/policies`);
    await part(page, "Passwords").getByText("As the instance says").waitFor();
  });

  test("what the API refuses is said at the field, and what was typed stays", async () => {
    const { page } = settings;
    await page.getByRole("button", { name: "Decide here: Sessions" }).click();
    const sessions = part(page, "Sessions");
    await sessions.getByLabel("Without being used", { exact: true }).fill("40");
    await sessions.getByRole("button", { name: "Save" }).click();
    await sessions.getByText("must not be longer than absoluteSeconds").waitFor();
    assert.equal(await sessions.getByLabel("Without being used", { exact: true }).inputValue(), "40");
    await sessions.getByRole("button", { name: "Cancel" }).click();
    await sessions.getByText("7 days").waitFor();
    assert.equal((await stage.owner.get(`${acme}/policies/sessions`)).json.version, 0);
    assert.deepEqual(settings.complaints, []);
  });

  test("an owner names the instance and finds its addresses", async () => {
    const { page } = owner;
    const name = page.getByLabel("Name of this instance");
    await name.fill("");
    await part(page, "Name").getByRole("button", { name: "Save" }).click();
    await part(page, "Name").locator("[aria-invalid=true]").waitFor();
    await name.fill("Acme ID");
    await part(page, "Name").getByRole("button", { name: "Save" }).click();
    await said(page, "Saved");
    assert.equal((await stage.owner.get("/instance")).json.name, "Acme ID");
    await page.getByText(`${stage.url}/.well-known/openid-configuration`).waitFor();
    await stage.check(page);
  });

  test("an owner sets the bounds within which organizations decide about guessing", async () => {
    const { page } = owner;
    await owner.go("/instance/settings/policies");
    const section = part(page, "Bounds of guessing");
    await section.getByLabel("Longest wait after, at least").fill("1");
    await section.getByRole("button", { name: "Save" }).click();
    await section.getByText("Enter a number from 2 to 1000").waitFor();
    await section.getByLabel("Longest wait after, at least").fill("2");
    await section.getByRole("button", { name: "Save" }).click();
    await section.getByText("must not be less than delayAfter.least").waitFor();
    await section.getByLabel("Longest wait after, at least").fill("6");
    await section.getByRole("button", { name: "Save" }).click();
    await section.getByText("Decided here").waitFor();
    const { settings: decided } = (await stage.owner.get("/instance/policies/throttlingBounds")).json;
    assert.deepEqual(decided.blockAfter, { least: 6, most: 20 });
    await stage.owner.delete("/instance/policies/throttlingBounds");
    await owner.go("/instance/settings");
  });

  test("tokens live as long as the instance says, and languages are those it offers", async () => {
    const { page } = owner;
    await page.getByRole("link", { name: "Choose languages" }).click();
    const languages = part(page, "Languages");
    await languages.getByLabel("Otherwise").waitFor();
    assert.ok(await page.evaluate("scrollY > 500"), "the link leads to the languages, which are not at the top");
    await languages.getByLabel("Otherwise").click();
    await page.getByRole("option", { name: "Deutsch" }).click();
    await languages.getByRole("button", { name: "Save" }).click();
    await languages.getByText("Decided here").waitFor();
    assert.equal((await stage.owner.get("/instance/policies/languages")).json.settings.default, "de");

    const tokens = part(page, "Tokens");
    const amount = tokens.getByLabel("Access token", { exact: true });
    await amount.fill("30");
    await tokens.getByRole("button", { name: "Save" }).click();
    await tokens.getByText("Choose a time from 1 second to 1 day").waitFor();
    assert.equal(await amount.inputValue(), "30");
    await tokens.getByLabel("Access token: unit").selectOption("minute");
    await tokens.getByRole("button", { name: "Save" }).click();
    await tokens.getByText("Decided here").waitFor();
    assert.equal(
      (await stage.owner.get("/instance/policies/tokens")).json.settings.defaults.lifetimes.accessToken,
      1800,
    );
    assert.equal((await signInToWeb(stage.idp)).expires_in, 1800);
    await stage.check(page);
  });

  test("a test mail arrives, and the page says so", async () => {
    const { page } = owner;
    await page.getByRole("link", { name: "Mail", exact: true }).click();
    await page.getByText("Through a mail server").waitFor();
    const to = page.getByRole("textbox", { name: "To", exact: true });
    await to.fill("nobody");
    await page.getByRole("button", { name: "Send test mail" }).click();
    await part(page, "Test mail").locator("[aria-invalid=true]").waitFor();
    assert.equal(await to.inputValue(), "nobody");
    await to.fill("somebody@mail.example");
    await page.getByRole("button", { name: "Send test mail" }).click();
    assert.match((await stage.mailTo("somebody@mail.example")).text, /test/i);
    await page.getByText("The mail server took the mail to somebody@mail.example").waitFor();
    await stage.check(page);

    await owner.go("/instance/settings/branding");
    await inPreview(page, `shown.querySelector(".mark").textContent`, "Acme ID");
    await stage.check(page);
    assert.deepEqual(owner.complaints, []);
  });

  test("who may only look sees every setting, and nothing to change it with", async () => {
    await using viewer = await stage.visit(
      await stage.person([{ role: "IAM_OWNER_VIEWER", place: { level: "iam" } }]),
      "/instance/settings/policies",
    );
    const { page, go } = viewer;
    await part(page, "Tokens").getByText("30 minutes").waitFor();
    const shown = () => page.getByRole("main").getByRole("button").allInnerTexts();
    assert.deepEqual(await shown(), []);
    await go("/instance/settings/mail");
    await page.getByText("Through a mail server").waitFor();
    assert.deepEqual(await shown(), []);
    await go(`${acme}/policies`);
    await part(page, "Passwords").getByText("As the instance says").waitFor();
    assert.deepEqual(await shown(), []);
    await go(`${acme}/branding`);
    await inPreview(page, buttonColor, await onSignInPage(buttonColor));
    assert.equal(await page.getByLabel("Terms of service").count(), 0);
    assert.deepEqual(await shown(), []);
  });
});

test("the bounds that the Console names are those that the API holds", () => {
  const { password, sessions, throttling, tokens, events } = policySchemas;
  const groups = {
    password,
    sessions,
    throttling,
    tokens,
    events,
    lifetimes: tokens.properties.defaults.properties.lifetimes,
  };
  for (const [kind, fields] of Object.entries(bounds)) {
    const properties: Record<string, object> = groups[kind as keyof typeof bounds].properties;
    for (const [name, { least, most }] of Object.entries(fields)) {
      assert.deepEqual({ minimum: least, maximum: most }, pickBounds(properties[name]), `${kind}.${name}`);
    }
  }
});

function pickBounds(schema: { minimum?: number; maximum?: number } = {}): object {
  const { minimum, maximum } = schema;
  return { minimum, maximum };
}
