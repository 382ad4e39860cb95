/**
 * grant_type client_credentials (RFC 6749 §4.4), for service users: client_id is the service user's id. It is plain
 * OAuth: without the scope openid, or any at all, there is an access token and no ID token.
 */
import { readClient } from "../../identity/applications/client.ts";
import { authenticateClient, authenticateServiceUser, keyOf } from "../client-auth/authenticate.ts";
import { readCredentials } from "../client-auth/credentials.ts";
import { OauthError } from "../errors.ts";
import type { Grant } from "./grant.ts";
import { answerServiceUser, requestedScopes } from "./service-users.ts";

export const clientCredentials: Grant = async ({ request, form, services, countRefusalFor }) => {
  const credentials = readCredentials(request, form, services);
  const scopes = requestedScopes(form, { openid: false });
  const authenticated = await authenticateServiceUser(services, credentials, countRefusalFor);
  if (authenticated === undefined) {
    const application = await readClient(services.storage.db, credentials.clientId, { key: keyOf(credentials) });
    countRefusalFor(application?.organizationId);
    await authenticateClient(services, credentials, application);
    throw new OauthError(
      "unauthorized_client",
      "An application has no rights of its own. Make a service user, and use its id and secret as client_id and client_secret.",
    );
  }
  const { user, credential } = authenticated;
  const answer = await answerServiceUser(services, user, { credential, scopes, requestId: request.id });
  services.usage.count("token.client_credentials", user.organizationId);
  if (form.has("scope")) return answer;
  // RFC 6749 §5.1: what was granted is what was asked for, and a scope that names nothing cannot be written.
  const { scope: _, ...plain } = answer;
  return plain;
};
