/**
 * Random bytes for what every request draws: nonces, token ids, request ids. Asking the system takes 4.5 µs, whether
 * for 12 bytes or for 4,096, so they are drawn by the page; what was handed out is wiped from it.
 */
import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

const page = Buffer.alloc(4_096);
let used = page.length;

export function freshBytes(count: number): Buffer {
  if (count > page.length) throw new RangeError("more random bytes than a page has");
  if (used + count > page.length) {
    randomFillSync(page);
    used = 0;
  }
  const end = used + count;
  const bytes = Buffer.from(page.subarray(used, end));
  page.fill(0, used, end);
  used = end;
  return bytes;
}

/** An id that sorts by the millisecond it was made in (UUIDv7). */
export function freshId(): string {
  return v7({ random: freshBytes(16) });
}
