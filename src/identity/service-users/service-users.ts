/** A service user signs in by itself, with a key, a secret or a personal access token. It has no password. */
import { v7 as newId } from "uuid";
import { record } from "../../events/audit-log.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { parseKept } from "../applications/row.ts";
import type { AccessTokenSettings } from "../applications/types.ts";
import type { KeyOwner } from "../credential-keys/store.ts";
import { type Listed, padValues } from "../listing.ts";
import { displayText, userName } from "../names.ts";
import { type By, found } from "../resource.ts";
import { newSecret } from "../secrets.ts";
import { writeSearchWords } from "../users/search.ts";
import { inOrderOf, listUserIds, type UserList } from "../users/user-list.ts";
import { loginNameOf } from "../users/user-names.ts";
import { insertUser, reviseUser, toUser, type User, type UserRow, userColumns } from "../users/users.ts";

export interface ServiceUser extends User {
  /** `name@domain`. It only names the service user: there is no password to sign in with. */
  readonly loginName: string;
  readonly name: string;
  readonly description: string;
  readonly hasSecret: boolean;
  /** What is left out follows the instance. */
  readonly tokens: AccessTokenSettings;
}

export async function createServiceUser(
  tx: Transaction,
  input: {
    organizationId: string;
    userName: string;
    name?: string | undefined;
    description?: string | undefined;
    tokens?: AccessTokenSettings | undefined;
  },
  by: By,
): Promise<ServiceUser> {
  const id = newId();
  const handle = userName(input.userName);
  const { organizationId } = input;
  await insertUser(tx, { id, organizationId, kind: "service", userName: handle, state: "active" });
  await tx
    .insertInto("service_users")
    .values({
      user_id: id,
      name: displayText("name", input.name ?? handle),
      description: displayText("description", input.description ?? "", { least: 0, most: 1000 }),
      secret_hash: null,
      secret_version: 0,
      tokens: JSON.stringify(input.tokens ?? {}),
    })
    .execute();
  const user = await readServiceUser(tx, id);
  await writeWords(tx, user);
  await record(tx, {
    type: "user.created",
    ...by,
    resource: { kind: "user", id },
    organizationId,
    detail: { kind: "service", userName: handle },
  });
  return user;
}

export async function findServiceUser(db: Database, id: string): Promise<ServiceUser | undefined> {
  const row = await serviceUsers(db).where("users.id", "=", id).executeTakeFirst();
  return row && toServiceUser(row);
}

export async function readServiceUser(db: Database, id: string): Promise<ServiceUser> {
  return found(await findServiceUser(db, id), "service_user", id);
}

export async function listServiceUsers(db: Database, request: UserList): Promise<Listed<ServiceUser>> {
  const { items: ids, next } = await listUserIds(db, "service", request);
  if (ids.length === 0) return { items: [], next };
  const rows = await serviceUsers(db).where("users.id", "in", padValues(ids)).execute();
  return { items: inOrderOf(ids, rows.map(toServiceUser)), next };
}

function serviceUsers(db: Database) {
  return db
    .selectFrom("users")
    .innerJoin("service_users", "service_users.user_id", "users.id")
    .innerJoin("organizations", "organizations.id", "users.organization_id")
    .select([
      ...userColumns,
      "organizations.domain",
      "service_users.name",
      "service_users.description",
      "service_users.secret_hash",
      "service_users.tokens",
    ]);
}

interface ServiceUserRow extends UserRow {
  readonly domain: string;
  readonly name: string;
  readonly description: string;
  readonly secret_hash: string | null;
  readonly tokens: string;
}

function toServiceUser(row: ServiceUserRow): ServiceUser {
  const { name, description, secret_hash } = row;
  return {
    ...toUser(row),
    loginName: loginNameOf(row),
    name,
    description,
    hasSecret: secret_hash !== null,
    tokens: parseKept(row.tokens),
  };
}

export interface ServiceUserChange {
  readonly userName?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** As a whole: what is left out of it follows the instance again. */
  readonly tokens?: AccessTokenSettings | undefined;
  /** Only if it still is the one that was read. */
  readonly version?: number | undefined;
}

export async function changeServiceUser(
  tx: Transaction,
  id: string,
  change: ServiceUserChange,
  by: By,
): Promise<ServiceUser> {
  const handle = change.userName === undefined ? undefined : userName(change.userName);
  await reviseUser(tx, { id, kind: "service", version: change.version, userName: handle });
  const values = {
    ...(change.name === undefined ? {} : { name: displayText("name", change.name) }),
    ...(change.description === undefined
      ? {}
      : { description: displayText("description", change.description, { least: 0, most: 1000 }) }),
    ...(change.tokens === undefined ? {} : { tokens: JSON.stringify(change.tokens) }),
  };
  if (Object.keys(values).length > 0)
    await tx.updateTable("service_users").set(values).where("user_id", "=", id).execute();
  const user = await readServiceUser(tx, id);
  await writeWords(tx, user);
  const detail = { changed: [...(handle === undefined ? [] : ["userName"]), ...Object.keys(values)] };
  await record(tx, {
    type: "user.changed",
    ...by,
    resource: { kind: "user", id },
    organizationId: user.organizationId,
    detail,
  });
  return user;
}

function writeWords(tx: Transaction, user: ServiceUser): Promise<void> {
  const shown = [user.userName, user.name];
  return writeSearchWords(tx, user, { all: shown, shown });
}

/** For the keys it signs assertions with: see credential-keys/store.ts. */
export function keyOwner(user: Pick<ServiceUser, "id" | "organizationId">): KeyOwner {
  return { kind: "user", id: user.id, organizationId: user.organizationId };
}

/** A new secret in place of the former one; tokens got with the former one end. Shown once. */
export async function replaceSecret(tx: Transaction, id: string, by: By): Promise<{ secret: string }> {
  const { secret, hash } = newSecret();
  await writeSecret(tx, id, hash, by);
  return { secret };
}

/** Tokens got with it end. Where there is none, nothing changes. */
export async function deleteSecret(tx: Transaction, id: string, by: By): Promise<void> {
  await writeSecret(tx, id, null, by);
}

async function writeSecret(tx: Transaction, id: string, hash: string | null, by: By): Promise<void> {
  const { organizationId } = await readServiceUser(tx, id);
  const { numUpdatedRows } = await tx
    .updateTable("service_users")
    .set((eb) => ({ secret_hash: hash, secret_version: eb("secret_version", "+", 1) }))
    .where("user_id", "=", id)
    .$if(hash === null, (query) => query.where("secret_hash", "is not", null))
    .executeTakeFirst();
  const type = hash === null ? "service_user_secret.deleted" : "service_user_secret.created";
  if (numUpdatedRows === 1n) await record(tx, { type, ...by, resource: { kind: "user", id }, organizationId });
}
