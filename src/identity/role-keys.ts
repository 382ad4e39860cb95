/** Sets of role keys, as project grants and role assignments hold them. */
import { invalid } from "./names.ts";

/** Each once, in the order in which they are stored. */
export function distinctKeys(keys: readonly string[]): string[] {
  return [...new Set(keys)].sort();
}

export function refuseKeysOutside(available: Iterable<string>, keys: readonly string[], reason: string): void {
  const known = new Set(available);
  const unknown = keys.find((key) => !known.has(key));
  if (unknown === undefined) return;
  // A key that cannot exist is not worth repeating, and may be anything.
  const shown = /^[\w.:/-]{1,100}$/.test(unknown) ? ` ${unknown}` : "";
  throw invalid("roleKeys", `${reason}${shown}`);
}

/** Keys have no spaces, so that they can be joined by them. */
export function splitKeys(joined: string | null): string[] {
  return joined === null ? [] : joined.split(" ");
}
