/**
 * POST /oauth/v2/introspect (RFC 7662): a resource server asks about a token. The caller and the token are read in one
 * statement. Whatever is not an active token for this caller is answered by exactly {"active":false}.
 */
import { sql } from "kysely";
import type { App } from "../http/app.ts";
import { type Client, type ClientContext, clientQuery, readClient, toClient } from "../identity/applications/client.ts";
import { type KeyChoice, markKeyChoice } from "../identity/credential-keys/chosen-key.ts";
import { mayTellMetadata } from "../identity/metadata.ts";
import {
  markSubjectDetail,
  markSubjectToken,
  type SubjectDetail,
  type SubjectToken,
  subjectQuery,
} from "../identity/sessions/subject.ts";
import { isThere, type Subject, toSubject } from "../identity/sessions/subject-row.ts";
import { prepared } from "../storage/prepared.ts";
import { type AccessToken, readAccessToken } from "../tokens/access-tokens.ts";
import { type ActiveToken, detailFor, findActiveToken, noteUseOf } from "../tokens/active-token.ts";
import { isInAudience } from "../tokens/audience.ts";
import { claimsOf } from "./claims.ts";
import { authenticateClient, keyOf } from "./client-auth/authenticate.ts";
import { type Credentials, readCredentials } from "./client-auth/credentials.ts";
import { notAuthenticated } from "./client-auth/failure.ts";
import { endpoints } from "./discovery.ts";
import type { MachineServices } from "./machine-services.ts";
import { formOf } from "./parameters.ts";

export function addIntrospection(app: App, services: MachineServices): void {
  const { storage, tokens, usage } = services;
  app.post(endpoints.introspection, async (request) => {
    const form = formOf(request).once();
    const credentials = readCredentials(request, form, services);
    // RFC 7662 §2.1: whoever asks has to prove who it is, so that tokens cannot be tried out.
    if (credentials.method === "pkce") throw notAuthenticated("pkce", "wrong_method");
    const token = await readAccessToken(tokens, form.required("token"));
    const instance = await services.instance();
    const { client: found, subject, tellsMetadata } = await read(services, credentials, token, instance.projectId);
    const client = await authenticateClient(services, credentials, found);
    usage.count("introspection", client.organizationId);

    const active = token && (await findActiveToken(storage.db, token, subject, instance));
    if (active === undefined || !isFor(active, client)) return { active: false };
    await noteUseOf(storage.db, active);
    if (active.clientId === client.application.id) usage.note("profile", client.application.id);
    return describe(active, { ...client, tellsMetadata }, tokens.issuer);
  });
}

interface ClientAndToken {
  readonly clientId: string;
  readonly key: KeyChoice | undefined;
  readonly token: SubjectToken;
  readonly detail: SubjectDetail;
}

const clientAndSubject = prepared(
  ({ clientId, key, token, detail }: ClientAndToken, value) => ({
    clientId: value(clientId),
    key: key && markKeyChoice(key, value),
    token: markSubjectToken(token, value),
    detail: markSubjectDetail(detail, value),
  }),
  (db, { clientId, key, token, detail }) =>
    db
      .selectFrom(clientQuery(db, clientId, { key }).as("client"))
      .leftJoin(subjectQuery(db, token, detail), (join) => join.onTrue())
      .selectAll()
      .$if(detail.metadata, (query) => query.select(mayAskerLearnMetadata.as("tells_metadata"))),
);

/** Whoever holds the token may learn it is not enough: whoever asks gets it, too. */
const mayAskerLearnMetadata = sql<number | null>`(
  SELECT 1 FROM projects asking WHERE asking.id = client.project_id AND ${mayTellMetadata("asking", sql.ref("subject.subject_organization_id"))}
)`;

interface Found {
  readonly client: Client | undefined;
  readonly subject: Subject | undefined;
  /** Metadata of this subject may be told to this client. */
  readonly tellsMetadata: boolean;
}

async function read(
  { storage: { db } }: MachineServices,
  credentials: Credentials,
  token: AccessToken | undefined,
  serviceProjectId: string,
): Promise<Found> {
  const context: ClientContext = { key: keyOf(credentials) };
  const nobody = { subject: undefined, tellsMetadata: false };
  if (token === undefined) return { client: await readClient(db, credentials.clientId, context), ...nobody };
  const row = await clientAndSubject.first(db, {
    clientId: credentials.clientId,
    key: context.key,
    token,
    detail: detailFor(token, serviceProjectId),
  });
  if (row === undefined) return { client: undefined, ...nobody };
  return {
    client: toClient(row),
    subject: isThere(row) ? toSubject(row) : undefined,
    tellsMetadata: row.tells_metadata === 1,
  };
}

function isFor({ audience }: ActiveToken, { application, projectId }: Client): boolean {
  return isInAudience(audience, { applicationId: application.id, projectId });
}

function describe(
  token: ActiveToken,
  client: Client & Pick<Found, "tellsMetadata">,
  issuer: string,
): Record<string, unknown> {
  const { scopes } = token;
  const subject = client.tellsMetadata ? token.subject : { ...token.subject, metadata: undefined };
  return {
    // The roles are those in the project of whoever asks.
    ...claimsOf(subject, scopes, client),
    active: true,
    scope: scopes.join(" "),
    client_id: token.clientId,
    token_type: "Bearer",
    exp: token.expiresAt,
    iat: token.issuedAt,
    nbf: token.issuedAt,
    sub: subject.userId,
    aud: token.audience,
    iss: issuer,
    jti: token.id,
    username: subject.loginName,
  };
}
