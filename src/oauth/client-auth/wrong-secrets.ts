/**
 * Wrong client secrets, of applications and service users, are counted by client and network address: who guesses
 * waits, and the client goes on from everywhere else. Only a failure is written, in one statement, so a right secret
 * costs nothing; what it has brought about is remembered by the node that has seen it, and the next request from there
 * is refused before anything is compared. Another node learns it by its own next failure, which counts on from there.
 *
 * Counted is only where there was a secret to compare: a client that does not exist, is not active or has no secret
 * makes nothing grow. Assertions are not counted: a signature is not found by trying.
 */
import { type ThrottleRules, takeAttempt } from "../../identity/limits/proof-attempts.ts";
import type { Database } from "../../storage/database.ts";
import { type OauthError, SlowedClient } from "../errors.ts";
import type { Credentials } from "./credentials.ts";
import { notAuthenticated } from "./failure.ts";

/**
 * More than a person has, and not for long: a program tries again by itself, and others of that client may be at the
 * same address.
 */
const rules: ThrottleRules = { delayAfter: 20, blockAfter: 20, blockSeconds: 60 };

/** A few hundred bytes each. Whoever is left out is compared again, and counted by the next failure. */
const MOST_REMEMBERED = 4_096;

export type SecretCredentials = Extract<Credentials, { secret: string }>;

export interface WrongSecrets {
  /** Throws while the client has to wait at this address, also with the right secret. */
  refuseWhileSlowed(credentials: SecretCredentials): void;
  /** The error to answer with; when it was one too many, the next one has to wait. */
  count(db: Database, credentials: SecretCredentials): Promise<OauthError>;
}

/** `clock`: milliseconds that only grow. */
export function watchSecrets({ clock = () => performance.now(), most = MOST_REMEMBERED } = {}): WrongSecrets {
  const slowedUntil = new Map<string, number>();

  function remember(subject: string, retryAfterMs: number): void {
    if (retryAfterMs === 0) return;
    slowedUntil.delete(subject);
    slowedUntil.set(subject, clock() + retryAfterMs);
    const [oldest] = slowedUntil.keys();
    if (slowedUntil.size > most && oldest !== undefined) slowedUntil.delete(oldest);
  }

  return {
    refuseWhileSlowed(credentials) {
      const subject = subjectOf(credentials);
      const until = slowedUntil.get(subject);
      if (until === undefined) return;
      const leftMs = until - clock();
      if (leftMs > 0) throw new SlowedClient(Math.ceil(leftMs / 1000));
      slowedUntil.delete(subject);
    },
    async count(db, credentials) {
      const subject = subjectOf(credentials);
      const { outcome, retryAfterMs } = await takeAttempt(db, subject, rules);
      remember(subject, retryAfterMs);
      return outcome === "won"
        ? notAuthenticated(credentials.method, "wrong_secret")
        : new SlowedClient(Math.ceil(retryAfterMs / 1000));
    },
  };
}

function subjectOf({ clientId, network }: SecretCredentials): string {
  return `client:${clientId}:${network}`;
}
