/**
 * Everybody who calls: each role once where it is held, organizations' roles on both sides of a grant, and those who
 * have none.
 */
import { type Role, roleNames, roles } from "../../../src/identity/permissions/roles.ts";
import { makeManager, managementToken } from "../../support/api.ts";
import type { Grounds } from "./grounds.ts";

/** Where the role is held; the places are those of grounds.ts. */
export type Held = "instance" | "home" | "receiver" | "project" | "grant";

export interface Caller {
  readonly name: string;
  readonly userId?: string;
  readonly token?: string;
  readonly held?: { readonly role: Role; readonly at: Held };
  /** What stops somebody whatever they ask for. */
  readonly stopped?: { readonly status: number; readonly code: string };
}

const heldAt = {
  iam: ["instance"],
  organization: ["home", "receiver"],
  project: ["project"],
  project_grant: ["grant"],
} as const;

export async function makeCallers(grounds: Grounds): Promise<Caller[]> {
  const { idp } = grounds.api;
  const { home, receiver, signet } = grounds.organizations;
  const places = {
    instance: { place: { level: "iam" }, of: signet },
    home: { place: { level: "organization", organizationId: home }, of: home },
    receiver: { place: { level: "organization", organizationId: receiver }, of: receiver },
    project: { place: { level: "project", projectId: grounds.projects.project }, of: home },
    grant: { place: { level: "project_grant", projectGrantId: grounds.grants.grant }, of: receiver },
  } as const;
  const callers: Caller[] = [];
  for (const role of roleNames) {
    for (const at of heldAt[roles[role].level]) {
      const { userId, token } = await makeManager(idp, [{ role, place: places[at].place }], places[at].of);
      callers.push({ name: `${role} (${at})`, userId, token, held: { role, at } });
    }
  }
  const nobody = await makeManager(idp, [], home);
  const owner = await makeManager(idp, [{ role: "IAM_OWNER", place: { level: "iam" } }], signet);
  return [
    ...callers,
    { name: "a user with no role", token: nobody.token, stopped: { status: 403, code: "no_manager_role" } },
    { name: "no token", stopped: { status: 401, code: "token_missing" } },
    {
      name: "an owner's token for something else",
      token: await managementToken(idp, owner.userId, owner.secret, "openid"),
      stopped: { status: 401, code: "wrong_audience" },
    },
  ];
}
