/**
 * Tokens: what one is, whose, whether it counts and if not why; and ending one. Only for those who manage where it
 * belongs.
 */
import Type, { type Static } from "typebox";
import { SignetError } from "../../errors/signet-error.ts";
import { readClient } from "../../identity/applications/client.ts";
import { isPublic } from "../../identity/applications/types.ts";
import { permissionsAt } from "../../identity/permissions/may.ts";
import type { Permission } from "../../identity/permissions/permissions.ts";
import { mayManageUser } from "../../identity/permissions/take-over.ts";
import { endToken } from "../../tokens/explain/end-token.ts";
import { explain } from "../../tokens/explain/explain.ts";
import { type IntrospectionCaller, introspectionFor } from "../../tokens/explain/introspection.ts";
import { readPresented, readPresentedId } from "../../tokens/explain/presented.ts";
import { type Trace, traceToken } from "../../tokens/explain/trace.ts";
import { refuseOverManager, requirePermission } from "../guard.ts";
import { type Context, change, type Route, read } from "../route.ts";
import { closed, id } from "../schemas.ts";
import { toIntrospectionView, tokenView, toTokenView, withoutPerson } from "./token-views.ts";

const tag = "Tokens";

const whichToken = closed(
  {
    token: Type.Optional(Type.String({ minLength: 1, maxLength: 16_384, description: "The token itself" })),
    id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "The `jti` of an access token, or the id of a personal access token",
      }),
    ),
  },
  { title: "WhichToken", description: "Either the token or its id" },
);

const inspected = closed(
  {
    ...whichToken.properties,
    askedBy: Type.Optional({
      ...id,
      description:
        "The id of an application, such as an API: what introspection would tell it about the token, and why",
    }),
  },
  { title: "InspectedToken", description: "Either the token or its id" },
);

/**
 * Whoever may not see it is told the same as when there is none: nobody learns about tokens of places that they do not
 * manage, not even that a text is one.
 */
async function findVisible(
  { db, services, caller }: Context,
  { token, id: tokenId }: Static<typeof whichToken>,
): Promise<Trace> {
  if ((token === undefined) === (tokenId === undefined)) {
    throw new SignetError("invalid_input", "Send either token or id, and not both", { field: "token" });
  }
  const presented =
    token === undefined ? await readPresentedId(db, tokenId ?? "") : await readPresented(services.tokens, token);
  const trace = presented && (await traceToken(db, presented));
  if (trace === undefined || !(await maySee(db, caller.subject.userId, trace))) {
    throw new SignetError("unknown_resource", "There is no such token, or you may not see it");
  }
  return trace;
}

async function maySee(db: Context["db"], callerId: string, { user, application }: Trace): Promise<boolean> {
  if ((await permissionsOver(db, callerId, user)).has("token.read")) return true;
  if (application === undefined) return false;
  return (await permissionsAt(db, callerId, { level: "application", applicationId: application.id })).has("token.read");
}

/** Somebody else's application is as if it were not there. */
async function findIntrospectionCaller({ db, caller }: Context, applicationId: string): Promise<IntrospectionCaller> {
  const may = (await permissionsAt(db, caller.subject.userId, { level: "application", applicationId })).has(
    "application.read",
  );
  const client = may ? await readClient(db, applicationId) : undefined;
  if (client === undefined)
    throw new SignetError("unknown_resource", "There is no such application, or you may not see it", {
      field: "askedBy",
    });
  const { application, projectId, active } = client;
  return { applicationId, projectId, isPublic: isPublic(application.authMethod), isActive: active };
}

function permissionsOver(
  db: Context["db"],
  callerId: string,
  { organizationId }: Trace["user"],
): Promise<Set<Permission>> {
  return permissionsAt(db, callerId, { level: "organization", organizationId });
}

const whoMay =
  "Whoever may read tokens where its user is, or at the application it was given to, is answered; for everybody else there is no such token.";

export const tokenRoutes: readonly Route[] = [
  read({
    method: "POST",
    path: "/tokens/inspect",
    tag,
    summary: "Explain a token",
    detail:
      `${whoMay} An expired token is explained as long as its session, or for a JWT its user, and its key are kept; one that was signed ` +
      "or sealed with a revoked key cannot be read any more. With `askedBy` it also says what introspection tells that application, which the " +
      "caller must be allowed to read.",
    permission: "any",
    at: "iam",
    body: inspected,
    answer: tokenView,
    async handle(context, { body }) {
      const { db, services, caller } = context;
      const trace = await findVisible(context, body);
      const instance = await services.instance();
      const explanation = await explain(db, instance, trace);
      const isOurs = (await permissionsOver(db, caller.subject.userId, trace.user)).has("token.read");
      const view = toTokenView(isOurs ? explanation : withoutPerson(explanation));
      if (body.askedBy === undefined) return view;
      const asking = await findIntrospectionCaller(context, body.askedBy);
      const answer = await introspectionFor(db, instance, { trace, verdict: explanation.verdict, caller: asking });
      return { ...view, introspection: toIntrospectionView(asking.applicationId, answer) };
    },
  }),
  change({
    method: "POST",
    path: "/tokens/revoke",
    tag,
    summary: "Revoke a token",
    detail:
      "An access token or personal access token ends alone; a code or refresh token ends its session at the application and every token " +
      `of it. Needs \`session.delete\` for a person's token, \`service_user_token.delete\` for a service user's, where the user is. ${whoMay}`,
    permission: "any",
    at: "iam",
    body: whichToken,
    async prepare(context, { body }) {
      const { db, caller } = context;
      const trace = await findVisible(context, body);
      const permissions = await permissionsOver(db, caller.subject.userId, trace.user);
      requirePermission({ permissions }, trace.user.kind === "human" ? "session.delete" : "service_user_token.delete");
      refuseOverManager(
        await mayManageUser(db, caller.subject.userId, trace.user.id, "stops"),
        "The user of this token is a manager",
      );
      return trace;
    },
    async handle({ tx, by }, _, trace) {
      await endToken(tx, trace, by);
      return undefined;
    },
  }),
];
