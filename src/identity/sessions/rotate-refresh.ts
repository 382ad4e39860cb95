/**
 * Rotating a refresh token: one statement over the session's generation. The ticket says generation n; the row says
 * where the session is.
 *
 *   n is the row's            rotated: the row moves to n + 1
 *   n + 1 is the row's        repeated, within the grace window: the answer was lost, or several asked at once, so it is given
 *                             again, up to a number of times; the first of them is recorded
 *   older, or too late        theft: somebody else has used it; the session ends, and with it every token
 *   n is beyond the row's     forwarded: the database lost a commit; the ticket is authentic, so the row follows it
 *
 * The first case is what happens all the time, and has a statement of its own, which needs no transaction around it
 * because there is nothing to record. Only where that one finds no row does the full statement decide which of the
 * others it is.
 */
import { type ExpressionBuilder, sql } from "kysely";
import type { Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import { prepared } from "../../storage/prepared.ts";
import type { Schema } from "../../storage/schema/schema.ts";
import type { Storage } from "../../storage/storage.ts";
import type { By } from "../resource.ts";
import { recordAppSession } from "./app-sessions.ts";
import { appSessionStanding, loginSessionAlive, STANDS } from "./standing.ts";

export interface Rotation {
  readonly appSessionId: string;
  readonly applicationId: string;
  /** The generation in the presented ticket. */
  readonly generation: number;
  readonly graceMs: number;
  readonly idleMs: number;
}

/** What the new tokens are made from. */
export interface RefreshedSession {
  readonly userId: string;
  /** Only while that login session is alive: tokens that are made after it has ended do not end with it. */
  readonly loginSessionId: string | undefined;
  readonly scopes: readonly string[];
  readonly authenticatedAt: number;
  readonly amr: readonly string[];
  /** Of the refresh token that answers. */
  readonly generation: number;
  readonly now: number;
}

export type RotationResult =
  | ({ readonly outcome: "rotated" | "repeated" | "forwarded" } & RefreshedSession)
  /** `theft` ended the session; `lost` changed nothing: no such session, not standing, or repeated too often. */
  | { readonly outcome: "theft" }
  | { readonly outcome: "lost" };

/** A proxy with twelve requests in flight refreshes twelve times; a page that loads again does it once more. */
export const MOST_REPEATS = 30;

export async function rotateRefreshToken(
  storage: Pick<Storage, "db" | "transaction">,
  rotation: Rotation,
  by: By,
): Promise<RotationResult> {
  const rotated = await rotateCurrent.first(storage.db, rotation);
  if (rotated !== undefined) return { outcome: "rotated", ...toRefreshed(rotated) };
  return storage.transaction((tx) => rotateOrEnd(tx, rotation, by));
}

const livingLoginSession = sql<string | null>`CASE
  WHEN ${loginSessionAlive(sql.ref("app_sessions.login_session_id"))} THEN app_sessions.login_session_id
END`.as("living_login_session_id");

const refreshedColumns = [
  "user_id",
  "scopes",
  "authenticated_at",
  "amr",
  livingLoginSession,
  "generation",
  now.as("now"),
] as const;

/** The idle expiry never passes the absolute one. */
function later(eb: ExpressionBuilder<Schema, "app_sessions">, idleMs: number) {
  const idle = eb(now, "+", idleMs);
  return eb.case().when(idle, "<", eb.ref("expires_at")).then(idle).else(eb.ref("expires_at")).end();
}

const rotateCurrent = prepared(
  ({ appSessionId, applicationId, generation, idleMs }: Rotation, value) => ({
    appSessionId: value(appSessionId),
    applicationId: value(applicationId),
    generation: value(generation),
    next: value(generation + 1),
    idleMs: value(idleMs),
  }),
  (db, { appSessionId, applicationId, generation, next, idleMs }) =>
    db
      .updateTable("app_sessions")
      .set((eb) => ({
        generation: next,
        last_rotation: "rotated",
        repeats: 0,
        rotated_at: now,
        idle_expires_at: later(eb, idleMs),
      }))
      .where("id", "=", appSessionId)
      .where("application_id", "=", applicationId)
      .where("generation", "=", generation)
      .where("code_spent_at", "is not", null)
      .where(appSessionStanding("app_sessions"), "=", STANDS)
      .returning(refreshedColumns),
);

async function rotateOrEnd(tx: Transaction, rotation: Rotation, by: By): Promise<RotationResult> {
  const n = rotation.generation;
  const row = await tx
    .updateTable("app_sessions")
    .set((eb) => {
      const current = eb("generation", "=", n);
      const behind = eb("generation", "<", n);
      const moves = eb.or([current, behind]);
      const inGrace = eb.and([eb("generation", "=", n + 1), eb("rotated_at", ">=", eb(now, "-", rotation.graceMs))]);
      const mayRepeat = eb.and([inGrace, eb("repeats", "<", MOST_REPEATS)]);
      const theft = eb.not(eb.or([moves, inGrace]));
      return {
        last_rotation: eb
          .case()
          .when(current)
          .then("rotated")
          .when(behind)
          .then("forwarded")
          .when(mayRepeat)
          .then("repeated")
          .when(inGrace)
          .then("exhausted")
          .else("theft")
          .end(),
        ended_at: eb.case().when(theft).then(now).else(null).end(),
        ended_by: eb.case().when(theft).then("refresh_theft").else(null).end(),
        repeats: eb
          .case()
          .when(moves)
          .then(0)
          .when(mayRepeat)
          .then(eb("repeats", "+", 1))
          .else(eb.ref("repeats"))
          .end(),
        rotated_at: eb.case().when(moves).then(now).else(eb.ref("rotated_at")).end(),
        idle_expires_at: eb.case().when(moves).then(later(eb, rotation.idleMs)).else(eb.ref("idle_expires_at")).end(),
        generation: eb
          .case()
          .when(moves)
          .then(n + 1)
          .else(eb.ref("generation"))
          .end(),
      };
    })
    .where("id", "=", rotation.appSessionId)
    .where("application_id", "=", rotation.applicationId)
    .where("code_spent_at", "is not", null)
    .where(appSessionStanding("app_sessions"), "=", STANDS)
    .returning([...refreshedColumns, "last_rotation", "repeats"])
    .executeTakeFirst();
  if (row === undefined || row.last_rotation === "exhausted") return { outcome: "lost" };

  const session = {
    id: rotation.appSessionId,
    userId: row.user_id,
    applicationId: rotation.applicationId,
    presented: n,
  };
  const refreshed = toRefreshed(row);
  switch (row.last_rotation) {
    case "theft":
      await recordAppSession(tx, "app_session.refresh_theft", session, by);
      return { outcome: "theft" };
    case "repeated":
      if (row.repeats === 1) await recordAppSession(tx, "app_session.refresh_repeated", session, by);
      return { outcome: "repeated", ...refreshed };
    case "forwarded":
      await recordAppSession(tx, "app_session.refresh_forwarded", session, by);
      return { outcome: "forwarded", ...refreshed };
    default:
      return { outcome: "rotated", ...refreshed };
  }
}

interface RefreshedRow {
  readonly user_id: string;
  readonly scopes: string;
  readonly authenticated_at: number;
  readonly amr: string;
  readonly living_login_session_id: string | null;
  readonly generation: number;
  readonly now: number;
}

function toRefreshed(row: RefreshedRow): RefreshedSession {
  return {
    userId: row.user_id,
    loginSessionId: row.living_login_session_id ?? undefined,
    scopes: row.scopes.split(" "),
    authenticatedAt: row.authenticated_at,
    amr: JSON.parse(row.amr),
    generation: row.generation,
    now: row.now,
  };
}
