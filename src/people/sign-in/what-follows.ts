/**
 * Where somebody goes who has just proved something: to the next proof, to setting one up, to a new password, or in.
 * Every way to prove something ends here, and only here is a session made, so a sign-in that is half done has nothing.
 */
import { whatIsDue } from "../../identity/factors/due.ts";
import { reaches, wantedLevel } from "../../identity/factors/levels.ts";
import { offerPasskey } from "../../identity/factors/passkey-offer.ts";
import { readFactorSituation } from "../../identity/factors/situation.ts";
import { forgetAttempts } from "../../identity/limits/proof-attempts.ts";
import { findWhoMaySignIn } from "../../identity/sessions/login-sessions.ts";
import { readPassword } from "../../identity/users/passwords.ts";
import type { Proven } from "../../pages/login-request.ts";
import type { Onward } from "../outcome.ts";
import { startSession } from "./start-session.ts";
import type { SignInVisit } from "./visit.ts";

export type Following = Onward<"choose" | "factor" | "enrol" | "new-password" | "offer" | "back">;

/** Undefined when none of them may sign in. */
export async function whatFollows(visit: SignInVisit, proven: readonly Proven[]): Promise<Following | undefined> {
  const { db } = visit.services.storage;
  const admitted: { proven: Proven; organizationId: string }[] = [];
  for (const one of proven) {
    const who = await findWhoMaySignIn(db, one.userId);
    if (who !== undefined) admitted.push({ proven: one, organizationId: who.organization_id });
  }
  const [only, ...others] = admitted;
  if (only === undefined) return undefined;
  if (others.length > 0) return { to: { at: "choose", proven: admitted.map((one) => one.proven) } };
  return followsFor(visit, only);
}

async function followsFor(
  visit: SignInVisit,
  { proven, organizationId }: { proven: Proven; organizationId: string },
): Promise<Following | undefined> {
  const { storage, usage } = visit.services;
  const { userId } = proven;
  const situation = await readFactorSituation(storage.db, { userId, organizationId });
  // What the application would like is asked for once: who has proved a second factor now, whichever it was, goes on.
  const wanted = reaches(proven.amr, "mfa") ? "1fa" : wantedLevel(visit.parameters.get("acr_values"));
  const { due } = whatIsDue({ ...situation, amr: proven.amr, wanted });
  if (due === "prove") return { to: { at: "factor", proven } };
  if (due === "enrol") return { to: { at: "enrol", proven } };
  if (proven.passwordVersion !== undefined && (await readPassword(storage.db, userId))?.changeRequired)
    return { to: { at: "new-password", proven } };
  const { passkeys, ...settled } = proven;
  const mayOffer = passkeys && visit.login.returnTo === undefined;
  if (mayOffer && (await offerPasskey(storage.db, userId, situation)) === "won")
    return { to: { at: "offer", proven: settled } };
  const session = await startSession(visit, proven, organizationId);
  if (session === undefined) return undefined;
  usage.count("sign_in", organizationId);
  // Not before everything is proved: whoever knows the password must not get new attempts at the code by it. And only
  // what was counted on this way: what strangers have used up elsewhere is not given back to them because the owner has
  // signed in.
  await forgetAttempts(storage.db, ...(proven.counted ?? []));
  return { back: { loginSessionId: session.id } };
}
