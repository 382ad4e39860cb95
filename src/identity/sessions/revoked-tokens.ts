/** Access tokens that were revoked one by one. Only those have a row, and only until they would have expired anyway. */
import { record } from "../../events/audit-log.ts";
import type { Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import { rowsOver } from "../../storage/sweep.ts";
import type { By } from "../resource.ts";

/** Rows outlive the token by this much, for clocks that differ. */
const KEEP_EXPIRED_MS = 3_600_000;

/** Lost when it had been revoked already; for whoever asked, that is the same. */
export async function revokeToken(
  tx: Transaction,
  token: { id: string; expiresAt: number; userId: string; organizationId?: string | undefined },
  by: By,
): Promise<"won" | "lost"> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("revoked_tokens")
    .values({ id: token.id, revoked_at: now, expires_at: token.expiresAt })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return "lost";
  const { id, userId, organizationId } = token;
  await record(tx, {
    type: "token.revoked",
    ...by,
    resource: { kind: "token", id },
    organizationId,
    detail: { userId },
  });
  return "won";
}

export const expiredRevocations = rowsOver({
  table: "revoked_tokens",
  primaryKey: ["id"],
  overAt: "expires_at",
  keepMs: KEEP_EXPIRED_MS,
});
