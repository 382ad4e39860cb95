/**
 * Looks for many texts at once, in one pass over the bytes: a rolling hash of the last few bytes says where one of them
 * could end, and only there is it compared.
 */

const WINDOW = 12;
const BASE = 0x01000193;
const FILTER = 1 << 16;

/** Shorter ones are in a long text by chance. */
export const SHORTEST_NEEDLE = WINDOW;

export class Needles {
  /** By the hash of their last bytes. */
  readonly #ending = new Map<number, Map<string, Buffer>>();
  readonly #filter = new Uint8Array(FILTER);
  readonly #leaving: number;

  constructor(texts: Iterable<string>) {
    this.#leaving = Array.from({ length: WINDOW - 1 }).reduce<number>((power) => Math.imul(power, BASE), 1);
    for (const text of texts) {
      const bytes = Buffer.from(text);
      if (bytes.length < WINDOW) continue;
      const hash = bytes.subarray(bytes.length - WINDOW).reduce((sum, byte) => (Math.imul(sum, BASE) + byte) | 0, 0);
      this.#filter[(hash >>> 8) % FILTER] = 1;
      const alike = this.#ending.get(hash) ?? new Map<string, Buffer>();
      this.#ending.set(hash, alike.set(text, bytes));
    }
  }

  /** Those that are in it, each once. */
  in(text: string | Buffer): string[] {
    const bytes = typeof text === "string" ? Buffer.from(text) : text;
    const found = new Set<string>();
    if (this.#ending.size === 0) return [];
    let hash = 0;
    for (let i = 0; i < bytes.length; i++) {
      if (i >= WINDOW) hash = (hash - Math.imul(bytes[i - WINDOW] ?? 0, this.#leaving)) | 0;
      hash = (Math.imul(hash, BASE) + (bytes[i] ?? 0)) | 0;
      if (this.#filter[(hash >>> 8) % FILTER] === 0) continue;
      for (const [needle, own] of this.#ending.get(hash) ?? []) {
        const start = i + 1 - own.length;
        if (start >= 0 && own.compare(bytes, start, i + 1) === 0) found.add(needle);
      }
    }
    return [...found];
  }
}
