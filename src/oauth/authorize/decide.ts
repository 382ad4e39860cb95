/** What to do with a valid request, given who is signed in in this browser. No storage, no HTTP: only the rules. */

import { nameKey } from "../../identity/names.ts";
import { type BrowserAccount, needsMore } from "../../identity/sessions/browser-accounts.ts";
import { OauthError } from "../errors.ts";
import type { AuthorizeRequest } from "./request.ts";

export type Decision =
  | { readonly action: "use" | "prove"; readonly account: BrowserAccount }
  | { readonly action: "login" | "pick" | "register" };

export interface Situation {
  readonly request: AuthorizeRequest;
  /** Those of the organization the request is bound to, where it is bound to one. */
  readonly accounts: readonly BrowserAccount[];
  /** The database's time, in milliseconds. */
  readonly now: number;
}

export function decide({ request, accounts, now }: Situation): Decision {
  const { prompts, hint } = request;
  const fits = hint === undefined ? accounts : accounts.filter((account) => account.userId === hint.subject);
  if (prompts.includes("none")) return silently(request, fits, now);
  if (prompts.includes("create")) return { action: "register" };
  if (prompts.includes("login")) return { action: "login" };
  if (prompts.includes("select_account")) return { action: accounts.length > 0 ? "pick" : "login" };
  const preselected = preferred(request, fits);
  if (preselected === undefined) return { action: fits.length > 0 ? "pick" : "login" };
  if (isTooOld(request, preselected, now) || needsMore(preselected, request.level)) return { action: "prove", account: preselected };
  // The picker is also where the one account that there is gets its click.
  return needsClick(request) ? { action: "pick" } : { action: "use", account: preselected };
}

/** OpenID Connect Core §3.1.2.1: no page at all, or one of these errors. */
function silently(request: AuthorizeRequest, fits: readonly BrowserAccount[], now: number): Decision {
  const account = preferred(request, fits);
  if (account === undefined) {
    if (fits.length > 1)
      throw new OauthError("account_selection_required", "Several accounts are signed in. Send id_token_hint or login_hint.");
    throw new OauthError(
      "login_required",
      request.hint === undefined ? "Nobody is signed in." : "The person of the id_token_hint is not signed in.",
    );
  }
  if (isTooOld(request, account, now)) throw new OauthError("login_required", "The last authentication is older than max_age.");
  // What an application would like beyond that (acr_values) is voluntary, and no reason to refuse.
  if (needsMore(account, "1fa")) throw new OauthError("interaction_required", "The person has to prove more than one factor.");
  if (needsClick(request)) throw new OauthError("interaction_required", "A native application gets a code only after a click.");
  return { action: "use", account };
}

/** The only account there is, or the one that login_hint names. */
function preferred({ loginHint }: AuthorizeRequest, fits: readonly BrowserAccount[]): BrowserAccount | undefined {
  const [only, ...others] = fits;
  if (others.length === 0) return only;
  return loginHint === undefined ? undefined : fits.find((account) => nameKey(account.loginName) === nameKey(loginHint));
}

export function isTooOld({ maxAge }: AuthorizeRequest, account: { authenticatedAt: number }, now: number): boolean {
  return maxAge !== undefined && now - account.authenticatedAt > maxAge * 1000;
}

/** RFC 8252 §8.6: another app could claim the same private-use scheme or loopback address and get a code unseen. */
export function needsClick({ client, redirectUri }: AuthorizeRequest): boolean {
  return client.application.type === "native" && !redirectUri.startsWith("https:");
}
