/**
 * What a person agreed that an application may learn and do. A consent is remembered for person and application, grows
 * when more is agreed to, and is taken back as a whole: it never shrinks, so a session that it covered once is covered
 * while it is there.
 */
import { v7 as newId } from "uuid";
import { record } from "../../events/audit-log.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { allowLongStatements } from "../../storage/long-statements.ts";
import { now } from "../../storage/now.ts";
import { lockRow } from "../changes.ts";
import type { By } from "../resource.ts";

export interface Consent {
  readonly applicationId: string;
  readonly applicationName: string;
  /** That owns the application. */
  readonly organization: { readonly id: string; readonly name: string; readonly domain: string };
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly changedAt: number;
}

/** Whether what would be granted was agreed to. */
export function covers(agreed: readonly string[], granted: readonly string[]): boolean {
  return granted.every((scope) => agreed.includes(scope));
}

/** Remembers that the person agreed to these scopes, beside those they agreed to before. */
export async function agree(
  tx: Transaction,
  { userId, applicationId, scopes }: { userId: string; applicationId: string; scopes: readonly string[] },
  by: By,
): Promise<void> {
  // Two at once would each add to what they have read, and one of them be forgotten.
  await lockRow(tx, "users", userId);
  const before = await tx
    .selectFrom("consents")
    .select("scopes")
    .where("user_id", "=", userId)
    .where("application_id", "=", applicationId)
    .executeTakeFirst();
  const agreed = [...new Set([...splitScopes(before?.scopes ?? ""), ...scopes])].join(" ");
  await tx
    .insertInto("consents")
    .values({
      id: newId(),
      user_id: userId,
      application_id: applicationId,
      scopes: agreed,
      created_at: now,
      changed_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "application_id"]).doUpdateSet({ scopes: agreed, changed_at: now }),
    )
    .execute();
  await recordConsent(tx, "consent.given", { userId, applicationId, detail: { scopes } }, by);
}

/** Takes it back: the app sessions that the person has there end with it, for good. Lost when there was none. */
export async function takeBackConsent(
  tx: Transaction,
  { userId, applicationId }: { userId: string; applicationId: string },
  by: By,
): Promise<"won" | "lost"> {
  await allowLongStatements(tx);
  // Whoever opens a session under it meanwhile has it judged after this: the consent is gone then.
  const gone = await tx
    .deleteFrom("consents")
    .where("user_id", "=", userId)
    .where("application_id", "=", applicationId)
    .returning("scopes")
    .executeTakeFirst();
  if (gone === undefined) return "lost";
  const { numUpdatedRows } = await tx
    .updateTable("app_sessions")
    .set({ ended_at: now, ended_by: "consent_taken_back" })
    .where("user_id", "=", userId)
    .where("application_id", "=", applicationId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  const detail = { scopes: splitScopes(gone.scopes), sessions: Number(numUpdatedRows) };
  await recordConsent(tx, "consent.taken_back", { userId, applicationId, detail }, by);
  return "won";
}

const MOST_LISTED = 200;

/** What somebody agreed to, newest first. */
export async function listConsents(db: Database, userId: string): Promise<Consent[]> {
  const rows = await db
    .selectFrom("consents")
    .innerJoin("applications", "applications.id", "consents.application_id")
    .innerJoin("projects", "projects.id", "applications.project_id")
    .innerJoin("organizations", "organizations.id", "projects.organization_id")
    .select([
      "applications.id as application_id",
      "applications.name as application_name",
      "organizations.id as organization_id",
      "organizations.name as organization_name",
      "organizations.domain",
      "consents.scopes",
      "consents.created_at",
      "consents.changed_at",
    ])
    .where("consents.user_id", "=", userId)
    .orderBy("consents.id", "desc")
    .limit(MOST_LISTED)
    .execute();
  return rows.map((row) => ({
    applicationId: row.application_id,
    applicationName: row.application_name,
    organization: { id: row.organization_id, name: row.organization_name, domain: row.domain },
    scopes: splitScopes(row.scopes),
    createdAt: row.created_at,
    changedAt: row.changed_at,
  }));
}

export function splitScopes(text: string): string[] {
  return text.split(" ").filter((scope) => scope !== "");
}

/** In the log of the person's organization. */
async function recordConsent(
  tx: Transaction,
  type: "consent.given" | "consent.taken_back",
  { userId, applicationId, detail }: { userId: string; applicationId: string; detail: Record<string, unknown> },
  by: By,
): Promise<void> {
  const user = await tx.selectFrom("users").select("organization_id").where("id", "=", userId).executeTakeFirst();
  const resource = { kind: "user", id: userId } as const;
  await record(tx, {
    type,
    ...by,
    resource,
    organizationId: user?.organization_id,
    detail: { applicationId, ...detail },
  });
}
