/** Managers are the same at every level; only the addresses of the calls differ. */
import { answered, client, type Schemas } from "../../api.ts";
import type { Permission, Place } from "../../may.tsx";

/** The instance, for which nothing is said, an organization, a project or a project grant. */
export type ManagedPlace =
  | Record<never, never>
  | { readonly organizationId: string }
  | { readonly projectId: string }
  | { readonly projectGrantId: string };

export type RoleMeaning = Schemas["ManagerRoleMeaning"];
export type Level = RoleMeaning["level"];

/** Of any level. */
export interface Manager {
  readonly id: string;
  readonly role: RoleMeaning["role"];
  readonly user: Schemas["UserSummary"];
  readonly createdAt: string;
}

export const writePermission: Record<Level, Permission> = {
  iam: "iam_manager.write",
  organization: "organization_manager.write",
  project: "project_manager.write",
  project_grant: "project_grant_manager.write",
};

export function levelOf(place: Place): Level {
  if (place.organizationId !== undefined) return "organization";
  if (place.projectId !== undefined) return "project";
  return place.projectGrantId === undefined ? "iam" : "project_grant";
}

export function placeOf({ level, id }: Schemas["ManagerPlace"]): ManagedPlace {
  if (id === null || level === "iam") return {};
  return level === "organization"
    ? { organizationId: id }
    : level === "project"
      ? { projectId: id }
      : { projectGrantId: id };
}

/** Nobody gives or takes a role that holds more than they hold there themselves. */
export function mayGive(role: RoleMeaning, held: { has(permission: Permission): boolean }): boolean {
  return held.has(writePermission[role.level]) && role.permissions.every((permission) => held.has(permission));
}

interface ListQuery {
  readonly limit: number;
  readonly q?: string;
  readonly sort?: "createdAt" | "-createdAt";
  readonly cursor?: string;
}

export function listManagers(place: Place, query: ListQuery): Promise<{ items: Manager[]; nextCursor?: string }> {
  const { organizationId, projectId, projectGrantId } = place;
  if (organizationId !== undefined)
    return answered(
      client.GET("/organizations/{organizationId}/managers", { params: { path: { organizationId }, query } }),
    );
  if (projectId !== undefined)
    return answered(client.GET("/projects/{projectId}/managers", { params: { path: { projectId }, query } }));
  if (projectGrantId !== undefined)
    return answered(
      client.GET("/project-grants/{projectGrantId}/managers", { params: { path: { projectGrantId }, query } }),
    );
  return answered(client.GET("/instance/managers", { params: { query } }));
}

/** For `changed`. */
type Call<Data> = Promise<{ data?: Data; error?: unknown }>;

interface GivenRole {
  readonly userId: string;
  readonly role: RoleMeaning["role"];
  /** What would end with the role goes on. */
  readonly keepSessions: boolean;
}

export function postManager(place: Place, { userId, role, keepSessions }: GivenRole): Call<Manager> {
  const { organizationId, projectId, projectGrantId } = place;
  if (organizationId !== undefined)
    return client.POST("/organizations/{organizationId}/managers", {
      params: { path: { organizationId } },
      body: { userId, keepSessions, role: role as Schemas["NewOrganizationManager"]["role"] },
    });
  if (projectId !== undefined)
    return client.POST("/projects/{projectId}/managers", {
      params: { path: { projectId } },
      body: { userId, keepSessions, role: role as Schemas["NewProjectManager"]["role"] },
    });
  if (projectGrantId !== undefined)
    return client.POST("/project-grants/{projectGrantId}/managers", {
      params: { path: { projectGrantId } },
      body: { userId, keepSessions, role: role as Schemas["NewProjectGrantManager"]["role"] },
    });
  return client.POST("/instance/managers", {
    body: { userId, keepSessions, role: role as Schemas["NewInstanceManager"]["role"] },
  });
}

export function deleteManager(place: Place, managerId: string) {
  const { organizationId, projectId, projectGrantId } = place;
  if (organizationId !== undefined)
    return client.DELETE("/organizations/{organizationId}/managers/{managerId}", {
      params: { path: { organizationId, managerId } },
    });
  if (projectId !== undefined)
    return client.DELETE("/projects/{projectId}/managers/{managerId}", { params: { path: { projectId, managerId } } });
  if (projectGrantId !== undefined)
    return client.DELETE("/project-grants/{projectGrantId}/managers/{managerId}", {
      params: { path: { projectGrantId, managerId } },
    });
  return client.DELETE("/instance/managers/{managerId}", { params: { path: { managerId } } });
}
