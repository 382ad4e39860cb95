/** A project grant as it is once the organization that received it has accepted it. */
import { grantProject, type ProjectGrant } from "../../src/identity/project-grants.ts";
import type { Transaction } from "../../src/storage/database.ts";
import { now } from "../../src/storage/now.ts";
import { by } from "./world.ts";

export async function grantAndAccept(
  tx: Transaction,
  input: { projectId: string; organizationId: string; roleKeys?: readonly string[] },
): Promise<ProjectGrant> {
  const grant = await grantProject(tx, { roleKeys: [], ...input }, by);
  await tx.updateTable("project_grants").set({ accepted_at: now }).where("id", "=", grant.id).execute();
  return grant;
}
