/** Where a person is signed in, and how that is ended; and the end of every token that a service user has got. */
import Type, { type Static } from "typebox";
import { listPersonalAccessTokens, revokeIfStanding } from "../../identity/service-users/personal-access-tokens.ts";
import { type AppSession, endAppSessionOf, listAppSessions } from "../../identity/sessions/app-sessions.ts";
import { endLoginSessionOf, type LoginSession, listLoginSessions } from "../../identity/sessions/login-sessions.ts";
import { endAllSessions } from "../../identity/users/users.ts";
import { requirePermission } from "../guard.ts";
import { change, pathParameter, type Route, read, remove } from "../route.ts";
import { closed, id, time, toTime } from "../schemas.ts";
import { browserOf, browserView } from "./browser-view.ts";

const tag = "Sessions";

const expiry = {
  idleExpiresAt: Type.String({ format: "date-time", description: "When it ends if it is not used again" }),
  expiresAt: Type.String({ format: "date-time", description: "When it ends in any case" }),
};

const loginSessionView = closed(
  {
    id,
    userAgent: Type.String({ description: "What the browser said it is" }),
    browser: Type.Optional(browserView),
    amr: Type.Array(Type.String(), { description: "How the person proved who they are, as RFC 8176 names it" }),
    createdAt: time,
    authenticatedAt: time,
    lastUsedAt: time,
    ...expiry,
  },
  { title: "LoginSession", description: "A person signed in in one browser" },
);

const appSessionView = closed(
  {
    id,
    applicationId: id,
    applicationName: Type.String(),
    loginSessionId: Type.Optional(id),
    scopes: Type.Array(Type.String()),
    createdAt: time,
    authenticatedAt: time,
    lastUsedAt: time,
    ...expiry,
  },
  { title: "AppSession", description: "A person signed in at one application" },
);

function toLoginSessionView({ id, userAgent, amr, ...session }: LoginSession): Static<typeof loginSessionView> {
  return { id, userAgent, ...browserOf(userAgent), amr: [...amr], ...times(session) };
}

function toAppSessionView({
  id,
  applicationId,
  applicationName,
  loginSessionId,
  scopes,
  ...session
}: AppSession): Static<typeof appSessionView> {
  const login = loginSessionId === null ? {} : { loginSessionId };
  return { id, applicationId, applicationName, ...login, scopes: [...scopes], ...times(session) };
}

type Times = "createdAt" | "authenticatedAt" | "lastUsedAt" | "idleExpiresAt" | "expiresAt";

function times(session: Readonly<Record<Times, number>>): Record<Times, string> {
  const { createdAt, authenticatedAt, lastUsedAt, idleExpiresAt, expiresAt } = session;
  return {
    createdAt: toTime(createdAt),
    authenticatedAt: toTime(authenticatedAt),
    lastUsedAt: toTime(lastUsedAt),
    idleExpiresAt: toTime(idleExpiresAt),
    expiresAt: toTime(expiresAt),
  };
}

export const userSessionRoutes: readonly Route[] = [
  read({
    method: "GET",
    path: "/users/:userId/sessions",
    tag,
    summary: "List where a person is signed in",
    detail: "The newest first, 200 of each kind at most.",
    permission: "session.read",
    at: "user",
    answer: closed(
      { loginSessions: Type.Array(loginSessionView), appSessions: Type.Array(appSessionView) },
      { title: "UserSessions" },
    ),
    handle: async ({ db }, { params }) => ({
      loginSessions: (await listLoginSessions(db, params.userId)).map(toLoginSessionView),
      appSessions: (await listAppSessions(db, params.userId)).map(toAppSessionView),
    }),
  }),
  remove({
    path: "/users/:userId/login-sessions/:loginSessionId",
    tag,
    summary: "End a login session of a person",
    detail:
      "Access tokens that were made while it stood end with it; refresh tokens for offline access are ended with their app session.",
    permission: "session.delete",
    at: "user",
    effect: "stops",
    params: { loginSessionId: pathParameter },
    async handle({ tx, by }, { params }) {
      await endLoginSessionOf(tx, params.userId, params.loginSessionId, by);
    },
  }),
  remove({
    path: "/users/:userId/app-sessions/:appSessionId",
    tag,
    summary: "End an app session of a person",
    detail: "Every token that it gave ends.",
    permission: "session.delete",
    at: "user",
    effect: "stops",
    params: { appSessionId: pathParameter },
    async handle({ tx, by }, { params }) {
      await endAppSessionOf(tx, params.userId, params.appSessionId, by);
    },
  }),
  change({
    method: "POST",
    path: "/users/:userId/sign-out",
    tag,
    summary: "Sign a person out everywhere",
    detail: "Every session and token of theirs ends.",
    permission: "session.delete",
    at: "user",
    effect: "stops",
    async handle({ tx, by }, { params }) {
      await endAllSessions(tx, params.userId, by);
      return undefined;
    },
  }),
  change({
    method: "POST",
    path: "/service-users/:serviceUserId/sign-out",
    tag,
    summary: "End every token of a service user",
    detail:
      "Personal access tokens too, which also asks for service_user_token.delete. Its keys and its secret stay, so it can get new tokens: remove those, or deactivate it, to keep it out.",
    permission: "session.delete",
    at: "service_user",
    effect: "stops",
    async handle({ tx, caller, by }, { params }) {
      await endAllSessions(tx, params.serviceUserId, by);
      for (const { id, revokedAt } of await listPersonalAccessTokens(tx, params.serviceUserId)) {
        if (revokedAt !== null) continue;
        requirePermission(caller, "service_user_token.delete");
        await revokeIfStanding(tx, params.serviceUserId, id, by);
      }
      return undefined;
    },
  }),
];
