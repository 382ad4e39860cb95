/**
 * Slows down guessing. Every attempt is counted before it is looked at, in the database: attempts sent in parallel to
 * many nodes are as few as attempts sent one by one. It is no state of the user: sessions and tokens stay as they are,
 * and time alone lifts it. What is counted for whom, when people prove something, is in attempts.ts; wrong secrets of
 * clients and the domains that an organization tries have rules of their own beside them.
 */
import { type Expression, sql } from "kysely";
import type { Database } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import type { Sweep } from "../../storage/sweep.ts";

export interface ThrottleRules {
  /** This many attempts are free of delay. */
  readonly delayAfter: number;
  /** From this many on, the longest delay. */
  readonly blockAfter: number;
  readonly blockSeconds: number;
}

export const defaultThrottle: ThrottleRules = { delayAfter: 5, blockAfter: 10, blockSeconds: 900 };

/** The first delay; it doubles with each further attempt. */
const FIRST_DELAY_MS = 2_000;
/** After this long without an attempt, counting starts anew. */
const FORGET_AFTER_MS = 3_600_000;

/** `retryAfterMs`: how long the next one has to wait. */
export type Attempt = { readonly outcome: "won" | "lost"; readonly retryAfterMs: number };

/**
 * Takes one attempt. Lost while the subject is being slowed down; nothing is counted then, so that an attacker cannot
 * keep the owner out by knocking on.
 */
export async function takeAttempt(
  db: Database,
  subject: string,
  rules: ThrottleRules = defaultThrottle,
): Promise<Attempt> {
  const won = await db
    .insertInto("proof_attempts")
    .values({ subject, count: 1, last_at: now, blocked_until: 0 })
    .onConflict((conflict) =>
      conflict
        .column("subject")
        .doUpdateSet((eb) => {
          const forgotten = eb("proof_attempts.last_at", "<", eb(now, "-", FORGET_AFTER_MS));
          const count = eb
            .case()
            .when(forgotten)
            .then(1)
            .else(eb("proof_attempts.count", "+", 1))
            .end();
          return { count, last_at: now, blocked_until: blockedUntil(count, rules) };
        })
        .where("proof_attempts.blocked_until", "<=", now),
    )
    .returning(["blocked_until", now.as("now")])
    .executeTakeFirst();
  if (won !== undefined) return { outcome: "won", retryAfterMs: Math.max(0, won.blocked_until - won.now) };
  const row = await db
    .selectFrom("proof_attempts")
    .select(["blocked_until", now.as("now")])
    .where("subject", "=", subject)
    .executeTakeFirst();
  return { outcome: "lost", retryAfterMs: Math.max(0, (row?.blocked_until ?? 0) - (row?.now ?? 0)) };
}

/** The n-th attempt decides how long the next one has to wait. */
function blockedUntil(count: Expression<number>, rules: ThrottleRules): Expression<number> {
  const delays = Array.from(
    { length: Math.max(0, rules.blockAfter - rules.delayAfter) },
    (_, i) => FIRST_DELAY_MS * 2 ** i,
  );
  const longest = rules.blockSeconds * 1000;
  const cases = delays.map(
    (delay, i) =>
      sql`WHEN ${count} = ${sql.lit(rules.delayAfter + i)} THEN ${now} + ${sql.lit(Math.min(delay, longest))}`,
  );
  return sql<number>`CASE WHEN ${count} < ${sql.lit(rules.delayAfter)} THEN 0 ${sql.join(cases, sql` `)} ELSE ${now} + ${sql.lit(longest)} END`;
}

/**
 * A right proof is no guess: the address it came from gets this one attempt back, and nobody else there has to wait
 * because of it. It does not start anew, or an attacker could free it with an account of their own.
 */
export async function giveBackAttempt(db: Database, ...subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await db
    .updateTable("proof_attempts")
    // Whoever was let try was let try because no wait was on; so the one that is on now is this attempt's.
    .set((eb) => ({ count: eb("count", "-", 1), blocked_until: 0 }))
    .where("subject", "in", subjects)
    .where("count", ">", 0)
    .execute();
}

/** Everything is proved: whoever it was counted for starts anew. */
export async function forgetAttempts(db: Database, ...subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await db.deleteFrom("proof_attempts").where("subject", "in", subjects).execute();
}

export const oldAttempts: Sweep = {
  name: "proof_attempts",
  async deleteBatch(db, size) {
    const old = db
      .selectFrom("proof_attempts")
      .select("subject")
      .where("last_at", "<", (eb) => eb(now, "-", FORGET_AFTER_MS))
      .where("blocked_until", "<", now)
      .orderBy("last_at")
      .limit(size);
    const { numDeletedRows } = await db.deleteFrom("proof_attempts").where("subject", "in", old).executeTakeFirst();
    return Number(numDeletedRows);
  },
};
