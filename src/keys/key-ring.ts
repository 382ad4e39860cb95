/**
 * The keys as this process uses them. Which key is active follows from times in the database, so the ring is read again
 * every second: a rotation or a revocation on one node is in force on all of them that soon.
 */
import { createPublicKey, type KeyObject } from "node:crypto";
import type { JWK } from "jose";
import { type KeyAlgorithm, readPrivateKey, type SigningAlgorithm, signingAlgorithms } from "./algorithms.ts";
import { type KeyStore, maintainKeys, readKeys, readSecrets, type StoredKeys } from "./key-store.ts";
import { type KeyStatus, type KeyTimes, statusOf } from "./lifecycle.ts";

const REFRESH_EVERY_MS = 1_000;
/**
 * Tickets ask for the active key thousands of times a second; its successor is known to all long before it takes over.
 */
const VIEW_MS = 50;
const MAINTAIN_EVERY_MS = 600_000;

export interface SigningKey {
  readonly id: string;
  readonly algorithm: SigningAlgorithm;
  readonly privateKey: KeyObject;
}

export interface VerificationKey {
  readonly id: string;
  readonly algorithm: SigningAlgorithm;
  readonly publicKey: KeyObject;
}

export interface TicketRoot {
  readonly id: string;
  readonly secret: Buffer;
}

export interface KeyRing {
  /** The algorithms that have keys. */
  algorithms(): SigningAlgorithm[];
  signingKey(algorithm: SigningAlgorithm): SigningKey;
  /** Also a retired one; never one that was revoked. */
  verificationKey(id: string): VerificationKey | undefined;
  /** What the keys endpoint publishes. */
  keySet(): { keys: JWK[] };
  /** The root under which new tickets are sealed. */
  ticketRoot(): TicketRoot;
  ticketRootById(id: string): TicketRoot | undefined;
  /** Reads the keys again now: for whoever has just changed them. */
  refresh(): Promise<void>;
  close(): void;
}

type Loaded =
  | {
      readonly kind: "signing";
      readonly publicJwk: JWK;
      readonly signing: SigningKey;
      readonly verification: VerificationKey;
    }
  | { readonly kind: "ticket"; readonly root: TicketRoot };

export async function openKeyRing(store: KeyStore, onError: (error: unknown) => void): Promise<KeyRing> {
  const loaded = new Map<string, Loaded>();
  let stored: StoredKeys = { keys: [], now: 0 };
  let readAt = 0;
  let view: { status: KeyStatus<KeyTimes>[]; until: number } = { status: [], until: 0 };

  async function readAgain(): Promise<void> {
    const fresh = await readKeys(store.storage.db);
    const unknown = fresh.keys.filter((key) => key.revokedAt === null && !loaded.has(key.id)).map((key) => key.id);
    for (const row of await readSecrets(store.storage.db, unknown)) {
      const algorithm = fresh.keys.find((key) => key.id === row.id)?.algorithm as KeyAlgorithm;
      loaded.set(row.id, load({ ...row, algorithm }, await store.vault.open("keys", row.id, row)));
    }
    for (const id of loaded.keys()) {
      if (!fresh.keys.some((key) => key.id === id && key.revokedAt === null)) loaded.delete(id);
    }
    stored = fresh;
    readAt = performance.now();
    view = { status: [], until: 0 };
  }

  let latest: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  /**
   * One at a time: a reading from before a revocation must not undo what one from after it has found. Whoever asks
   * while one is under way gets the next one.
   */
  function refresh(): Promise<void> {
    next ??= latest.then(begin, begin);
    return next;
  }
  function begin(): Promise<void> {
    next = undefined;
    latest = readAgain();
    return latest;
  }

  /** By the database's clock: what it said at the last reading, and the time that has passed since. */
  function status(): KeyStatus<KeyTimes>[] {
    const local = performance.now();
    if (local >= view.until) {
      view = { status: statusOf(stored.keys, stored.now + (local - readAt)), until: local + VIEW_MS };
    }
    return view.status;
  }
  const active = (algorithm: KeyAlgorithm): Loaded => {
    const current = status().find(({ key, state }) => key.algorithm === algorithm && state === "active");
    const key = current && loaded.get(current.key.id);
    if (key === undefined) throw new Error(`there is no active ${algorithm} key`);
    return key;
  };

  await refresh();
  const refreshing = setInterval(() => refresh().catch(onError), REFRESH_EVERY_MS).unref();
  const maintaining = setInterval(() => maintainKeys(store).catch(onError), MAINTAIN_EVERY_MS).unref();

  return {
    algorithms: () =>
      signingAlgorithms.filter((name) => stored.keys.some((key) => key.algorithm === name && key.revokedAt === null)),
    signingKey(algorithm) {
      const key = active(algorithm);
      if (key.kind !== "signing") throw new Error(`${algorithm} does not sign`);
      return key.signing;
    },
    verificationKey(id) {
      const key = loaded.get(id);
      return key?.kind === "signing" ? key.verification : undefined;
    },
    keySet() {
      const keys = status().flatMap(({ key, inKeySet }) => {
        const entry = inKeySet ? loaded.get(key.id) : undefined;
        return entry?.kind === "signing" ? [entry.publicJwk] : [];
      });
      return { keys };
    },
    ticketRoot() {
      const key = active("ticket");
      if (key.kind !== "ticket") throw new Error("a ticket key is not a ticket key");
      return key.root;
    },
    ticketRootById(id) {
      const key = loaded.get(id);
      return key?.kind === "ticket" ? key.root : undefined;
    },
    refresh,
    close() {
      clearInterval(refreshing);
      clearInterval(maintaining);
    },
  };
}

function load(row: { id: string; algorithm: KeyAlgorithm; publicJwk: JWK | undefined }, secret: Buffer): Loaded {
  if (row.algorithm === "ticket") return { kind: "ticket", root: { id: row.id, secret } };
  if (row.publicJwk === undefined) throw new Error(`key ${row.id} has no public half`);
  const privateKey = readPrivateKey(secret);
  return {
    kind: "signing",
    publicJwk: row.publicJwk,
    signing: { id: row.id, algorithm: row.algorithm, privateKey },
    verification: { id: row.id, algorithm: row.algorithm, publicKey: createPublicKey(privateKey) },
  };
}
