/** What to do with a valid request, given who is signed in in this browser. No storage, no HTTP: only the rules. */

import { type BrowserAccount, needsMore } from "../../identity/sessions/browser-accounts.ts";
import { isHinted } from "../../identity/sessions/hinted.ts";
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
  const { prompts } = request;
  const meant = accountsMeant(request, accounts);
  if (prompts.includes("none")) return silently(request, meant, now);
  if (prompts.includes("create")) return { action: "register" };
  if (prompts.includes("login")) return { action: "login" };
  if (prompts.includes("select_account")) return { action: accounts.length > 0 ? "pick" : "login" };
  const [account] = meant;
  if (account === undefined) return { action: "login" };
  // Of several the person chooses; a login_hint only puts the one it names first. An id_token_hint says for whom the
  // answer has to be.
  if (accounts.length > 1 && request.hint === undefined) return { action: "pick" };
  if (isTooOld(request, account, now) || needsMore(account, request.level)) return { action: "prove", account };
  // The picker is also where the one account that there is gets its click.
  return needsClick(request) ? { action: "pick" } : { action: "use", account };
}

/** OpenID Connect Core §3.1.2.1: no page at all, or one of these errors. */
function silently(request: AuthorizeRequest, meant: readonly BrowserAccount[], now: number): Decision {
  const [account, ...others] = meant;
  if (account === undefined) throw new OauthError("login_required", nobodyMeant(request));
  if (others.length > 0) {
    throw new OauthError(
      "account_selection_required",
      "Several accounts are signed in. Send id_token_hint or login_hint.",
    );
  }
  if (isTooOld(request, account, now))
    throw new OauthError("login_required", "The last authentication is older than max_age.");
  // What an application would like beyond that (acr_values) is voluntary, and no reason to refuse.
  if (needsMore(account, "1fa"))
    throw new OauthError("interaction_required", "The person has to prove more than one factor.");
  if (needsClick(request))
    throw new OauthError("interaction_required", "A native application gets a code only after a click.");
  return { action: "use", account };
}

/**
 * Whom of those who are signed in the application asks for. A hint that names nobody of them is not ignored: it leaves
 * nobody.
 */
export function accountsMeant(
  { hint, loginHint }: AuthorizeRequest,
  accounts: readonly BrowserAccount[],
): readonly BrowserAccount[] {
  if (hint !== undefined) return accounts.filter(({ userId }) => userId === hint.subject);
  return loginHint === undefined ? accounts : accounts.filter((account) => isHinted(account, loginHint));
}

function nobodyMeant({ hint, loginHint }: AuthorizeRequest): string {
  if (hint === undefined && loginHint === undefined) return "Nobody is signed in.";
  return `The person of the ${hint === undefined ? "login_hint" : "id_token_hint"} is not signed in.`;
}

export function isTooOld({ maxAge }: AuthorizeRequest, account: { authenticatedAt: number }, now: number): boolean {
  return maxAge !== undefined && now - account.authenticatedAt > maxAge * 1000;
}

/** RFC 8252 §8.6: another app could claim the same private-use scheme or loopback address and get a code unseen. */
export function needsClick({ client, redirectUri }: AuthorizeRequest): boolean {
  return client.application.type === "native" && !redirectUri.startsWith("https:");
}
