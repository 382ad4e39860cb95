/**
 * A small world to test in: an instance, organizations, projects and users, with as little in them as the rules need.
 */

import { v7 as newId } from "uuid";
import type { ErrorCode } from "../../src/errors/registry.ts";
import { SignetError } from "../../src/errors/signet-error.ts";
import { createOrganization } from "../../src/identity/organizations.ts";
import { addProjectRole } from "../../src/identity/project-roles.ts";
import { createProject } from "../../src/identity/projects.ts";
import type { By } from "../../src/identity/resource.ts";
import type { Database } from "../../src/storage/database.ts";
import { now } from "../../src/storage/now.ts";
import type { Storage } from "../../src/storage/storage.ts";

export const by: By = { actor: { kind: "operator" } };

let names = 0;
const newName = (what: string): string => `${what}${++names}`;

/** What the first start makes: an organization, Signet's own project and the console's application. */
export async function addInstance(
  storage: Storage,
): Promise<{ organizationId: string; projectId: string; applicationId: string }> {
  const organizationId = await addOrganization(storage);
  const projectId = await addProject(storage, organizationId);
  const applicationId = await insertApplication(storage.db, projectId);
  await storage.db
    .insertInto("instance")
    .values({
      id: 1,
      organization_id: organizationId,
      project_id: projectId,
      console_application_id: applicationId,
      created_at: now,
    })
    .execute();
  return { organizationId, projectId, applicationId };
}

export async function addOrganization(storage: Storage): Promise<string> {
  const name = newName("organization");
  return (await storage.transaction((tx) => createOrganization(tx, { name, domain: `${name}.example` }, by))).id;
}

export async function addProject(
  storage: Storage,
  organizationId: string,
  roleKeys: readonly string[] = [],
): Promise<string> {
  return storage.transaction(async (tx) => {
    const { id } = await createProject(tx, { organizationId, name: newName("project") }, by);
    for (const key of roleKeys) await addProjectRole(tx, id, { key }, by);
    return id;
  });
}

/** The row that all kinds of users have, and nothing else. */
export async function insertUser(
  db: Database,
  organizationId: string,
  user: { kind?: "human" | "service"; state?: string } = {},
): Promise<string> {
  const id = newId();
  const name = newName("user");
  await db
    .insertInto("users")
    .values({
      id,
      organization_id: organizationId,
      kind: user.kind ?? "human",
      user_name: name,
      user_name_key: name,
      state: user.state ?? "active",
      epoch: 1,
      created_at: now,
      version: 1,
      changed_at: now,
    })
    .execute();
  return id;
}

export async function insertApplication(
  db: Database,
  projectId: string,
  options: { managementAccess?: boolean } = {},
): Promise<string> {
  const id = newId();
  await db
    .insertInto("applications")
    .values({
      id,
      project_id: projectId,
      name: newName("application"),
      type: "user_agent",
      auth_method: "pkce",
      response_types: "[]",
      grant_types: "[]",
      redirect_uris: "[]",
      post_logout_redirect_uris: "[]",
      development_mode: 0,
      management_access: Number(options.managementAccess ?? false),
      id_token_userinfo_assertion: 0,
      tokens: "{}",
      state: "active",
      created_at: now,
      version: 1,
      changed_at: now,
    })
    .execute();
  return id;
}

export async function setState(
  db: Database,
  table: "users" | "organizations" | "project_grants",
  id: string,
  state: string,
): Promise<void> {
  await db.updateTable(table).set({ state }).where("id", "=", id).execute();
}

/** The types of the events about one thing, oldest first. */
export async function eventsOf(db: Database, resourceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("events")
    .select("type")
    .where("resource_id", "=", resourceId)
    .orderBy("id")
    .execute();
  return rows.map((row) => row.type);
}

export async function countEvents(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom("events")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** For assert.rejects: a planned refusal with this code, that names this field or says this. */
export function refusal(code: ErrorCode, says: { field?: string; message?: RegExp } = {}): (error: unknown) => boolean {
  return (error) => {
    if (!(error instanceof SignetError)) throw error;
    if (error.code !== code || (says.field !== undefined && error.field !== says.field)) throw error;
    if (says.message !== undefined && !says.message.test(error.message)) throw error;
    return true;
  };
}

/** The person has shown that their address is theirs, by whatever mail. */
export async function proveAddress(db: Database, userId: string): Promise<void> {
  await db.updateTable("humans").set({ email_verified: 1, email_proven: 1 }).where("user_id", "=", userId).execute();
}
