/** How a write that could not happen is explained. The write itself decides; these only say why. */
import { SignetError } from "../errors/signet-error.ts";
import type { Transaction } from "../storage/database.ts";
import { UniqueViolation } from "../storage/errors.ts";
import { unknownResource } from "./resource.ts";

export type VersionedTable = "organizations" | "projects" | "project_grants" | "applications" | "users" | "role_assignments";

/** Why a conditional change found no row: it is gone, or somebody else was faster. */
export async function lostChange(tx: Transaction, table: VersionedTable, kind: string, id: string): Promise<SignetError> {
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
