/**
 * What only the database and the master key can tell: which generation a refresh token is, and what is stored when a
 * test is over.
 */
import { sql } from "kysely";
import { openKeyRing } from "../../../src/keys/key-ring.ts";
import { localKeyWrapper } from "../../../src/keys/master-key.ts";
import { openVault } from "../../../src/keys/vault.ts";
import { open, type Storage } from "../../../src/storage/storage.ts";
import { openTickets } from "../../../src/tickets/tickets.ts";
import { refreshTicket } from "../../../src/tokens/kinds.ts";
import type { Aftermath } from "./checker.ts";
import type { Call } from "./history.ts";

export interface Inside {
  readonly storage: Storage;
  /** The session and generation that a refresh token names. */
  read(refreshToken: string): Promise<{ session: string; generation: number }>;
  /** What is stored about everything that the calls have written. */
  after(calls: readonly Call[]): Promise<Aftermath>;
  close(): Promise<void>;
}

const BATCH = 400;

export async function openInside(databaseUrl: string, masterKey: string): Promise<Inside> {
  const storage = await open(databaseUrl, { connections: 2 });
  const vault = await openVault(storage, [localKeyWrapper(Buffer.from(masterKey, "base64url"))]);
  // The database goes away in many tests; the ring is read again when it is back.
  const ring = await openKeyRing({ storage, vault }, () => {});
  const tickets = openTickets(ring);
  return {
    storage,
    async read(refreshToken) {
      let payload = tickets.open(refreshTicket, refreshToken);
      // Sealed under a key that is younger than the last reading.
      if (payload === undefined) {
        await ring.refresh();
        payload = tickets.open(refreshTicket, refreshToken);
      }
      if (payload === undefined) throw new Error("a refresh token that was handed out does not open");
      return { session: payload.s, generation: payload.n };
    },
    after: (calls) => readAftermath(storage, calls),
    async close() {
      ring.close();
      await storage.close();
    },
  };
}

async function readAftermath(storage: Storage, calls: readonly Call[]): Promise<Aftermath> {
  const registers = new Map<string, number | string>();
  const wanted = [...new Set(calls.flatMap(({ writes }) => (writes === undefined ? [] : [writes.register])))];
  const ids = [...new Set(wanted.map((register) => register.split(" ")[1] ?? ""))];
  const requests = calls.flatMap(({ change }) =>
    change?.startsWith("request ") ? [change.slice("request ".length)] : [],
  );
  const resources = calls.flatMap(({ change }) =>
    change === undefined || change.startsWith("request ") ? [] : [change.split(" ")[1] ?? ""],
  );
  await inBatches(ids, async (batch) => {
    const sessions = await storage.db
      .selectFrom("app_sessions")
      .select(["id", "generation", "ended_at"])
      .where("id", "in", batch)
      .execute();
    for (const { id, generation, ended_at } of sessions) {
      registers.set(`generation ${id}`, generation);
      if (ended_at !== null) registers.set(`ended ${id}`, "yes");
    }
    const users = await storage.db.selectFrom("users").select(["id", "state"]).where("id", "in", batch).execute();
    for (const { id, state } of users) registers.set(`state ${id}`, state);
    const entries = await storage.db
      .selectFrom("user_metadata")
      .select(["user_id", "key", "value"])
      .where("user_id", "in", batch)
      .execute();
    for (const { user_id, key, value } of entries) registers.set(`metadata ${user_id} ${key}`, value);
  });
  const events = new Map<string, number>();
  await inBatches(requests, async (batch) => {
    const found = await storage.db.selectFrom("events").select("request_id").where("request_id", "in", batch).execute();
    for (const { request_id } of found) add(events, `request ${request_id}`);
  });
  await inBatches([...new Set(resources)], async (batch) => {
    const found = await storage.db
      .selectFrom("events")
      .select(["type", "resource_id"])
      .where("resource_id", "in", batch)
      .execute();
    for (const { type, resource_id } of found) add(events, `${type} ${resource_id}`);
  });
  return { registers, events };
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

async function inBatches(values: readonly string[], work: (batch: string[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < values.length; from += BATCH) await work(values.slice(from, from + BATCH));
}

/** By the database's clock. */
export async function databaseTime({ storage }: Inside): Promise<number> {
  return storage.now();
}

export async function runSql({ storage }: Inside, text: string): Promise<void> {
  await sql.raw(text).execute(storage.db);
}
