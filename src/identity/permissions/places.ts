/** Where a manager role is given, and what else somebody may be asked about. */
import { invalid } from "../names.ts";
import { type ManagerLevel, type Role, roles } from "./roles.ts";

export type Place =
  | { readonly level: "iam" }
  | { readonly level: "organization"; readonly organizationId: string }
  | { readonly level: "project"; readonly projectId: string }
  | { readonly level: "project_grant"; readonly projectGrantId: string };

/**
 * A user is judged where their organization is, an application where its project is, a role assignment at the grant it
 * was made through or at its project: no role is given at one of them.
 */
export type Target =
  | Place
  /** With a kind, a user of the other kind is nobody. */
  | { readonly level: "user"; readonly userId: string; readonly kind?: "human" | "service" }
  | { readonly level: "application"; readonly applicationId: string }
  | { readonly level: "role_assignment"; readonly roleAssignmentId: string };

/** The columns in which a manager's row keeps its place: one of them, or for the instance none. */
export interface PlaceColumns {
  readonly organization_id: string | null;
  readonly project_id: string | null;
  readonly project_grant_id: string | null;
}

export function placeColumns(place: Place): PlaceColumns {
  return {
    organization_id: place.level === "organization" ? place.organizationId : null,
    project_id: place.level === "project" ? place.projectId : null,
    project_grant_id: place.level === "project_grant" ? place.projectGrantId : null,
  };
}

/** The id of the row that the place is; empty for the instance. */
export function placeId(place: Place): string {
  const { organization_id, project_id, project_grant_id } = placeColumns(place);
  return organization_id ?? project_id ?? project_grant_id ?? "";
}

export function toPlace(row: PlaceColumns): Place {
  if (row.organization_id !== null) return { level: "organization", organizationId: row.organization_id };
  if (row.project_id !== null) return { level: "project", projectId: row.project_id };
  if (row.project_grant_id !== null) return { level: "project_grant", projectGrantId: row.project_grant_id };
  return { level: "iam" };
}

export const levelNames = {
  iam: "the instance",
  organization: "an organization",
  project: "a project",
  project_grant: "a project grant",
} as const satisfies Record<ManagerLevel, string>;

export function refuseRoleElsewhere(role: Role, place: Place): void {
  const { level } = roles[role];
  if (level !== place.level)
    throw invalid("role", `${role} is a role of ${levelNames[level]}, not of ${levelNames[place.level]}`);
}
