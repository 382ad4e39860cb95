/** How a write that could not happen is explained. The write itself decides; these only say why. */
import { SignetError } from "../errors/signet-error.ts";
import type { Transaction } from "../storage/database.ts";
import { UniqueViolation } from "../storage/errors.ts";
import { unknownResource } from "./resource.ts";

export type VersionedTable =
  | "organizations"
  | "projects"
  | "project_grants"
  | "applications"
  | "users"
  | "role_assignments";

/**
 * Held until the transaction ends: whoever counts what belongs to a row and then adds to it comes here first, so that
 * two at once cannot both find room. Both engines lock a row that is written, even when nothing in it changes.
 */
export async function lockRow(
  tx: Transaction,
  table: "organizations" | "projects" | "applications" | "users",
  id: string,
): Promise<void> {
  await tx
    .updateTable(table)
    .set((eb) => ({ changed_at: eb.ref("changed_at") }))
    .where("id", "=", id)
    .execute();
}

/** Why a conditional change found no row: it is gone, or somebody else was faster. */
export async function lostChange(
  tx: Transaction,
  table: VersionedTable,
  kind: string,
  id: string,
): Promise<SignetError> {
  const row = await tx.selectFrom(table).select("version").where("id", "=", id).executeTakeFirst();
  if (row === undefined) return unknownResource(kind, id);
  return new SignetError("changed_meanwhile", `This ${kind.replaceAll("_", " ")} is at version ${row.version} by now`);
}

/** The database's unique rules decide whether a name is taken; two that ask for it at once cannot both get it. */
export async function unlessTaken<T>(write: Promise<T>, message: string, field: string): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof UniqueViolation) throw new SignetError("already_exists", message, { field, cause: error });
    throw error;
  }
}
