/** Parameters of a request, from a query or a form: each name with all its values, so that a repeated one is seen. */
import type { FastifyRequest } from "fastify";
import { OauthError } from "./errors.ts";

const MOST_FIELDS = 100;

export class Parameters {
  readonly #values: ReadonlyMap<string, readonly string[]>;

  constructor(encoded: string) {
    const values = new Map<string, string[]>();
    let count = 0;
    for (const [name, value] of new URLSearchParams(encoded)) {
      if (++count > MOST_FIELDS) throw new OauthError("invalid_request", `The request has more than ${MOST_FIELDS} parameters.`);
      // No value has room for it, and neither has PostgreSQL.
      if (name.includes("\0") || value.includes("\0"))
        throw new OauthError("invalid_request", "A parameter contains the character U+0000.");
      // RFC 6749 §3.1: a parameter without a value is treated as if it were not there.
      if (value !== "") values.set(name, [...(values.get(name) ?? []), value]);
    }
    this.#values = values;
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
  return new Parameters(request.body);
}
