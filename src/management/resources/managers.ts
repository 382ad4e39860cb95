/**
 * Managers: users with a role at the instance, an organization, a project or a project grant. The same calls at each
 * level.
 */
import Type, { type Static } from "typebox";
import {
  addManager,
  findManager,
  listManagerRoles,
  listManagers,
  type Manager,
  removeManagerById,
} from "../../identity/managers.ts";
import { managerPermission, mayGive } from "../../identity/permissions/ceiling.ts";
import { permissionsAt } from "../../identity/permissions/may.ts";
import { levelNames, type Place, placeId } from "../../identity/permissions/places.ts";
import { type ManagerLevel, managerLevels, type Role, roleNames, roles } from "../../identity/permissions/roles.ts";
import { readProjectGrant } from "../../identity/project-grants.ts";
import { readProject } from "../../identity/projects.ts";
import { unknownResource } from "../../identity/resource.ts";
import { readUser } from "../../identity/users/users.ts";
import type { Database } from "../../storage/database.ts";
import { refuseUnless } from "../guard.ts";
import { type ChangeContext, create, list, pathParameter, type Route, remove } from "../route.ts";
import { closed, id, partOfUser, time, toTime, userSummary } from "../schemas.ts";
import { readPermission } from "./manager-roles.ts";

const tag = "Managers";

const levels = {
  iam: { title: "InstanceManager", path: "/instance/managers" },
  organization: { title: "OrganizationManager", path: "/organizations/:organizationId/managers" },
  project: { title: "ProjectManager", path: "/projects/:projectId/managers" },
  project_grant: { title: "ProjectGrantManager", path: "/project-grants/:projectGrantId/managers" },
} as const satisfies Record<ManagerLevel, { readonly title: string; readonly path: `/${string}` }>;

/** Which of them there are depends on the level. */
interface PlaceParams {
  readonly organizationId: string;
  readonly projectId: string;
  readonly projectGrantId: string;
}

function placeOf(level: ManagerLevel, { organizationId, projectId, projectGrantId }: PlaceParams): Place {
  switch (level) {
    case "iam":
      return { level };
    case "organization":
      return { level, organizationId };
    case "project":
      return { level, projectId };
    case "project_grant":
      return { level, projectGrantId };
  }
}

/** The organization whose users manage the place; none for the instance. */
async function organizationOf(db: Database, place: Place): Promise<string | undefined> {
  switch (place.level) {
    case "iam":
      return undefined;
    case "organization":
      return place.organizationId;
    case "project":
      return (await readProject(db, place.projectId)).organizationId;
    case "project_grant":
      return (await readProjectGrant(db, place.projectGrantId)).organizationId;
  }
}

/**
 * Any user may manage any place. But the answer says who they are, and their own organization's managers can touch
 * their account only as far as the take-over rule lets them from then on. So whoever gives a role must see the user
 * where they belong, unless they belong to the organization of the place, or manage the place already.
 */
async function refuseStranger({ tx, caller }: ChangeContext, userId: string, place: Place): Promise<void> {
  const user = await readUser(tx, userId);
  if (user.organizationId === (await organizationOf(tx, place))) return;
  const held = await permissionsAt(tx, caller.subject.userId, { level: "user", userId });
  if (held.has(user.kind === "human" ? "user.read" : "service_user.read")) return;
  const managed = await listManagerRoles(tx, userId);
  if (!managed.some((other) => isSamePlace(other.place, place))) throw unknownResource("user", userId);
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.level === other.level && placeId(one) === placeId(other);
}

/** Of identity/promotion.ts. */
const ENDS =
  " Every session of the user ends, and every token of a service user (its keys and its secret stay), if somebody else gives them a role of the instance or of the organization they belong to: " +
  "who managed the account until then could have signed in with it. See what it has with `GET /users/{userId}/access`, and send `keepSessions` to let them go on.";

const keepSessions = Type.Optional(
  Type.Boolean({
    description:
      "Sessions and tokens that a role of the instance or of the user's own organization would end go on; false where it is left out. Other roles end nothing",
  }),
);

const endedView = closed(
  { loginSessions: Type.Integer(), appSessions: Type.Integer(), personalAccessTokens: Type.Integer() },
  {
    title: "EndedByRole",
    description: "How many ended because of the role; tokens got with a key or a secret are not counted",
  },
);

function routesAt(level: ManagerLevel): readonly Route[] {
  const { title, path } = levels[level];
  const placeName = levelNames[level];
  const role = Type.Enum(roleNames.filter((name) => roles[name].level === level));
  const view = closed({ id, role, user: userSummary, createdAt: time }, { title });
  const toView = ({ id, role, user, createdAt }: Manager): Static<typeof view> => ({
    id,
    role,
    user,
    createdAt: toTime(createdAt),
  });
  return [
    list({
      path,
      tag,
      summary: `List the managers of ${placeName}`,
      permission: readPermission[level],
      at: level,
      item: view,
      sorts: ["createdAt"],
      filters: { q: partOfUser },
      async handle({ db }, { params, query }, request) {
        const { items, next } = await listManagers(db, placeOf(level, params), { ...request, q: query.q });
        return { items: items.map(toView), next };
      },
    }),
    create({
      path,
      tag,
      summary: `Make a user a manager of ${placeName}`,
      detail: `Nobody can give a role that holds a permission they do not hold themselves there.${level === "iam" || level === "organization" ? ENDS : ""}`,
      permission: managerPermission[level],
      at: level,
      body: closed({ userId: id, role, keepSessions }, { title: `New${title}` }),
      answer: closed({ ...view.properties, ended: Type.Optional(endedView) }, { title: `Created${title}` }),
      async handle(context, { params, body: { userId, role, keepSessions } }) {
        refuseOverCeiling(context, role);
        const place = placeOf(level, params);
        await refuseStranger(context, userId, place);
        const { ended, ...manager } = await addManager(context.tx, { userId, role, place, keepSessions }, context.by);
        return { ...toView(manager), ...(ended === undefined ? {} : { ended: { ...ended } }) };
      },
    }),
    remove({
      path: `${path}/:managerId`,
      tag,
      summary: `Take a role of ${placeName} away`,
      detail: "It takes the same permissions as giving it. The last IAM_OWNER stays.",
      permission: managerPermission[level],
      at: level,
      params: { managerId: pathParameter },
      async handle(context, { params }) {
        const manager = await findManager(context.tx, params.managerId);
        if (manager === undefined || !isSamePlace(manager.place, placeOf(level, params))) return;
        refuseOverCeiling(context, manager.role);
        await removeManagerById(context.tx, manager.id, context.by);
      },
    }),
  ];
}

function refuseOverCeiling({ caller }: ChangeContext, role: Role): void {
  refuseUnless(mayGive(caller.permissions, role), `${role} is out of your reach, because you do not hold`);
}

export const managerRoutes: readonly Route[] = managerLevels.flatMap(routesAt);
