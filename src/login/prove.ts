/** Whether a password is right. Counted first, for the address and for the account or the unknown name; then looked at. */
import type { FastifyRequest } from "fastify";
import { networkOf } from "../http/client-address.ts";
import { addressSubject, giveBackAttempt, type ThrottleRules, takeAttempt } from "../identity/limits/proof-attempts.ts";
import type { LoginCandidate } from "../identity/users/login-names.ts";
import { readPassword, upgradeHash } from "../identity/users/passwords.ts";
import type { Database } from "../storage/database.ts";
import { readLoginName } from "./login-name.ts";
import type { OpenLogin } from "./open-request.ts";
import type { LoginServices } from "./services.ts";

/** An address is shared by many people, and so is slowed down later than an account. */
const addressRules = { delayAfter: 50, blockAfter: 60, blockSeconds: 900 };

export interface Slowed {
  readonly outcome: "slowed";
  readonly seconds: number;
}

export type PasswordProof = RightPassword | { readonly outcome: "wrong" } | Slowed;

export interface RightPassword {
  readonly outcome: "right";
  readonly candidate: LoginCandidate;
  /** Of the password that was right. */
  readonly version: number;
  readonly outdated: boolean;
}

export async function provePassword(
  request: FastifyRequest,
  open: Pick<OpenLogin, "organizationId">,
  typed: { loginName: string; password: string },
  services: LoginServices,
): Promise<PasswordProof> {
  const { db } = services.storage;
  const { candidate, subject, rules } = await readLoginName(db, typed.loginName, {
    organizationId: open.organizationId,
    secret: services.ring.ticketRoot().secret,
  });
  const slowed = await countAttempt(request, db, [subject, rules]);
  if (slowed !== undefined) return slowed;
  // Whether or not there is such a person: one more step for some of them would be seen in the time it takes.
  const wrong = () => {
    services.usage.count("sign_in.failed", candidate?.organizationId);
    return { outcome: "wrong" } as const;
  };
  const stored = candidate === undefined ? undefined : await readPassword(db, candidate.userId);
  if (candidate === undefined || !stored?.hash) {
    await services.passwords.verifyNobody(typed.password);
    return wrong();
  }
  const verdict = await services.passwords.verify(stored.hash, typed.password);
  if (verdict === "wrong") return wrong();
  return { outcome: "right", candidate, version: stored.version, outdated: verdict === "right-but-outdated" };
}

/** Every proof of whatever kind comes through here before it is looked at. Undefined when it may be. */
export async function countAttempt(
  request: FastifyRequest,
  db: Database,
  ...counted: readonly (readonly [subject: string, rules: ThrottleRules])[]
): Promise<Slowed | undefined> {
  for (const [subject, rules] of [[addressOf(request), addressRules] as const, ...counted]) {
    const attempt = await takeAttempt(db, subject, rules);
    if (attempt.outcome === "lost") return { outcome: "slowed", seconds: Math.ceil(attempt.retryAfterMs / 1000) };
  }
  return undefined;
}

/** It was no guess: the address gets its attempt back, and the hash follows today's parameters. */
export async function settle(request: FastifyRequest, proof: RightPassword, password: string, services: LoginServices): Promise<void> {
  const { db } = services.storage;
  const { candidate, version, outdated } = proof;
  await giveBackAttempt(db, addressOf(request));
  if (outdated) await upgradeHash(db, candidate.userId, { hash: await services.passwords.hash(password), version });
}

export function addressOf(request: FastifyRequest): string {
  return addressSubject(networkOf(request.ip));
}
