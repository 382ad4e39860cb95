/**
 * POST /oauth/v2/revoke (RFC 7009). A refresh token, of whatever generation, ends its session and with it every token;
 * an access token ends alone. A token nobody knows (any more) is as good as revoked; somebody else's is left alone.
 */
import type { FastifyRequest } from "fastify";
import type { App } from "../http/app.ts";
import { allowAnyOrigin } from "../http/cors.ts";
import { type Client, readClient } from "../identity/applications/client.ts";
import { revokeIfStanding } from "../identity/service-users/personal-access-tokens.ts";
import { endAppSession } from "../identity/sessions/app-sessions.ts";
import { revokeToken } from "../identity/sessions/revoked-tokens.ts";
import { type AccessToken, readAccessToken } from "../tokens/access-tokens.ts";
import { type RefreshPayload, refreshTicket } from "../tokens/kinds.ts";
import {
  type AuthenticatedServiceUser,
  authenticateClient,
  authenticateServiceUser,
  keyOf,
} from "./client-auth/authenticate.ts";
import { type Credentials, readCredentials } from "./client-auth/credentials.ts";
import { endpoints } from "./discovery.ts";
import { OauthError } from "./errors.ts";
import { byApplication } from "./grants/grant.ts";
import type { MachineServices } from "./machine-services.ts";
import { formOf } from "./parameters.ts";

/** What was presented; token_type_hint is not needed, because every token of ours says what it is (RFC 7009 §2.1). */
interface Presented {
  readonly refresh: RefreshPayload | undefined;
  readonly access: AccessToken | undefined;
}

export function addRevocation(app: App, services: MachineServices): void {
  app.post(endpoints.revocation, allowAnyOrigin(app, endpoints.revocation, ["POST"]), async (request, reply) => {
    const form = formOf(request).once();
    const credentials = readCredentials(request, form, services, "taken");
    const text = form.required("token");
    const refresh = services.tokens.tickets.open(refreshTicket, text);
    const presented = {
      refresh,
      access: refresh === undefined ? await readAccessToken(services.tokens, text) : undefined,
    };
    const caller = await authenticate(services, credentials, presented);
    if ("application" in caller) await revokeForApplication(request, services, caller, presented);
    else await revokeForServiceUser(request, services, caller, presented);
    services.usage.count("revocation", "application" in caller ? caller.organizationId : caller.user.organizationId);
    return reply.code(200).send();
  });
}

async function authenticate(
  services: MachineServices,
  credentials: Credentials,
  { refresh, access }: Presented,
): Promise<Client | AuthenticatedServiceUser> {
  const appSessionId = refresh?.s ?? (access?.owner === "app_session" ? access.appSessionId : undefined);
  const client = await readClient(services.storage.db, credentials.clientId, { key: keyOf(credentials), appSessionId });
  const serviceUser = client === undefined ? await authenticateServiceUser(services, credentials) : undefined;
  return serviceUser ?? authenticateClient(services, credentials, client);
}

async function revokeForApplication(
  request: FastifyRequest,
  { storage }: MachineServices,
  { application, session, now }: Client,
  { refresh, access }: Presented,
): Promise<void> {
  const by = byApplication(application.id, request);
  if (access?.owner === "service_user") throw notYours();
  // Without its session a token is worth nothing already.
  if (session === undefined) return;
  if (session.applicationId !== application.id) throw notYours();
  if (refresh !== undefined) await storage.transaction((tx) => endAppSession(tx, refresh.s, "revoked", by));
  if (access?.expiresAt === undefined || access.expiresAt * 1000 <= now) return;
  const token = { id: access.id, expiresAt: access.expiresAt * 1000, ...ownedBy(session) };
  await storage.transaction((tx) => revokeToken(tx, token, by));
}

async function revokeForServiceUser(
  request: FastifyRequest,
  { storage }: MachineServices,
  { user }: AuthenticatedServiceUser,
  { refresh, access }: Presented,
): Promise<void> {
  if (refresh === undefined && access === undefined) return;
  if (access?.owner !== "service_user" || access.userId !== user.userId) throw notYours();
  const by = { actor: { kind: "service_user", id: user.userId }, requestId: request.id } as const;
  const { credential, expiresAt } = access;
  if (credential.kind === "personal_access_token") {
    await storage.transaction((tx) => revokeIfStanding(tx, user.userId, credential.tokenId, by));
  } else if (expiresAt !== undefined && expiresAt * 1000 > user.now) {
    const token = {
      id: access.id,
      expiresAt: expiresAt * 1000,
      userId: user.userId,
      organizationId: user.organizationId,
    };
    await storage.transaction((tx) => revokeToken(tx, token, by));
  }
}

function ownedBy({ userId, userOrganizationId }: { userId: string; userOrganizationId: string }) {
  return { userId, organizationId: userOrganizationId };
}

function notYours(): OauthError {
  return new OauthError(
    "unauthorized_client",
    "The token was given to another client, which is the one to revoke it. Nothing was changed.",
  );
}
