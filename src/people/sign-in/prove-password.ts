/**
 * Whether a password is right. Counted first, for the address and for the account or the unknown name; then looked at.
 */
import { hashRequester } from "../../http/client-address.ts";
import { type Counted, type Slowed, subjectsOf } from "../../identity/limits/attempts.ts";
import { giveBackAttempt } from "../../identity/limits/proof-attempts.ts";
import { samePassword } from "../../identity/users/new-password.ts";
import { upgradeHash } from "../../identity/users/passwords.ts";
import { countAttempt } from "../attempts.ts";
import { comparePassword, type RightPassword } from "./compare-password.ts";
import { noteFailedSignIn } from "./failed-sign-in.ts";
import { readLoginName } from "./login-name.ts";
import type { SignInVisit } from "./visit.ts";

/**
 * Right for one of those who are meant, or for several who have proved the same address and chosen the same password.
 */
export type PasswordProof =
  | { readonly outcome: "right"; readonly fits: readonly RightPassword[]; readonly counted: Counted }
  | NotProved;

/** Whatever the reason is. */
export type NotProved = { readonly outcome: "wrong"; readonly mayUnblock: boolean } | Slowed;

export async function provePassword(
  visit: SignInVisit,
  typed: { loginName: string; password: string; unblocked?: string | undefined },
): Promise<PasswordProof> {
  const named = await readLoginName(visit, typed.loginName);
  const counted = await countAttempt(visit, { kind: "password", who: { ...named.who, unblocked: typed.unblocked } });
  if (counted.outcome === "slowed") return counted;
  const requester = hashRequester(visit.request, named.who.subject);
  const fits = await comparePassword(
    named,
    { password: typed.password, allows: counted.allows, requester },
    visit.services,
  );
  if (fits.length > 0) return { outcome: "right", fits, counted };
  const [candidate] = named.candidates;
  const failed = { proof: "password", userId: candidate?.userId, organizationId: candidate?.organizationId } as const;
  if (counted.slowed === undefined) noteFailedSignIn(visit, failed);
  return notProved(counted);
}

export function notProved({ slowed, mayUnblock }: Counted): NotProved {
  return slowed ?? { outcome: "wrong", mayUnblock };
}

/**
 * It was no guess: the address gets its attempt back, and the hash follows today's parameters. It was none at the
 * others with the same address either, who would have to wait because one of them signs in often.
 */
export async function settle(
  { request, services }: SignInVisit,
  { fits, counted }: Extract<PasswordProof, { outcome: "right" }>,
  password: string,
): Promise<void> {
  const { db } = services.storage;
  const [only, ...more] = fits;
  // What is about who goes on starts anew when everything is proved.
  const own = only === undefined || more.length > 0 ? [] : subjectsOf(counted, only.candidate.userId);
  // Where a limit has been reached, what is given back could be a wait that others have earned.
  const isFree = counted.allows.people && counted.allows.managers;
  const others = isFree ? counted.subjects.filter((subject) => !own.includes(subject)) : [];
  await giveBackAttempt(db, ...counted.address, ...others);
  for (const { candidate, version, outdated } of fits) {
    if (!outdated) continue;
    const requester = hashRequester(request, candidate.userId);
    const hash = await samePassword(services.passwords, { password, requester });
    await upgradeHash(db, candidate.userId, { hash, version });
  }
}
