/** From rounds to numbers: medians of what was measured, and medians of ratios, each of the same round. */
import type { EngineName } from "./databases.ts";
import type { Cell } from "./measure.ts";
import type { Written } from "./replay-sqlite.ts";
import { boundIn, type Round, type Row } from "./rows.ts";
import { median } from "./statistics.ts";
import type { System } from "./systems.ts";

export interface SystemSummary {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Without the database server's. */
  readonly cpuMs: number;
  readonly requests: number;
  readonly errors: number;
  readonly firstError?: string;
  /** Of the bound on its engine; with one process only. */
  readonly ofBound?: number;
  /** Of the limit of signatures alone. */
  readonly ofCryptography?: number;
  /** Times the peer at what it is held against. */
  readonly timesPeer?: number;
  /** CPU for a request, times that of one process. */
  readonly timesCpuOfOne?: number;
}

export interface RowSummary {
  readonly work: string;
  readonly title: string;
  readonly algorithm: string;
  readonly against: string;
  readonly systems: Record<string, SystemSummary>;
  /** Requests a second. Null where nothing of the kind is needed. */
  readonly limits: {
    readonly http: number | null;
    readonly cryptography: number | null;
    readonly database: Partial<Record<EngineName, number | null>>;
  };
  readonly bounds: Partial<Record<EngineName, number>>;
  readonly written: Partial<Record<EngineName, Written>>;
}

export function summarize(row: Row, systems: readonly System[]): RowSummary {
  const overRounds = (of: (round: Round) => number) => median(row.rounds.map(of));
  const measured = systems.filter(({ name }) => row.rounds.some(({ cells }) => cells[name] !== undefined));
  const engines = [...new Set(systems.flatMap(({ engine }) => engine ?? []))];
  const single = (engine: EngineName) =>
    systems.find((system) => system.engine === engine && system.processes === 1)?.name ?? "";

  function summaryOf({ name, engine, processes }: System): SystemSummary {
    const cellIn = (round: Round): Cell | undefined => round.cells[name];
    const value = (key: "perSecond" | "p50" | "p99" | "cpuMs") =>
      overRounds((round) => cellIn(round)?.[key] ?? Number.NaN);
    const cells = row.rounds.flatMap((round) => cellIn(round) ?? []);
    const firstError = cells.find((cell) => cell.firstError !== undefined)?.firstError;
    const rate = (round: Round) => cellIn(round)?.perSecond ?? Number.NaN;
    return {
      perSecond: value("perSecond"),
      p50: value("p50"),
      p99: value("p99"),
      cpuMs: value("cpuMs"),
      requests: cells.reduce((sum, cell) => sum + cell.requests, 0),
      errors: cells.reduce((sum, cell) => sum + cell.errors, 0),
      ...(firstError === undefined ? {} : { firstError }),
      ...(engine === undefined
        ? {}
        : {
            ...(processes === 1
              ? known(
                  "ofBound",
                  overRounds((round) => rate(round) / boundIn(round, engine)),
                )
              : {}),
            ...known(
              "ofCryptography",
              overRounds((round) => rate(round) / round.limits.cryptography),
            ),
            ...known(
              "timesPeer",
              overRounds((round) => rate(round) / ((round.against ?? round.cells.peer)?.perSecond ?? Number.NaN)),
            ),
            ...(processes > 1
              ? known(
                  "timesCpuOfOne",
                  overRounds(
                    (round) =>
                      (cellIn(round)?.cpuMs ?? Number.NaN) / (round.cells[single(engine)]?.cpuMs ?? Number.NaN),
                  ),
                )
              : {}),
          }),
    };
  }

  return {
    work: row.work,
    title: row.title,
    algorithm: row.algorithm,
    against: row.against ?? row.work,
    systems: Object.fromEntries(measured.map((system) => [system.name, summaryOf(system)])),
    limits: {
      http: finite(overRounds(({ limits }) => limits.http ?? Number.NaN)),
      cryptography: finite(overRounds(({ limits }) => limits.cryptography)),
      database: Object.fromEntries(
        engines.map((engine) => [engine, finite(overRounds(({ limits }) => limits.database[engine] ?? Number.NaN))]),
      ),
    },
    bounds: Object.fromEntries(
      engines
        .map((engine) => [engine, overRounds((round) => boundIn(round, engine))])
        .filter(([, bound]) => Number.isFinite(bound)),
    ),
    written: row.written,
  };
}

function known<Name extends string>(name: Name, value: number): Partial<Record<Name, number>> {
  const one: Partial<Record<Name, number>> = {};
  if (Number.isFinite(value) && value > 0) one[name] = value;
  return one;
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
