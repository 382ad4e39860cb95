/** Two projects of two organizations: an application of one names the other, whose API asks about the tokens. */
import { addProjectCaller, removeProjectCaller } from "../../src/identity/project-callers.ts";
import { addProjectRole } from "../../src/identity/project-roles.ts";
import { createProject, type Project } from "../../src/identity/projects.ts";
import { assignRoles } from "../../src/identity/role-assignments.ts";
import { createPersonalAccessToken } from "../../src/identity/service-users/personal-access-tokens.ts";
import { personalAccessTicket } from "../../src/tokens/kinds.ts";
import { type Client, INTROSPECT, makeClient, post } from "../support/clients.ts";
import { grantAccepted } from "../support/grants.ts";
import type { Machine, MachineStage } from "../support/machine.ts";
import { by } from "../support/world.ts";

export const aud = (projectId: string) => `urn:service:iam:org:project:id:${projectId}:aud`;
export const ALL_ROLES = "urn:service:iam:org:projects:roles";
export const INACTIVE = '{"active":false}';

export interface Ledger {
  /** Of the organization `other`; Ada and her organization are let in by its checks, and she has a role in it. */
  readonly project: Project;
  readonly api: Client;
  readonly grantId: string;
  readonly assignmentId: string;
  /** Of Ada's organization, Acme. */
  readonly app: Client;
  readonly scopes: string[];
}

/** A project with both of its checks, that lists nobody yet. */
export async function makeLedger({ world }: MachineStage, kind: "opaque" | "jwt" = "opaque"): Promise<Ledger> {
  const { storage, other, acme, ada, project: crm } = world;
  const made = await storage.transaction(async (tx) => {
    const project = await createProject(tx, { organizationId: other.id, name: "Ledger", roleCheck: true }, by);
    await addProjectRole(tx, project.id, { key: "auditor" }, by);
    const grant = await grantAccepted(
      tx,
      { projectId: project.id, organizationId: acme.id, roleKeys: ["auditor"] },
      by,
    );
    const assignment = await assignRoles(
      tx,
      { userId: ada.id, projectId: project.id, projectGrantId: grant.id, roleKeys: ["auditor"] },
      by,
    );
    return { project, grantId: grant.id, assignmentId: assignment.id };
  });
  const change = { tokens: { accessTokenKind: kind } };
  return {
    ...made,
    api: await makeClient(storage, {
      projectId: made.project.id,
      organizationId: other.id,
      method: "basic",
      type: "api",
    }),
    app: await makeClient(storage, { projectId: crm.id, organizationId: acme.id, method: "basic", change }),
    scopes: ["openid", "offline_access", ALL_ROLES, aud(made.project.id)],
  };
}

export const listed = ({ world }: MachineStage, { project, app }: Ledger) =>
  world.storage.transaction((tx) => addProjectCaller(tx, project.id, { applicationId: app.id }, by));

export const unlisted = ({ world }: MachineStage, { project, app }: Ledger) =>
  world.storage.transaction((tx) => removeProjectCaller(tx, project.id, app.id, by));

/** The bytes that an API is answered with. */
export async function heardBy(node: Machine, api: Client, token: string): Promise<string> {
  return (await post(node, INTROSPECT, { token }, { as: api })).body;
}

export async function makePersonal(
  { node, world }: MachineStage,
  userId: string,
  scopes: readonly string[],
): Promise<string> {
  const expiresAt = (await world.storage.now()) + 86_400_000;
  const row = await world.storage.transaction((tx) =>
    createPersonalAccessToken(tx, { userId, name: "ci", scopes, expiresAt }, by),
  );
  return node.tokens.tickets.seal(personalAccessTicket, { p: row.id, u: userId });
}
