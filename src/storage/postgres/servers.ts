/**
 * Which of the servers that an address names is connected to: the one that leads. The others follow it and only read.
 * Who leads is found by asking one after the other, at the start and whenever the one that did is lost.
 */
import pg from "pg";
import { DatabaseUnavailable } from "../errors.ts";
import { serversOf } from "./address.ts";

export class Servers {
  readonly #addresses: readonly string[];
  #at = 0;

  constructor(address: string) {
    this.#addresses = serversOf(address);
  }

  get count(): number {
    return this.#addresses.length;
  }

  get current(): string {
    return this.#addresses[this.#at] ?? "";
  }

  /** It could not be used: new connections try the next one. Of many that see so at once, the first is enough. */
  leave(address: string): void {
    if (address === this.current) this.#at = (this.#at + 1) % this.count;
  }
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/** For the pool, which makes a client for each new connection. */
export function clientOf(servers: Servers): typeof pg.Client {
  return class extends pg.Client {
    readonly #address: string;

    constructor(config?: pg.ClientConfig) {
      const address = servers.current;
      super({ ...config, connectionString: address });
      this.#address = address;
      // Until the pool listens, a connection that breaks would end the process.
      this.on("error", () => {});
    }

    override connect(): Promise<pg.Client>;
    override connect(done: Connected): void;
    override connect(done?: Connected): Promise<pg.Client> | undefined {
      const connected = this.#connect();
      if (done === undefined) return connected;
      connected.then(
        (client) => (done as (error: null, client: pg.Client) => void)(null, client),
        (error) => (done as (error: Error) => void)(error),
      );
      return undefined;
    }

    async #connect(): Promise<pg.Client> {
      try {
        await super.connect();
        if (servers.count > 1) await this.#mustLead();
        return this;
      } catch (error) {
        servers.leave(this.#address);
        void this.end();
        throw error;
      }
    }

    async #mustLead(): Promise<void> {
      const { rows } = await this.query<{ follows: boolean }>("SELECT pg_is_in_recovery() AS follows");
      if (rows[0]?.follows !== false) throw new DatabaseUnavailable("the server follows another one and only reads");
    }
  };
}
