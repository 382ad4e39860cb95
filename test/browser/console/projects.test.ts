import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Page } from "playwright-core";
import { type ConsoleStage, type ConsoleVisitor, everything, startConsole } from "./console-stage.ts";

const button = (within: Pick<Page, "getByRole">, name: string) => within.getByRole("button", { name, exact: true });
const dialogOf = (page: Page) => page.getByRole("dialog");
const menuOf = (page: Page) => page.getByRole("navigation", { name: "Menu" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const rowOf = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });

/** A tab of the page that is shown, once its content is there. */
async function tab(page: Page, name: string, content: string): Promise<void> {
  const tabs = page.getByRole("navigation", { name: /^Parts of/ });
  await tabs.getByRole("link", { name, exact: true }).click();
  await page.getByText(content).first().waitFor();
}

async function choose(page: Page, row: string, item: string): Promise<void> {
  await button(rowOf(page, row), "Actions").click();
  await page.getByRole("menuitem", { name: item, exact: true }).press("Enter");
}

async function createRole(page: Page, key: string, displayName: string): Promise<void> {
  await button(page, "Create role").first().click();
  await dialogOf(page).getByLabel("Key").fill(key);
  await dialogOf(page).getByLabel("Display name").fill(displayName);
  await button(dialogOf(page), "Create role").click();
}

async function giveRole(page: Page, who: string, role: RegExp): Promise<void> {
  await button(page, "Give roles").first().click();
  await dialogOf(page).getByLabel("User").fill(who.slice(0, 2));
  await page.getByRole("option", { name: new RegExp(who, "i") }).click();
  await dialogOf(page).getByRole("checkbox", { name: role }).click();
  await button(dialogOf(page), "Give roles").click();
  await dialogOf(page).waitFor({ state: "hidden" });
}

async function typeToConfirm(page: Page, name: string, action: string): Promise<void> {
  const dialog = dialogOf(page);
  await dialog.getByLabel(/^Type/).fill(`${name}x`);
  assert.equal(await button(dialog, action).isDisabled(), true, "another name does not do");
  await dialog.getByLabel(/^Type/).fill(name);
  await button(dialog, action).click();
  await dialog.waitFor({ state: "hidden" });
}

suite("projects in the Console", () => {
  let stage: ConsoleStage;
  let owner: ConsoleVisitor;
  let acme: string;
  let other: string;
  let projectId: string;
  let grantId: string;
  before(async () => {
    stage = await startConsole();
    acme = stage.idp.world.acme.id;
    other = stage.idp.world.other.id;
    owner = await stage.visit(await stage.person(everything, { userName: "olga" }), `/organizations/${acme}/projects`);
  });
  after(() => stage.close());

  const assignments = async (id = projectId) => (await stage.owner.get(`/projects/${id}/role-assignments`)).json.items;
  const roles = async (id = projectId) => (await stage.owner.get(`/projects/${id}/roles`)).json.items;

  test("an owner creates a project with a role, gives the role to somebody, and sees that", async () => {
    const { page } = owner;
    await page.getByRole("link", { name: "CRM" }).waitFor();
    await stage.check(page);
    await button(page, "Create project").click();
    await button(dialogOf(page), "Create project").click();
    await dialogOf(page).getByText("name").and(page.locator("[class*=error]")).waitFor();
    await dialogOf(page).getByLabel("Name").fill("Shop");
    await button(dialogOf(page), "Create project").click();
    await heading(page, "Shop");
    projectId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    assert.equal((await stage.owner.get(`/projects/${projectId}`)).json.name, "Shop");
    await page.getByText("No applications yet").waitFor();
    assert.match(
      (await page.getByRole("link", { name: "Create application" }).first().getAttribute("href")) ?? "",
      /new-application$/,
    );

    await tab(page, "Who has roles", "Nobody has a role yet");
    await button(page, "Give roles").first().click();
    await dialogOf(page).getByRole("link", { name: "Create one first" }).click();
    await page.getByText("No roles yet").waitFor();
    await createRole(page, "editor", "Editor");
    await page.getByRole("cell", { name: "Editor", exact: true }).waitFor();
    await createRole(page, "viewer", "Viewer");
    await page.getByRole("cell", { name: "Viewer", exact: true }).waitFor();

    await tab(page, "Who has roles", "Nobody has a role yet");
    await giveRole(page, "Ada", /Editor/);
    await rowOf(page, "Ada Lovelace").getByText("editor").waitFor();
    const [given] = await assignments();
    assert.deepEqual([given.user.id, given.roleKeys], [stage.idp.world.ada.id, ["editor"]]);

    await choose(page, "Ada", "Change roles");
    await dialogOf(page)
      .getByRole("checkbox", { name: /Viewer/ })
      .click();
    await button(dialogOf(page), "Save").click();
    await rowOf(page, "Ada Lovelace").getByText("viewer").waitFor();
    await choose(page, "Ada", "Deactivate");
    await button(dialogOf(page), "Deactivate roles").click();
    await rowOf(page, "Ada Lovelace").getByText("Inactive").filter({ visible: true }).waitFor();
    const [changed] = await assignments();
    assert.deepEqual([changed.state, changed.roleKeys], ["inactive", ["editor", "viewer"]]);
    await choose(page, "Ada", "Activate");
    await rowOf(page, "Ada Lovelace").getByText("Active", { exact: true }).waitFor();
    await stage.check(page);
  });

  test("a role that is there already is refused at its field, and what was typed stays", async () => {
    const { page } = owner;
    await tab(page, "Roles", "A role is a word");
    const before = await roles();
    await createRole(page, "editor", "Another editor");
    await dialogOf(page).getByText("The project has a role editor already").waitFor();
    assert.equal(await dialogOf(page).getByLabel("Key").getAttribute("aria-invalid"), "true");
    assert.equal(await dialogOf(page).getByLabel("Display name").inputValue(), "Another editor");
    assert.deepEqual(await roles(), before);
    await button(dialogOf(page), "Cancel").click();
  });

  test("roles are found by what is typed, changed, and deleted by their key, which says who loses what", async () => {
    const { page } = owner;
    await createRole(page, "auditor", "Auditor");
    await page.getByRole("cell", { name: "Auditor", exact: true }).waitFor();
    await stage.check(page);
    await page.getByRole("searchbox", { name: "Search roles" }).fill("audi");
    await rowOf(page, "Editor").waitFor({ state: "hidden" });
    await page.getByRole("searchbox", { name: "Search roles" }).fill("");
    await choose(page, "Auditor", "Change role");
    await dialogOf(page).getByLabel("Display name").fill("Reviewer");
    await button(dialogOf(page), "Save").click();
    await page.getByRole("cell", { name: "Reviewer", exact: true }).waitFor();

    await choose(page, "Reviewer", "Delete role");
    await dialogOf(page).getByText("Nobody has it now").waitFor();
    await button(dialogOf(page), "Cancel").click();
    await choose(page, "Viewer", "Delete role");
    await dialogOf(page).getByText("Ada Lovelace loses it").waitFor();
    await button(dialogOf(page), "Cancel").click();
    await choose(page, "Reviewer", "Delete role");
    await typeToConfirm(page, "auditor", "Delete role");
    await rowOf(page, "Reviewer").waitFor({ state: "hidden" });
    assert.deepEqual(
      (await roles()).map(({ key }: { key: string }) => key),
      ["editor", "viewer"],
    );
  });

  test("an owner grants the project to another organization with one of its roles", async () => {
    const { page } = owner;
    await tab(page, "Grants", "Granted to nobody yet");
    await button(page, "Grant project").first().click();
    await dialogOf(page).getByLabel("Organization").fill("nowhere.example");
    await button(dialogOf(page), "Grant project").click();
    await dialogOf(page).getByText("There is no organization with this domain").waitFor();
    assert.equal(await dialogOf(page).getByLabel("Organization").inputValue(), "nowhere.example");
    await dialogOf(page).getByLabel("Organization").fill("Oth");
    await page.getByRole("option", { name: /Other/ }).click();
    await dialogOf(page)
      .getByRole("checkbox", { name: /Viewer/ })
      .click();
    await button(dialogOf(page), "Grant project").click();
    await page.getByRole("link", { name: "Other", exact: true }).waitFor();
    await stage.check(page);
    const [grant] = (await stage.owner.get(`/projects/${projectId}/grants`)).json.items;
    assert.deepEqual([grant.organizationId, grant.roleKeys], [other, ["viewer"]]);
    grantId = grant.id;

    await choose(page, "Other", "Deactivate");
    await button(dialogOf(page), "Deactivate grant").click();
    await rowOf(page, "Other").getByText("Inactive").filter({ visible: true }).waitFor();
    await choose(page, "Other", "Activate");
    await rowOf(page, "Other").getByText("Active", { exact: true }).waitFor();
  });

  test("who manages only the grant gives what was granted to people of their organization, and is offered nothing else", async () => {
    const place = { level: "project_grant", projectGrantId: grantId } as const;
    const manager = await stage.person([{ role: "PROJECT_GRANT_OWNER", place }], {
      organizationId: other,
      userName: "greta",
    });
    await using visitor = await stage.visit(manager);
    const { page } = visitor;
    await menuOf(page).getByRole("link", { name: "Shop" }).click();
    await heading(page, "Shop");
    const offered = await menuOf(page).getByRole("link").allInnerTexts();
    assert.deepEqual(offered, ["Home", "Shop"]);
    assert.deepEqual(
      await page
        .getByRole("navigation", { name: /^Parts of/ })
        .getByRole("link")
        .allInnerTexts(),
      ["Who has roles", "Managers", "Settings"],
    );

    await page.getByText("Nobody has a role yet").waitFor();
    await button(page, "Give roles").first().click();
    await dialogOf(page).getByRole("checkbox").first().waitFor();
    assert.deepEqual(await dialogOf(page).getByRole("checkbox").count(), 1, "only the role that was granted");
    await stage.check(page);
    await button(dialogOf(page), "Give roles").click();
    await dialogOf(page).getByText("Choose who gets the roles").waitFor();
    await dialogOf(page).getByText("Choose at least one role").waitFor();
    await button(dialogOf(page), "Cancel").click();
    await giveRole(page, "bob", /Viewer/);
    await rowOf(page, "bob").getByText("viewer").waitFor();
    await stage.check(page);
    const given = (await stage.owner.get(`/project-grants/${grantId}/role-assignments`)).json.items;
    assert.deepEqual([given.length, given[0].user.id, given[0].roleKeys], [1, stage.idp.world.bob.id, ["viewer"]]);

    await tab(page, "Settings", "decides what is granted");
    await stage.check(page);
    assert.equal(await button(page, "Take grant back").count(), 0);
    assert.equal(await button(page, "Save").count(), 0);
    for (const path of [
      `/projects/${projectId}`,
      `/organizations/${other}/users`,
      `/projects/${stage.idp.world.project.id}`,
    ]) {
      await visitor.go(path);
      await page.getByRole("alert").first().waitFor();
    }
    assert.deepEqual(visitor.complaints, []);
  });

  test("the granting side changes what the grant includes, which takes it from those who had it, and takes the grant back", async () => {
    const { page } = owner;
    await owner.go(`/organizations/${other}/granted-projects`);
    await page.getByRole("link", { name: "Shop" }).waitFor();
    await stage.check(page);
    await page.getByRole("link", { name: "Shop" }).click();
    await rowOf(page, "bob").waitFor();
    await tab(page, "Settings", "Roles that Other may give");
    await page.getByRole("checkbox", { name: /Viewer/ }).click();
    await page.getByRole("checkbox", { name: /Editor/ }).click();
    await stage.check(page);
    await button(page, "Save").click();
    await page.getByText("Saved").waitFor();
    const [given] = (await stage.owner.get(`/project-grants/${grantId}/role-assignments`)).json.items;
    assert.deepEqual(given.roleKeys, []);

    await button(page, "Take grant back").click();
    await typeToConfirm(page, "Other", "Take grant back");
    await page.getByText("Granted to nobody yet").waitFor();
    assert.equal((await stage.owner.get(`/project-grants/${grantId}`)).status, 404);
    assert.deepEqual((await assignments()).length, 1, "what was given in the project itself stays");
  });

  test("what was granted waits for the other organization, which is told what it means, accepts it and leaves it again", async () => {
    const at = (organizationId: string) => ({ level: "organization", organizationId }) as const;
    const giver = await stage.person([{ role: "ORG_OWNER", place: at(acme) }], { userName: "gina" });
    await using giving = await stage.visit(giver, `/projects/${projectId}/grants`);
    await button(giving.page, "Grant project").first().click();
    await dialogOf(giving.page).getByLabel("Organization").fill(stage.idp.world.other.domain);
    await dialogOf(giving.page)
      .getByRole("checkbox", { name: /Editor/ })
      .click();
    await button(dialogOf(giving.page), "Grant project").click();
    await giving.page.getByText("which has to accept it").waitFor();
    await rowOf(giving.page, "Other").getByText("Pending").filter({ visible: true }).waitFor();
    await button(rowOf(giving.page, "Other"), "Actions").click();
    await giving.page.getByRole("menuitem", { name: "Take back" }).waitFor();
    assert.equal(await giving.page.getByRole("menuitem", { name: /activate/i }).count(), 0);
    await giving.page.keyboard.press("Escape");
    await giving.page.getByRole("link", { name: "Other", exact: true }).click();
    await giving.page.getByText("Other has yet to accept").waitFor();
    assert.equal(await button(giving.page, "Accept").count(), 0, "never for the other side");
    await stage.check(giving.page);

    const [grant] = (await stage.owner.get(`/organizations/${other}/received-grants?state=pending`)).json.items;
    assert.equal(grant.projectId, projectId);
    const receiver = await stage.person([{ role: "ORG_OWNER", place: at(other) }], {
      organizationId: other,
      userName: "rosa",
    });
    await using receiving = await stage.visit(receiver, `/organizations/${other}/granted-projects`);
    const { page } = receiving;
    const waiting = page.getByRole("region", { name: "Waiting for an answer" });
    await waiting.getByText(`From Acme (${stage.idp.world.acme.domain})`).waitFor();
    await stage.check(page);
    await waiting.getByRole("link", { name: "Look at it: Shop" }).click();
    await page.getByText("without being asked whether they agree").waitFor();
    assert.deepEqual(
      await page
        .getByRole("navigation", { name: /^Parts of/ })
        .getByRole("link")
        .allInnerTexts(),
      ["Answer", "Settings"],
    );
    await stage.check(page);
    await button(page, "Refuse").click();
    await page.getByText("You do not want this project").waitFor();
    assert.equal((await stage.owner.get(`/project-grants/${grant.id}`)).json.state, "refused");
    await button(page, "Accept after all").click();
    await page.getByText("Nobody has a role yet").waitFor();
    const accepted = (await stage.owner.get(`/project-grants/${grant.id}`)).json;
    assert.deepEqual([accepted.state, typeof accepted.acceptedAt], ["active", "string"]);

    await giveRole(page, "bob", /Editor/);
    await rowOf(page, "bob").getByText("editor").waitFor();
    await tab(page, "Settings", "Danger zone");
    assert.equal(await button(page, "Take grant back").count(), 0);
    await stage.check(page);
    await button(page, "Leave project").click();
    await typeToConfirm(page, "Shop", "Leave project");
    await page.getByText("Refused").first().waitFor();
    assert.deepEqual((await stage.owner.get(`/project-grants/${grant.id}/role-assignments`)).json.items, []);
    // Anew: what the Console has read a moment ago it does not read again.
    await giving.page.goto(`${stage.url}/console/projects/${projectId}/grants`);
    await rowOf(giving.page, "Other").getByText("Refused").filter({ visible: true }).waitFor();
    grantId = grant.id;
    assert.deepEqual([...giving.complaints, ...receiving.complaints], []);
  });

  test("one from before is in use and marked, is confirmed by an owner, and by nobody who may not", async () => {
    const { db } = stage.idp.node.services.storage;
    await db
      .updateTable("project_grants")
      .set({ state: "active", accepted_at: null })
      .where("id", "=", grantId)
      .execute();
    const at = { level: "organization", organizationId: other } as const;
    const looks = await stage.person([{ role: "ORG_OWNER_VIEWER", place: at }], {
      organizationId: other,
      userName: "lena",
    });
    await using looking = await stage.visit(looks, `/project-grants/${grantId}`);
    await looking.page.getByText("Only an owner of the organization can answer").waitFor();
    assert.equal(
      await looking.page
        .getByRole("main")
        .getByRole("button", { name: /confirm|leave|accept|refuse/i })
        .count(),
      0,
    );

    const owns = await stage.person([{ role: "ORG_OWNER", place: at }], { organizationId: other, userName: "otto" });
    await using visitor = await stage.visit(owns, `/organizations/${other}/granted-projects`);
    const { page } = visitor;
    await rowOf(page, "Shop").getByText("to confirm").filter({ visible: true }).waitFor();
    await page.getByRole("link", { name: "Shop" }).click();
    await page.getByText("Confirm this grant").waitFor();
    await page.getByText("Nobody has a role yet").waitFor();
    await stage.check(page);
    await button(page, "Leave").click();
    await button(dialogOf(page), "Cancel").click();
    await button(page, "Confirm").click();
    await page.getByText("Confirm this grant").waitFor({ state: "hidden" });
    const { state, acceptedAt } = (await stage.owner.get(`/project-grants/${grantId}`)).json;
    assert.deepEqual([state, typeof acceptedAt], ["active", "string"]);
    assert.deepEqual([...looking.complaints, ...visitor.complaints], []);
  });

  test("a project goes when its name is typed, and with it everything in it", async () => {
    const { page } = owner;
    await tab(page, "Settings", "Danger zone");
    await stage.check(page);
    await page.getByLabel("Only people with a role").click();
    await button(page, "Save").click();
    await page.getByText("Saved").first().waitFor();
    assert.equal((await stage.owner.get(`/projects/${projectId}`)).json.roleCheck, true);
    await button(page, "Delete project").click();
    await typeToConfirm(page, "Shop", "Delete project");
    await heading(page, "Projects");
    await page.getByRole("link", { name: "CRM" }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Shop" }).count(), 0);
    assert.equal((await stage.owner.get(`/projects/${projectId}`)).status, 404);
    assert.deepEqual(owner.complaints, []);
  });

  test("who manages one project makes roles in it, and sees no organization around it", async () => {
    const crm = stage.idp.world.project.id;
    const place = { level: "project", projectId: crm } as const;
    await using visitor = await stage.visit(
      await stage.person([{ role: "PROJECT_OWNER", place }], { userName: "paul" }),
    );
    const { page } = visitor;
    await menuOf(page).getByRole("link", { name: "CRM" }).click();
    await page.getByRole("link", { name: "App", exact: true }).first().waitFor();
    await stage.check(page);
    assert.deepEqual(await menuOf(page).getByRole("link").allInnerTexts(), ["Home", "CRM", "Token inspector"]);
    assert.equal(
      await menuOf(page)
        .getByRole("button", { name: /^Organization:/ })
        .count(),
      0,
    );
    await tab(page, "Roles", "No roles yet");
    await createRole(page, "seller", "Seller");
    await page.getByRole("cell", { name: "Seller", exact: true }).waitFor();
    assert.deepEqual(
      (await roles(crm)).map(({ key }: { key: string }) => key),
      ["seller"],
    );
    await tab(page, "Who has roles", "Nobody has a role yet");
    await giveRole(page, "Ada", /Seller/);
    await rowOf(page, "Ada Lovelace").getByText("seller").waitFor();
    assert.equal(
      await page.getByRole("link", { name: "Ada Lovelace" }).count(),
      0,
      "whose page it is not for them to see",
    );
    await choose(page, "Ada", "Take roles away");
    await button(dialogOf(page), "Take roles away").click();
    await page.getByText("Nobody has a role yet").waitFor();
    assert.deepEqual(await assignments(crm), []);
    assert.deepEqual(visitor.complaints, []);
  });

  test("who may only look is offered nothing that changes", async () => {
    const place = { level: "organization", organizationId: acme } as const;
    await using visitor = await stage.visit(
      await stage.person([{ role: "ORG_OWNER_VIEWER", place }], { userName: "vera" }),
    );
    const { page } = visitor;
    await visitor.go(`/organizations/${acme}/projects`);
    await page.getByRole("link", { name: "CRM" }).click();
    await page.getByRole("link", { name: "App", exact: true }).first().waitFor();
    assert.equal(await page.getByRole("link", { name: "Create application" }).count(), 0);
    for (const [name, content] of [
      ["Roles", "Seller"],
      ["Who has roles", "Nobody has a role yet"],
      ["Grants", "Granted to nobody yet"],
      ["Settings", "Only people with a role"],
    ] as const) {
      await tab(page, name, content);
      const offered = await page.getByRole("main").getByRole("button").allInnerTexts();
      assert.deepEqual(
        offered.filter((text) => /create|give|grant|save|delete|deactivate/i.test(text)),
        [],
        name,
      );
      assert.equal(await button(page, "Actions").count(), 0);
    }
    assert.equal(await page.getByLabel("Name").isDisabled(), true);
  });

  test("who only gives roles comes to what they may see of a project, and gives its roles on the page of a person", async () => {
    const { project, ada } = stage.idp.world;
    const place = { level: "organization", organizationId: acme } as const;
    const editor = await stage.person([{ role: "ORG_USER_PERMISSION_EDITOR", place }], { userName: "elsa" });
    await using visitor = await stage.visit(editor, `/projects/${project.id}`);
    const { page } = visitor;
    await page.waitForURL(/\/roles$/);
    await page.getByRole("cell", { name: "Seller", exact: true }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Applications" }).count(), 0);
    assert.equal(await button(page, "Create role").count(), 0);

    await visitor.go(`/users/${ada.id}/roles`);
    await page.getByText("No roles in any project").waitFor();
    await button(page, "Give roles").first().click();
    await dialogOf(page).getByLabel("Project").click();
    await page.getByRole("option", { name: "CRM" }).click();
    await dialogOf(page)
      .getByRole("checkbox", { name: /Seller/ })
      .click();
    await button(dialogOf(page), "Give roles").click();
    await page.getByRole("link", { name: "CRM" }).waitFor();
    const [given] = await assignments(project.id);
    assert.deepEqual([given.user.id, given.roleKeys], [ada.id, ["seller"]]);

    await button(page, "Give roles").first().click();
    await dialogOf(page).getByLabel("Project").click();
    await page.getByRole("option", { name: "CRM" }).click();
    await dialogOf(page)
      .getByRole("checkbox", { name: /Seller/ })
      .click();
    await button(dialogOf(page), "Give roles").click();
    await dialogOf(page).getByText("This user has roles in this project already").waitFor();
    assert.equal(
      await dialogOf(page)
        .getByRole("checkbox", { name: /Seller/ })
        .getAttribute("aria-checked"),
      "true",
      "what was chosen stays",
    );
    assert.equal((await assignments(project.id)).length, 1);
    assert.deepEqual(visitor.complaints, []);
  });

  test("who creates projects finds those that are theirs, and no others", async () => {
    const place = { level: "organization", organizationId: acme } as const;
    const creator = await stage.person([{ role: "ORG_PROJECT_CREATOR", place }], { userName: "cleo" });
    await using visitor = await stage.visit(creator, `/organizations/${acme}/projects`);
    const { page } = visitor;
    await page.getByText("No projects yet").waitFor();
    assert.equal(await page.getByRole("link", { name: "CRM" }).count(), 0);
    await button(page, "Create project").first().click();
    await dialogOf(page).getByLabel("Name").fill("Mine");
    await button(dialogOf(page), "Create project").click();
    await heading(page, "Mine");
    await menuOf(page).getByRole("link", { name: "Projects" }).click();
    await page.getByRole("main").getByRole("link", { name: "Mine" }).waitFor();
    assert.deepEqual(await page.getByRole("main").locator("a.row-link").allInnerTexts(), ["Mine"]);
    await stage.check(page);
    assert.deepEqual(visitor.complaints, []);
  });
});
