/** The roles of a project: what an application may ask about its users. The key is what tokens carry. */
import { SignetError } from "../errors/signet-error.ts";
import { record } from "../events/audit-log.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { allowLongStatements } from "../storage/long-statements.ts";
import { unlessTaken } from "./changes.ts";
import { displayText, invalid } from "./names.ts";
import { readProject } from "./projects.ts";
import { type By, found, unknownResource } from "./resource.ts";

export interface ProjectRole {
  readonly key: string;
  readonly displayName: string;
  readonly group: string;
  readonly version: number;
}

const columns = ["key", "display_name", "role_group", "version"] as const;

export async function addProjectRole(
  tx: Transaction,
  projectId: string,
  input: { key: string; displayName?: string | undefined; group?: string | undefined },
  by: By,
): Promise<ProjectRole> {
  const { organizationId } = await readProject(tx, projectId);
  const key = roleKey(input.key);
  const detail = {
    key,
    displayName: displayText("displayName", input.displayName ?? key),
    group: displayText("group", input.group ?? "", { least: 0 }),
  };
  const insert = tx
    .insertInto("project_roles")
    .values({ project_id: projectId, key, display_name: detail.displayName, role_group: detail.group, version: 1 })
    .execute();
  await unlessTaken(insert, `The project has a role ${key} already`, "key");
  await record(tx, {
    type: "project_role.created",
    ...by,
    resource: { kind: "project", id: projectId },
    organizationId,
    detail,
  });
  return { ...detail, version: 1 };
}

export async function findProjectRole(db: Database, projectId: string, key: string): Promise<ProjectRole | undefined> {
  const row = await db
    .selectFrom("project_roles")
    .select(columns)
    .where("project_id", "=", projectId)
    .where("key", "=", key)
    .executeTakeFirst();
  return row && toProjectRole(row);
}

export async function readProjectRole(db: Database, projectId: string, key: string): Promise<ProjectRole> {
  return found(await findProjectRole(db, projectId, key), "project_role", key);
}

export async function listProjectRoles(db: Database, projectId: string): Promise<ProjectRole[]> {
  const rows = await db
    .selectFrom("project_roles")
    .select(columns)
    .where("project_id", "=", projectId)
    .orderBy("key")
    .execute();
  return rows.map(toProjectRole);
}

/** The key never changes: tokens, grants and role assignments name it. */
export async function changeProjectRole(
  tx: Transaction,
  { projectId, key }: { projectId: string; key: string },
  change: { displayName?: string | undefined; group?: string | undefined; version?: number | undefined },
  by: By,
): Promise<ProjectRole> {
  const { organizationId } = await readProject(tx, projectId);
  const { version, ...texts } = change;
  const row = await tx
    .updateTable("project_roles")
    .set((eb) => ({
      ...(change.displayName === undefined ? {} : { display_name: displayText("displayName", change.displayName) }),
      ...(change.group === undefined ? {} : { role_group: displayText("group", change.group, { least: 0 }) }),
      version: eb("version", "+", 1),
    }))
    .where("project_id", "=", projectId)
    .where("key", "=", key)
    .$if(version !== undefined, (query) => query.where("version", "=", version ?? 0))
    .returning(columns)
    .executeTakeFirst();
  if (row === undefined) {
    const role = await readProjectRole(tx, projectId, key);
    throw new SignetError("changed_meanwhile", `This project role is at version ${role.version} by now`);
  }
  await record(tx, {
    type: "project_role.changed",
    ...by,
    resource: { kind: "project", id: projectId },
    organizationId,
    detail: { key, ...texts },
  });
  return toProjectRole(row);
}

/** It is taken from every grant and every user at the same moment. */
export async function deleteProjectRole(tx: Transaction, projectId: string, key: string, by: By): Promise<void> {
  const { organizationId } = await readProject(tx, projectId);
  await allowLongStatements(tx);
  const row = await tx
    .deleteFrom("project_roles")
    .where("project_id", "=", projectId)
    .where("key", "=", key)
    .executeTakeFirst();
  if (row.numDeletedRows === 0n) throw unknownResource("project_role", key);
  await record(tx, {
    type: "project_role.deleted",
    ...by,
    resource: { kind: "project", id: projectId },
    organizationId,
    detail: { key },
  });
}

/**
 * It stands in scopes, which are separated by spaces and made of visible ASCII (RFC 6749 §3.3), as a JSON key, and in
 * an address, where `.` and `..` would lead elsewhere (RFC 3986 §5.2.4).
 */
function roleKey(text: string): string {
  const key = text.trim();
  if (!/^[\w.:/-]{1,100}$/.test(key))
    throw invalid("key", "key may have 1 to 100 letters, digits and the signs _ . : / -");
  if (key === "." || key === "..")
    throw invalid("key", "key must not be . or .. alone, which mean something else in an address");
  // Applications read roles as keys of an object, where these mean something already.
  if (key in Object.prototype || key === "prototype")
    throw invalid("key", `key must not be ${key}, which every object has in JavaScript`);
  return key;
}

function toProjectRole(row: { key: string; display_name: string; role_group: string; version: number }): ProjectRole {
  return { key: row.key, displayName: row.display_name, group: row.role_group, version: row.version };
}
