/** What is measured side by side: Signet on either engine, with one process or one a core, and the peer. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { newMasterKey } from "../../src/keys/master-key.ts";
import { freePort } from "../../test/support/postgres-server.ts";
import type { EngineName, Place } from "./databases.ts";
import type { Visitor } from "./http-load.ts";
import { HOST } from "./http-messages.ts";
import { launch, type ServerProcess } from "./processes.ts";
import { type Algorithm, makeReady, type Ready, type Supplier, supplierAt } from "./target.ts";
import type { Work } from "./works.ts";

export const ROOT = join(import.meta.dirname, "../..");

/** A database in use, with what hands out tokens for it. Several systems may serve the same one. */
export interface Ground {
  readonly supplier: Supplier;
  ready(): Ready;
  prepare(algorithm: Algorithm): Promise<void>;
  /** Kept from one measurement to the next, because what they send follows from what they were answered. */
  visitors(work: Work): ((connection: number) => Visitor) | undefined;
}

export function groundOf(supplier: Supplier): Ground {
  let ready: Ready | undefined;
  const known = new Map<string, Visitor | undefined>();
  const current = () => {
    if (ready === undefined) throw new Error("nothing was prepared");
    return ready;
  };
  return {
    supplier,
    ready: current,
    async prepare(algorithm) {
      ready = await makeReady(supplier, algorithm);
      known.clear();
    },
    visitors(work) {
      const make = work.visitors(current());
      if (make === undefined) return undefined;
      return (connection) => {
        const key = `${work.name} ${connection}`;
        const visitor = known.get(key) ?? make(connection);
        known.set(key, visitor);
        return visitor;
      };
    },
  };
}

export interface System {
  readonly name: string;
  readonly server: ServerProcess;
  readonly ground: Ground;
  readonly engine?: EngineName;
  readonly processes: number;
  /** Of its database server, which nobody else may use meanwhile. */
  readonly databaseCpuMs?: () => number;
}

export interface SignetGround extends Ground {
  readonly engine: EngineName;
  readonly environment: Readonly<Record<string, string>>;
  readonly fixture: ServerProcess;
}

export interface GroundInput {
  readonly place: Place;
  readonly engine: EngineName;
  readonly name: string;
  /** The checkout whose Signet it is for. */
  readonly root?: string;
  /** "USERS,SESSIONS" that are there besides. */
  readonly ballast?: string;
  readonly people?: number;
}

export async function makeSignetGround({
  place,
  engine,
  name,
  root = ROOT,
  ballast,
  people = 32,
}: GroundInput): Promise<SignetGround> {
  const port = await freePort();
  const environment = {
    SIGNET_DATABASE_URL: await place.database(engine, name),
    SIGNET_MASTER_KEY: newMasterKey().toString("base64url"),
    SIGNET_ISSUER_URL: `http://${HOST}`,
    SIGNET_LOG_LEVEL: "warn",
  };
  const fixture = await launch({
    program: [join(root, "bench/speed/fixture-server.ts")],
    environment: {
      ...environment,
      BENCH_PORT: String(port),
      BENCH_PEOPLE: String(people),
      ...(ballast === undefined ? {} : { BENCH_BALLAST: ballast }),
    },
    port,
    readyPath: "/",
    cwd: place.folder,
    readyWithinMs: ballast === undefined ? 60_000 : 3_600_000,
  });
  return { ...groundOf(supplierAt(port)), engine, environment, fixture };
}

export interface SignetInput {
  readonly place: Place;
  readonly ground: Pick<SignetGround, "environment">;
  readonly root?: string;
  readonly processes?: number;
  /** For Node itself. */
  readonly nodeOptions?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** As somebody would start it: `signet serve` with its default settings. */
export async function startSignet(input: SignetInput): Promise<ServerProcess> {
  const { place, ground, root = ROOT, processes = 1, nodeOptions = [], environment = {} } = input;
  const port = await freePort();
  return launch({
    program: [...nodeOptions, join(root, "bin/signet.js")],
    environment: {
      ...ground.environment,
      SIGNET_PORT: String(port),
      ...(processes > 1 ? { SIGNET_WORKERS: String(processes) } : {}),
      ...environment,
    },
    port,
    readyPath: "/readyz",
    cwd: place.folder,
  });
}

export async function startPeer(): Promise<System> {
  const port = await freePort();
  const server = await launch({
    program: [join(ROOT, "bench/speed/peer-server.ts")],
    environment: { BENCH_PORT: String(port), NODE_ENV: "production" },
    port,
    readyPath: "/.well-known/openid-configuration",
  });
  return { name: "peer", server, ground: groundOf(supplierAt(port)), processes: 1 };
}

export const engineTitles: Record<EngineName, string> = { sqlite: "SQLite", postgres: "PostgreSQL" };
export const CORES = availableParallelism();

export const systemName = (engine: EngineName, processes: number): string =>
  processes === 1 ? engineTitles[engine] : `${engineTitles[engine]} ×${processes}`;
