/** Who has roles, and which roles can be given: by project, by project grant, or of one user. */
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { answered, client, type Schemas } from "../../api.ts";
import { paged } from "../lists/paged.ts";

export type Assignment = Schemas["RoleAssignment"];
export type Role = Schemas["ProjectRole"];

/** Where roles are given. */
export type RolePlace = { readonly projectId: string } | { readonly projectGrantId: string };
/** Who gets them. */
export type RoleHolder = { readonly userId: string } | { readonly serviceUserId: string };

export function isPlace(of: RolePlace | RoleHolder): of is RolePlace {
  return "projectId" in of || "projectGrantId" in of;
}

/** Where an assignment is judged: at the grant it was made through, or at its project. */
export function placeOf({ projectId, projectGrantId }: Assignment): RolePlace {
  return projectGrantId === undefined ? { projectId } : { projectGrantId };
}

interface Query {
  readonly limit: number;
  readonly q?: string;
  readonly sort?: "createdAt" | "-createdAt";
  readonly cursor?: string;
}

function readAssignments(of: RolePlace | RoleHolder, query: Query) {
  if ("projectId" in of) return client.GET("/projects/{projectId}/role-assignments", { params: { path: of, query } });
  if ("projectGrantId" in of)
    return client.GET("/project-grants/{projectGrantId}/role-assignments", { params: { path: of, query } });
  if ("userId" in of) return client.GET("/users/{userId}/role-assignments", { params: { path: of, query } });
  return client.GET("/service-users/{serviceUserId}/role-assignments", { params: { path: of, query } });
}

export function useRoleAssignments(of: RolePlace | RoleHolder, query: Query) {
  return useInfiniteQuery({
    queryKey: ["role assignments", of, query],
    queryFn: ({ pageParam }: { pageParam: string | undefined }) =>
      answered(readAssignments(of, pageParam === undefined ? query : { ...query, cursor: pageParam })),
    initialPageParam: undefined,
    getNextPageParam: paged.getNextPageParam,
    placeholderData: keepPreviousData,
  });
}

function readRoles(place: RolePlace) {
  if ("projectId" in place) return client.GET("/projects/{projectId}/roles", { params: { path: place } });
  return client.GET("/project-grants/{projectGrantId}/roles", { params: { path: place } });
}

/** What can be given there: all roles of a project, or those that a grant includes. */
export function useRolesAt(place: RolePlace | undefined) {
  return useQuery({
    queryKey: ["roles", place],
    queryFn: () => answered(readRoles(place ?? { projectId: "" })),
    enabled: place !== undefined,
  });
}

export function giveRoles(place: RolePlace, body: Schemas["NewRoleAssignment"]) {
  if ("projectId" in place)
    return client.POST("/projects/{projectId}/role-assignments", { params: { path: place }, body });
  return client.POST("/project-grants/{projectGrantId}/role-assignments", { params: { path: place }, body });
}
