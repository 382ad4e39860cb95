/**
 * Whether people who sign in slow down the programs that use their tokens: the 99th percentile with and without a storm
 * of passwords.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { loadServer } from "./http-load.ts";
import { type Cell, measure } from "./measure.ts";
import { median } from "./statistics.ts";
import type { System } from "./systems.ts";
import { type Work, works } from "./works.ts";

export const PEOPLE = 200;
/** Until the threads that check passwords are all busy. */
const GATHER_MS = 1_000;

export interface Storm {
  readonly system: string;
  readonly work: string;
  readonly p99Without: number;
  readonly p99With: number;
  /** Of the same round. */
  readonly ratio: number;
  readonly perSecondWithout: number;
  readonly perSecondWith: number;
  readonly signInsPerSecond: number;
  /** Answered by 503 with Retry-After, because as many as may wait were waiting. */
  readonly refused: number;
  readonly errors: number;
  readonly firstError?: string;
}

export async function measureStorm(
  system: System,
  work: Work,
  pace: { rounds: number; durationMs: number },
): Promise<Storm> {
  const rounds: { without: Cell; during: Cell; people: Awaited<ReturnType<typeof loadServer>> }[] = [];
  for (let round = 0; round < pace.rounds; round++) {
    const moment = { warmupMs: 300, durationMs: pace.durationMs };
    const without = await measured(system, work, moment);
    const storm = startStorm(system, GATHER_MS + moment.warmupMs + moment.durationMs);
    await sleep(GATHER_MS);
    const during = await measured(system, work, moment);
    rounds.push({ without, during, people: await storm });
  }
  const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of));
  const failed = rounds
    .flatMap(({ without, during, people }) => [without, during, people])
    .filter(({ errors }) => errors > 0);
  const firstError = failed[0]?.firstError;
  return {
    system: system.name,
    work: work.name,
    p99Without: middle(({ without }) => without.p99),
    p99With: middle(({ during }) => during.p99),
    ratio: middle(({ without, during }) => during.p99 / without.p99),
    perSecondWithout: middle(({ without }) => without.perSecond),
    perSecondWith: middle(({ during }) => during.perSecond),
    signInsPerSecond: middle(({ people }) => people.perSecond),
    refused: rounds.reduce((sum, { people }) => sum + people.refused, 0),
    errors: failed.reduce((sum, { errors }) => sum + errors, 0),
    ...(firstError === undefined ? {} : { firstError }),
  };
}

async function measured(system: System, work: Work, moment: { warmupMs: number; durationMs: number }): Promise<Cell> {
  const cell = await measure(system, work, moment);
  if (cell === undefined) throw new Error(`${system.name} does not have ${work.name}`);
  return cell;
}

function startStorm({ server, ground }: System, durationMs: number) {
  const signIn = works.find(({ name }) => name === "sign-in, with password");
  const visitor = signIn?.visitors(ground.ready());
  if (visitor === undefined) throw new Error("nobody can sign in");
  return loadServer({ port: server.port, connections: PEOPLE, warmupMs: 0, durationMs, visitor, manyAddresses: true });
}
