/** Who a token is for: the client, its project, and the projects that audience scopes have added. */

import { type Asker, type Grantable, readGrantable } from "../identity/audiences.ts";
import type { Instance } from "../identity/instance.ts";
import type { Database } from "../storage/database.ts";
import { audienceProject, METADATA_SCOPE } from "./scopes.ts";

export interface ScopeRequest {
  readonly scopes: readonly string[];
  readonly asker: Asker;
  /**
   * Whether the token may reach the management API: only service users, the console and applications with management
   * access may carry a manager's power, whatever somebody agrees to.
   */
  readonly mayManage: boolean;
  readonly serviceProjectId: string;
}

/**
 * Whether an application may carry a manager's power to the management API. Asked when somebody signs in, whenever
 * tokens are made, and at every use of one: taking it away counts at once.
 */
export function mayCarryManagement(
  application: { readonly id: string; readonly managementAccess: boolean },
  instance: Instance,
): boolean {
  return application.managementAccess || application.id === instance.consoleApplicationId;
}

/**
 * The scopes without those that are not possible for whoever asks. Asks the database only where one of them needs it.
 */
export async function grantScopes(db: Database, request: ScopeRequest): Promise<string[]> {
  const { scopes, serviceProjectId, asker, mayManage } = request;
  const projectIds = otherProjects(scopes, serviceProjectId);
  const asks = projectIds.length > 0 || scopes.includes(METADATA_SCOPE);
  const grantable = asks ? await readGrantable(db, asker, projectIds) : nothingAsked;
  return possibleScopes(scopes, { ...grantable, mayManage, serviceProjectId });
}

const nothingAsked: Grantable = { audience: new Set(), metadata: false };

/** What is left of the scopes: of those that only some may have, those that are said to be possible, and all others. */
export function possibleScopes(
  scopes: readonly string[],
  possible: Grantable & Pick<ScopeRequest, "mayManage" | "serviceProjectId">,
): string[] {
  const { audience, metadata, mayManage, serviceProjectId } = possible;
  return scopes.filter((scope) => {
    if (scope === METADATA_SCOPE) return metadata;
    const project = audienceProject(scope, serviceProjectId);
    if (project === undefined) return true;
    return project === serviceProjectId ? mayManage : audience.has(project);
  });
}

/** The projects that audience scopes name. */
export function namedProjects(scopes: readonly string[], serviceProjectId: string): string[] {
  return scopes.flatMap((scope) => audienceProject(scope, serviceProjectId) ?? []);
}

/** Without Signet's own, which has a rule of its own: those that have to let themselves be named. */
export function otherProjects(scopes: readonly string[], serviceProjectId: string): string[] {
  return namedProjects(scopes, serviceProjectId).filter((id) => id !== serviceProjectId);
}

/** The interface: a token is active for an application that is in its audience, by itself or by its project. */
export function isInAudience(
  audience: readonly string[],
  caller: { readonly applicationId: string; readonly projectId: string },
): boolean {
  return audience.includes(caller.applicationId) || audience.includes(caller.projectId);
}

/** The client comes first; an application's project follows, a service user has none. */
export function audienceOf(
  token: { readonly clientId: string; readonly projectId: string | undefined; readonly scopes: readonly string[] },
  serviceProjectId: string,
): string[] {
  const projects = namedProjects(token.scopes, serviceProjectId);
  return [...new Set([token.clientId, ...(token.projectId === undefined ? [] : [token.projectId]), ...projects])];
}
