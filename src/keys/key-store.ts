/** Keys in the database: making the ones that are missing, changing over to the next, taking a compromised one out. */
import type { JWK } from "jose";
import { StartError } from "../errors/start-error.ts";
import { type By, record } from "../events/audit-log.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { now } from "../storage/now.ts";
import type { Storage } from "../storage/storage.ts";
import type { Sweep } from "../storage/sweep.ts";
import { type KeyAlgorithm, makeKey, type NewKey } from "./algorithms.ts";
import {
  isLater,
  KEEP_RETIRED_MS,
  type KeyStatus,
  type KeyTimes,
  PUBLISH_AHEAD_MS,
  ROTATE_AFTER_MS,
  statusOf,
} from "./lifecycle.ts";
import { againOnReferenceViolation, type Sealed, type Vault } from "./vault.ts";

export interface KeyStore {
  readonly storage: Storage;
  readonly vault: Vault;
  /** Replaceable, because making RSA keys is slow and tests need many. */
  readonly make?: (algorithm: KeyAlgorithm) => Promise<NewKey>;
}

export interface StoredKeys {
  readonly keys: readonly KeyTimes[];
  /** The database's time when they were read. */
  readonly now: number;
}

export async function readKeys(db: Database): Promise<StoredKeys> {
  const rows = await db
    .selectFrom("keys")
    .select(["id", "algorithm", "created_at", "activates_at", "revoked_at", now.as("now")])
    .execute();
  const keys = rows.map((row) => ({
    id: row.id,
    algorithm: row.algorithm,
    createdAt: row.created_at,
    activatesAt: row.activates_at,
    revokedAt: row.revoked_at,
  }));
  return { keys, now: rows[0]?.now ?? 0 };
}

export async function readSecrets(
  db: Database,
  ids: readonly string[],
): Promise<(Sealed & { id: string; publicJwk: JWK | undefined })[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("keys")
    .select(["id", "public_jwk", "sealed", "master_key_id"])
    .where("id", "in", ids)
    .execute();
  return rows.map(({ public_jwk, ...row }) => ({
    ...row,
    publicJwk: public_jwk === "" ? undefined : JSON.parse(public_jwk),
  }));
}

/**
 * Sees to it that every algorithm in use has an active key and, published ahead, the spare that takes over from it.
 * This is what makes the first keys, and what rotates them later. Keys are made before the transaction, which then
 * stores those that are still missing: of many nodes that start at once, one wins.
 */
export function ensureKeys(store: KeyStore, algorithms: readonly KeyAlgorithm[], by: By = bySystem): Promise<void> {
  return againOnReferenceViolation(() => makeMissing(store, algorithms, by));
}

const bySystem: By = { actor: { kind: "system" } };

async function makeMissing(store: KeyStore, algorithms: readonly KeyAlgorithm[], by: By): Promise<void> {
  const wanted = missing(await readKeys(store.storage.db), algorithms);
  if (wanted.length === 0) return;
  const made = await Promise.all(wanted.map(({ algorithm }) => prepare(store, algorithm)));
  await store.storage.transaction(async (tx) => {
    await store.storage.lock(tx, "keys");
    await insertMissing(tx, algorithms, made, by);
  });
}

interface PreparedKey extends Sealed {
  readonly key: NewKey;
}

async function prepare(store: KeyStore, algorithm: KeyAlgorithm): Promise<PreparedKey> {
  const key = await (store.make ?? makeKey)(algorithm);
  return { key, ...(await store.vault.seal("keys", key.id, key.secret)) };
}

/** What each algorithm lacks: an active key (`now`), a spare after it (`later`), or nothing. */
function missing(
  stored: StoredKeys,
  algorithms: readonly KeyAlgorithm[],
): { algorithm: KeyAlgorithm; role: "now" | "later" }[] {
  const inUse = new Set<KeyAlgorithm>(algorithms);
  return [...inUse].flatMap((algorithm) => {
    const { active, spare } = activeAndSpare(stored, algorithm);
    const roles: { algorithm: KeyAlgorithm; role: "now" | "later" }[] = [];
    if (active === undefined) roles.push({ algorithm, role: "now" });
    if (spare === undefined) roles.push({ algorithm, role: "later" });
    return roles;
  });
}

async function insertMissing(
  tx: Transaction,
  algorithms: readonly KeyAlgorithm[],
  made: readonly PreparedKey[],
  by: By,
): Promise<void> {
  const unused = [...made];
  for (const { algorithm, role } of missing(await readKeys(tx), algorithms)) {
    const index = unused.findIndex((prepared) => prepared.key.algorithm === algorithm);
    const [prepared] = index < 0 ? [] : unused.splice(index, 1);
    if (prepared === undefined) continue;
    const stored = await readKeys(tx);
    const { active } = activeAndSpare(stored, algorithm);
    // Also when the active key is overdue: caches must have seen its successor before it signs.
    const activatesAt =
      role === "now" || active === undefined
        ? now
        : Math.max(active.activatesAt + ROTATE_AFTER_MS, stored.now + PUBLISH_AHEAD_MS);
    const { key, sealed, master_key_id } = prepared;
    await tx
      .insertInto("keys")
      .values({
        id: key.id,
        algorithm,
        created_at: now,
        activates_at: activatesAt,
        revoked_at: null,
        public_jwk: key.publicJwk === undefined ? "" : JSON.stringify(key.publicJwk),
        sealed,
        master_key_id,
      })
      .execute();
    await record(tx, { type: "key.created", ...by, resource: { kind: "key", id: key.id }, detail: { algorithm } });
  }
}

function activeAndSpare(
  stored: StoredKeys,
  algorithm: string,
): { active: KeyTimes | undefined; spare: KeyTimes | undefined } {
  const status = statusOf(
    stored.keys.filter((key) => key.algorithm === algorithm),
    stored.now,
  );
  const spares = status.filter(({ state }) => state === "published").map(({ key }) => key);
  return {
    active: status.find(({ state }) => state === "active")?.key,
    spare: spares.reduce<KeyTimes | undefined>(
      (first, key) => (first === undefined || isLater(first, key) ? key : first),
      undefined,
    ),
  };
}

export interface Rotation {
  readonly algorithm: string;
  readonly id: string;
  readonly activatesAt: number;
}

/**
 * Lets the spare of each algorithm take over: at once when it has been published long enough for caches to know it,
 * otherwise at the moment it will have been. `immediately` does not wait.
 */
export async function rotate(
  store: KeyStore,
  options: By & { algorithm?: string; immediately?: boolean },
): Promise<Rotation[]> {
  const inUse = await algorithmsInUse(store.storage.db);
  const algorithms = options.algorithm === undefined ? inUse : inUse.filter((name) => name === options.algorithm);
  if (algorithms.length === 0)
    throw new StartError(
      "configuration",
      `No key of the algorithm ${options.algorithm} exists. In use are: ${inUse.join(", ")}.`,
    );
  const rotations = await store.storage.transaction(async (tx) => {
    await store.storage.lock(tx, "keys");
    const stored = await readKeys(tx);
    const done: Rotation[] = [];
    for (const algorithm of algorithms) {
      const { spare } = activeAndSpare(stored, algorithm);
      if (spare === undefined) continue;
      const activatesAt = options.immediately ? stored.now : Math.max(stored.now, spare.createdAt + PUBLISH_AHEAD_MS);
      await tx.updateTable("keys").set({ activates_at: activatesAt }).where("id", "=", spare.id).execute();
      await record(tx, {
        type: "key.rotated",
        actor: options.actor,
        requestId: options.requestId,
        resource: { kind: "key", id: spare.id },
        detail: { algorithm, activatesAt },
      });
      done.push({ algorithm, id: spare.id, activatesAt });
    }
    return done;
  });
  await ensureKeys(store, inUse);
  return rotations;
}

/**
 * Takes a compromised key out at once: it is in no key set and verifies nothing from now on. If it was the active one,
 * the published spare signs from this moment.
 */
export async function revoke(store: KeyStore, id: string, by: By): Promise<"revoked" | "unknown" | "already-revoked"> {
  const inUse = await algorithmsInUse(store.storage.db);
  const result = await store.storage.transaction(async (tx) => {
    await store.storage.lock(tx, "keys");
    const stored = await readKeys(tx);
    const key = stored.keys.find((candidate) => candidate.id === id);
    if (key === undefined) return "unknown";
    if (key.revokedAt !== null) return "already-revoked";
    const { active, spare } = activeAndSpare(stored, key.algorithm);
    await tx.updateTable("keys").set({ revoked_at: now }).where("id", "=", id).execute();
    if (active?.id === id && spare !== undefined) {
      await tx.updateTable("keys").set({ activates_at: stored.now }).where("id", "=", spare.id).execute();
    }
    await record(tx, {
      type: "key.revoked",
      ...by,
      resource: { kind: "key", id },
      detail: { algorithm: key.algorithm, wasActive: active?.id === id },
    });
    return "revoked";
  });
  await ensureKeys(store, inUse);
  return result;
}

export async function listKeys(db: Database): Promise<KeyStatus<KeyTimes>[]> {
  const { keys, now: at } = await readKeys(db);
  return statusOf(keys, at).toSorted(
    (a, b) => a.key.algorithm.localeCompare(b.key.algorithm) || a.key.activatesAt - b.key.activatesAt,
  );
}

async function algorithmsInUse(db: Database): Promise<KeyAlgorithm[]> {
  const { keys } = await readKeys(db);
  return [...new Set(keys.map((key) => key.algorithm as KeyAlgorithm))].toSorted();
}

/** Rotates when the time has come. Any node may do it, at any time. */
export async function maintainKeys(store: KeyStore): Promise<void> {
  await ensureKeys(store, await algorithmsInUse(store.storage.db));
}

export const deadKeys: Sweep = {
  name: "keys",
  async deleteBatch(db) {
    const { keys, now: at } = await readKeys(db);
    const dead = statusOf(keys, at)
      .filter(({ key, state }) => {
        if (state === "revoked") return (key.revokedAt ?? at) + KEEP_RETIRED_MS < at;
        return state === "retired" && retiredAt(key, keys) + KEEP_RETIRED_MS < at;
      })
      .map(({ key }) => key.id);
    if (dead.length > 0) await db.deleteFrom("keys").where("id", "in", dead).execute();
    return 0;
  },
};

function retiredAt(key: KeyTimes, keys: readonly KeyTimes[]): number {
  const later = keys.filter(
    (other) => other.algorithm === key.algorithm && other.revokedAt === null && isLater(other, key),
  );
  return Math.min(...later.map((other) => other.activatesAt));
}
