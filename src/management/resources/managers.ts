/**
 * Managers: users with a role at the instance, an organization, a project or a project grant. The same calls at each
 * level.
 */
import Type, { type Static } from "typebox";
import { type Giver, giveRole, takeRole } from "../../identity/give-role.ts";
import { listManagers, type Manager } from "../../identity/managers.ts";
import { managerPermission } from "../../identity/permissions/ceiling.ts";
import { levelNames, type Place } from "../../identity/permissions/places.ts";
import { type ManagerLevel, managerLevels, roleNames, roles } from "../../identity/permissions/roles.ts";
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
        const given = { userId, role, place: placeOf(level, params), keepSessions };
        const { ended, ...manager } = await giveRole(context.tx, giverOf(context), given, context.by);
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
        const role = { managerId: params.managerId, place: placeOf(level, params) };
        await takeRole(context.tx, giverOf(context), role, context.by);
      },
    }),
  ];
}

function giverOf({ caller }: ChangeContext): Giver {
  return { userId: caller.subject.userId, permissions: caller.permissions };
}

export const managerRoutes: readonly Route[] = managerLevels.flatMap(routesAt);
