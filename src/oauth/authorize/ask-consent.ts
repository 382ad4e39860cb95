/** The last question before an application is answered: has the person agreed to what it would get? */

import { covers } from "../../identity/consents/consents.ts";
import { mustAsk, readConsentSituation } from "../../identity/consents/needed.ts";
import type { BrowserAccount } from "../../identity/sessions/browser-accounts.ts";
import { admitsPerson } from "../../identity/sessions/standing.ts";
import { boundOrganization } from "../../tokens/scopes.ts";
import { OauthError } from "../errors.ts";
import { accountsMeant } from "./decide.ts";
import { grantedScopes } from "./open-session.ts";
import type { AuthorizeRequest } from "./request.ts";
import type { BrowserServices } from "./services.ts";

/** What a session may be opened with. */
export interface Agreement {
  readonly scopes: readonly string[];
  /** The consent that covers them, where there is one. */
  readonly consentId: string | undefined;
}

export type Answer =
  | ({ readonly outcome: "agreed" } & Agreement)
  | { readonly outcome: "ask"; readonly scopes: readonly string[] }
  /** Who may not sign in there in any case is not asked. */
  | { readonly outcome: "not admitted" };

/**
 * `agreed`: the person has just answered, in this request. What was agreed to is asked of the database all the same.
 */
export async function askConsent(
  request: AuthorizeRequest,
  account: BrowserAccount,
  agreed: boolean,
  services: BrowserServices,
): Promise<Answer> {
  const { application, organizationId } = request.client;
  const scopes = await grantedScopes(request, account, services);
  const again = request.prompts.includes("consent") && !agreed;
  // Most people use what is their own organization's, and there is nothing to read about that.
  if (account.organizationId === organizationId && !application.consentRequired && !again) {
    return { outcome: "agreed", scopes, consentId: undefined };
  }
  const who = { userId: account.userId, applicationId: application.id };
  const situation = await readConsentSituation(services.storage.db, who, admitsPerson);
  if (situation?.admitted !== true) return { outcome: "not admitted" };
  if (mustAsk(situation, { granted: scopes, required: application.consentRequired, again })) {
    if (!request.prompts.includes("none")) return { outcome: "ask", scopes };
    throw new OauthError("consent_required", "The person has not agreed to what the application asks for.");
  }
  const { consent } = situation;
  return {
    outcome: "agreed",
    scopes,
    consentId: consent !== undefined && covers(consent.scopes, scopes) ? consent.id : undefined,
  };
}

/**
 * Of those who fit, whom an application that asks in silence may hear of. Whose organization, which hint or how old a
 * sign-in fits would show in which error it gets, so one that nobody in this browser has agreed to learns nothing but
 * that; and if somebody has, the person whom it means is as good as not signed in while it is another one.
 */
export async function accountsShownInSilence(
  request: AuthorizeRequest,
  accounts: readonly BrowserAccount[],
  fitting: readonly BrowserAccount[],
  services: BrowserServices,
): Promise<readonly BrowserAccount[]> {
  const { scopes, hint, loginHint, maxAge } = request;
  const asks =
    boundOrganization(scopes) !== undefined || hint !== undefined || loginHint !== undefined || maxAge !== undefined;
  if (!asks || accounts.length === 0) return fitting;
  const [meant, ...others] = accountsMeant(request, fitting);
  const only = others.length === 0 ? meant : undefined;
  if (only !== undefined && (await isKnown(request, only, services))) return fitting;
  for (const account of accounts) {
    if (account !== only && (await isKnown(request, account, services))) return fitting.filter((one) => one !== only);
  }
  throw new OauthError("consent_required", "The person has not agreed to what the application asks for.");
}

/** Whether the person has agreed to something there, or need not. */
async function isKnown(
  { client }: AuthorizeRequest,
  { userId, organizationId }: BrowserAccount,
  { storage }: BrowserServices,
): Promise<boolean> {
  if (organizationId === client.organizationId) return true;
  const who = { userId, applicationId: client.application.id };
  const situation = await readConsentSituation(storage.db, who, admitsPerson);
  return situation?.exempt || situation?.familiar || situation?.consent !== undefined;
}
