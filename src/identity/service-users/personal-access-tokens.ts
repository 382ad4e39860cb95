/** Long-lived tokens of service users, one row each: they can be listed, seen to be unused, and revoked one by one. */
import { v7 as newId } from "uuid";
import { SignetError } from "../../errors/signet-error.ts";
import { record } from "../../events/audit-log.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { now, readNow } from "../../storage/now.ts";
import { rowsOver } from "../../storage/sweep.ts";
import { lockRow } from "../changes.ts";
import { displayText, invalid } from "../names.ts";
import { type By, unknownResource } from "../resource.ts";
import { readServiceUser } from "./service-users.ts";

export interface PersonalAccessToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

const DAY_MS = 86_400_000;
const LONGEST_LIFE_MS = 366 * DAY_MS;
const KEEP_ENDED_DAYS = 90;
const MOST_TOKENS = 50;
/** Precise enough to see that a token is unused, rare enough not to be a write per request. */
export const LAST_USE_PRECISION_MS = 5 * 60_000;

const columns = ["id", "name", "scopes", "created_at", "expires_at", "last_used_at", "revoked_at"] as const;

/** The row; the token itself is a ticket that names it. */
export async function createPersonalAccessToken(
  tx: Transaction,
  input: { userId: string; name: string; scopes: readonly string[]; expiresAt: number },
  by: By,
): Promise<PersonalAccessToken> {
  await lockRow(tx, "users", input.userId);
  const { organizationId } = await readServiceUser(tx, input.userId);
  const at = await readNow(tx);
  if (!Number.isSafeInteger(input.expiresAt) || input.expiresAt <= at)
    throw invalid("expiresAt", "expiresAt must be in the future");
  if (input.expiresAt > at + LONGEST_LIFE_MS) throw invalid("expiresAt", "expiresAt may be a year from now at most");
  const id = newId();
  const row = await tx
    .insertInto("personal_access_tokens")
    .values({
      id,
      user_id: input.userId,
      name: displayText("name", input.name),
      scopes: input.scopes.join(" "),
      created_at: at,
      expires_at: input.expiresAt,
      last_used_at: null,
      revoked_at: null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  const tokens = await listPersonalAccessTokens(tx, input.userId);
  const standing = tokens.filter((token) => token.revokedAt === null && token.expiresAt > at);
  if (standing.length > MOST_TOKENS)
    throw new SignetError("wrong_state", `This service user has ${MOST_TOKENS} tokens already; revoke one first`);
  const detail = { tokenId: id, name: row.name, expiresAt: input.expiresAt };
  await record(tx, {
    type: "personal_access_token.created",
    ...by,
    resource: { kind: "user", id: input.userId },
    organizationId,
    detail,
  });
  return toToken(row);
}

export async function listPersonalAccessTokens(db: Database, userId: string): Promise<PersonalAccessToken[]> {
  const rows = await db
    .selectFrom("personal_access_tokens")
    .select(columns)
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  return rows.map(toToken);
}

export async function revokePersonalAccessToken(tx: Transaction, userId: string, id: string, by: By): Promise<void> {
  if ((await revokeIfStanding(tx, userId, id, by)) === "lost") throw unknownResource("personal_access_token", id);
}

/** Lost when there is none of that id, or when it had been revoked already. */
export async function revokeIfStanding(tx: Transaction, userId: string, id: string, by: By): Promise<"won" | "lost"> {
  await readServiceUser(tx, userId);
  const { numUpdatedRows } = await tx
    .updateTable("personal_access_tokens")
    .set({ revoked_at: now })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return "lost";
  await recordRevoked(tx, userId, id, by);
  return "won";
}

/** Every one that still counts. Returns how many there were; a person has none. */
export async function revokeAllPersonalAccessTokens(tx: Transaction, userId: string, by: By): Promise<number> {
  const revoked = await tx
    .updateTable("personal_access_tokens")
    .set({ revoked_at: now })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .returning("id")
    .execute();
  for (const { id } of revoked) await recordRevoked(tx, userId, id, by);
  return revoked.length;
}

async function recordRevoked(tx: Transaction, userId: string, id: string, by: By): Promise<void> {
  const { organizationId } = await readServiceUser(tx, userId);
  const detail = { tokenId: id };
  await record(tx, {
    type: "personal_access_token.revoked",
    ...by,
    resource: { kind: "user", id: userId },
    organizationId,
    detail,
  });
}

export async function noteUse(db: Database, id: string): Promise<void> {
  await db
    .updateTable("personal_access_tokens")
    .set({ last_used_at: now })
    .where("id", "=", id)
    .where((eb) =>
      eb.or([eb("last_used_at", "is", null), eb("last_used_at", "<", eb(now, "-", LAST_USE_PRECISION_MS))]),
    )
    .execute();
}

export const endedPersonalAccessTokens = rowsOver({
  table: "personal_access_tokens",
  primaryKey: ["id"],
  overAt: "expires_at",
  keepMs: KEEP_ENDED_DAYS * DAY_MS,
});

function toToken(row: {
  id: string;
  name: string;
  scopes: string;
  created_at: number;
  expires_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
}): PersonalAccessToken {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes === "" ? [] : row.scopes.split(" "),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}
