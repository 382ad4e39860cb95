/**
 * Secrets in the database, sealed under the master key. The table `master_keys` says which master key that is; every
 * sealed value refers to it, so nothing can be stored under a key that was replaced a moment ago.
 */
import { StartError } from "../errors/start-error.ts";
import { record } from "../events/audit-log.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { ReferenceViolation } from "../storage/errors.ts";
import { allowLongStatements } from "../storage/long-statements.ts";
import { now } from "../storage/now.ts";
import type { Storage } from "../storage/storage.ts";
import type { KeyWrapper } from "./master-key.ts";

/**
 * A table with the columns `id`, `sealed` and `master_key_id`. Every such table must be listed here to be re-wrapped.
 */
const sealedTables = ["keys", "factors"] as const;
export type SealedTable = (typeof sealedTables)[number];

export interface Sealed {
  readonly sealed: string;
  readonly master_key_id: string;
}

export interface Vault {
  /** For the row `id` of `table`: what is sealed there opens in no other row. */
  seal(table: SealedTable, id: string, secret: Uint8Array): Promise<Sealed>;
  open(table: SealedTable, id: string, value: Sealed): Promise<Buffer>;
}

/** `wrappers`: the current master key first, then the previous one where it is given. */
export async function openVault(storage: Storage, wrappers: readonly [KeyWrapper, ...KeyWrapper[]]): Promise<Vault> {
  const known = new Map(wrappers.map((wrapper) => [wrapper.id, wrapper]));
  const registered = await registerFirst(storage, wrappers[0]);
  if (!known.has(registered)) throw wrongMasterKey(registered, wrappers[0].id);

  function wrapperOf(id: string): KeyWrapper {
    const wrapper = known.get(id);
    if (wrapper === undefined) throw wrongMasterKey(id, wrappers[0].id);
    return wrapper;
  }

  return {
    async seal(table, id, secret) {
      const wrapper = wrapperOf(await registeredId(storage.db));
      return { sealed: await wrapper.wrap(secret, context(table, id)), master_key_id: wrapper.id };
    },
    open: (table, id, value) => wrapperOf(value.master_key_id).unwrap(value.sealed, context(table, id)),
  };
}

/** Seals everything under `next` instead, all at once. Running nodes that know both keys go on without a pause. */
export function rewrap(
  storage: Storage,
  from: readonly KeyWrapper[],
  next: KeyWrapper,
): Promise<{ rewrapped: number }> {
  const known = new Map([...from, next].map((wrapper) => [wrapper.id, wrapper]));
  // Something that was stored after we looked still refers to the former master key, which then cannot go: look again.
  return againOnReferenceViolation(() => rewrapOnce(storage, known, next));
}

function rewrapOnce(
  storage: Storage,
  known: ReadonlyMap<string, KeyWrapper>,
  next: KeyWrapper,
): Promise<{ rewrapped: number }> {
  return storage.transaction(async (tx) => {
    await storage.lock(tx, "master-key");
    const registered = await registeredId(tx);
    if (registered === next.id) return { rewrapped: 0 };
    await allowLongStatements(tx);
    await tx.insertInto("master_keys").values({ id: next.id, created_at: now }).execute();
    let rewrapped = 0;
    for (const table of sealedTables) {
      for (const row of await tx.selectFrom(table).select(["id", "sealed", "master_key_id"]).execute()) {
        // Of the factors, only some have a secret.
        if (row.sealed === null || row.master_key_id === null) continue;
        const wrapper = known.get(row.master_key_id);
        if (wrapper === undefined) throw wrongMasterKey(row.master_key_id, next.id);
        const secret = await wrapper.unwrap(row.sealed, context(table, row.id));
        const sealed = await next.wrap(secret, context(table, row.id));
        await tx.updateTable(table).set({ sealed, master_key_id: next.id }).where("id", "=", row.id).execute();
        rewrapped++;
      }
    }
    await tx.deleteFrom("master_keys").where("id", "<>", next.id).execute();
    await record(tx, {
      type: "master_key.rotated",
      actor: { kind: "operator" },
      resource: { kind: "master_key", id: next.id },
      detail: { rewrapped },
    });
    return { rewrapped };
  });
}

const ATTEMPTS = 5;

/**
 * For what stores sealed values: the master key may change between sealing and storing, and then both are done again.
 */
export async function againOnReferenceViolation<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof ReferenceViolation)) throw error;
    }
  }
}

/** The registered master key, or undefined while the database has never had one. */
export async function findRegisteredId(db: Database): Promise<string | undefined> {
  const row = await db.selectFrom("master_keys").select("id").orderBy("created_at", "desc").limit(1).executeTakeFirst();
  return row?.id;
}

async function registeredId(db: Database | Transaction): Promise<string> {
  const id = await findRegisteredId(db);
  if (id === undefined) throw new Error("no master key is registered in the database");
  return id;
}

/** The first node to start on an empty database registers its master key; from then on only that one will do. */
async function registerFirst(storage: Storage, wrapper: KeyWrapper): Promise<string> {
  const known = await findRegisteredId(storage.db);
  if (known !== undefined) return known;
  return storage.transaction(async (tx) => {
    await storage.lock(tx, "master-key");
    const registered = await findRegisteredId(tx);
    if (registered !== undefined) return registered;
    await tx.insertInto("master_keys").values({ id: wrapper.id, created_at: now }).execute();
    await record(tx, {
      type: "master_key.registered",
      actor: { kind: "system" },
      resource: { kind: "master_key", id: wrapper.id },
    });
    return wrapper.id;
  });
}

function context(table: SealedTable, id: string): string {
  return `signet|${table}|${id}|secret`;
}

function wrongMasterKey(expected: string, given: string): StartError {
  return new StartError(
    "configuration",
    `This database is sealed under the master key ${expected}, but the one given is ${given}. ` +
      "Give the right one in SIGNET_MASTER_KEY or SIGNET_MASTER_KEY_FILE (while it is being changed: the former one in SIGNET_MASTER_KEY_PREVIOUS). " +
      "Without it the signing keys and other sealed secrets cannot be read; nothing was changed.",
  );
}
