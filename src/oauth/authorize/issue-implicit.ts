/** The implicit flow: tokens straight from the authorization endpoint, in the fragment, without a refresh token. */
import type { BrowserAccount } from "../../identity/sessions/browser-accounts.ts";
import { OauthError } from "../errors.ts";
import { issueForAppSession } from "../token-response.ts";
import type { AuthorizeRequest } from "./request.ts";
import type { BrowserServices } from "./services.ts";

export async function issueImplicit(
  request: AuthorizeRequest,
  opened: { account: BrowserAccount; appSessionId: string; scopes: readonly string[] },
  services: BrowserServices,
): Promise<Record<string, string | undefined>> {
  const { account, appSessionId, scopes } = opened;
  const { client } = request;
  const { projectId: serviceProjectId } = await services.instance();
  const answer = await issueForAppSession(
    { db: services.storage.db, tokens: services.tokens, serviceProjectId },
    {
      client,
      session: {
        id: appSessionId,
        userId: account.userId,
        loginSessionId: account.sessionId,
        nonce: request.nonce,
        authenticatedAt: account.authenticatedAt,
        amr: account.amr,
      },
      scopes,
      now: client.now,
      accessToken: request.responseType === "id_token token",
    },
  ).catch((error: unknown) => {
    // It ended between the opening and this; the authorization endpoint has another word for that.
    throw error instanceof OauthError && error.code === "invalid_grant"
      ? new OauthError("login_required", error.message)
      : error;
  });
  if (answer.access_token === undefined) return { id_token: answer.id_token };
  const { access_token, token_type, expires_in, id_token, scope } = answer;
  return { access_token, token_type, expires_in: String(expires_in), id_token, scope };
}
