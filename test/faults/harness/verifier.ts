/**
 * A resource server that verifies tokens itself, with a key set that it keeps as long as it may and not a moment
 * shorter.
 */
import { createPublicKey, type KeyObject, verify } from "node:crypto";
import type { JWK } from "jose";
import type { History } from "./history.ts";
import { visit, type Where } from "./http.ts";

interface KeySet {
  readonly keys: ReadonlyMap<string, KeyObject>;
  readonly fetchedAt: number;
}

export class Verifier {
  readonly #history: History;
  readonly #keepMs: number;
  readonly #sets = new Map<number, KeySet>();

  /**
   * Never asks again because of a key it does not know: the next one must have been in the set long before it signs.
   */
  constructor(history: History, keepMs: number) {
    this.#history = history;
    this.#keepMs = keepMs;
  }

  async verify(where: Where, token: string): Promise<void> {
    const known = this.#sets.get(where.number);
    const set =
      known !== undefined && performance.now() - known.fetchedAt < this.#keepMs ? known : await this.#fetch(where);
    if (set !== undefined) this.#judge(where, token, set);
  }

  async #fetch(where: Where): Promise<KeySet | undefined> {
    const fetchedAt = performance.now();
    const visited = { history: this.#history, where, what: "keys", asked: { path: "/oauth/v2/keys" } };
    const answer = await visit(visited, (seen) => ({ succeeded: seen?.status === 200 }));
    // Whoever cannot fetch goes on with what it has.
    if (answer?.status !== 200) return this.#sets.get(where.number);
    const { keys } = answer.json as { keys: (JWK & { kid: string })[] };
    const set = { keys: new Map(keys.map((key) => [key.kid, createPublicKey({ key, format: "jwk" })])), fetchedAt };
    this.#sets.set(where.number, set);
    return set;
  }

  #judge(where: Where, token: string, { keys }: KeySet): void {
    const began = this.#history.now();
    const kid = keyIdOf(token);
    const [head = "", body = "", signature = ""] = token.split(".");
    const key = keys.get(kid);
    const right =
      key !== undefined &&
      verify(
        "sha256",
        Buffer.from(`${head}.${body}`),
        { key, dsaEncoding: "ieee-p1363" },
        Buffer.from(signature, "base64url"),
      );
    const result = key === undefined ? "unknown key" : right ? "good" : "bad signature";
    const ended = this.#history.now();
    const verified = { key: kid, result } as const;
    this.#history.note({
      what: "verify",
      node: where.number,
      began,
      ended,
      status: 200,
      succeeded: result === "good",
      verified,
    });
  }
}

/** The `kid` in a JWT's header. */
export function keyIdOf(token: string): string {
  const header: { kid?: string } = JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString("utf8"));
  return header.kid ?? "";
}
