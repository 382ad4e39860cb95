/** Whether a password is right. Counted first, for the address and for the account or the unknown name; then looked at. */
import type { FastifyRequest } from "fastify";
import { countAttempt } from "../http/attempts.ts";
import { hashedFor } from "../http/client-address.ts";
import type { Counted, Slowed } from "../identity/limits/attempts.ts";
import { giveBackAttempt } from "../identity/limits/proof-attempts.ts";
import { holdsManagerRole } from "../identity/managers.ts";
import type { LoginCandidate } from "../identity/users/login-names.ts";
import { readPassword, upgradeHash } from "../identity/users/passwords.ts";
import { noteFailedSignIn } from "./failed-sign-in.ts";
import { readLoginName } from "./login-name.ts";
import type { OpenLogin } from "./open-request.ts";
import type { LoginServices } from "./services.ts";

export type PasswordProof = RightPassword | NotProved;

/** Whatever the reason is. */
export type NotProved = { readonly outcome: "wrong"; readonly mayUnblock: boolean } | Slowed;

export interface RightPassword {
  readonly outcome: "right";
  readonly candidate: LoginCandidate;
  /** Of the password that was right. */
  readonly version: number;
  readonly outdated: boolean;
  readonly counted: Counted;
}

export async function provePassword(
  request: FastifyRequest,
  open: Pick<OpenLogin, "organizationId" | "ownerId">,
  typed: { loginName: string; password: string; unblocked?: string | undefined },
  services: LoginServices,
): Promise<PasswordProof> {
  const { db } = services.storage;
  const { candidate, who } = await readLoginName(db, typed.loginName, { open, secret: services.ring.ticketRoot().secret });
  const counted = await countAttempt(request, { kind: "password", who: { ...who, unblocked: typed.unblocked } }, services);
  if (counted.outcome === "slowed") return counted;
  const stored = candidate === undefined ? undefined : await readPassword(db, candidate.userId);
  const by = hashedFor(request, who.subject);
  const verdict = stored?.hash
    ? await services.passwords.verify(stored.hash, typed.password, by)
    : await services.passwords.verifyNobody(typed.password, by).then(() => "wrong" as const);
  // Asked of everybody, in the same way: one more step for some of them would be seen in the time it takes.
  const isManager = await holdsManagerRole(db, candidate?.userId ?? "");
  const isAllowed = isManager ? counted.allows.managers : counted.allows.people;
  if (candidate === undefined || stored === undefined || verdict === "wrong" || !isAllowed) {
    const failed = { proof: "password", userId: candidate?.userId, organizationId: candidate?.organizationId } as const;
    if (counted.slowed === undefined) noteFailedSignIn(request, failed, services);
    return notProved(counted);
  }
  return { outcome: "right", candidate, version: stored.version, outdated: verdict === "right-but-outdated", counted };
}

export function notProved({ slowed, mayUnblock }: Counted): NotProved {
  return slowed ?? { outcome: "wrong", mayUnblock };
}

/** It was no guess: the address gets its attempt back, and the hash follows today's parameters. */
export async function settle(request: FastifyRequest, proof: RightPassword, password: string, services: LoginServices): Promise<void> {
  const { db } = services.storage;
  const { candidate, version, outdated, counted } = proof;
  await giveBackAttempt(db, ...counted.address);
  if (!outdated) return;
  const hash = await services.passwords.hash(password, hashedFor(request, candidate.userId));
  await upgradeHash(db, candidate.userId, { hash, version });
}
