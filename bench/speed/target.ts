/**
 * What a load needs to know of a server: where its endpoints are, and credentials and tokens that work there. A
 * Signet's fixture and the peer both tell it over HTTP, so that the load knows neither of them from the inside.
 */
export const algorithms = ["ES256", "RS256"] as const;
export type Algorithm = (typeof algorithms)[number];

export type Form = Readonly<Record<string, string>>;

export interface Credentials {
  readonly id: string;
  readonly secret: string;
}

export interface Target {
  readonly paths: Readonly<
    Record<"discovery" | "keys" | "token" | "introspection" | "userinfo" | "revocation", string>
  >;
  /** A web application with a secret; it gets codes, refreshes and introspects. */
  readonly client: Credentials;
  /** Who uses client_credentials, and the form for each kind of access token. */
  readonly machine: Credentials;
  readonly clientCredentials: { readonly opaque: Form; readonly jwt?: Form };
  /** For jwt-bearer. Without jti it may be used again within its life, so that the load does not sign. */
  readonly assertion?: string;
  readonly redirectUri: string;
  /** Access tokens of sessions that stand. */
  readonly opaque: readonly string[];
  readonly jwt: readonly string[];
  /** To be rotated by one connection each. */
  readonly refresh: readonly string[];
  /** Where people sign in by pages; `cookies` are of people who have. */
  readonly browser?: {
    readonly authorization: string;
    readonly cookies: readonly string[];
    readonly loginNames: readonly string[];
    readonly password: string;
  };
}

/** What is used up: a code, or an access token to revoke. */
export type SupplyKind = "codes" | "revocable";

export interface Supplier {
  /** From now on the server signs by this algorithm; the tokens are new ones. */
  prepare(algorithm: Algorithm): Promise<Target>;
  supply(kind: SupplyKind, count: number): Promise<string[]>;
}

export const benchPaths = { prepare: "/bench/prepare", supply: "/bench/supply" } as const;

/** The supplier at a port, whoever it is. */
export function supplierAt(port: number): Supplier {
  const ask = async <T>(path: string, query: Record<string, string>): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}?${new URLSearchParams(query)}`, { method: "POST" });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    const body: T = JSON.parse(await response.text());
    return body;
  };
  return {
    prepare: (algorithm) => ask(benchPaths.prepare, { algorithm }),
    supply: (kind, count) => ask(benchPaths.supply, { kind, count: String(count) }),
  };
}

export class OutOfStock extends Error {}

/** Things to be used once each, kept in store so that making them is not measured. */
export class Stock {
  readonly #supplier: Supplier;
  readonly #kind: SupplyKind;
  #items: string[] = [];

  constructor(supplier: Supplier, kind: SupplyKind) {
    this.#supplier = supplier;
    this.#kind = kind;
  }

  get size(): number {
    return this.#items.length;
  }

  async ensure(count: number): Promise<void> {
    const missing = count - this.#items.length;
    if (missing <= 0) return;
    // Others take from the store meanwhile.
    const more = await this.#supplier.supply(this.#kind, missing);
    this.#items = [...this.#items, ...more];
  }

  take(): string {
    const item = this.#items.pop();
    if (item === undefined) throw new OutOfStock(`there are not enough ${this.#kind} in store for this speed`);
    return item;
  }
}

/** A server's target, with what was put in store for it. */
export interface Ready {
  readonly target: Target;
  readonly stock: Readonly<Record<SupplyKind, Stock>>;
}

export async function makeReady(supplier: Supplier, algorithm: Algorithm): Promise<Ready> {
  const target = await supplier.prepare(algorithm);
  return { target, stock: { codes: new Stock(supplier, "codes"), revocable: new Stock(supplier, "revocable") } };
}
