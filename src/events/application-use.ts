/**
 * When an application was last given tokens, and when it last read with one who somebody is: to the hour, and written
 * with the usage counts, so that no request waits for it or writes. An application that gets tokens and never reads
 * knows nobody's name.
 */
import { sql } from "kysely";
import type { Database } from "../storage/database.ts";
import { now } from "../storage/now.ts";
import { padValues } from "../storage/pad-values.ts";

export const applicationUses = {
  tokens: "It got tokens for a code or a refresh token, with a scope whose claims it can read with them.",
  profile: "It read such claims: at userinfo, or by introspecting a token of its own.",
} as const;

export type ApplicationUseKind = keyof typeof applicationUses;

/** What was written is not written again for so long, and so is not more exact than that. */
const PRECISION_MS = 3_600_000;
/** A statement takes only so many parameters. */
const BATCH = 500;
/** How many are remembered as written. Beyond that they are written more often, and nothing else happens. */
const MOST_KEPT = 50_000;

export interface ApplicationUse {
  note(kind: ApplicationUseKind, applicationId: string): void;
  flush(): Promise<void>;
}

export function openApplicationUse(db: Database): ApplicationUse {
  const waiting: Record<ApplicationUseKind, Set<string>> = { tokens: new Set(), profile: new Set() };
  const written = new Map<string, number>();

  async function flushKind(kind: ApplicationUseKind): Promise<void> {
    const ids = [...waiting[kind]].toSorted();
    for (let at = 0; at < ids.length; at += BATCH) {
      const batch = ids.slice(at, at + BATCH);
      await write(db, kind, batch);
      if (written.size > MOST_KEPT) written.clear();
      for (const id of batch) {
        written.set(`${kind} ${id}`, Date.now());
        waiting[kind].delete(id);
      }
    }
  }

  return {
    note(kind, applicationId) {
      const before = written.get(`${kind} ${applicationId}`);
      if (before === undefined || Math.abs(Date.now() - before) > PRECISION_MS) waiting[kind].add(applicationId);
    },
    async flush() {
      await flushKind("tokens");
      await flushKind("profile");
    },
  };
}

/**
 * Of those that are still there, and in one order: two nodes that write the same rows would otherwise block each other.
 */
async function write(db: Database, kind: ApplicationUseKind, ids: readonly string[]): Promise<void> {
  await db
    .insertInto("application_use")
    .columns(["application_id", "kind", "last_at"])
    .expression((eb) =>
      eb
        .selectFrom("applications")
        .select(["id", sql.lit<string>(kind).as("kind"), now.as("last_at")])
        .where("id", "in", padValues(ids))
        .orderBy("id"),
    )
    .onConflict((conflict) =>
      conflict.columns(["application_id", "kind"]).doUpdateSet((eb) => ({ last_at: eb.ref("excluded.last_at") })),
    )
    .execute();
}

/** In milliseconds; what has not happened since this is recorded is not there. */
export async function readApplicationUse(
  db: Database,
  applicationId: string,
): Promise<Partial<Record<ApplicationUseKind, number>>> {
  const rows = await db
    .selectFrom("application_use")
    .select(["kind", "last_at"])
    .where("application_id", "=", applicationId)
    .execute();
  return Object.fromEntries(rows.map(({ kind, last_at }) => [kind, last_at]));
}
