/** What the speed is meant to be, as ratios within one run, and what of it a run has reached. */
import { GOAL_MEMORY_MB, GOAL_START_MS, type Started } from "./start-time.ts";
import type { Storm } from "./storm.ts";
import type { RowSummary, SystemSummary } from "./summary.ts";

export interface Verdict {
  readonly what: string;
  readonly goal: string;
  readonly value: number;
  readonly unit: "×" | "%" | "ms" | "MB";
  readonly reached: boolean;
}

export interface Outcome {
  readonly rows: readonly RowSummary[];
  readonly storms: readonly Storm[];
  readonly started: Started | undefined;
}

const GRANTS = ["jwt-bearer", "refresh", "code exchange"];
const CORE = ["introspection, opaque", "introspection, JWT", "userinfo", "client_credentials", ...GRANTS];

type Measure = (summary: SystemSummary) => number | undefined;

/** One verdict for each system and work that was measured. */
interface Goal {
  readonly what: string;
  readonly works: readonly string[];
  readonly algorithm?: string;
  readonly systems: RegExp;
  readonly measure: Measure;
  readonly least?: number;
  readonly most?: number;
  readonly unit: "×" | "%";
}

const goals: readonly Goal[] = [
  {
    what: "of the peer's introspection",
    works: ["introspection, opaque", "userinfo"],
    systems: /^SQLite$/,
    measure: ({ timesPeer }) => timesPeer,
    least: 2,
    unit: "×",
  },
  {
    what: "of the peer's, opaque token",
    works: ["client_credentials"],
    algorithm: "ES256",
    systems: /^(SQLite|PostgreSQL)$/,
    measure: ({ timesPeer }) => timesPeer,
    least: 2,
    unit: "×",
  },
  {
    what: "of the peer's client_credentials with JWT",
    works: GRANTS,
    algorithm: "ES256",
    systems: /^SQLite$/,
    measure: ({ timesPeer }) => timesPeer,
    least: 1.5,
    unit: "×",
  },
  {
    what: "of the signature limit",
    works: GRANTS,
    algorithm: "RS256",
    systems: /^(SQLite|PostgreSQL)$/,
    measure: ({ ofCryptography }) => ofCryptography,
    least: 0.85,
    unit: "%",
  },
  { what: "of the bound", works: CORE, systems: /^(SQLite|PostgreSQL)$/, measure: ({ ofBound }) => ofBound, least: 0.7, unit: "%" },
  {
    what: "CPU per request, of one process's",
    works: CORE,
    systems: / ×/,
    measure: ({ timesCpuOfOne }) => timesCpuOfOne,
    most: 1.25,
    unit: "×",
  },
];

export function judge({ rows, storms, started }: Outcome): Verdict[] {
  return [
    ...goals.flatMap((goal) => rows.flatMap((row) => judgeRow(goal, row))),
    ...storms.map(
      ({ system, work, ratio }): Verdict => ({
        what: `${work}, ${system}: p99 while 200 people sign in, of that without them`,
        goal: "at most 3.00 ×",
        value: ratio,
        unit: "×",
        reached: ratio <= 3,
      }),
    ),
    ...(started === undefined
      ? []
      : [absolute("cold start", "ms", started.startMs, GOAL_START_MS), absolute("idle memory", "MB", started.memoryMb, GOAL_MEMORY_MB)]),
  ];
}

function judgeRow({ what, works, algorithm, systems, measure, least, most, unit }: Goal, row: RowSummary): Verdict[] {
  if (!works.includes(row.work) || (algorithm ?? row.algorithm) !== row.algorithm) return [];
  return Object.entries(row.systems).flatMap(([system, summary]) => {
    const value = systems.test(system) ? measure(summary) : undefined;
    if (value === undefined) return [];
    return {
      what: `${row.title}, ${system}: ${what}`,
      goal: least === undefined ? `at most ${written(most ?? 0, unit)}` : `at least ${written(least, unit)}`,
      value,
      unit,
      reached: least === undefined ? value <= (most ?? 0) : value >= least,
    };
  });
}

function absolute(what: string, unit: "ms" | "MB", value: number, goal: number): Verdict {
  return { what, goal: `under ${written(goal, unit)}`, value, unit, reached: value < goal };
}

export function written(value: number, unit: Verdict["unit"]): string {
  if (unit === "×") return `${value.toFixed(2)} ×`;
  return unit === "%" ? `${(value * 100).toFixed(0)} %` : `${value.toFixed(0)} ${unit}`;
}
