/** What has metadata: the calls are the same for each, at addresses of their own. */
import { useQuery } from "@tanstack/react-query";
import { answered, client } from "../../api.ts";
import type { Permission } from "../../may.tsx";

export type MetadataOwner =
  | { readonly organizationId: string }
  | { readonly userId: string }
  | { readonly serviceUserId: string };

export interface MetadataEntry {
  readonly key: string;
  readonly value: string;
}

export function permissionsFor(of: MetadataOwner): Record<"read" | "write" | "delete", Permission> {
  return "organizationId" in of
    ? {
        read: "organization_metadata.read",
        write: "organization_metadata.write",
        delete: "organization_metadata.delete",
      }
    : { read: "user_metadata.read", write: "user_metadata.write", delete: "user_metadata.delete" };
}

export function useMetadata(of: MetadataOwner) {
  return useQuery({ queryKey: ["metadata", of], queryFn: () => answered(list(of)) });
}

function list(of: MetadataOwner) {
  if ("organizationId" in of) return client.GET("/organizations/{organizationId}/metadata", { params: { path: of } });
  if ("userId" in of) return client.GET("/users/{userId}/metadata", { params: { path: of } });
  return client.GET("/service-users/{serviceUserId}/metadata", { params: { path: of } });
}

export function putEntry(of: MetadataOwner, { key, value }: MetadataEntry) {
  const body = { value };
  if ("organizationId" in of)
    return client.PUT("/organizations/{organizationId}/metadata/{key}", { params: { path: { ...of, key } }, body });
  if ("userId" in of) return client.PUT("/users/{userId}/metadata/{key}", { params: { path: { ...of, key } }, body });
  return client.PUT("/service-users/{serviceUserId}/metadata/{key}", { params: { path: { ...of, key } }, body });
}

export function deleteEntry(of: MetadataOwner, key: string) {
  if ("organizationId" in of)
    return client.DELETE("/organizations/{organizationId}/metadata/{key}", { params: { path: { ...of, key } } });
  if ("userId" in of) return client.DELETE("/users/{userId}/metadata/{key}", { params: { path: { ...of, key } } });
  return client.DELETE("/service-users/{serviceUserId}/metadata/{key}", { params: { path: { ...of, key } } });
}

/** An address would lose it on the way: browsers take `..` for the folder above. */
export function isLostInAddress(key: string): boolean {
  return key === "." || key === "..";
}
