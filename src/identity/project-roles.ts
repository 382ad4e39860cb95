/** The roles of a project: what an application may ask about its users. The key is what tokens carry. */
import { record } from "../events/audit-log.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { unlessTaken } from "./changes.ts";
import { displayText, invalid } from "./names.ts";
import { readProject } from "./projects.ts";
import { type By, unknownResource } from "./resource.ts";

export interface ProjectRole {
  readonly key: string;
  readonly displayName: string;
  readonly group: string;
}

export async function addProjectRole(
  tx: Transaction,
  projectId: string,
  input: { key: string; displayName?: string | undefined; group?: string | undefined },
  by: By,
): Promise<ProjectRole> {
  const { organizationId } = await readProject(tx, projectId);
  const key = roleKey(input.key);
  const role = {
    key,
    displayName: displayText("displayName", input.displayName ?? key),
    group: displayText("group", input.group ?? "", { least: 0 }),
  };
  const insert = tx
    .insertInto("project_roles")
    .values({ project_id: projectId, key, display_name: role.displayName, role_group: role.group })
    .execute();
  await unlessTaken(insert, `The project has a role ${key} already`, "key");
  await record(tx, {
    type: "project_role.created",
    ...by,
    resource: { kind: "project", id: projectId },
    organizationId,
    detail: { ...role },
  });
  return role;
}

export async function listProjectRoles(db: Database, projectId: string): Promise<ProjectRole[]> {
  const rows = await db
    .selectFrom("project_roles")
    .select(["key", "display_name", "role_group"])
    .where("project_id", "=", projectId)
    .orderBy("key")
    .execute();
  return rows.map((row) => ({ key: row.key, displayName: row.display_name, group: row.role_group }));
}

/** The key never changes: tokens, grants and role assignments name it. */
export async function changeProjectRole(
  tx: Transaction,
  projectId: string,
  key: string,
  change: { displayName?: string | undefined; group?: string | undefined },
  by: By,
): Promise<void> {
  const { organizationId } = await readProject(tx, projectId);
  const row = await tx
    .updateTable("project_roles")
    .set({
      key,
      ...(change.displayName === undefined ? {} : { display_name: displayText("displayName", change.displayName) }),
      ...(change.group === undefined ? {} : { role_group: displayText("group", change.group, { least: 0 }) }),
    })
    .where("project_id", "=", projectId)
    .where("key", "=", key)
    .executeTakeFirst();
  if (row.numUpdatedRows === 0n) throw unknownResource("project_role", key);
  await record(tx, {
    type: "project_role.changed",
    ...by,
    resource: { kind: "project", id: projectId },
    organizationId,
    detail: { key, ...change },
  });
}

/** It is taken from every grant and every user at the same moment. */
export async function deleteProjectRole(tx: Transaction, projectId: string, key: string, by: By): Promise<void> {
  const { organizationId } = await readProject(tx, projectId);
  const row = await tx.deleteFrom("project_roles").where("project_id", "=", projectId).where("key", "=", key).executeTakeFirst();
  if (row.numDeletedRows === 0n) throw unknownResource("project_role", key);
  await record(tx, { type: "project_role.deleted", ...by, resource: { kind: "project", id: projectId }, organizationId, detail: { key } });
}

/** It stands in scopes, which are separated by spaces and made of visible ASCII (RFC 6749 §3.3), and as a JSON key. */
function roleKey(text: string): string {
  const key = text.trim();
  if (!/^[\w.:/-]{1,100}$/.test(key)) throw invalid("key", "key may have 1 to 100 letters, digits and the signs _ . : / -");
  return key;
}
