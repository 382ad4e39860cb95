/**
 * App sessions that carry a manager's power once their application has management access: those that were granted the
 * audience of Signet's own project, and all at an application within it. What a session was granted is in its row and
 * never grows, so no other session gains anything when the access is given.
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database, Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import { readInstance } from "../instance.ts";
import type { By } from "../resource.ts";
import { recordAppSession } from "./app-sessions.ts";

/** More are not counted: it is about whether there are any, and roughly how many. */
export const MOST_COUNTED = 1000;

export interface LiveSessions {
  readonly all: number;
  readonly management: number;
}

/** Those that have not ended and have not expired. Whoever is locked out meanwhile may come back, so they count. */
export async function countLiveSessions(db: Database, applicationId: string): Promise<LiveSessions> {
  const { projectId } = await readInstance(db);
  const live = db
    .selectFrom("app_sessions")
    .select("id")
    .where("application_id", "=", applicationId)
    .where("ended_at", "is", null)
    .where("idle_expires_at", ">", now)
    .limit(MOST_COUNTED);
  const all = await live.execute();
  const management = await live.where(carriesManagement(projectId)).execute();
  return { all: all.length, management: management.length };
}

/** Before the application gets management access. Returns how many ended. */
export async function endManagementSessions(tx: Transaction, applicationId: string, by: By): Promise<number> {
  const { projectId } = await readInstance(tx);
  const ended = await tx
    .updateTable("app_sessions")
    .set({ ended_at: now, ended_by: "ended_by_manager" })
    .where("application_id", "=", applicationId)
    .where("ended_at", "is", null)
    .where("idle_expires_at", ">", now)
    .where(carriesManagement(projectId))
    .returning(["id", "user_id"])
    .execute();
  for (const { id, user_id: userId } of ended) {
    await recordAppSession(tx, "app_session.ended", { id, userId, applicationId, reason: "ended_by_manager" }, by);
  }
  return ended.length;
}

/**
 * tokens/scopes.ts has the two ways to write it; ids and the short form hold nothing that LIKE would take for a
 * wildcard.
 */
function carriesManagement(serviceProjectId: string): RawBuilder<SqlBool> {
  const names = ["service", serviceProjectId].map((id) => `% urn:service:iam:org:project:id:${id}:aud %`);
  const [short, long] = names.map((pattern) => sql`(' ' || app_sessions.scopes || ' ') LIKE ${pattern}`);
  return sql<SqlBool>`(${short} OR ${long} OR EXISTS (
    SELECT 1 FROM applications a WHERE a.id = app_sessions.application_id AND a.project_id = ${serviceProjectId}
  ))`;
}
