/** Whether the client is who the request says it is: by the application's own method, and by no other. */
import type { Client } from "../../identity/applications/client.ts";
import { matchesAnySecret } from "../../identity/applications/secrets.ts";
import { metadataNames } from "../../identity/applications/types.ts";
import { matchesHash } from "../../identity/secrets.ts";
import { readServiceClient, type ServiceClient } from "../../identity/service-users/service-client.ts";
import type { ServiceCredential } from "../../identity/sessions/standing.ts";
import { OauthError } from "../errors.ts";
import type { MachineServices } from "../machine-services.ts";
import type { Credentials } from "./credentials.ts";
import { notAuthenticated } from "./failure.ts";
import { checkClientAssertion } from "./private-key-jwt.ts";
import { type CredentialOwner, noteRefused } from "./records.ts";

/** The id of the key to read along with the client. */
export function keyIdOf(credentials: Credentials): string | undefined {
  return credentials.method === "private_key_jwt" ? credentials.assertion.keyId : undefined;
}

/** Takes what was read for the client that the credentials name, and gives it back when they are right. */
export async function authenticateClient(services: AuthServices, credentials: Credentials, client: Client | undefined): Promise<Client> {
  const owner = { kind: "application", id: client?.application.id, organizationId: client?.organizationId } as const;
  return noting(services, credentials, owner, () => checkClient(services, credentials, client));
}

type AuthServices = Pick<MachineServices, "storage" | "addresses" | "recurring" | "wrongSecrets">;

/** Whoever could not prove who they are is for an auditor to find. */
async function noting<Proven>(
  { recurring }: AuthServices,
  { method, requestId }: Credentials,
  owner: CredentialOwner,
  check: () => Promise<Proven>,
): Promise<Proven> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof OauthError) noteRefused(recurring, { owner, method: metadataNames[method], requestId });
    throw error;
  }
}

async function checkClient(services: AuthServices, credentials: Credentials, client: Client | undefined): Promise<Client> {
  if (client === undefined || !client.active || client.application.authMethod !== credentials.method) {
    throw notAuthenticated(credentials.method);
  }
  switch (credentials.method) {
    case "pkce":
      return client;
    case "basic":
    case "post":
      if (!matchesAnySecret(credentials.secret, client.secretHashes))
        throw await services.wrongSecrets.count(services.storage.db, credentials);
      return client;
    case "private_key_jwt": {
      const { key, now } = client;
      await checkClientAssertion(services.storage.db, credentials.assertion, { key, now, addresses: services.addresses });
      return client;
    }
  }
}

export interface AuthenticatedServiceUser {
  readonly user: ServiceClient;
  /** What it proved itself with; its tokens end with it. */
  readonly credential: ServiceCredential;
}

/**
 * A service user has a secret, for either place in the request, or keys. Undefined when there is no service user of that id.
 * `isFrom` is told whose it is before anything is checked.
 */
export async function authenticateServiceUser(
  services: AuthServices,
  credentials: Credentials,
  isFrom?: (organizationId: string) => void,
): Promise<AuthenticatedServiceUser | undefined> {
  const user = await readServiceClient(services.storage.db, credentials.clientId, keyIdOf(credentials));
  if (user === undefined) return undefined;
  isFrom?.(user.organizationId);
  const owner = { kind: "user", id: user.userId, organizationId: user.organizationId } as const;
  const credential = await noting(services, credentials, owner, () => checkServiceUser(services, credentials, user));
  return { user, credential };
}

async function checkServiceUser(services: AuthServices, credentials: Credentials, user: ServiceClient): Promise<ServiceCredential> {
  if (!user.active || credentials.method === "pkce") throw notAuthenticated(credentials.method);
  if (credentials.method === "private_key_jwt") {
    const { key, now } = user;
    await checkClientAssertion(services.storage.db, credentials.assertion, { key, now, addresses: services.addresses });
    return { kind: "key", keyId: credentials.assertion.keyId };
  }
  if (user.secret === undefined) throw notAuthenticated(credentials.method);
  if (!matchesHash(credentials.secret, user.secret.hash)) throw await services.wrongSecrets.count(services.storage.db, credentials);
  return { kind: "secret", version: user.secret.version };
}
