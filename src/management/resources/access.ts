/**
 * What an account or an application already has, and who made it: to be looked at before it is given a manager's power.
 */
import Type, { type Static } from "typebox";
import type { Maker } from "../../events/makers.ts";
import {
  type Access,
  accessKinds,
  readApplicationAccess,
  readPersonAccess,
  readServiceUserAccess,
} from "../../identity/access.ts";
import { readApplication } from "../../identity/applications/applications.ts";
import { permissionsAt } from "../../identity/permissions/may.ts";
import type { Permission } from "../../identity/permissions/permissions.ts";
import { countLiveSessions, MOST_COUNTED } from "../../identity/sessions/management-sessions.ts";
import { findSummaries, type UserSummary } from "../../identity/users/summary.ts";
import { requirePermission } from "../guard.ts";
import { type Context, type Route, read } from "../route.ts";
import { closed, id, time, toTime } from "../schemas.ts";
import { browserOf, browserView } from "./browser-view.ts";

const tag = "Access";

const makerView = closed(
  {
    kind: Type.String({
      description: "user, service_user, application, visitor, operator (at the command line) or system",
    }),
    id: Type.Optional(id),
    displayName: Type.Optional(Type.String({ description: "Of whom the caller may see" })),
    loginName: Type.Optional(Type.String({ description: "Of whom the caller may see" })),
  },
  { title: "Maker" },
);

const accessView = closed(
  {
    kind: Type.Enum([...accessKinds]),
    id: Type.Optional({ ...id, description: "Where there can be several of the kind" }),
    name: Type.String({
      description:
        "The address, what its owner called it, what the browser said it is, or the application; may be empty",
    }),
    browser: Type.Optional(browserView),
    createdAt: Type.Optional(time),
    lastUsedAt: Type.Optional(time),
    expiresAt: Type.Optional(time),
    createdBy: Type.Optional({
      ...makerView,
      description: "Who made it; left out where the audit log does not go back so far",
    }),
  },
  { title: "Access" },
);

type AccessView = Static<typeof accessView>;

async function toViews(context: Context, accesses: readonly Access[]): Promise<AccessView[]> {
  const makers = accesses.flatMap(({ createdBy }) => createdBy?.id ?? []);
  const names = await namesOf(context, [...new Set(makers)]);
  return accesses.map(({ createdBy, ...access }) => ({
    ...toView(access),
    ...(createdBy === undefined ? {} : { createdBy: toMakerView(createdBy, names) }),
  }));
}

function toMakerView({ kind, id }: Maker, names: Names): Static<typeof makerView> {
  return id === undefined ? { kind } : { kind, id, ...names.get(id) };
}

function toView({ kind, id, name, createdAt, lastUsedAt, expiresAt }: Omit<Access, "createdBy">): AccessView {
  return {
    ...{ kind, name },
    ...(kind === "login_session" ? browserOf(name) : {}),
    ...(id === undefined ? {} : { id }),
    ...(createdAt === undefined ? {} : { createdAt: toTime(createdAt) }),
    ...(lastUsedAt === undefined ? {} : { lastUsedAt: toTime(lastUsedAt) }),
    ...(expiresAt === undefined ? {} : { expiresAt: toTime(expiresAt) }),
  };
}

type Names = ReadonlyMap<string, { readonly displayName: string; readonly loginName: string }>;

/** Only of those whom the caller may see where they live. The ids are in the audit log anyway. */
async function namesOf({ db, caller: { subject } }: Context, userIds: readonly string[]): Promise<Names> {
  const summaries = await findSummaries(db, userIds);
  const held = new Map<string, ReadonlySet<Permission>>();
  for (const organizationId of new Set(summaries.map((one) => one.organizationId))) {
    held.set(organizationId, await permissionsAt(db, subject.userId, { level: "organization", organizationId }));
  }
  const isSeen = ({ id, kind, organizationId }: UserSummary) =>
    id === subject.userId || held.get(organizationId)?.has(kind === "human" ? "user.read" : "service_user.read");
  return new Map(summaries.filter(isSeen).map(({ id, displayName, loginName }) => [id, { displayName, loginName }]));
}

const userAccess = closed({ items: Type.Array(accessView) }, { title: "UserAccess" });

export const accessRoutes: readonly Route[] = [
  read({
    method: "GET",
    path: "/users/:userId/access",
    tag,
    summary: "Read what a person's account can be used with, and who made it",
    detail:
      "The e-mail address, the password, second factors, passkeys and sessions (200 of each kind at most), never what they are. Look at it before you make " +
      "somebody a manager. It also asks for session.read.",
    permission: "user_credential.read",
    at: "user",
    answer: userAccess,
    async handle(context, { params }) {
      requirePermission(context.caller, "session.read");
      return { items: await toViews(context, await readPersonAccess(context.db, params.userId)) };
    },
  }),
  read({
    method: "GET",
    path: "/service-users/:serviceUserId/access",
    tag,
    summary: "Read what a service user can be used with, and who made it",
    detail:
      "The client secret, keys and personal access tokens that count, never what they are. It also asks for service_user_token.read.",
    permission: "service_user_key.read",
    at: "service_user",
    answer: userAccess,
    async handle(context, { params }) {
      requirePermission(context.caller, "service_user_token.read");
      return { items: await toViews(context, await readServiceUserAccess(context.db, params.serviceUserId)) };
    },
  }),
  read({
    method: "GET",
    path: "/applications/:applicationId/access",
    tag,
    summary: "Read what an application can be used with, and who made it",
    detail:
      "Client secrets and keys, never what they are, and how many sessions there are at it. Look at it before you give it management access.",
    permission: "application_key.read",
    at: "application",
    answer: closed(
      {
        items: Type.Array(accessView),
        sessions: closed({
          all: Type.Integer({ description: `Of people who are signed in; counted up to ${MOST_COUNTED}` }),
          management: Type.Integer({
            description: "Those of them that carry a manager's power once the application has management access",
          }),
        }),
      },
      { title: "ApplicationAccess" },
    ),
    async handle(context, { params }) {
      const { id } = await readApplication(context.db, params.applicationId);
      const items = await toViews(context, await readApplicationAccess(context.db, id));
      return { items, sessions: { ...(await countLiveSessions(context.db, id)) } };
    },
  }),
];
