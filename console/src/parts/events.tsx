import type { Place } from "./may.tsx";

/** `about`: only events of this resource, without a way to choose another. */
export function Events(_: { at: Pick<Place, "organizationId" | "projectId">; about?: { resourceId?: string; actorId?: string } }) {
  return null;
}
