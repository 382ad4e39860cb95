/**
 * Whether the client is who the request says it is: by the application's own method, and by no other. A secret is one
 * secret, in the header or in the body, unless the application is strict about it.
 */
import type { Client } from "../../identity/applications/client.ts";
import { matchesAnySecret } from "../../identity/applications/secrets.ts";
import { type AuthMethod, metadataNames, usesSecret } from "../../identity/applications/types.ts";
import type { KeyChoice } from "../../identity/credential-keys/chosen-key.ts";
import { matchesHash } from "../../identity/secrets.ts";
import { readServiceClient, type ServiceClient } from "../../identity/service-users/service-client.ts";
import type { ServiceCredential } from "../../identity/sessions/standing.ts";
import { keyChoiceOf } from "../assertions.ts";
import { OauthError } from "../errors.ts";
import type { MachineServices } from "../machine-services.ts";
import type { Credentials } from "./credentials.ts";
import { authenticatedBut, notAuthenticated, RefusedClient } from "./failure.ts";
import { checkClientAssertion } from "./private-key-jwt.ts";
import { type CredentialOwner, noteRefused } from "./records.ts";

/** The key to read along with the client. */
export function keyOf(credentials: Credentials): KeyChoice | undefined {
  return credentials.method === "private_key_jwt" ? keyChoiceOf(credentials.assertion) : undefined;
}

/** Takes what was read for the client that the credentials name, and gives it back when they are right. */
export async function authenticateClient(
  services: AuthServices,
  credentials: Credentials,
  client: Client | undefined,
): Promise<Client> {
  const owner = { kind: "application", id: client?.application.id, organizationId: client?.organizationId } as const;
  return noting(services, credentials, { owner, expected: client?.application.authMethod }, () =>
    checkClient(services, credentials, client),
  );
}

type AuthServices = Pick<MachineServices, "storage" | "addresses" | "recurring" | "wrongSecrets">;

/** Whoever could not prove who they are is for an auditor to find. */
async function noting<Proven>(
  { recurring }: AuthServices,
  credentials: Credentials,
  { owner, expected }: { readonly owner: CredentialOwner; readonly expected?: AuthMethod | undefined },
  check: () => Promise<Proven>,
): Promise<Proven> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof OauthError) {
      const { method, requestId } = credentials;
      // Whoever has to wait has sent one wrong secret too many.
      const reason = error instanceof RefusedClient ? error.reason : "wrong_secret";
      const keyId = method === "private_key_jwt" ? credentials.assertion.keyId : undefined;
      noteRefused(recurring, {
        owner,
        method: metadataNames[method],
        reason,
        expected: expected && metadataNames[expected],
        keyId,
        requestId,
      });
    }
    throw error;
  }
}

async function checkClient(
  services: AuthServices,
  credentials: Credentials,
  client: Client | undefined,
): Promise<Client> {
  const { method } = credentials;
  if (client === undefined) throw notAuthenticated(method, "unknown_client");
  if (!client.active) throw notAuthenticated(method, "not_active");
  const { authMethod, strictAuthMethod } = client.application;
  if (method !== authMethod && !(usesSecret(method) && usesSecret(authMethod)))
    throw notAuthenticated(method, "wrong_method");
  switch (credentials.method) {
    case "pkce":
      return client;
    case "basic":
    case "post":
      if (client.secretHashes.length === 0) throw notAuthenticated(method, "no_secret");
      if (!matchesAnySecret(credentials.secret, client.secretHashes))
        throw await services.wrongSecrets.count(services.storage.db, credentials);
      if (strictAuthMethod && (method !== authMethod || credentials.twice === true))
        throw authenticatedBut("strict_method", onlyThere[authMethod === "basic" ? "basic" : "post"]);
      return client;
    case "private_key_jwt": {
      const { key, now } = client;
      await checkClientAssertion(services.storage.db, credentials.assertion, {
        key,
        now,
        addresses: services.addresses,
      });
      return client;
    }
  }
}

const onlyThere = {
  basic:
    "This application is set to take its secret in the Authorization header only. Send it there, as client_secret_basic.",
  post: "This application is set to take its secret in the body only. Send it there, as client_secret_post.",
} as const;

export interface AuthenticatedServiceUser {
  readonly user: ServiceClient;
  /** What it proved itself with; its tokens end with it. */
  readonly credential: ServiceCredential;
}

/**
 * A service user has a secret, for either place in the request, or keys. Undefined when there is no service user of
 * that id. `countRefusalFor` is told whose it is before anything is checked.
 */
export async function authenticateServiceUser(
  services: AuthServices,
  credentials: Credentials,
  countRefusalFor?: (organizationId: string) => void,
): Promise<AuthenticatedServiceUser | undefined> {
  const user = await readServiceClient(services.storage.db, credentials.clientId, keyOf(credentials));
  if (user === undefined) return undefined;
  countRefusalFor?.(user.organizationId);
  const owner = { kind: "user", id: user.userId, organizationId: user.organizationId } as const;
  const credential = await noting(services, credentials, { owner }, () =>
    checkServiceUser(services, credentials, user),
  );
  return { user, credential };
}

async function checkServiceUser(
  services: AuthServices,
  credentials: Credentials,
  user: ServiceClient,
): Promise<ServiceCredential> {
  const { method } = credentials;
  if (!user.active) throw notAuthenticated(method, "not_active");
  if (method === "pkce") throw notAuthenticated(method, "wrong_method");
  if (method === "private_key_jwt") {
    const { now, key: chosen } = user;
    const key = await checkClientAssertion(services.storage.db, credentials.assertion, {
      key: chosen,
      now,
      addresses: services.addresses,
    });
    return { kind: "key", keyId: key.id };
  }
  if (user.secret === undefined) throw notAuthenticated(method, "no_secret");
  if (!matchesHash(credentials.secret, user.secret.hash))
    throw await services.wrongSecrets.count(services.storage.db, credentials);
  return { kind: "secret", version: user.secret.version };
}
