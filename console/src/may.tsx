/**
 * What the person may do, as the server says: it decides what is offered. Whatever is tried all the same, the server
 * refuses.
 */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, type Schemas } from "./api.ts";

export type Permission = Schemas["Permission"];

/** One place, or none for the instance. */
export interface Place {
  readonly organizationId?: string;
  readonly projectId?: string;
  readonly projectGrantId?: string;
  readonly applicationId?: string;
  readonly userId?: string;
  readonly serviceUserId?: string;
}

export interface HeldPermissions {
  /** False as long as it is not known. */
  has(permission: Permission): boolean;
  readonly isLoaded: boolean;
}

export interface HeldPermissionsOverUser extends HeldPermissions {
  /** Nothing that they manage stands in the way of locking or deactivating them. */
  readonly mayStop: boolean;
}

export function useMay(place: Place = {}): HeldPermissionsOverUser {
  const { data } = useQuery({
    ...api.queryOptions("get", "/me/permissions", { params: { query: { ...place } } }),
    staleTime: 60_000,
  });
  const held = new Set(data?.permissions);
  return { has: (permission) => held.has(permission), isLoaded: data !== undefined, mayStop: data?.mayStop ?? false };
}

export function useMe(): Schemas["Me"] | undefined {
  return useQuery({ ...api.queryOptions("get", "/me"), staleTime: 60_000 }).data;
}

/** Shows its children to whoever may. */
export function May({ at, permission, children }: { at?: Place; permission: Permission; children: ReactNode }) {
  return useMay(at).has(permission) ? children : null;
}
