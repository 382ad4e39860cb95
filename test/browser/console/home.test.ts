import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, suite, test } from "node:test";
import type { Page } from "playwright-core";
import { authorizeUrl, signInAs, signInToWeb } from "../../support/idp.ts";
import { type ConsoleStage, type ConsoleVisitor, everything, startConsole } from "./console-stage.ts";

suite("home, audit log, signing keys and token inspector", () => {
  let stage: ConsoleStage;
  let owner: ConsoleVisitor;
  before(async () => {
    stage = await startConsole();
    const olga = await stage.person(everything, {
      userName: "olga",
      profile: { givenName: "Olga", familyName: "Owner" },
    });
    owner = await stage.visit(olga);
  });
  after(() => stage.close());

  const home = async (page: Page) => {
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await page.getByRole("heading", { name: "Home" }).waitFor();
  };
  const chosen = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true });
  const rowsOf = (page: Page, label: string) => page.getByRole("table", { name: label }).locator("tbody tr");

  test("a new organization shows the first steps, which check themselves off and go away when all are done", async () => {
    const { page, go } = owner;
    const fresh = (await stage.owner.post("/organizations", { name: "Fresh", domain: "fresh.example" })).json;
    await go(`/organizations/${fresh.id}/projects`);
    await page.reload();
    await home(page);
    const steps = page.getByRole("region", { name: "First steps" });
    await steps.getByText("Add an application").waitFor();
    assert.equal(
      await steps.getByRole("link", { name: "Add an application" }).count(),
      0,
      "there is no project to add it to yet",
    );
    await stage.check(page);

    await steps.getByRole("link", { name: "Create a project" }).click();
    await page.getByRole("button", { name: "Create project" }).first().click();
    await page.getByLabel("Name").fill("Portal");
    await chosen(page, "Create project").click();
    await page.getByRole("heading", { name: "Portal" }).waitFor();
    await home(page);
    await steps.getByText("Create a project, done").waitFor();
    await steps.getByText("3 of 4 left").waitFor();
    const [project] = (await stage.owner.get(`/organizations/${fresh.id}/projects`)).json.items;
    assert.equal(
      await steps.getByRole("link", { name: "Add an application" }).getAttribute("href"),
      `/console/projects/${project.id}/new-application`,
    );

    // Nobody has decided yet whether people may register; whoever runs the instance is asked once.
    await steps.getByRole("link", { name: "Decide whether anybody may register" }).click();
    await page.getByRole("switch", { name: "Anybody may register" }).waitFor();
    assert.match(page.url(), /\/console\/instance\/settings\/policies#registration$/);
    await page.getByRole("switch", { name: "Anybody may register" }).press("Space");
    const admitted = page.getByRole("group", { name: "Projects that let in whoever registers" });
    await admitted.getByRole("link", { name: "Portal" }).waitFor();
    await admitted.getByRole("button", { name: "Only people with a role in Portal" }).click();
    await admitted.getByRole("link", { name: "Portal" }).waitFor({ state: "detached" });
    assert.equal((await stage.owner.get(`/projects/${project.id}`)).json.roleCheck, true);
    await home(page);
    await steps.getByRole("button", { name: "Keep it closed" }).click();
    await steps.getByText("Registration is closed: managers make accounts, done").waitFor();
    const decided = (await stage.owner.get("/instance/policies/registration")).json;
    assert.deepEqual([decided.from, decided.settings.allowed], ["instance", false]);

    await stage.owner.post(`/projects/${project.id}/applications`, { name: "Site", type: "api", authMethod: "basic" });
    await stage.owner.post(`/organizations/${fresh.id}/users`, { userName: "first", email: "first@fresh.example" });
    await page.reload();
    await page.getByRole("region", { name: "Recent events" }).getByText("User created").waitFor();
    assert.equal(await steps.count(), 0);
    await owner.go(`/organizations/${stage.idp.world.acme.id}/projects`);
    assert.deepEqual(owner.complaints, []);
  });

  test("charts count sign-ins, tokens and failures, and can be read without seeing them", async () => {
    const { idp } = stage;
    await signInToWeb(idp, "openid");
    const browser = idp.browser();
    await signInAs(
      browser,
      await browser.visit(authorizeUrl(idp, { client: idp.web })),
      `ada@${idp.world.acme.domain}`,
      "not it",
    );
    let usage: { kind: string; count: number }[] = [];
    const counted = (kind: string) =>
      usage.filter((item) => item.kind === kind).reduce((sum, { count }) => sum + count, 0);
    // What another flush has taken may still be on its way into the table.
    for (let tries = 0; tries < 50 && (counted("sign_in") < 2 || counted("sign_in.failed") < 1); tries++) {
      await idp.node.services.usage.flush();
      usage = (await stage.owner.get(`/organizations/${idp.world.acme.id}/usage`)).json.items;
    }
    const { page } = owner;
    await home(page);
    await page.reload();
    const card = (name: string) => page.getByRole("region", { name, exact: true });
    assert.equal(counted("sign_in"), 2, "Olga and Ada");
    const total = (name: string, text: RegExp) => card(name).getByTestId("total").filter({ hasText: text }).waitFor();
    await total("Sign-ins", /^2$/);
    assert.ok(Number(await card("Tokens issued").getByTestId("total").textContent()) >= counted("token.code"));
    await total("Failures", /^1$/);

    assert.match(
      (await card("Sign-ins").getByRole("img").getAttribute("aria-label")) ?? "",
      /Sign-ins in the last 30 days\. Most: .+ sign-ins/,
    );
    assert.equal(await card("Sign-ins").locator("table tr").count(), 30);
    await card("Sign-ins").getByRole("slider").press("ArrowLeft");
    assert.match(
      (await card("Sign-ins").getByRole("slider").getAttribute("aria-valuetext")) ?? "",
      /: 0 sign-ins$/,
      "nobody yesterday",
    );
    const activity = page.getByRole("region", { name: "Activity" });
    await activity.getByText("24 hours", { exact: true }).click();
    await page.getByRole("img", { name: /^Sign-ins in the last 24 hours/ }).waitFor();
    await activity.getByText("All organizations").click();
    await card("Sign-ins").getByTestId("total").waitFor();
    await stage.check(page);
  });

  test("the audit log is filtered by actor and type, tells everything about an event, and is exported as filtered", async () => {
    const { page, go } = owner;
    const { acme } = stage.idp.world;
    const made = (await stage.owner.post(`/organizations/${acme.id}/projects`, { name: "Audited" })).json;
    await stage.owner.delete(`/projects/${made.id}`);
    await go("/instance/audit");
    await page.getByRole("button", { name: "Project deleted" }).first().waitFor();
    await stage.check(page);

    await page.getByRole("button", { name: "Type", exact: true }).click();
    await page.getByLabel("Find: type").fill("project deleted");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/type=project\.deleted/);
    await page.getByText("1 in all").waitFor();
    await rowsOf(page, "Events").getByText("Audited").waitFor();

    await page.getByRole("button", { name: "Project deleted", exact: true }).click();
    const details = page.getByRole("dialog");
    await details.getByText("project.deleted").waitFor();
    assert.deepEqual(JSON.parse((await details.getByTestId("detail").textContent()) ?? ""), { name: "Audited" });
    await details.getByText(made.id).waitFor();
    await stage.check(page);
    await details.getByRole("button", { name: "All that they did" }).click();
    await page.waitForURL(new RegExp(`actorId=${stage.owner.userId}`));

    await page.getByRole("button", { name: "Any type" }).click();
    await page.getByRole("button", { name: "Organization created" }).waitFor();
    const actors = await rowsOf(page, "Events").locator("td:nth-child(2)").allInnerTexts();
    assert.equal(new Set(actors).size, 1, "only what the one service user did");

    await page.getByRole("button", { name: "Time", exact: true }).click();
    await page.getByRole("menuitem", { name: "Last hour" }).press("Enter");
    await page.waitForURL(/range=hour/);
    await page.getByRole("button", { name: "Export" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: /JSON/ }).press("Enter"),
    ]);
    const lines = (await readFile(await file.path(), "utf8")).trim().split("\n");
    const events = lines.map((line) => JSON.parse(line));
    assert.ok(events.length >= 3);
    assert.ok(events.every(({ actor }) => actor.id === stage.owner.userId));
    await page.getByRole("button", { name: "Export" }).click();
    const [table] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: /CSV/ }).press("Enter"),
    ]);
    assert.match(table.suggestedFilename(), /\.csv$/);
    assert.equal((await readFile(await table.path(), "utf8")).trim().split("\r\n").length, events.length + 1);

    await page.getByRole("button", { name: "Any actor" }).click();
    await page.getByRole("button", { name: "Actor", exact: true }).click();
    await page.getByRole("combobox", { name: "User or service user" }).fill("olga");
    await page.getByRole("option", { name: /Olga Owner/ }).click();
    await chosen(page, "Show events").click();
    await page.getByRole("button", { name: "Actor: Olga Owner" }).waitFor();
    await rowsOf(page, "Events").getByRole("link", { name: "Olga Owner" }).first().waitFor();
    assert.deepEqual(owner.complaints, []);
  });

  test("an owner of an organization sees its events and no others", async () => {
    const { acme, other } = stage.idp.world;
    await stage.owner.post(`/organizations/${other.id}/projects`, { name: "Elsewhere" });
    await stage.owner.post(`/organizations/${acme.id}/projects`, { name: "Right here" });
    const person = await stage.person([
      { role: "ORG_OWNER", place: { level: "organization", organizationId: acme.id } },
    ]);
    await using visitor = await stage.visit(person, `/organizations/${acme.id}/audit`);
    const { page, go } = visitor;
    await rowsOf(page, "Events").getByText("Right here").waitFor();
    await stage.check(page);
    assert.equal(await rowsOf(page, "Events").getByText("Elsewhere").count(), 0);
    assert.equal(await page.getByRole("link", { name: "Instance audit log" }).count(), 0);
    assert.equal(await page.getByRole("link", { name: "Signing keys" }).count(), 0);
    await go("/instance/audit");
    await page.getByRole("alert").waitFor();
    assert.equal(await rowsOf(page, "Events").count(), 0);
    await home(page);
    await page.getByRole("region", { name: "Activity" }).waitFor();
    assert.equal(await page.getByRole("region", { name: "Activity" }).getByText("All organizations").count(), 0);
  });

  test("keys are rotated, which the timeline shows; one is revoked only after its id was typed", async () => {
    const { page, go } = owner;
    const keys = async () =>
      (await stage.owner.get("/signing-keys")).json.items as { id: string; algorithm: string; state: string }[];
    const find = async (state: string) =>
      (await keys()).find((key) => key.algorithm === "RS256" && key.state === state)?.id ?? "";
    const [active, spare] = [await find("active"), await find("published")];
    await go("/instance/signing-keys");
    const line = (id: string) => page.locator(`[data-key="${id}"]`);
    await line(active).getByText("Active").waitFor();
    await line(spare).getByText("Spare").waitFor();

    await page.getByRole("button", { name: "Rotate keys" }).click();
    await page.getByRole("dialog").getByLabel("Which keys").click();
    await page.getByRole("option", { name: "RS256 (RSA)" }).click();
    await page.getByRole("switch", { name: "Without waiting" }).press("Space");
    await chosen(page, "Rotate").click();
    await line(active).getByText("Only verifies").waitFor();
    await line(spare).getByText("Active").waitFor();
    await stage.check(page);

    await page.locator(`[data-row="${active}"]`).getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: "Revoke key" }).press("Enter");
    await page.getByText(/Every RS256 token it signed is refused/).waitFor();
    assert.ok(await chosen(page, "Revoke key").isDisabled());
    await page.getByLabel(/to confirm$/).fill(active.slice(0, -1));
    assert.ok(await chosen(page, "Revoke key").isDisabled());
    assert.equal(await find("retired"), active);
    await page.getByLabel(/to confirm$/).fill(active);
    await chosen(page, "Revoke key").click();
    await line(active).getByText("Revoked").waitFor();
    assert.equal(await find("revoked"), active);

    await page.getByRole("button", { name: "Enable EdDSA" }).click();
    await chosen(page, "Enable EdDSA").click();
    await page.getByRole("region", { name: "Life of the EdDSA keys" }).waitFor();
    await page.getByRole("button", { name: "Enable EdDSA" }).waitFor({ state: "detached" });
  });

  test("whoever may only look sees the keys and is offered nothing that changes them", async () => {
    const { acme } = stage.idp.world;
    const person = await stage.person([{ role: "IAM_OWNER_VIEWER", place: { level: "iam" } }]);
    await using visitor = await stage.visit(person, "/instance/signing-keys");
    const { page, go } = visitor;
    await rowsOf(page, "Keys").first().waitFor();
    for (const name of ["Rotate keys", "Actions", "Enable EdDSA"])
      assert.equal(await page.getByRole("button", { name }).count(), 0);
    const empty = (await stage.owner.post("/organizations", { name: "Bare", domain: "bare.example" })).json;
    await go(`/organizations/${empty.id}/projects`);
    await home(page);
    await page.getByRole("region", { name: "Activity" }).waitFor();
    assert.equal(await page.getByText("First steps").count(), 0);
    await go(`/organizations/${acme.id}/projects`);

    const { access_token: token } = await signInToWeb(stage.idp, "openid");
    await go("/token-inspector");
    await page.getByLabel("Token or id").fill(String(token));
    await page.getByRole("button", { name: "Inspect" }).click();
    await page.getByRole("region", { name: "Access token" }).getByText("Active").waitFor();
    assert.equal(await page.getByRole("button", { name: "Revoke token" }).count(), 0);
  });

  test("the inspector explains a live token, says why when its session was ended, and what a text is that is none", async () => {
    const { page, go } = owner;
    const tokens = await signInToWeb(stage.idp, "openid offline_access");
    await go("/token-inspector");
    const inspect = async (text: string) => {
      await page.getByLabel("Token or id").fill(text);
      await page.getByRole("button", { name: "Inspect" }).click();
    };
    await inspect(`Bearer ${tokens.access_token}`);
    const result = page.getByRole("region", { name: "Access token" });
    await result.getByText("Active").waitFor();
    await result.getByRole("link", { name: stage.idp.web.application.name, exact: true }).waitFor();
    await stage.check(page);
    assert.doesNotMatch(page.url(), /sga_/, "a token is never in the address");

    await page.getByRole("button", { name: "Clear" }).click();
    await inspect(String(tokens.id_token));
    await page.getByRole("region", { name: "ID token" }).waitFor();
    await page.getByRole("table", { name: "Claims" }).getByText(stage.idp.issuer).waitFor();

    await inspect(String(tokens.refresh_token));
    await page.getByRole("region", { name: "Refresh token" }).waitFor();
    await page.getByRole("button", { name: "Revoke token" }).click();
    await chosen(page, "Revoke token").click();
    await page.getByText("Not active").waitFor();
    await inspect(String(tokens.access_token));
    await result.getByText("Not active").waitFor();
    await result
      .getByText(/ended .*session|session .*ended/i)
      .first()
      .waitFor();
    assert.equal(await page.getByRole("button", { name: "Revoke token" }).count(), 0);

    await inspect("sga_of-another-signet");
    await page.getByText("Nothing is known about this token").waitFor();
    assert.deepEqual(owner.complaints, []);
  });

  test("somebody who manages one project begins with that project, without charts", async () => {
    const { acme, project } = stage.idp.world;
    const held = [{ role: "PROJECT_OWNER", place: { level: "project", projectId: project.id } }] as const;
    const person = await stage.person(held, { organizationId: acme.id });
    await using visitor = await stage.visit(person);
    const { page } = visitor;
    const places = page.getByRole("region", { name: "You manage" });
    await places.getByText("Project", { exact: true }).waitFor();
    await stage.check(page);
    assert.equal(await page.getByText("Activity").count(), 0);
    assert.equal(await page.getByText("First steps").count(), 0);
    await places.getByRole("link", { name: project.name }).click();
    await page.getByRole("heading", { level: 1, name: project.name }).waitFor();
  });
});
