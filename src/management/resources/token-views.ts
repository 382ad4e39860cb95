/** A token as the management API explains it. */
import Type, { type Static } from "typebox";
import type { Explanation } from "../../tokens/explain/explain.ts";
import {
  type IntrospectionAnswer,
  introspectionReasonNames,
  introspectionReasons,
} from "../../tokens/explain/introspection.ts";
import { reasonNames, reasons } from "../../tokens/explain/reasons.ts";
import { closed, id, time, toTime, userSummary } from "../schemas.ts";
import { withoutUndefined } from "../without-undefined.ts";

const strings = (description: string) => Type.Array(Type.String(), { description });

const { organizationId, loginName, displayName } = userSummary.properties;
const tokenUser = closed(
  {
    id,
    kind: userSummary.properties.kind,
    organizationId: Type.Optional(organizationId),
    loginName: Type.Optional(loginName),
    displayName: Type.Optional(displayName),
  },
  {
    title: "TokenUser",
    description:
      "Whoever manages only the application learns no more than the id: that is what the application was told",
  },
);

export const tokenView = closed(
  {
    kind: Type.Enum(["access_token", "refresh_token", "id_token", "authorization_code", "personal_access_token"]),
    format: Type.Optional(Type.Enum(["opaque", "jwt"], { description: "Not known by id alone" })),
    id: Type.Optional(Type.String({ description: "Of access tokens and personal access tokens" })),
    active: Type.Optional(
      Type.Boolean({
        description:
          "Whether it would be accepted now where it is meant to be used: an access token as at introspection, a code or refresh token " +
          "at the token endpoint. By the id of an access token alone this can be known to be false, but not to be true; then it is absent",
      }),
    ),
    reason: Type.Optional(
      Type.Enum([...reasonNames], {
        description: `Why it is not active. ${reasonNames.map((name) => `\`${name}\`: ${reasons[name]}.`).join(" ")}`,
      }),
    ),
    reasonDetail: Type.Optional(Type.String({ description: "The same as a sentence, and as exact as it is known" })),
    user: tokenUser,
    application: Type.Optional(
      closed({ id, name: Type.String(), projectId: id }, { description: "That it was given to" }),
    ),
    signIn: Type.Optional(
      closed(
        {
          loginSessionId: Type.Optional(id),
          startedAt: Type.Optional({
            ...time,
            description: "Absent, as is the next, when the login session is no longer kept",
          }),
          userAgent: Type.Optional(Type.String()),
          authenticatedAt: time,
          amr: strings("How the person proved who they are, as RFC 8176 names it"),
        },
        { description: "Where it came from" },
      ),
    ),
    appSession: Type.Optional(
      closed({
        id,
        createdAt: time,
        lastUsedAt: time,
        endedAt: Type.Optional(time),
        endedBy: Type.Optional(
          Type.String({
            description:
              "revoked, signed_out, code_misused, refresh_theft, ended_by_user, ended_by_manager, consent_taken_back, consent_missing or too_many",
          }),
        ),
      }),
    ),
    serviceCredential: Type.Optional(
      closed(
        { kind: Type.Enum(["key", "secret", "personal_access_token"]), id: Type.Optional(Type.String()) },
        { description: "What a service user got it with" },
      ),
    ),
    scopes: strings("Of a code or refresh token, and by id alone: those of the session"),
    audience: strings("Of a code or refresh token: that of the access tokens it gives"),
    introspection: Type.Optional(
      closed(
        {
          applicationId: id,
          active: Type.Boolean(),
          reason: Type.Optional(
            Type.Enum([...introspectionReasonNames], {
              description: `Why it is not active for it. ${introspectionReasonNames.map((name) => `\`${name}\`: ${introspectionReasons[name]}.`).join(" ")}`,
            }),
          ),
          reasonDetail: Type.Optional(Type.String({ description: "The same as a sentence, with what to do" })),
          scope: Type.Optional(Type.String({ description: "The audience scope that the token would need" })),
        },
        { title: "TokenIntrospection", description: "With `askedBy`: what introspection tells that application" },
      ),
    ),
    issuedAt: Type.Optional(time),
    expiresAt: Type.Optional(time),
    revokedAt: Type.Optional({ ...time, description: "When somebody did what ended it" }),
    revokedBy: Type.Optional(
      closed(
        { kind: Type.String(), id: Type.Optional(id), at: time },
        { description: "Who that was, as in the audit log" },
      ),
    ),
  },
  { title: "TokenExplanation" },
);

type Told = Omit<Explanation, "user"> & {
  readonly user: Pick<Explanation["user"], "id" | "kind"> & Partial<Explanation["user"]>;
};

/**
 * For whoever does not manage where the user lives: what the token is worth, and nothing about the person or their
 * managers.
 */
export function withoutPerson({ user, endedBy, ...explanation }: Explanation): Told {
  const by = endedBy && { ...endedBy, actor: { ...endedBy.actor, id: null } };
  return { ...explanation, user: { id: user.id, kind: user.kind }, signIn: undefined, endedBy: by };
}

export function toIntrospectionView(
  applicationId: string,
  { active, reason, scope }: IntrospectionAnswer,
): NonNullable<Static<typeof tokenView>["introspection"]> {
  return withoutUndefined({
    applicationId,
    active,
    reason,
    reasonDetail: reason && introspectionReasons[reason],
    scope,
  });
}

const toTimeIfKnown = (at: number | undefined) => (at === undefined ? undefined : toTime(at));

export function toTokenView({
  verdict,
  user,
  application,
  signIn,
  appSession,
  endedBy,
  ...rest
}: Told): Static<typeof tokenView> {
  return withoutUndefined({
    kind: rest.kind,
    format: rest.format,
    id: rest.id,
    active: verdict.active,
    reason: verdict.reason,
    reasonDetail: rest.reasonDetail,
    user: withoutUndefined({
      id: user.id,
      kind: user.kind,
      organizationId: user.organizationId,
      loginName: user.loginName,
      displayName: user.displayName,
    }),
    application: application && { id: application.id, name: application.name, projectId: application.projectId },
    signIn:
      signIn &&
      withoutUndefined({
        loginSessionId: signIn.loginSessionId,
        startedAt: toTimeIfKnown(signIn.startedAt),
        userAgent: signIn.userAgent,
        authenticatedAt: toTime(signIn.authenticatedAt),
        amr: [...signIn.amr],
      }),
    appSession:
      appSession &&
      withoutUndefined({
        id: appSession.id,
        createdAt: toTime(appSession.createdAt),
        lastUsedAt: toTime(appSession.rotatedAt),
        endedAt: toTimeIfKnown(appSession.endedAt),
        endedBy: appSession.endedBy,
      }),
    serviceCredential: rest.serviceCredential && withoutUndefined(rest.serviceCredential),
    scopes: [...verdict.scopes],
    audience: [...verdict.audience],
    issuedAt: toTimeIfKnown(verdict.issuedAt),
    expiresAt: toTimeIfKnown(verdict.expiresAt),
    revokedAt: toTimeIfKnown(rest.endedAt),
    revokedBy:
      endedBy &&
      withoutUndefined({ kind: endedBy.actor.kind, id: endedBy.actor.id ?? undefined, at: toTime(endedBy.at) }),
  });
}
