/** What one may do with each row of a list of role assignments. */
import { useQueries } from "@tanstack/react-query";
import { api } from "../../api.ts";
import type { HeldPermissions, Place } from "../../may.tsx";
import { type Assignment, isPlace, placeOf, type RoleHolder, type RolePlace } from "./reading.ts";

const A_MINUTE = 60_000;

/** What one may do at each of several places. */
function useMayAtEach(places: readonly Place[]): (place: Place) => HeldPermissions {
  const different = [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
  const answers = useQueries({
    queries: different.map((place) => ({
      ...api.queryOptions("get", "/me/permissions", { params: { query: { ...place } } }),
      staleTime: A_MINUTE,
    })),
  });
  const permissionsByPlace = new Map(
    different.map((place, index) => [JSON.stringify(place), answers[index]?.data?.permissions]),
  );
  return (place) => {
    const permissions = permissionsByPlace.get(JSON.stringify(place));
    return { has: (permission) => permissions?.includes(permission) ?? false, isLoaded: permissions !== undefined };
  };
}

/**
 * The roles of one user are at many projects. Whoever manages a project manages what was given of it, through grants as
 * well.
 */
export function useMayChange(
  of: RolePlace | RoleHolder,
  assignments: readonly Assignment[],
): (assignment: Assignment) => HeldPermissions {
  const placeFor = (assignment: Assignment) => (isPlace(of) ? of : placeOf(assignment));
  const may = useMayAtEach(isPlace(of) ? [of] : assignments.map(placeFor));
  return (assignment) => may(placeFor(assignment));
}
