/** Who a token is for: the client, its project, and the projects that audience scopes have added. */

import type { Instance } from "../identity/instance.ts";
import { projectsUsableBy } from "../identity/shared-projects.ts";
import type { Database } from "../storage/database.ts";
import { audienceProject } from "./scopes.ts";

export interface ScopeRequest {
  readonly scopes: readonly string[];
  readonly applicationOrganizationId: string;
  readonly userOrganizationId: string;
  /**
   * Whether the token may reach the management API: there is no consent page, so only service users, the console and
   * applications with management access may carry a manager's power.
   */
  readonly mayManage: boolean;
  readonly serviceProjectId: string;
}

/**
 * Whether an application may carry a manager's power to the management API. Asked when somebody signs in, whenever tokens are
 * made, and at every use of one: taking it away counts at once.
 */
export function mayCarryManagement(application: { readonly id: string; readonly managementAccess: boolean }, instance: Instance): boolean {
  return application.managementAccess || application.id === instance.consoleApplicationId;
}

/** The scopes without the audience scopes that are not possible. Asks the database only where one of them needs it. */
export async function grantScopes(db: Database, request: ScopeRequest): Promise<string[]> {
  const { scopes, serviceProjectId, applicationOrganizationId, userOrganizationId } = request;
  const asked = scopes.flatMap((scope) => audienceProject(scope, serviceProjectId) ?? []);
  const others = asked.filter((id) => id !== serviceProjectId);
  const usable = await projectsUsableBy(db, others, [applicationOrganizationId, userOrganizationId]);
  return scopes.filter((scope) => {
    const project = audienceProject(scope, serviceProjectId);
    if (project === undefined) return true;
    return project === serviceProjectId ? request.mayManage : usable.has(project);
  });
}

/** The client comes first; an application's project follows, a service user has none. */
export function audienceOf(
  token: { readonly clientId: string; readonly projectId: string | undefined; readonly scopes: readonly string[] },
  serviceProjectId: string,
): string[] {
  const projects = token.scopes.flatMap((scope) => audienceProject(scope, serviceProjectId) ?? []);
  return [...new Set([token.clientId, ...(token.projectId === undefined ? [] : [token.projectId]), ...projects])];
}
