/**
 * What humans and service users have in common: an id, a name that is unique in their organization, a state, and an
 * epoch. The epoch is copied into every session; raising it ends all of them at once, on every node.
 */

import { record } from "../../events/audit-log.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { ReferenceViolation } from "../../storage/errors.ts";
import { allowLongStatements } from "../../storage/long-statements.ts";
import { now } from "../../storage/now.ts";
import { lostChange, unlessTaken } from "../changes.ts";
import { nameKey } from "../names.ts";
import { refuseIfLastOwner } from "../owners.ts";
import { type By, found, type Stamp, stampOf, unknownResource } from "../resource.ts";
import { transition, transitions, type UserState, type Verb } from "../states.ts";
import { refuseSomebodysAddress } from "./user-names.ts";

export type UserKind = "human" | "service";

export interface User extends Stamp {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: UserKind;
  readonly userName: string;
  readonly state: UserState;
}

export const userColumns = [
  "users.id",
  "users.organization_id",
  "users.kind",
  "users.user_name",
  "users.state",
  "users.version",
  "users.created_at",
  "users.changed_at",
] as const;

export interface UserRow {
  readonly id: string;
  readonly organization_id: string;
  readonly kind: string;
  readonly user_name: string;
  readonly state: string;
  readonly version: number;
  readonly created_at: number;
  readonly changed_at: number;
}

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    organizationId: row.organization_id,
    kind: row.kind as UserKind,
    userName: row.user_name,
    state: row.state as UserState,
    ...stampOf(row),
  };
}

/** The half that both kinds share. `userName` must have been checked. */
export async function insertUser(
  tx: Transaction,
  user: { id: string; organizationId: string; kind: UserKind; userName: string; state: UserState },
): Promise<void> {
  await refuseSomebodysAddress(tx, user);
  const insert = tx
    .insertInto("users")
    .values({
      id: user.id,
      organization_id: user.organizationId,
      kind: user.kind,
      user_name: user.userName,
      user_name_key: nameKey(user.userName),
      state: user.state,
      epoch: 1,
      version: 1,
      created_at: now,
      changed_at: now,
    })
    .execute()
    .catch((error) => {
      throw error instanceof ReferenceViolation ? unknownResource("organization", user.organizationId) : error;
    });
  await unlessTaken(insert, ...takenUserName);
}

const takenUserName = ["Another user of this organization has this user name", "userName"] as const;

export async function findUser(db: Database, id: string): Promise<User | undefined> {
  const row = await db.selectFrom("users").select(userColumns).where("id", "=", id).executeTakeFirst();
  return row && toUser(row);
}

export async function readUser(db: Database, id: string): Promise<User> {
  return found(await findUser(db, id), "user", id);
}

/** Deactivating and locking end every session; coming back does not bring them back. */
export async function setUserState(tx: Transaction, id: string, verb: Verb, by: By): Promise<void> {
  const { organizationId } = await readUser(tx, id);
  if (transitions[verb].endsSessions) {
    await refuseIfLastOwner(tx, id);
    await raiseEpoch(tx, id);
  }
  await transition(tx, { table: "users", id, organizationId }, verb, by);
}

/** With the user go the sessions, keys, tokens, role assignments, manager roles and metadata. The audit log stays. */
export async function deleteUser(tx: Transaction, id: string, by: By): Promise<void> {
  await refuseIfLastOwner(tx, id);
  await allowLongStatements(tx);
  const row = await tx
    .deleteFrom("users")
    .where("id", "=", id)
    .returning(["organization_id", "user_name", "kind"])
    .executeTakeFirst();
  const gone = found(row, "user", id);
  const detail = { userName: gone.user_name, kind: gone.kind };
  await record(tx, {
    type: "user.deleted",
    ...by,
    resource: { kind: "user", id },
    organizationId: gone.organization_id,
    detail,
  });
}

/** "Sign out everywhere": every login session, app session and token of the user ends. */
export async function endAllSessions(tx: Transaction, id: string, by: By): Promise<void> {
  const { organizationId } = await readUser(tx, id);
  await raiseEpoch(tx, id);
  await record(tx, { type: "user_sessions.ended", ...by, resource: { kind: "user", id }, organizationId });
}

/** Returns the new epoch. `keep` names the one login session that goes on, with the app sessions it led to. */
export async function raiseEpoch(tx: Transaction, id: string, keep?: { loginSessionId: string }): Promise<number> {
  const row = await tx
    .updateTable("users")
    .set((eb) => ({ epoch: eb("epoch", "+", 1), changed_at: now }))
    .where("id", "=", id)
    .returning("epoch")
    .executeTakeFirst();
  const { epoch } = found(row, "user", id);
  if (keep !== undefined) {
    const former = epoch - 1;
    await tx
      .updateTable("login_sessions")
      .set({ epoch })
      .where("id", "=", keep.loginSessionId)
      .where("user_id", "=", id)
      .where("epoch", "=", former)
      .execute();
    await tx
      .updateTable("app_sessions")
      .set({ epoch })
      .where("login_session_id", "=", keep.loginSessionId)
      .where("user_id", "=", id)
      .where("epoch", "=", former)
      .execute();
  }
  return epoch;
}

/**
 * The version moves on, for a change of the user in this table or outside it. Refused when there is no such user of
 * this kind, or not in that version any more. `userName` must have been checked.
 */
export async function reviseUser(
  tx: Transaction,
  user: { id: string; kind: UserKind; version?: number | undefined; userName?: string | undefined },
): Promise<void> {
  const { id, kind, version, userName } = user;
  const named = userName === undefined ? undefined : await findUser(tx, id);
  if (named !== undefined && userName !== undefined) await refuseSomebodysAddress(tx, { ...named, userName });
  const update = tx
    .updateTable("users")
    .set((eb) => ({
      ...(userName === undefined ? {} : { user_name: userName, user_name_key: nameKey(userName) }),
      version: eb("version", "+", 1),
      changed_at: now,
    }))
    .where("id", "=", id)
    .where("kind", "=", kind)
    .$if(version !== undefined, (query) => query.where("version", "=", version ?? 0))
    .executeTakeFirst();
  const { numUpdatedRows } = await unlessTaken(update, ...takenUserName);
  if (numUpdatedRows === 1n) return;
  const resource = kind === "human" ? "user" : "service_user";
  if ((await findUser(tx, id))?.kind !== kind) throw unknownResource(resource, id);
  throw await lostChange(tx, "users", resource, id);
}
