/** Callers of a project in the Console: adding them, deciding about those from before, and what developers are told. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, suite, test } from "node:test";
import type { Page } from "playwright-core";
import { createApplication } from "../../../src/identity/applications/applications.ts";
import { createProject } from "../../../src/identity/projects.ts";
import { now } from "../../../src/storage/now.ts";
import { by, settings } from "../../support/world.ts";
import { type ConsoleStage, type ConsoleVisitor, everything, startConsole } from "./console-stage.ts";

const button = (within: Pick<Page, "getByRole">, name: string) => within.getByRole("button", { name, exact: true });
const dialogOf = (page: Page) => page.getByRole("dialog");
const rowOf = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });

async function choose(page: Page, row: string, item: string): Promise<void> {
  await button(rowOf(page, row), "Actions").click();
  await page.getByRole("menuitem", { name: item, exact: true }).press("Enter");
}

suite("callers of a project in the Console", () => {
  let stage: ConsoleStage;
  let owner: ConsoleVisitor;
  let projectId: string;
  let shopId: string;
  before(async () => {
    stage = await startConsole();
    const { acme } = stage.idp.world;
    const { storage } = stage.idp.node.services;
    await storage.transaction(async (tx) => {
      const shop = await createProject(tx, { organizationId: acme.id, name: "Shop" }, by);
      shopId = (
        await createApplication(tx, { projectId: shop.id, settings: settings("web", { name: "Shop front" }) }, by)
      ).application.id;
      projectId = (await createProject(tx, { organizationId: acme.id, name: "Ledger" }, by)).id;
    });
    owner = await stage.visit(await stage.person(everything, { userName: "olga" }), `/projects/${projectId}/callers`);
  });
  after(() => stage.close());

  const callers = async () => (await stage.owner.get(`/projects/${projectId}/callers`)).json.items;
  const addFor = async (page: Page) => {
    await button(page, "Add caller").first().click();
    await dialogOf(page).waitFor();
  };

  test("a project of the organization, and one application of another, are chosen by their names", async () => {
    const { page } = owner;
    await page.getByText("Nobody else may name this project").waitFor();
    await stage.check(page);
    await addFor(page);
    await dialogOf(page).getByPlaceholder("Find it by name").fill("CR");
    await page.getByRole("option", { name: "CRM" }).click();
    await button(dialogOf(page), "Add caller").click();
    await rowOf(page, "CRM").getByText("Allowed").waitFor();
    await addFor(page);
    await dialogOf(page).getByPlaceholder("Find it by name").fill("Sho");
    await page.getByRole("option", { name: "Shop" }).click();
    await dialogOf(page).getByPlaceholder("All of them, also later ones").click();
    await page.getByRole("option", { name: "Shop front" }).click();
    await button(dialogOf(page), "Add caller").click();
    await rowOf(page, "Shop front").waitFor();
    const listed = await callers();
    assert.deepEqual(
      listed.map(({ id, kind }: { id: string; kind: string }) => [id, kind]),
      [
        [stage.idp.world.project.id, "project"],
        [shopId, "application"],
      ],
    );
  });

  test("one of another organization is pasted, shown by its id, and a text that is no id is refused at its field", async () => {
    const { page } = owner;
    const foreign = randomUUID();
    await addFor(page);
    await dialogOf(page).getByLabel("In another organization").click();
    await dialogOf(page).getByLabel("One application").click();
    await dialogOf(page).getByLabel("Client id").fill("shop");
    await button(dialogOf(page), "Add caller").click();
    await dialogOf(page).getByText("applicationId must be the id").waitFor();
    await dialogOf(page).getByLabel("Client id").fill(foreign);
    await button(dialogOf(page), "Add caller").click();
    await rowOf(page, foreign).getByText("Not known to you").waitFor();
    await stage.check(page);
  });

  test("those from before are marked, confirmed or removed", async () => {
    const { storage } = stage.idp.node.services;
    const [theirs, others] = await storage.transaction(async (tx) => {
      const project = await createProject(tx, { organizationId: stage.idp.world.other.id, name: "Partner" }, by);
      const make = async (name: string) =>
        (await createApplication(tx, { projectId: project.id, settings: settings("web", { name }) }, by)).application
          .id;
      return [await make("Partner portal"), await make("Forgotten tool")];
    });
    for (const id of [theirs, others]) {
      const row = { project_id: projectId, caller_id: id, application_id: id, from_before: 1, created_at: now };
      await storage.db.insertInto("project_callers").values(row).execute();
    }
    const { page } = await stage.visit(await stage.person(everything), `/projects/${projectId}/callers`);
    await page.getByText("Some are from before").waitFor();
    await rowOf(page, "Partner portal").getByText("From before").waitFor();
    await stage.check(page);
    await choose(page, "Partner portal", "Confirm");
    await rowOf(page, "Partner portal").getByText("Allowed").waitFor();
    await choose(page, "Forgotten tool", "Remove");
    await dialogOf(page).getByText("accept no token of Forgotten tool").waitFor();
    await button(dialogOf(page), "Remove caller").click();
    await rowOf(page, "Forgotten tool").waitFor({ state: "hidden" });
    await page.getByText("Some are from before").waitFor({ state: "hidden" });
    const listed = await callers();
    assert.equal(listed.length, 4);
    assert.ok(listed.every(({ fromBefore }: { fromBefore: boolean }) => !fromBefore));
  });

  test("developers read which scope to ask for, and who has to list whom", async () => {
    const { page } = owner;
    await owner.go(`/applications/${shopId}/code`);
    await page.getByText("urn:service:iam:org:project:id:{project id}:aud").waitFor();
    await page.getByText("Its managers have to list this application").waitFor();
    await stage.check(page);
    const { application } = await stage.idp.register("api", { authMethod: "basic" });
    await owner.go(`/applications/${application.id}/code`);
    await page.getByText(`urn:service:iam:org:project:id:${stage.idp.world.project.id}:aud`).waitFor();
    await page.getByRole("link", { name: "Callers" }).click();
    await page.getByText("Nobody else may name this project").waitFor();
  });

  test("who may only look adds and removes nobody, and who manages the project alone pastes ids", async () => {
    const place = { level: "project", projectId } as const;
    const viewer = await stage.visit(
      await stage.person([{ role: "PROJECT_OWNER_VIEWER", place }]),
      `/projects/${projectId}/callers`,
    );
    // The names of other projects are not for them.
    await rowOf(viewer.page, stage.idp.world.project.id).waitFor();
    assert.equal(await button(viewer.page, "Add caller").count(), 0);
    assert.equal(await button(viewer.page, "Actions").count(), 0);
    const manager = await stage.visit(
      await stage.person([{ role: "PROJECT_OWNER", place }]),
      `/projects/${projectId}/callers`,
    );
    await addFor(manager.page);
    await dialogOf(manager.page).getByLabel("Project id").waitFor();
    assert.equal(await dialogOf(manager.page).getByLabel("In this organization").count(), 0);
  });
});
