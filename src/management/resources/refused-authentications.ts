/**
 * Who could not prove who it is, and why: for the managers of the application or service user, and for nobody who calls
 * as it.
 */
import Type, { type Static } from "typebox";
import { readApplication } from "../../identity/applications/applications.ts";
import {
  listRefusedAuthentications,
  type RefusedAuthentication,
  refusalReasonNames,
  refusalReasons,
} from "../../identity/applications/refused-authentications.ts";
import { readServiceUser } from "../../identity/service-users/service-users.ts";
import { list, type Route } from "../route.ts";
import { closed, time, toTime } from "../schemas.ts";
import { withoutUndefined } from "../without-undefined.ts";

const refusedView = closed(
  {
    at: { ...time, description: "Of the first; what follows within ten minutes is one line with its number" },
    method: Type.String({ description: "What was tried, as OAuth metadata names it; `jwt_bearer` for the grant" }),
    reason: Type.Optional(
      Type.Enum([...refusalReasonNames], {
        description: `Absent where it was not recorded. ${refusalReasonNames.map((name) => `\`${name}\`: ${refusalReasons[name]}.`).join(" ")}`,
      }),
    ),
    reasonDetail: Type.Optional(Type.String({ description: "The same as a sentence, with what to do" })),
    expectedMethod: Type.Optional(
      Type.String({ description: "The method that it was set to, where another one was tried" }),
    ),
    keyId: Type.Optional(
      Type.String({ description: "The `kid` of the first, where it has the form of ours and there is no such key" }),
    ),
    count: Type.Integer({ description: "How many of them" }),
  },
  { title: "RefusedAuthentication" },
);

function toRefusedView({
  at,
  method,
  reason,
  expected,
  keyId,
  count,
}: RefusedAuthentication): Static<typeof refusedView> {
  return withoutUndefined({
    at: toTime(at),
    method,
    reason,
    reasonDetail: reason && refusalReasons[reason],
    expectedMethod: expected,
    keyId,
    count,
  });
}

const detail =
  "Newest first, from the audit log, which each node writes within seconds. What a caller is told does not differ between most of these " +
  "reasons, so that strangers learn nothing; here it does.";

export const refusedAuthenticationRoutes: readonly Route[] = [
  list({
    path: "/applications/:applicationId/refused-authentications",
    tag: "Application credentials",
    summary: "List the refused authentications of an application",
    detail,
    permission: "application_key.read",
    at: "application",
    item: refusedView,
    sorts: ["-at"],
    async handle({ db }, { params }, request) {
      const { id } = await readApplication(db, params.applicationId);
      const { items, next } = await listRefusedAuthentications(db, { kind: "application", id }, request);
      return { items: items.map(toRefusedView), next };
    },
  }),
  list({
    path: "/service-users/:serviceUserId/refused-authentications",
    tag: "Service user credentials",
    summary: "List the refused authentications of a service user",
    detail,
    permission: "service_user_key.read",
    at: "service_user",
    item: refusedView,
    sorts: ["-at"],
    async handle({ db }, { params }, request) {
      const { id } = await readServiceUser(db, params.serviceUserId);
      const { items, next } = await listRefusedAuthentications(db, { kind: "user", id }, request);
      return { items: items.map(toRefusedView), next };
    },
  }),
];
