/**
 * Whom somebody who manages only a project, or what was granted of one, can give a role to: found by name, and shown as
 * others name them.
 */
import Type, { type Static } from "typebox";
import { isWaiting } from "../../identity/grant-answers.ts";
import { readProjectGrant } from "../../identity/project-grants.ts";
import { readProject } from "../../identity/projects.ts";
import { listServiceUsers } from "../../identity/service-users/service-users.ts";
import type { UserState } from "../../identity/states.ts";
import { listHumans } from "../../identity/users/humans.ts";
import type { UserList } from "../../identity/users/user-list.ts";
import type { Database } from "../../storage/database.ts";
import { list, type Route } from "../route.ts";
import { closed, searched, userSummary } from "../schemas.ts";
import { userState } from "./user-views.ts";

const tag = "Role assignments";

const view = closed({ ...userSummary.properties, state: userState }, { title: "EligibleUser" });

const kind = Type.Enum(["human", "service"], { description: "People, where nothing is said, or service users" });
const filters = {
  q: searched("Beginnings of words of the display name and the user name, and of nothing else"),
  state: Type.Optional(userState),
  kind: Type.Optional(kind),
};

/** What the two lists have in common. */
const listed = { tag, permission: "user.read", item: view, sorts: ["createdAt", "userName"], filters } as const;

type Query = Extract<UserList, { readonly searched: "shown" }> & { readonly kind?: Static<typeof kind> | undefined };

async function page(db: Database, { kind = "human", ...request }: Query) {
  if (kind === "human") {
    const { items, next } = await listHumans(db, request);
    return { items: items.map((one) => toView(one, kind)), next };
  }
  const { items, next } = await listServiceUsers(db, request);
  return { items: items.map((one) => toView({ ...one, displayName: one.name }, kind)), next };
}

interface Shown {
  readonly id: string;
  readonly organizationId: string;
  readonly loginName: string;
  readonly displayName: string;
  readonly state: UserState;
}

/** Field by field: what else is known of them stays with those who manage people. */
function toView(
  { id, organizationId, loginName, displayName, state }: Shown,
  kind: Static<typeof view>["kind"],
): Static<typeof view> {
  return { id, kind, organizationId, loginName, displayName, state };
}

export const eligibleUserRoutes: readonly Route[] = [
  list({
    ...listed,
    path: "/projects/:projectId/users",
    summary: "Find whom to give a role in a project",
    detail:
      "Users of the organization that owns the project, whether or not they have a role. Those of other organizations are found at " +
      "the grants to them. What is searched for comes in an order of its own.",
    at: "project",
    async handle({ db }, { params, query }, request) {
      const { organizationId } = await readProject(db, params.projectId);
      return page(db, {
        ...request,
        searched: "shown",
        q: query.q,
        state: query.state,
        kind: query.kind,
        organizationId,
      });
    },
  }),
  list({
    ...listed,
    path: "/project-grants/:projectGrantId/users",
    summary: "Find whom to give a role through a project grant",
    detail:
      "Users of the organization that received the grant, whether or not they have a role; nobody until it has accepted it. Managers of " +
      "the project do not see them. " +
      "What is searched for comes in an order of its own.",
    at: "project_grant",
    async handle({ db }, { params, query }, request) {
      const { organizationId, state } = await readProjectGrant(db, params.projectGrantId);
      if (isWaiting(state)) return { items: [], next: undefined };
      return page(db, {
        ...request,
        searched: "shown",
        q: query.q,
        state: query.state,
        kind: query.kind,
        organizationId,
      });
    },
  }),
];
