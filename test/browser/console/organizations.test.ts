import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { createServiceUser, replaceSecret } from "../../../src/identity/service-users/service-users.ts";
import { MANAGEMENT_SCOPE, managementToken } from "../../support/api.ts";
import { by } from "../../support/world.ts";
import { type ConsoleStage, type ConsoleVisitor, everything, startConsole } from "./console-stage.ts";

suite("organizations and managers in the Console", () => {
  let stage: ConsoleStage;
  /** Manages the instance. */
  let olga: ConsoleVisitor;
  /** Owns Acme. */
  let otto: ConsoleVisitor;

  before(async () => {
    stage = await startConsole();
    const acme = { level: "organization", organizationId: stage.idp.world.acme.id } as const;
    const ottoHuman = await stage.person([{ role: "ORG_OWNER", place: acme }], {
      userName: "otto",
      profile: { givenName: "Otto", familyName: "Owner" },
    });
    const olgaHuman = await stage.person(everything, {
      userName: "olga",
      profile: { givenName: "Olga", familyName: "Instance" },
    });
    [olga, otto] = await Promise.all([stage.visit(olgaHuman, "/organizations"), stage.visit(ottoHuman)]);
  });
  after(async () => {
    await olga?.[Symbol.asyncDispose]();
    await otto?.[Symbol.asyncDispose]();
    await stage.close();
  });

  const menu = (page: Page) => page.getByRole("navigation", { name: "Menu" });
  const dialog = (page: Page) => page.getByRole("dialog");
  const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
  const arriveAt = (page: Page, title: string) =>
    page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
  const read = async (path: string) => (await stage.owner.get(path)).json;

  /** A program of the organization, and what it gets from the management API, each time with a new token. */
  async function program(
    organizationId: string,
    userName: string,
    name: string,
  ): Promise<{ id: string; get(path: string): Promise<number> }> {
    const { storage } = stage.idp.node.services;
    const { id, secret } = await storage.transaction(async (tx) => {
      const made = await createServiceUser(tx, { organizationId, userName, name }, by);
      return { id: made.id, secret: (await replaceSecret(tx, made.id, by)).secret };
    });
    return {
      id,
      async get(path) {
        const token = await managementToken(stage.idp, id, secret);
        const response = await fetch(`${stage.url}/management/v1${path}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        return response.status;
      },
    };
  }

  async function pick(page: Page, typed: string, option: string): Promise<void> {
    const field = dialog(page).getByRole("combobox", { name: "User" });
    await field.fill(typed);
    await page.getByRole("option", { name: option }).and(page.locator("[data-combobox-selected]")).waitFor();
    await field.press("Enter");
  }

  async function give(page: Page, role: string): Promise<void> {
    await dialog(page).getByRole("radio", { name: role }).check();
    await dialog(page).getByRole("button", { name: "Add manager" }).click();
    await dialog(page).waitFor({ state: "hidden" });
  }

  async function confirmName(page: Page, action: string, name: string): Promise<Locator> {
    const button = dialog(page).getByRole("button", { name: action });
    assert.equal(await button.isDisabled(), true, "nothing is done before the name is typed");
    await dialog(page).getByRole("textbox").fill(name);
    await button.click();
    return button;
  }

  test("a new organization is entered at once; a domain that is taken is refused at the field", async () => {
    const { page } = olga;
    await stage.check(page);
    await page.getByRole("button", { name: "Create organization" }).click();
    await dialog(page).getByLabel("Name").fill("Wayland");
    const domain = dialog(page).getByLabel("Domain");
    await domain.fill(stage.idp.world.acme.domain);
    await dialog(page).getByText(`Login names look like ada@${stage.idp.world.acme.domain}`).waitFor();
    await dialog(page).getByRole("button", { name: "Create organization" }).click();
    await dialog(page).getByText("Another organization has this domain").waitFor();
    assert.equal(await domain.getAttribute("aria-invalid"), "true");
    assert.equal(await dialog(page).getByLabel("Name").inputValue(), "Wayland", "what was typed stays");
    assert.deepEqual((await read("/organizations?q=Wayland")).items, []);

    await domain.fill("wayland.example");
    await dialog(page).getByRole("button", { name: "Create organization" }).click();
    await menu(page)
      .getByRole("button", { name: /Organization:.*Wayland/ })
      .waitFor();
    await arriveAt(page, "Home");
    assert.equal((await read("/organizations?q=Wayland")).items[0].domain, "wayland.example");
  });

  test("what an account already has is shown with who made it, and what works by itself ends with the role, unless it is kept", async () => {
    const { page } = olga;
    const { acme } = stage.idp.world;
    const planted = async (userName: string) => {
      const robot = await program(acme.id, userName, userName);
      const body = {
        name: "backup",
        scopes: MANAGEMENT_SCOPE.split(" "),
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      };
      const { token } = (await stage.owner.post(`/service-users/${robot.id}/personal-access-tokens`, body)).json;
      return { ...robot, token: String(token) };
    };
    const lives = async (token: string) => {
      const response = await fetch(`${stage.url}/management/v1/me`, { headers: { authorization: `Bearer ${token}` } });
      return response.status !== 401;
    };
    for (const keep of [false, true]) {
      const robot = await planted(keep ? "kept-robot" : "ended-robot");
      const name = keep ? "kept-robot" : "ended-robot";
      await olga.go(`/organizations/${acme.id}/managers`);
      await page.getByRole("button", { name: "Add manager" }).first().click();
      await pick(page, name, name);
      const has = dialog(page).getByRole("region", { name: "What this account already has" });
      await has.getByText("Personal access token: backup").waitFor();
      await has.getByText(/^By manager-/).waitFor();
      await has.getByText("Client secret").waitFor();
      await has.getByText("ends", { exact: true }).waitFor();
      if (!keep) await stage.check(page);
      const end = dialog(page).getByRole("checkbox", { name: "End sessions and tokens from before" });
      assert.equal(await end.isChecked(), true);
      if (keep) {
        await end.uncheck();
        assert.equal(await has.getByText("ends", { exact: true }).count(), 0);
      }
      await give(page, "ORG_OWNER_VIEWER)");
      await row(page, name).getByText("ORG_OWNER_VIEWER").waitFor();
      assert.equal(await lives(robot.token), keep);
    }
    assert.deepEqual(olga.complaints, []);
    await olga.go(`/organizations/${(await read("/organizations?q=Wayland")).items[0].id}/managers`);
  });

  test("a program becomes ORG_OWNER of it by choosing user and role, can call the API for it, and no longer when removed", async () => {
    const { page } = olga;
    const { id } = (await read("/organizations?q=Wayland")).items[0];
    const robot = await program(id, "provisioner", "Wayland provisioner");
    assert.equal(await robot.get(`/organizations/${id}`), 403);

    await menu(page).getByRole("link", { name: "Managers", exact: true }).click();
    await page.getByText("No managers yet").waitFor();
    await page.getByRole("button", { name: "Add manager" }).first().click();
    await dialog(page).getByRole("button", { name: "Add manager" }).click();
    await dialog(page).getByText("Choose who becomes a manager").waitFor();
    await dialog(page).getByText("Choose a role").waitFor();
    await pick(page, "provis", "Wayland provisioner");
    await dialog(page).getByRole("button", { name: "What it may do" }).first().click();
    await dialog(page).getByText("Make and remove managers of the organization").waitFor();
    await stage.check(page);
    await give(page, "ORG_OWNER)");
    await row(page, "Wayland provisioner").getByText("ORG_OWNER").waitFor();
    assert.equal(await robot.get(`/organizations/${id}`), 200);
    assert.equal(await robot.get(`/organizations/${stage.idp.world.acme.id}`), 404, "it manages no other");
    await stage.check(page);

    await row(page, "Wayland provisioner").getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).press("Enter");
    await confirmName(page, "Remove manager", "provisioner@wayland.example");
    await page.getByText("No managers yet").waitFor();
    assert.equal(await robot.get(`/organizations/${id}`), 403);
  });

  test("an ORG_OWNER sees their own organization, gives roles in it, and is offered nothing above it", async () => {
    const { page } = otto;
    const { acme, other } = stage.idp.world;
    await menu(page).getByText("Acme", { exact: true }).waitFor();
    assert.equal(
      await menu(page)
        .getByRole("button", { name: /Organization:/ })
        .count(),
      0,
      "there is no other to choose",
    );
    await menu(page).getByRole("link", { name: "Managers", exact: true }).waitFor();
    for (const label of ["Organizations", "Instance managers", "Signing keys", "Instance settings"]) {
      assert.equal(await menu(page).getByRole("link", { name: label, exact: true }).count(), 0, label);
    }
    await otto.go(`/organizations/${other.id}/settings`);
    await arriveAt(page, "This is not here");

    await otto.go(`/organizations/${acme.id}/managers`);
    await arriveAt(page, "Managers");
    await page.getByRole("button", { name: "Add manager" }).click();
    await dialog(page).getByRole("radio").first().waitFor();
    const offered = await dialog(page).getByRole("radio").all();
    assert.equal(offered.length, 6);
    for (const radio of offered) assert.match((await radio.getAttribute("value")) ?? "", /^ORG_/);
    assert.equal(await dialog(page).getByLabel("Also users of other organizations").count(), 0);
    await dialog(page).getByRole("combobox", { name: "User" }).fill("bob");
    await page.getByText("Nobody of that name here").waitFor();
    await pick(page, "lovelace", "Ada Lovelace");
    await give(page, "ORG_USER_MANAGER");
    await row(page, "Ada Lovelace").getByText("ORG_USER_MANAGER").waitFor();
    const { items } = await read(`/users/${stage.idp.world.ada.id}/manager-roles`);
    assert.deepEqual(
      items.map(({ role }: { role: string }) => role),
      ["ORG_USER_MANAGER"],
    );

    await otto.go(`/organizations/${acme.id}/settings`);
    await page.getByRole("heading", { name: "Metadata" }).waitFor();
    assert.equal(await page.getByRole("textbox", { name: "Name" }).isEnabled(), true);
    await page.getByRole("textbox", { name: "Domain" }).fill("gmail.com");
    await page.getByRole("button", { name: "Change domain" }).click();
    await page.getByText("is of a mail service that gives anybody an address").first().waitFor();
    assert.equal((await read(`/organizations/${acme.id}`)).domain, acme.domain);
    await page.getByRole("button", { name: "Deactivate organization" }).click();
    await dialog(page).getByText("only who manages the instance can activate it again").waitFor();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    assert.equal(await page.getByRole("button", { name: "Delete organization" }).count(), 0);
    assert.deepEqual(otto.complaints, []);
  });

  test("metadata is added, changed and deleted where it stands; a key that is there is not overwritten", async () => {
    const { page } = otto;
    const { acme } = stage.idp.world;
    await otto.go(`/organizations/${acme.id}/settings`);
    const entries = async () => (await read(`/organizations/${acme.id}/metadata`)).items;
    await page.getByText("No metadata yet").waitFor();
    await page.getByRole("button", { name: "Add entry" }).click();
    await page.getByLabel("Key").fill("plan/2026");
    await page.getByLabel("Value").fill("free");
    await page.getByRole("button", { name: "Add entry" }).click();
    await page.getByRole("button", { name: "Edit plan/2026" }).click();
    await page.getByLabel("plan/2026", { exact: true }).fill("enterprise");
    await page.getByLabel("Metadata", { exact: true }).getByRole("button", { name: "Save" }).first().click();
    await page.getByText("plan/2026 was saved").waitFor();
    await page.getByRole("listitem").getByText("enterprise").waitFor();
    assert.deepEqual(await entries(), [{ key: "plan/2026", value: "enterprise" }]);

    await page.getByRole("button", { name: "Add entry" }).click();
    await page.getByLabel("Key").fill("plan/2026");
    await page.getByLabel("Value").fill("other");
    await page.getByRole("button", { name: "Add entry" }).click();
    await page.getByText("There is an entry with this key; edit that one").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    assert.deepEqual(await entries(), [{ key: "plan/2026", value: "enterprise" }]);
    await stage.check(page);

    await page.getByRole("button", { name: "Delete plan/2026" }).click();
    await dialog(page).getByRole("button", { name: "Delete entry" }).click();
    await page.getByText("No metadata yet").waitFor();
    assert.deepEqual(await entries(), []);
  });

  test("whoever may only look is offered nothing that changes something", async () => {
    const acme = { level: "organization", organizationId: stage.idp.world.acme.id } as const;
    const viewer = await stage.person([{ role: "ORG_OWNER_VIEWER", place: acme }], { userName: "vera" });
    await using visitor = await stage.visit(viewer, `/organizations/${acme.organizationId}/managers`);
    const { page } = visitor;
    await row(page, "Otto Owner").getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem").first().waitFor();
    assert.deepEqual(await page.getByRole("menuitem").allInnerTexts(), ["What the role may do"]);
    await page.getByRole("menuitem").press("Enter");
    await dialog(page).getByText("Make and remove managers of the organization").waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await page.getByRole("button", { name: "Add manager" }).count(), 0);
    await menu(page).getByRole("link", { name: "Organization settings" }).click();
    await page.getByText("No metadata yet").waitFor();
    assert.equal(await page.getByRole("textbox", { name: "Name" }).isDisabled(), true);
    assert.equal(await page.getByRole("button", { name: /Save|Add entry|Delete|Deactivate/ }).count(), 0);
  });

  test("an organization is renamed, gets another domain, stops, starts again and is deleted by name; the first one stays", async () => {
    const { page } = olga;
    const { id } = (await read("/organizations?q=Wayland")).items[0];
    await olga.go(`/organizations/${id}/settings`);
    await page.getByRole("heading", { name: "Metadata" }).waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill("Wayland Industries");
    await page.getByRole("region", { name: "Name" }).getByRole("button", { name: "Save" }).click();
    await menu(page)
      .getByRole("button", { name: /Wayland Industries/ })
      .waitFor();

    await page.getByRole("textbox", { name: "Domain" }).fill(stage.idp.world.other.domain);
    await page.getByRole("button", { name: "Change domain" }).click();
    await page.getByText("Another organization has this domain").waitFor();
    await page.getByRole("textbox", { name: "Domain" }).fill("wayland-industries.example");
    await page.getByText("ada@wayland.example becomes ada@wayland-industries.example").waitFor();
    await page.getByRole("button", { name: "Change domain" }).click();
    await page.getByText("Login names look like ada@wayland-industries.example").waitFor();
    assert.equal((await read(`/organizations/${id}`)).domain, "wayland-industries.example");

    await page.getByRole("button", { name: "Deactivate organization" }).click();
    await dialog(page).getByRole("button", { name: "Deactivate organization" }).click();
    await page.getByRole("button", { name: "Activate organization", exact: true }).waitFor();
    assert.equal((await read(`/organizations/${id}`)).state, "inactive");
    await page.getByRole("button", { name: "Activate organization", exact: true }).click();
    await page.getByRole("button", { name: "Deactivate organization" }).waitFor();
    assert.equal((await read(`/organizations/${id}`)).state, "active");

    await page.getByRole("button", { name: "Delete organization" }).click();
    await confirmName(page, "Delete organization", "Wayland Industries");
    await arriveAt(page, "Organizations");
    assert.equal((await stage.owner.get(`/organizations/${id}`)).status, 404);
    assert.equal(await row(page, "Wayland Industries").count(), 0);

    const first = (await read("/organizations?q=Signet")).items[0];
    await olga.go(`/organizations/${first.id}/settings`);
    await page.getByRole("button", { name: "Delete organization" }).click();
    await confirmName(page, "Delete organization", first.name);
    await dialog(page).getByRole("alert").waitFor();
    assert.equal((await read(`/organizations/${first.id}`)).state, "active");
    await page.keyboard.press("Escape");
    assert.deepEqual(olga.complaints, []);
  });

  test("the list of organizations is searched, sorted and narrowed, and a row leads into one", async () => {
    const { page } = olga;
    await olga.go("/organizations");
    await arriveAt(page, "Organizations");
    await page.getByRole("searchbox").fill("othe");
    await page.getByText("1 in all").waitFor();
    await page.getByRole("searchbox").fill("");
    await page.getByRole("button", { name: "Name" }).click();
    await page.waitForURL(/sort=name/);
    await page.getByRole("button", { name: "State" }).click();
    await page.getByRole("menuitem", { name: "Inactive" }).press("Enter");
    await page.getByText("Nothing matches").waitFor();
    await page.getByRole("button", { name: "Any state" }).click();
    await page.getByRole("link", { name: "Other" }).click();
    await menu(page)
      .getByRole("button", { name: /Organization:.*Other/ })
      .waitFor();
    assert.match(page.url(), new RegExp(`/organizations/${stage.idp.world.other.id}/`));
  });

  test("everything in the frame can be reached by keyboard: the content, another organization, a project", async () => {
    const { page } = olga;
    await olga.go("/instance/managers");
    await row(page, "Olga Instance").waitFor();
    await stage.check(page);
    await page.getByPlaceholder("Search managers").fill("nobody of that name");
    await page.getByText("Nothing matches").waitFor();
    await page.getByPlaceholder("Search managers").fill("a inst");
    await row(page, "Olga Instance").waitFor();
    await page.waitForURL(/q=a\+inst/);
    await olga.go("/instance/managers");
    await row(page, "Olga Instance").waitFor();
    const first = await page.evaluate("document.querySelector('a[href], button, input').textContent");
    assert.equal(first, "Skip to the content");
    await page.getByRole("link", { name: "Skip to the content" }).press("Enter");
    await page.locator("#content:focus").waitFor();

    const switcher = menu(page).getByRole("button", { name: /Organization:/ });
    await switcher.press("Enter");
    await page.getByRole("textbox", { name: "Find an organization" }).fill("acme");
    await page.getByRole("option", { name: /Acme/ }).and(page.locator("[data-combobox-selected]")).waitFor();
    await page.keyboard.press("Enter");
    await menu(page)
      .getByRole("button", { name: /Organization:.*Acme/ })
      .waitFor();
    await arriveAt(page, "Home");

    await menu(page).getByRole("link", { name: "Projects", exact: true }).press("Enter");
    await arriveAt(page, "Projects");
    assert.equal(await page.title(), "Projects · Signet Console");
    await page.locator("#content:focus").waitFor();
    await page.getByRole("searchbox").focus();
    await openPalette(page);
    await page.keyboard.type("crm");
    await page.getByRole("option", { name: "CRM" }).and(page.locator("[data-combobox-selected]")).waitFor();
    await stage.check(page);
    await page.keyboard.press("Enter");
    await arriveAt(page, "CRM");
    await page.locator("#content:focus").waitFor();

    // What is found later does not change what one has moved to.
    const moved = Promise.withResolvers<void>();
    const programs = /\/service-users\?.*q=manag/;
    await page.route(programs, async (route) => {
      await moved.promise;
      await route.continue();
    });
    await openPalette(page);
    const asked = page.waitForRequest(programs);
    await page.keyboard.type("manag");
    const chosen = page
      .getByRole("option", { name: "Instance managers" })
      .and(page.locator("[data-combobox-selected]"));
    await asked;
    await page.keyboard.press("ArrowDown");
    await chosen.waitFor();
    moved.resolve();
    await page.getByRole("option", { name: "manager-" }).first().waitFor();
    await chosen.waitFor();
    await page.unroute(programs);
    await page.keyboard.press("Enter");
    await arriveAt(page, "Instance managers");
  });

  test("on a phone the menu covers the page, and goes when something was chosen or by Escape", async () => {
    const { page } = olga;
    await page.setViewportSize({ width: 390, height: 800 });
    const open = page.getByRole("button", { name: "Open the menu" });
    await open.click();
    await page.locator("[aria-label='Close the menu']:focus").waitFor();
    assert.equal(await page.evaluate("document.getElementById('content').inert"), true);
    await menu(page).getByRole("link", { name: "Organizations", exact: true }).click();
    await arriveAt(page, "Organizations");
    await page.locator("#content:focus").waitFor();
    await page.locator("nav[inert]").first().waitFor({ state: "attached" });
    await open.click();
    await page.locator("[aria-label='Close the menu']:focus").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("[aria-label='Open the menu']:focus").waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test("names that look like markup stay text, and long ones stay inside", async () => {
    const { page } = olga;
    const name = `<img src=x onerror="document.title='taken'">`;
    const long =
      "The International Federation of Associations of Manufacturers of Precision Instruments and Related Equipment";
    const markup = (await stage.owner.post("/organizations", { name, domain: "markup.example" })).json;
    await stage.owner.post("/organizations", { name: long, domain: `${"very-long-".repeat(5)}label.example` });
    await stage.owner.put(`/organizations/${markup.id}/metadata/x`, { value: name });
    await program(markup.id, "markup", name);

    await olga.go("/organizations");
    await page.reload();
    await page.getByRole("link", { name }).waitFor();
    await stage.check(page);
    await page.getByRole("link", { name }).click();
    await menu(page)
      .getByRole("button", { name: /<img src=x/ })
      .click();
    await page.getByRole("option", { name: long }).waitFor();
    await page.keyboard.press("Escape");
    await menu(page).getByRole("link", { name: "Managers", exact: true }).click();
    await page.getByRole("button", { name: "Add manager" }).first().click();
    await pick(page, "markup", name);
    await give(page, "ORG_OWNER_VIEWER");
    await page.getByText(`${name} is now`).waitFor();
    await row(page, name).getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).press("Enter");
    await dialog(page).getByText(`${name} stops being`).waitFor();
    await page.keyboard.press("Escape");
    await menu(page).getByRole("link", { name: "Organization settings" }).click();
    await page.getByRole("listitem").getByText(name).waitFor();
    await openPalette(page);
    await page.keyboard.type("<img");
    await page.getByRole("option", { name }).first().waitFor();
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "hidden" });
    assert.equal(await page.locator("img").count(), 0);
    assert.notEqual(await page.title(), "taken");
    assert.deepEqual(olga.complaints, []);
  });

  test("dark stays dark after a reload", async () => {
    const { page } = olga;
    await page.getByRole("button", { name: /^Signed in as/ }).click();
    await page.getByRole("menuitem", { name: "Dark" }).press("Enter");
    await page.locator("html[data-mantine-color-scheme=dark]").waitFor();
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator("html[data-mantine-color-scheme=dark]").waitFor();
  });
});

/** What is typed counts from when the field has the focus. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Go to a page, a project, a person" }).locator("input:focus").waitFor();
}
