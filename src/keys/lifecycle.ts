/**
 * Where a key is in its life, derived from two times in its row and the database's clock. Every node comes to the same
 * answer at the same moment, without a message:
 *
 *   published   in the key set, does not sign yet: the spare that takes over next
 *   active      signs; the newest of its algorithm whose time has come
 *   retired     signs no more; stays in the key set until everything it signed has expired, and still verifies
 *               id_token_hints long after that
 *   revoked     compromised: not in the key set, verifies nothing
 */
export type KeyState = "published" | "active" | "retired" | "revoked";

export interface KeyTimes {
  readonly id: string;
  readonly algorithm: string;
  readonly createdAt: number;
  readonly activatesAt: number;
  readonly revokedAt: number | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A spare takes over after this long, without anybody doing anything. */
export const ROTATE_AFTER_MS = 90 * DAY_MS;
/** How long a key is in the key set before it may sign, unless it is an emergency: caches must have seen it. */
export const PUBLISH_AHEAD_MS = DAY_MS;
/** No token that is verified with the key set lives longer than 24 h; an hour more for clocks and caches. */
export const PUBLISH_RETIRED_MS = 25 * HOUR_MS;
/** How long a retired key still opens tickets and verifies id_token_hints. */
export const KEEP_RETIRED_MS = 400 * DAY_MS;

export interface KeyStatus<K extends KeyTimes> {
  readonly key: K;
  readonly state: KeyState;
  readonly inKeySet: boolean;
}

export function statusOf<K extends KeyTimes>(keys: readonly K[], now: number): KeyStatus<K>[] {
  return keys.map((key) => {
    if (key.revokedAt !== null) return { key, state: "revoked", inKeySet: false };
    if (key.activatesAt > now) return { key, state: "published", inKeySet: true };
    const successor = successorOf(key, keys);
    if (successor === undefined || successor.activatesAt > now) return { key, state: "active", inKeySet: true };
    return { key, state: "retired", inKeySet: successor.activatesAt + PUBLISH_RETIRED_MS > now };
  });
}

function successorOf<K extends KeyTimes>(key: K, keys: readonly K[]): K | undefined {
  return keys
    .filter((other) => other.algorithm === key.algorithm && other.revokedAt === null && isLater(other, key))
    .reduce<K | undefined>((first, other) => (first === undefined || isLater(first, other) ? other : first), undefined);
}

/** Two keys may be activated in the same millisecond; the id decides then, on every node alike. */
export function isLater(a: KeyTimes, b: KeyTimes): boolean {
  return a.activatesAt > b.activatesAt || (a.activatesAt === b.activatesAt && a.id > b.id);
}
