/**
 * Personal access tokens: long-lived tokens of service users, each with a name, scopes and an end, revoked one by one.
 */
import Type, { type Static } from "typebox";
import { SignetError } from "../../errors/signet-error.ts";
import {
  createPersonalAccessToken,
  listPersonalAccessTokens,
  type PersonalAccessToken,
  revokePersonalAccessToken,
} from "../../identity/service-users/personal-access-tokens.ts";
import { readServiceUser } from "../../identity/service-users/service-users.ts";
import { grantScopes } from "../../tokens/audience.ts";
import { personalAccessTicket } from "../../tokens/kinds.ts";
import { parseScopes } from "../../tokens/scopes.ts";
import { type Context, create, pathParameter, type Route, read, remove } from "../route.ts";
import { closed, fromTime, id, text, time, toTime } from "../schemas.ts";

const tag = "Personal access tokens";

const tokenView = closed(
  {
    id,
    name: Type.String(),
    scopes: Type.Array(Type.String()),
    createdAt: time,
    expiresAt: time,
    lastUsedAt: Type.Optional(Type.String({ format: "date-time", description: "Precise to five minutes" })),
    revokedAt: Type.Optional(time),
  },
  { title: "PersonalAccessToken" },
);

const madeTokenView = closed(
  { ...tokenView.properties, token: Type.String({ description: "Shown now and never again" }) },
  { title: "NewPersonalAccessTokenAnswer" },
);

const newToken = closed(
  {
    name: text,
    scopes: Type.Array(Type.String({ maxLength: 200 }), {
      maxItems: 100,
      description: "openid, and what else it is for",
    }),
    expiresAt: Type.String({ format: "date-time", description: "A year from now at most" }),
  },
  { title: "NewPersonalAccessToken" },
);

function toTokenView({
  id,
  name,
  scopes,
  createdAt,
  expiresAt,
  lastUsedAt,
  revokedAt,
}: PersonalAccessToken): Static<typeof tokenView> {
  return {
    ...{ id, name, scopes: [...scopes], createdAt: toTime(createdAt), expiresAt: toTime(expiresAt) },
    ...(lastUsedAt === null ? {} : { lastUsedAt: toTime(lastUsedAt) }),
    ...(revokedAt === null ? {} : { revokedAt: toTime(revokedAt) }),
  };
}

export const personalAccessTokenRoutes: readonly Route[] = [
  read({
    method: "GET",
    path: "/service-users/:serviceUserId/personal-access-tokens",
    tag,
    summary: "List the personal access tokens of a service user",
    detail: "The oldest first. Those that were revoked or have expired are listed for a while, too.",
    permission: "service_user_token.read",
    at: "service_user",
    answer: closed({ items: Type.Array(tokenView) }),
    handle: async ({ db }, { params }) => ({
      items: (await listPersonalAccessTokens(db, params.serviceUserId)).map(toTokenView),
    }),
  }),
  create({
    path: "/service-users/:serviceUserId/personal-access-tokens",
    tag,
    summary: "Make a personal access token for a service user",
    detail: "A scope that the token could not have is refused.",
    permission: "service_user_token.write",
    at: "service_user",
    body: newToken,
    answer: madeTokenView,
    prepare: (context, { params, body }) => possibleScopes(context, params.serviceUserId, body.scopes),
    async handle({ tx, services, by }, { params, body }, scopes) {
      const userId = params.serviceUserId;
      const row = await createPersonalAccessToken(
        tx,
        { userId, name: body.name, scopes, expiresAt: fromTime(body.expiresAt) },
        by,
      );
      return {
        ...toTokenView(row),
        token: services.tokens.tickets.seal(personalAccessTicket, { p: row.id, u: userId }),
      };
    },
  }),
  remove({
    path: "/service-users/:serviceUserId/personal-access-tokens/:tokenId",
    tag,
    summary: "Revoke a personal access token",
    permission: "service_user_token.delete",
    at: "service_user",
    effect: "stops",
    params: { tokenId: pathParameter },
    handle: ({ tx, by }, { params }) => revokePersonalAccessToken(tx, params.serviceUserId, params.tokenId, by),
  }),
];

/**
 * At the token endpoint, what is not possible is left out and the answer says so; whoever makes a token by hand is
 * told.
 */
async function possibleScopes({ db, services }: Context, userId: string, asked: readonly string[]): Promise<string[]> {
  const known = parseScopes(asked.join(" "));
  if (known === undefined) throw refused("scopes are too many or too long");
  refuseThese(asked, (scope) => !known.includes(scope), "unknown");
  // There is nothing to refresh.
  refuseThese(known, (scope) => scope === "offline_access", "without meaning for a personal access token");
  if (!known.includes("openid")) throw refused("scopes must include openid");
  await readServiceUser(db, userId);
  const granted = await grantScopes(db, {
    scopes: known,
    asker: { kind: "service_user", userId },
    mayManage: true,
    serviceProjectId: (await services.instance()).projectId,
  });
  refuseThese(
    known,
    (scope) => !granted.includes(scope),
    "for a project that this service user may not name: it is neither of its organization nor of a grant that was accepted there, or its checks do not let it in",
  );
  return granted;
}

function refuseThese(scopes: readonly string[], isRefused: (scope: string) => boolean, reason: string): void {
  const found = scopes.filter(isRefused);
  if (found.length > 0) throw refused(`scopes holds what is ${reason}: ${found.join(", ")}`);
}

function refused(message: string): SignetError {
  return new SignetError("invalid_input", message, { field: "scopes" });
}
