/**
 * One row of the table: a work on every system and its limits. They take turns in short rounds, because a machine is
 * faster at one moment than at another; what is compared was measured in the same round.
 */
import type { EngineName } from "./databases.ts";
import type { Sample } from "./http-load.ts";
import { boundOf, cryptographyPerSecond, httpPerSecond, openReplay } from "./limits.ts";
import { type Cell, type Moment, measure } from "./measure.ts";
import type { Replay, Written } from "./replay-sqlite.ts";
import type { Stage } from "./stage.ts";
import type { System } from "./systems.ts";
import type { Algorithm } from "./target.ts";
import { titleOf, type Work, works } from "./works.ts";

/** One round's measurements. */
export interface Round {
  readonly cells: Record<string, Cell>;
  /** The peer at the work that this one is held against. */
  readonly against?: Cell;
  readonly limits: {
    readonly http?: number;
    /** Infinity where nothing is signed. */
    readonly cryptography: number;
    /** Infinity where nothing is asked of it. */
    readonly database: Partial<Record<EngineName, number>>;
  };
}

export interface Row {
  readonly work: string;
  readonly title: string;
  readonly algorithm: Algorithm;
  readonly against?: string;
  readonly rounds: readonly Round[];
  readonly written: Partial<Record<EngineName, Written>>;
}

export interface Pace {
  readonly rounds: number;
  readonly warmupMs: number;
  readonly durationMs: number;
}

/** A limit is steadier than a server, and needs less time. */
const LIMIT_PART = 0.6;
/** What takes a good part of a second needs longer to be counted. */
const SLOW = 4;

/**
 * Every system has seen every work before the first is measured: what runs for the first time is slow everywhere. Twice
 * around, because works share code, and what one of them needs is not ready when the first is done.
 */
export async function warmUp({ systems }: Stage, chosen: readonly Work[], milliseconds: number): Promise<void> {
  for (const system of systems) {
    for (const work of [...chosen, ...chosen])
      await measure(system, work, { warmupMs: 0, durationMs: milliseconds / 2 });
  }
}

export async function measureRow(stage: Stage, work: Work, algorithm: Algorithm, pace: Pace): Promise<Row> {
  const replays = new Map<EngineName, Replay>();
  const rounds: Round[] = [];
  try {
    for (let round = 0; round < pace.rounds; round++) {
      const moment = momentOf(work, pace);
      const cells: Record<string, Cell> = {};
      let sample: Sample | undefined;
      for (const system of inTurn(stage.systems, round)) {
        const measured = await measure(system, work, moment);
        if (measured === undefined) continue;
        const { sample: seen, ...cell } = measured;
        cells[system.name] = cell;
        stage.weigh(system);
        if (system.engine !== undefined) sample ??= seen;
      }
      const against = await measureAgainst(stage.systems, work, moment);
      if (round === 0) await openReplays(stage, work, replays);
      rounds.push({
        cells,
        ...(against === undefined ? {} : { against }),
        limits: await measureLimits({ stage, work, algorithm, sample, replays, moment }),
      });
    }
    const written = Object.fromEntries([...replays].map(([engine, replay]) => [engine, replay.written]));
    return {
      work: work.name,
      title: titleOf(work, algorithm),
      algorithm,
      ...(work.against === undefined ? {} : { against: work.against }),
      rounds,
      written,
    };
  } finally {
    for (const replay of replays.values()) await replay.close();
  }
}

function momentOf(work: Work, { warmupMs, durationMs }: Pace): Moment {
  return { warmupMs, durationMs: durationMs * (work.slow ? SLOW : 1) };
}

/** Another one begins each time, so that none always comes after the same. */
function inTurn<T>(values: readonly T[], round: number): T[] {
  const from = round % Math.max(1, values.length);
  return [...values.slice(from), ...values.slice(0, from)];
}

async function measureAgainst(systems: readonly System[], work: Work, moment: Moment): Promise<Cell | undefined> {
  const peer = systems.find(({ engine }) => engine === undefined);
  const other = works.find(({ name }) => name === work.against);
  if (peer === undefined || other === undefined) return undefined;
  const measured = await measure(peer, other, moment);
  if (measured === undefined) return undefined;
  const { sample: _, ...cell } = measured;
  return cell;
}

async function openReplays({ place, records }: Stage, work: Work, replays: Map<EngineName, Replay>): Promise<void> {
  for (const [engine, recorded] of records) {
    const replay = await openReplay(place, engine, recorded, work);
    if (replay !== undefined) replays.set(engine, replay);
  }
}

interface LimitInput {
  readonly stage: Stage;
  readonly work: Work;
  readonly algorithm: Algorithm;
  readonly sample: Sample | undefined;
  readonly replays: ReadonlyMap<EngineName, Replay>;
  readonly moment: Moment;
}

async function measureLimits({
  stage,
  work,
  algorithm,
  sample,
  replays,
  moment,
}: LimitInput): Promise<Round["limits"]> {
  const durationMs = moment.durationMs * LIMIT_PART;
  // Of several requests in a row, each with its own statements, one constant answer says nothing.
  if (work.steps !== undefined || stage.httpLimit === undefined || sample === undefined)
    return { cryptography: Number.NaN, database: {} };
  const database: Partial<Record<EngineName, number>> = {};
  for (const engine of stage.records.keys())
    database[engine] = (await replays.get(engine)?.perSecond(durationMs)) ?? Number.POSITIVE_INFINITY;
  return {
    http: await httpPerSecond(stage.httpLimit, sample, { ...moment, durationMs }),
    cryptography: await cryptographyPerSecond(work, algorithm, durationMs),
    database,
  };
}

/** NaN where a limit was not measured. */
export function boundIn({ limits }: Round, engine: EngineName): number {
  return boundOf([limits.http ?? Number.NaN, limits.cryptography, limits.database[engine] ?? Number.NaN]);
}
