/** Whether the client is who the request says it is: by the application's own method, and by no other. */
import type { Client } from "../../identity/applications/client.ts";
import { matchesAnySecret } from "../../identity/applications/secrets.ts";
import { matchesHash } from "../../identity/secrets.ts";
import { readServiceClient, type ServiceClient } from "../../identity/service-users/service-client.ts";
import type { ServiceCredential } from "../../identity/sessions/standing.ts";
import type { MachineServices } from "../machine-services.ts";
import type { Credentials } from "./credentials.ts";
import { notAuthenticated } from "./failure.ts";
import { checkClientAssertion } from "./private-key-jwt.ts";

/** The id of the key to read along with the client. */
export function keyIdOf(credentials: Credentials): string | undefined {
  return credentials.method === "private_key_jwt" ? credentials.assertion.keyId : undefined;
}

/** Takes what was read for the client that the credentials name, and gives it back when they are right. */
export async function authenticateClient(
  services: Pick<MachineServices, "storage" | "addresses" | "wrongSecrets">,
  credentials: Credentials,
  client: Client | undefined,
): Promise<Client> {
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
  services: Pick<MachineServices, "storage" | "addresses" | "wrongSecrets">,
  credentials: Credentials,
  isFrom?: (organizationId: string) => void,
): Promise<AuthenticatedServiceUser | undefined> {
  const { db } = services.storage;
  const user = await readServiceClient(db, credentials.clientId, keyIdOf(credentials));
  if (user === undefined) return undefined;
  isFrom?.(user.organizationId);
  if (!user.active || credentials.method === "pkce") throw notAuthenticated(credentials.method);
  if (credentials.method === "private_key_jwt") {
    const { key, now } = user;
    await checkClientAssertion(db, credentials.assertion, { key, now, addresses: services.addresses });
    return { user, credential: { kind: "key", keyId: credentials.assertion.keyId } };
  }
  if (user.secret === undefined) throw notAuthenticated(credentials.method);
  if (!matchesHash(credentials.secret, user.secret.hash)) throw await services.wrongSecrets.count(db, credentials);
  return { user, credential: { kind: "secret", version: user.secret.version } };
}
