/** What goes with something large takes longer than any other statement may on PostgreSQL, and goes all the same. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { deleteApplication } from "../../src/identity/applications/applications.ts";
import { deleteOrganization } from "../../src/identity/organizations.ts";
import { changeProjectGrantRoles, deleteProjectGrant } from "../../src/identity/project-grants.ts";
import { deleteProjectRole } from "../../src/identity/project-roles.ts";
import { deleteProject } from "../../src/identity/projects.ts";
import { assignRoles } from "../../src/identity/role-assignments.ts";
import { deleteUser } from "../../src/identity/users/users.ts";
import type { Transaction } from "../../src/storage/database.ts";
import { DatabaseUnavailable } from "../../src/storage/errors.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { engines, type TestDatabase } from "../support/engines.ts";
import { grantAccepted } from "../support/grants.ts";
import { addInstance, addOrganization, addProject, by, insertApplication, insertUser } from "../support/identity.ts";

/** Longer than a statement has. */
const SECONDS = 3;

for (const engine of engines.filter(({ name }) => name === "postgres")) {
  describe("something that very much belongs to is deleted, although that takes long", { concurrency: true }, () => {
    let database: TestDatabase;
    let storage: Storage;
    let owner: string;
    let receiver: string;
    before(async () => {
      database = await engine.fresh();
      storage = await database.open({ patience: 1 });
      ({ organizationId: owner } = await addInstance(storage));
      receiver = await addOrganization(storage);
      const body = sql.lit(`BEGIN PERFORM pg_sleep(${SECONDS}); RETURN OLD; END`);
      await sql`CREATE FUNCTION take_long() RETURNS trigger LANGUAGE plpgsql AS ${body}`.execute(storage.db);
      for (const table of [
        "organizations",
        "projects",
        "project_roles",
        "project_grants",
        "applications",
        "role_assignment_roles",
        "users",
      ])
        await sql`CREATE TRIGGER long BEFORE DELETE ON ${sql.table(table)} FOR EACH ROW EXECUTE FUNCTION take_long()`.execute(
          storage.db,
        );
    });
    after(() => database.drop());

    async function grant(): Promise<{ id: string; projectId: string }> {
      const given = {
        projectId: await addProject(storage, owner, ["reader"]),
        organizationId: receiver,
        roleKeys: ["reader"],
      };
      return storage.transaction((tx) => grantAccepted(tx, given, by));
    }
    async function takes(work: (tx: Transaction) => Promise<unknown>): Promise<void> {
      const began = performance.now();
      await storage.transaction(work);
      assert.ok(performance.now() - began > SECONDS * 1000);
    }

    test("an organization", async () => {
      const id = await addOrganization(storage);
      await takes((tx) => deleteOrganization(tx, id, by));
    });

    test("a project", async () => {
      const id = await addProject(storage, owner);
      await takes((tx) => deleteProject(tx, id, by));
    });

    test("a role", async () => {
      const id = await addProject(storage, owner, ["reader"]);
      await takes((tx) => deleteProjectRole(tx, id, "reader", by));
    });

    test("a grant", async () => {
      const { id } = await grant();
      await takes((tx) => deleteProjectGrant(tx, id, by));
    });

    test("a granted role that users have", async () => {
      const { id: projectGrantId, projectId } = await grant();
      const userId = await insertUser(storage.db, receiver);
      await storage.transaction((tx) =>
        assignRoles(tx, { userId, projectId, projectGrantId, roleKeys: ["reader"] }, by),
      );
      await takes((tx) => changeProjectGrantRoles(tx, projectGrantId, { roleKeys: [] }, by));
    });

    test("an application", async () => {
      const id = await insertApplication(storage.db, await addProject(storage, owner));
      await takes((tx) => deleteApplication(tx, id, by));
    });

    test("a user", async () => {
      const id = await insertUser(storage.db, receiver);
      await takes((tx) => deleteUser(tx, id, by));
    });

    test("other statements are ended when they take so long", async () => {
      const id = await insertUser(storage.db, owner);
      await assert.rejects(storage.db.deleteFrom("users").where("id", "=", id).execute(), DatabaseUnavailable);
    });
  });
}
