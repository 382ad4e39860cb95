/**
 * What a test gets: a ground to work on, a history that is its own, clients, and a place to say what should have held.
 */
import type { Violation } from "./checker.ts";
import type { Cluster } from "./cluster.ts";
import { Family } from "./family.ts";
import type { Ground } from "./ground.ts";
import { type Call, History } from "./history.ts";
import { inParallel } from "./in-parallel.ts";
import { Manager } from "./manager.ts";
import { type Person, redeem, type Tokens } from "./person.ts";
import type { FaultyPostgres } from "./postgres.ts";
import { Verifier } from "./verifier.ts";
import { type Client, managementToken } from "./world.ts";

/** How much of it: everything, or a few seconds. */
export interface Scale {
  readonly quick: boolean;
  /** How many of something, how long, in milliseconds: in full, and in a hurry. */
  of(full: number, quick: number): number;
  /** Calls that arrive in a second. */
  readonly rate: number;
  /** How many times a bound on time may be passed where other work shares the machine. */
  readonly patience: number;
}

export const full: Scale = { quick: false, of: (value) => value, rate: 80, patience: 1 };
export const quick: Scale = { quick: true, of: (_, value) => value, rate: 40, patience: 10 };

/** A test that cannot run here, and why. */
export class Skipped extends Error {}

export interface FaultTest {
  readonly id: string;
  readonly title: string;
  /** Three nodes on PostgreSQL, one on SQLite, or whatever the test sets up itself. */
  readonly on: "cluster" | "sqlite";
  /** Whether nobody may be made to sign in again by it. */
  readonly keepsSignedIn: boolean;
  run(stage: Stage, scale: Scale): Promise<void>;
}

export class Stage {
  readonly history = new History();
  readonly broken: Violation[] = [];
  /** Remarks for the report: what was measured. */
  readonly remarks: string[] = [];
  readonly ground: Ground;
  readonly postgres: FaultyPostgres | undefined;
  readonly manager: Manager;
  readonly #id: string;
  readonly idTokens: string[] = [];
  readonly #loads: { stop(): Promise<void> }[] = [];

  private constructor(
    id: string,
    ground: Ground,
    postgres: FaultyPostgres | undefined,
    manager: (history: History) => Manager,
  ) {
    this.#id = id;
    this.ground = ground;
    this.postgres = postgres;
    this.manager = manager(this.history);
    ground.cluster.history = this.history;
  }

  static async set(id: string, ground: Ground, postgres?: FaultyPostgres): Promise<Stage> {
    const token = await managementToken(ground.cluster.node(1), ground.world.owner);
    return new Stage(id, ground, postgres, (history) => new Manager(history, token, ground.world.organizationId));
  }

  get cluster(): Cluster {
    return this.ground.cluster;
  }

  /** The test's own promise: a violation like any other when it does not hold. */
  must(holds: boolean, says: string, ...calls: readonly Call[]): void {
    if (!holds) this.broken.push({ broke: this.#id, says, calls });
  }

  fault(says: string): void {
    this.history.fault(says);
  }

  /** What goes on until the test is over, also when it ends before its time. */
  goesOn<T extends { stop(): Promise<void> }>(load: T): T {
    this.#loads.push(load);
    return load;
  }

  async stopAll(): Promise<void> {
    await Promise.allSettled(this.#loads.map((load) => load.stop()));
  }

  remark(says: string): void {
    this.remarks.push(says);
  }

  person(n: number): Person {
    const person = this.ground.people[n % this.ground.people.length];
    if (person === undefined) throw new Error("nobody has signed in");
    return person;
  }

  /** A sign-in of somebody at the client, up to the tokens. */
  async tokens(person: Person, client: Client, where = this.cluster.any()): Promise<Tokens> {
    const { history, ground } = this;
    const code = await person.code(history, where, client);
    const tokens =
      code === undefined ? undefined : await redeem({ history, where, inside: ground.inside, client }, code);
    if (tokens === undefined) throw new Error("nobody could be signed in");
    this.#keep(tokens.id);
    return tokens;
  }

  async family(person: Person, client: Client = this.ground.world.opaque): Promise<Family> {
    const tokens = await this.tokens(person, client);
    const world = { inside: this.ground.inside, gotToken: (token: string) => this.#keep(token) };
    return new Family(world, client, person.account.id, tokens);
  }

  async families(count: number, client?: Client): Promise<Family[]> {
    return inParallel(count, (n) => this.family(this.person(n), client));
  }

  /** Those that are verified with every node's key set when the test is over. */
  #keep(idToken: string): void {
    if (idToken === "") return;
    if (this.idTokens.length < 2_000) this.idTokens.push(idToken);
    else this.idTokens[Math.floor(Math.random() * this.idTokens.length)] = idToken;
  }

  async verifyEverywhere(): Promise<void> {
    const verifier = new Verifier(this.history, 60_000);
    for (const node of this.cluster.nodes) {
      for (const token of this.idTokens) await verifier.verify(node, token);
    }
  }
}
