/** The manager roles of one user, at all the places where somebody else may see them. */
import Type, { type Static } from "typebox";
import { type HeldManagerRole, listManagerRoles } from "../../identity/managers.ts";
import type { Permission } from "../../identity/permissions/permissions.ts";
import { placeId } from "../../identity/permissions/places.ts";
import { isRole, type ManagerLevel, managerLevels, roleNames, roles } from "../../identity/permissions/roles.ts";
import { permissionsAtRolesOf } from "../../identity/permissions/take-over.ts";
import { type Context, type Route, read } from "../route.ts";
import { closed, id } from "../schemas.ts";

/** The permission to see managers of each level. */
export const readPermission = {
  iam: "iam_manager.read",
  organization: "organization_manager.read",
  project: "project_manager.read",
  project_grant: "project_grant_manager.read",
} as const satisfies Record<ManagerLevel, Permission>;

const orNone = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const heldRoleView = closed(
  {
    id,
    role: Type.Enum([...roleNames]),
    title: Type.String(),
    place: closed(
      {
        level: Type.Enum([...managerLevels]),
        id: orNone("Null for the instance"),
        name: Type.String({ description: "A project grant has the name of its project, the instance none" }),
        organizationId: orNone("The organization that manages the place; null for the instance"),
      },
      { title: "ManagerPlace" },
    ),
  },
  { title: "ManagerRole" },
);

export function toHeldRoleViews(held: readonly HeldManagerRole[]): Static<typeof heldRoleView>[] {
  // A role that this version does not know counts for nothing.
  return held.filter(({ role }) => isRole(role)).map(toHeldRoleView);
}

function toHeldRoleView({ id, role, place, placeName, organizationId }: HeldManagerRole): Static<typeof heldRoleView> {
  const where = {
    level: place.level,
    id: placeId(place) || null,
    name: placeName,
    organizationId: organizationId ?? null,
  };
  return { id, role, title: roles[role].title, place: where };
}

/** Nobody learns of a place whose managers they may not see. */
async function readRoles({ db, caller }: Context, userId: string) {
  const held = await listManagerRoles(db, userId);
  const permissions = await permissionsAtRolesOf(db, caller.subject.userId, userId);
  return {
    items: toHeldRoleViews(held.filter(({ id, place }) => permissions.get(id)?.has(readPermission[place.level]))),
  };
}

const declared = {
  method: "GET",
  tag: "Managers",
  detail: "Only those at places whose managers you may see.",
  answer: closed({ items: Type.Array(heldRoleView) }),
} as const;

export const managerRoleRoutes: readonly Route[] = [
  read({
    ...declared,
    path: "/users/:userId/manager-roles",
    summary: "List the manager roles of a person",
    permission: "user.read",
    at: "user",
    handle: (context, { params }) => readRoles(context, params.userId),
  }),
  read({
    ...declared,
    path: "/service-users/:serviceUserId/manager-roles",
    summary: "List the manager roles of a service user",
    permission: "service_user.read",
    at: "service_user",
    handle: (context, { params }) => readRoles(context, params.serviceUserId),
  }),
];
