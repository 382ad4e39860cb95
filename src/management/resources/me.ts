/**
 * Whoever calls: who they are here, what they manage, and what they may do where. And the table that this follows from.
 */
import Type, { type Static } from "typebox";
import { type HeldManagerRole, listManagerRoles } from "../../identity/managers.ts";
import { invalid } from "../../identity/names.ts";
import { permissionsAt, placeQuery } from "../../identity/permissions/may.ts";
import { type Permission, permissionMeanings, permissions } from "../../identity/permissions/permissions.ts";
import type { Target } from "../../identity/permissions/places.ts";
import { managerLevels, roleNames, roles } from "../../identity/permissions/roles.ts";
import { mayManageUser } from "../../identity/permissions/take-over.ts";
import type { Database } from "../../storage/database.ts";
import { type ManagerCall, targetOf } from "../guard.ts";
import { placeParameter, type Route, read } from "../route.ts";
import { closed, id } from "../schemas.ts";
import { heldRoleView, toHeldRoleViews } from "./manager-roles.ts";

const tag = "Me";

const permission = Type.Enum([...permissions], { title: "Permission" });

function inOrder(held: ReadonlySet<Permission>): Permission[] {
  return permissions.filter((permission) => held.has(permission));
}

const meView = closed(
  {
    userId: id,
    kind: Type.Enum(["human", "service"]),
    loginName: Type.String({ description: "`name@domain`" }),
    displayName: Type.String(),
    organization: closed({ id, name: Type.String(), domain: Type.String() }),
    managerRoles: Type.Array(heldRoleView),
    permissions: Type.Array(permission, { description: "On the instance, and so everywhere" }),
  },
  { title: "Me" },
);

function toMeView({ subject, permissions }: ManagerCall, held: readonly HeldManagerRole[]): Static<typeof meView> {
  const { userId, person, loginName, name: displayName, organization } = subject;
  return {
    userId,
    kind: person === undefined ? "service" : "human",
    ...{ loginName, displayName, organization },
    managerRoles: toHeldRoleViews(held),
    permissions: inOrder(permissions),
  };
}

const askable = ["organization", "project", "project_grant", "application", "user", "service_user"] as const;

const placeFilter = {
  organizationId: Type.Optional(id),
  projectId: Type.Optional(id),
  projectGrantId: Type.Optional(id),
  applicationId: Type.Optional(id),
  userId: Type.Optional(id),
  serviceUserId: Type.Optional(id),
};

function targetOfQuery(query: Static<Type.TObject<typeof placeFilter>>): Target {
  const asked = askable.filter((at) => query[placeParameter[at]] !== undefined);
  const [at = "iam", second] = asked;
  if (second !== undefined)
    throw invalid(placeParameter[second], "Ask about one place at a time, or about none for the instance");
  return targetOf({ at }, { ...query });
}

/** Roles of the instance count everywhere, also where there is nothing. */
async function isThere(db: Database, target: Target): Promise<boolean> {
  if (target.level === "iam") return true;
  const place = await placeQuery(db, target).executeTakeFirstOrThrow();
  return place.found_id !== null;
}

/** What the guard lets nobody do to a manager who holds more than they do. */
export function changesUser(permission: Permission): boolean {
  return /^(?:user|service_user|session)/.test(permission) && !permission.endsWith(".read");
}

/** Of these, what only stops somebody: that a manager holds more elsewhere does not stand in the way of it. */
const stopping: readonly Permission[] = [
  "user.delete",
  "service_user.delete",
  "session.delete",
  "service_user_token.delete",
];

/** What is held at the place of a user, less what the guard would refuse for what that user manages. */
async function permissionsOverUser(db: Database, actorId: string, userId: string, held: ReadonlySet<Permission>) {
  const [actAs, stop] = [
    await mayManageUser(db, actorId, userId, "acts_as"),
    await mayManageUser(db, actorId, userId, "stops"),
  ];
  const counts = (permission: Permission) =>
    actAs.allowed || !changesUser(permission) || (stop.allowed && stopping.includes(permission));
  return { permissions: inOrder(held).filter(counts), mayStop: stop.allowed };
}

const roleView = closed(
  {
    role: Type.Enum([...roleNames]),
    level: Type.Enum([...managerLevels], { description: "Where the role is given" }),
    title: Type.String(),
    purpose: Type.String(),
    permissions: Type.Array(permission),
  },
  { title: "ManagerRoleMeaning" },
);

const permissionView = closed({ permission, meaning: Type.String() }, { title: "PermissionMeaning" });

export const meRoutes: readonly Route[] = [
  read({
    method: "GET",
    path: "/me",
    tag,
    summary: "Read who you are",
    permission: "any",
    at: "iam",
    answer: meView,
    handle: async ({ db, caller }) => toMeView(caller, await listManagerRoles(db, caller.subject.userId)),
  }),
  read({
    method: "GET",
    path: "/me/permissions",
    tag,
    summary: "Read what you may do at a place",
    detail:
      "Name one place, or none for the instance. Nothing is held at a place that does not exist. Of a user who manages something, and " +
      "holds more there than you, you may change nothing. Locking and deactivating them is told apart from that, by `mayStop`: it needs " +
      "the permission to change users of their organization, and all that they hold at the instance and in their own organization.",
    permission: "any",
    at: "iam",
    query: placeFilter,
    answer: closed({
      permissions: Type.Array(permission),
      mayStop: Type.Boolean({
        description: "Of a user: nothing that they manage stands in the way of locking or deactivating them",
      }),
    }),
    async handle({ db, caller }, { query }) {
      const target = targetOfQuery(query);
      const held = await permissionsAt(db, caller.subject.userId, target);
      if (held.size === 0 || !(await isThere(db, target))) return { permissions: [], mayStop: false };
      if (target.level !== "user") return { permissions: inOrder(held), mayStop: false };
      return permissionsOverUser(db, caller.subject.userId, target.userId, held);
    },
  }),
  read({
    method: "GET",
    path: "/roles",
    tag,
    summary: "List the manager roles there are",
    permission: "any",
    at: "iam",
    answer: closed({ items: Type.Array(roleView) }),
    handle: async () => ({
      items: roleNames.map((role) => {
        const { level, title, purpose, permissions } = roles[role];
        return { role, level, title, purpose, permissions: [...permissions] };
      }),
    }),
  }),
  read({
    method: "GET",
    path: "/permissions",
    tag,
    summary: "List the permissions there are",
    permission: "any",
    at: "iam",
    answer: closed({ items: Type.Array(permissionView) }),
    handle: async () => ({
      items: permissions.map((permission) => ({ permission, meaning: permissionMeanings[permission] })),
    }),
  }),
];
