/** A project granted as most tests mean it: the other organization has accepted it. */
import { acceptProjectGrant } from "../../src/identity/grant-answers.ts";
import { grantProject, type ProjectGrant, readProjectGrant } from "../../src/identity/project-grants.ts";
import type { By } from "../../src/identity/resource.ts";
import type { Transaction } from "../../src/storage/database.ts";

/** For those who grant without being able to accept, such as an operator. */
export async function grantAccepted(
  tx: Transaction,
  input: Parameters<typeof grantProject>[1],
  by: By,
): Promise<ProjectGrant> {
  const { id: projectGrantId } = await grantProject(tx, input, by);
  await acceptProjectGrant(tx, { projectGrantId, organizationId: input.organizationId }, by);
  return readProjectGrant(tx, projectGrantId);
}

/** A grant from before grants had to be accepted: the one from migration 7 on that nobody has confirmed yet. */
export async function grantFromBefore(
  tx: Transaction,
  input: Parameters<typeof grantProject>[1],
  by: By,
): Promise<ProjectGrant> {
  const { id } = await grantProject(tx, input, by);
  await tx.updateTable("project_grants").set({ state: "active", accepted_at: null }).where("id", "=", id).execute();
  return readProjectGrant(tx, id);
}
