/** What both grants of service users have in common: the scopes they may ask for, and the tokens they get. */
import type { ServiceClient } from "../../identity/service-users/service-client.ts";
import type { ServiceCredential } from "../../identity/sessions/standing.ts";
import { grantScopes } from "../../tokens/audience.ts";
import { parseScopes } from "../../tokens/scopes.ts";
import { noteUse } from "../client-auth/records.ts";
import { OauthError } from "../errors.ts";
import type { MachineServices } from "../machine-services.ts";
import type { Parameters } from "../parameters.ts";
import { issueForServiceUser, type TokenResponse } from "../token-response.ts";
import { issueServices } from "./grant.ts";

/**
 * Looked at first: a request that cannot be answered spends nothing. There is no refresh token, so offline_access is
 * dropped.
 */
export function requestedScopes(form: Parameters, needed: { readonly openid: boolean }): string[] {
  const scopes = parseScopes(form.get("scope"));
  if (scopes === undefined) throw new OauthError("invalid_scope", "scope has too many entries, or is too long.");
  if (needed.openid && !scopes.includes("openid")) throw new OauthError("invalid_scope", "scope must contain openid.");
  return scopes.filter((scope) => scope !== "offline_access");
}

export async function answerServiceUser(
  services: MachineServices,
  user: ServiceClient,
  { credential, scopes, requestId }: { credential: ServiceCredential; scopes: readonly string[]; requestId: string },
): Promise<TokenResponse> {
  const issuing = await issueServices(services);
  const granted = await grantScopes(issuing.db, {
    scopes,
    asker: { kind: "service_user", userId: user.userId },
    mayManage: true,
    serviceProjectId: issuing.serviceProjectId,
  });
  const owner = { owner: "service_user", userId: user.userId, epoch: user.epoch, credential } as const;
  const answer = await issueForServiceUser(issuing, { owner, tokens: user.tokens, scopes: granted, now: user.now });
  noteUse(services.recurring, user, { credential, requestId });
  return answer;
}
