/** Follows a list from its first page to its last one. */
import assert from "node:assert/strict";
import type { Listed, Position } from "../../src/identity/listing.ts";

export interface Page<T> extends Listed<T> {
  readonly number: number;
}

/** `between` is done after every page, while the list is being read. */
export async function walk<T>(
  read: (after: Position | undefined) => Promise<Listed<T>>,
  between?: (page: Page<T>) => Promise<unknown>,
): Promise<T[]> {
  const all: T[] = [];
  let after: Position | undefined;
  for (let number = 1; ; number++) {
    assert.ok(number < 200, "the list does not end");
    const page = await read(after);
    all.push(...page.items);
    if (page.next === undefined) return all;
    assert.notDeepEqual(page.next, after, "the list does not move on");
    after = page.next;
    await between?.({ ...page, number });
  }
}
