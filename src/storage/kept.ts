/**
 * What was made with effort and is asked for again: kept in memory, and bounded by bytes. A bound on the number of
 * things is none where somebody else decides how large they are.
 *
 * Two generations instead of a list in order of use: whatever is asked for moves to the younger one, and when that is
 * half of what there may be, the older one is forgotten as a whole. Finding something costs what a Map costs.
 */
export interface Kept<Value> {
  get(key: string): Value | undefined;
  /** `bytes`: what key and value take, rather too much than too little. What is too large for this is not kept. */
  set(key: string, value: Value, bytes: number): void;
  /** At most `mostBytes`. */
  bytes(): number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/** One of them never takes more than this part of it all: a few large ones would push everybody else's out. */
const LARGEST_PART = 16;
/** What the Map and the entry take beside what is in them. */
const ENTRY_BYTES = 100;

export function keepUpTo<Value>(mostBytes: number): Kept<Value> {
  let young = new Map<string, Entry<Value>>();
  let old = new Map<string, Entry<Value>>();
  let youngBytes = 0;
  let oldBytes = 0;

  function add(key: string, entry: Entry<Value>): void {
    if (youngBytes + entry.bytes > mostBytes / 2) {
      old = young;
      oldBytes = youngBytes;
      young = new Map();
      youngBytes = 0;
    }
    young.set(key, entry);
    youngBytes += entry.bytes;
  }

  return {
    get(key) {
      const found = young.get(key);
      if (found !== undefined) return found.value;
      const older = old.get(key);
      if (older === undefined) return undefined;
      old.delete(key);
      oldBytes -= older.bytes;
      add(key, older);
      return older.value;
    },

    set(key, value, bytes) {
      const entry = { value, bytes: bytes + ENTRY_BYTES };
      const former = young.get(key);
      if (former !== undefined) {
        young.delete(key);
        youngBytes -= former.bytes;
      }
      if (entry.bytes <= mostBytes / LARGEST_PART) add(key, entry);
    },

    bytes: () => youngBytes + oldBytes,
  };
}
