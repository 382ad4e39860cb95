/** Parameters of a request, from a query or a form: each name with all its values, so that a repeated one is seen. */
import type { FastifyRequest } from "fastify";
import { OauthError } from "./errors.ts";

const MOST_FIELDS = 100;
/**
 * For what a browser carries here, in bytes: an ID token of ours with many roles is one of them. A header has room for
 * it, with cookies.
 */
export const MOST_PARAMETERS = 65_536;

export class Parameters {
  readonly #values: ReadonlyMap<string, readonly string[]>;
  /** What is wrong with how they were sent, whatever they say. Kept, because the answer goes where some of them say. */
  readonly #unreadable: string | undefined;
  /** In bytes, as they were sent. */
  readonly size: number;

  constructor(encoded: string) {
    const values = new Map<string, string[]>();
    let count = 0;
    let holdsNul = false;
    for (const [name, value] of new URLSearchParams(encoded)) {
      count++;
      holdsNul ||= name.includes("\0") || value.includes("\0");
      // RFC 6749 §3.1: a parameter without a value is treated as if it were not there.
      if (value === "") continue;
      const sent = values.get(name);
      if (sent === undefined) values.set(name, [value]);
      else sent.push(value);
    }
    this.#values = values;
    this.#unreadable = problemWith({ encoded, count, holdsNul });
    this.size = Buffer.byteLength(encoded);
  }

  get isReadable(): boolean {
    return this.#unreadable === undefined;
  }

  /** Refuses what was not sent as it should be: too many, not encoded, or holding what no value has room for. */
  readable(): this {
    if (this.#unreadable !== undefined) throw new OauthError("invalid_request", this.#unreadable);
    return this;
  }

  /** The value of a parameter that was sent once; undefined when it was not sent, or was repeated. */
  get(name: string): string | undefined {
    const values = this.#values.get(name);
    return values?.length === 1 ? values[0] : undefined;
  }

  get repeated(): string | undefined {
    return [...this.#values].find(([, values]) => values.length > 1)?.[0];
  }

  /** Refuses any repeated parameter (RFC 6749 §3.2). */
  once(): this {
    const name = this.repeated;
    if (name !== undefined) throw new OauthError("invalid_request", `The parameter ${name} is repeated. Send it once.`);
    return this;
  }

  required(name: string): string {
    const value = this.get(name);
    if (value === undefined) throw new OauthError("invalid_request", `The parameter ${name} is missing.`);
    return value;
  }

  /** The same parameters once more, with some of them changed. */
  encode(change: Record<string, string>): string {
    const encoded = new URLSearchParams();
    for (const [name, values] of this.#values) for (const value of values) encoded.append(name, value);
    for (const [name, value] of Object.entries(change)) encoded.set(name, value);
    return encoded.toString();
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }
}

export function formOf(request: FastifyRequest): Parameters {
  if (typeof request.body !== "string") {
    throw new OauthError("invalid_request", "Send the parameters as application/x-www-form-urlencoded in the body.");
  }
  return new Parameters(request.body).readable();
}

function problemWith({
  encoded,
  count,
  holdsNul,
}: {
  encoded: string;
  count: number;
  holdsNul: boolean;
}): string | undefined {
  if (count > MOST_FIELDS) return `The request has more than ${MOST_FIELDS} parameters.`;
  if (!isEncoded(encoded))
    return "A parameter is not encoded as it should be: a % is followed by two digits, and the bytes are UTF-8.";
  // PostgreSQL cannot keep it.
  return holdsNul ? "A parameter contains the character U+0000." : undefined;
}

/** URLSearchParams reads anything, and so turns what is broken into something that nobody sent. */
function isEncoded(text: string): boolean {
  if (!text.includes("%")) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
