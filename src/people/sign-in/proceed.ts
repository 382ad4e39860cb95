/**
 * Where somebody goes who has just proved something: to the next proof, to setting one up, to a new password, or in.
 * Every way to prove something ends here, and only here is a session made, so a sign-in that is half done has nothing.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { whatIsDue } from "../../identity/factors/due.ts";
import { reaches, wantedLevel } from "../../identity/factors/levels.ts";
import { offerPasskey } from "../../identity/factors/passkey-offer.ts";
import { readFactorSituation } from "../../identity/factors/situation.ts";
import { forgetAttempts } from "../../identity/limits/proof-attempts.ts";
import { readPolicy } from "../../identity/policies/policies.ts";
import { findWhoMaySignIn } from "../../identity/sessions/login-sessions.ts";
import { readPassword } from "../../identity/users/passwords.ts";
import { type Proven, paths } from "../../pages/login-request.ts";
import type { LoginServices } from "../people-services.ts";
import { enter } from "./enter.ts";
import { backToProtocol, type OpenLogin, onTo } from "./open-request.ts";

/**
 * The address to go on to; undefined when the person may not sign in, and whoever calls says then what it says to a
 * wrong proof. It is no reply, because awaiting one waits until it is sent and gives nothing back.
 */
export async function proceed(
  request: FastifyRequest,
  reply: FastifyReply,
  open: OpenLogin,
  proven: Proven,
  services: LoginServices,
): Promise<string | undefined> {
  const { db } = services.storage;
  const { userId } = proven;
  const who = await findWhoMaySignIn(db, userId);
  if (who === undefined) return undefined;
  const organizationId = who.organization_id;
  const situation = await readFactorSituation(db, { userId, organizationId });
  // What the application would like is asked for once: who has proved a second factor now, whichever it was, goes on.
  const wanted = reaches(proven.amr, "mfa") ? "1fa" : wantedLevel(open.parameters.get("acr_values"));
  const { due } = whatIsDue({ ...situation, amr: proven.amr, wanted });
  if (due === "prove") return onTo(paths.factor, open, { at: "factor", proven }, services);
  if (due === "enrol") return onTo(paths.enrol, open, { at: "enrol", proven }, services);
  if (proven.passwordVersion !== undefined && (await readPassword(db, userId))?.changeRequired) {
    return onTo(paths.newPassword, open, { at: "new-password", proven }, services);
  }
  const { passkeys, ...settled } = proven;
  if (passkeys && open.login.returnTo === undefined && (await offerPasskey(db, userId, situation)) === "won") {
    return onTo(paths.passkeyOffer, open, { at: "offer", proven: settled }, services);
  }
  const { settings } = await readPolicy(db, "sessions", organizationId);
  const session = await enter(request, reply, { proven, settings }, services);
  if (session === undefined) return undefined;
  services.usage.count("sign_in", organizationId);
  // Not before everything is proved: whoever knows the password must not get new attempts at the code by it. And only
  // what was counted on this way: what strangers have used up elsewhere is not given back to them because the owner has
  // signed in.
  await forgetAttempts(db, ...(proven.counted ?? []));
  return backToProtocol(open, { loginSessionId: session.id }, services);
}

export function leadOn(
  reply: FastifyReply,
  address: string | undefined,
  refuse: () => FastifyReply | Promise<FastifyReply>,
): FastifyReply | Promise<FastifyReply> {
  return address === undefined ? refuse() : reply.redirect(address, 303);
}
