/** What a person agreed that applications may learn and do; managers of their organization see it and take it back. */
import Type, { type Static } from "typebox";
import { type Consent, listConsents, takeBackConsent } from "../../identity/consents/consents.ts";
import { pathParameter, type Route, read, remove } from "../route.ts";
import { closed, id, time, toTime } from "../schemas.ts";

const tag = "Sessions";

const consentView = closed(
  {
    applicationId: id,
    applicationName: Type.String(),
    organization: closed(
      { id, name: Type.String(), domain: Type.String() },
      { description: "The organization that the application belongs to" },
    ),
    scopes: Type.Array(Type.String(), { description: "All that was agreed to, at once or one after the other" }),
    createdAt: time,
    changedAt: time,
  },
  { title: "Consent", description: "What a person agreed that an application may learn and do" },
);

function toConsentView({
  applicationId,
  applicationName,
  organization,
  scopes,
  ...consent
}: Consent): Static<typeof consentView> {
  const [createdAt, changedAt] = [toTime(consent.createdAt), toTime(consent.changedAt)];
  return { applicationId, applicationName, organization, scopes: [...scopes], createdAt, changedAt };
}

export const userConsentRoutes: readonly Route[] = [
  read({
    method: "GET",
    path: "/users/:userId/consents",
    tag,
    summary: "List what a person agreed that applications may learn and do",
    detail:
      "The newest first, 200 at most. Applications of the person's own organization are there only if they ask everybody.",
    permission: "session.read",
    at: "user",
    answer: closed({ consents: Type.Array(consentView) }, { title: "UserConsents" }),
    handle: async ({ db }, { params }) => ({ consents: (await listConsents(db, params.userId)).map(toConsentView) }),
  }),
  remove({
    path: "/users/:userId/consents/:applicationId",
    tag,
    summary: "Take back what a person agreed to for an application",
    detail:
      "The app sessions that the person has at the application end, and with them every token. The person is asked again next time.",
    permission: "session.delete",
    at: "user",
    effect: "stops",
    params: { applicationId: pathParameter },
    async handle({ tx, by }, { params: { userId, applicationId } }) {
      await takeBackConsent(tx, { userId, applicationId }, by);
    },
  }),
];
