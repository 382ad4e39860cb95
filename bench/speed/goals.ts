/** What the speed is meant to be, as ratios within one run, and what of it a run has reached. */
import { GOAL_MEMORY_MB, GOAL_START_MS, type Started } from "./start-time.ts";
import type { Storm } from "./storm.ts";
import type { RowSummary, SystemSummary } from "./summary.ts";

type Unit = "×" | "%" | "ms" | "MB";

interface Aim {
  readonly what: string;
  readonly limit: number;
  readonly side: "at least" | "at most" | "under";
  readonly unit: Unit;
}

/** One for each system and work that a goal is about. */
export interface Verdict extends Aim {
  readonly where: string;
  readonly value: number;
  readonly reached: boolean;
}

export interface Outcome {
  readonly rows: readonly RowSummary[];
  readonly storms: readonly Storm[];
  readonly started: Started | undefined;
}

interface Goal extends Aim {
  readonly works: readonly string[];
  readonly algorithm?: string;
  readonly systems: RegExp;
  readonly measure: (summary: SystemSummary) => number | undefined;
}

const GRANTS = ["jwt-bearer", "refresh", "code exchange"];
const CORE = ["introspection, opaque", "introspection, JWT", "userinfo", "client_credentials", ...GRANTS];
const SQLITE = /^SQLite$/;
const ONE_PROCESS = /^(SQLite|PostgreSQL)$/;
const SEVERAL_PROCESSES = / ×/;

const goals: readonly Goal[] = [
  {
    what: "introspection and userinfo, of the peer's introspection",
    ...{ limit: 2, side: "at least", unit: "×" },
    works: ["introspection, opaque", "userinfo"],
    systems: SQLITE,
    measure: ({ timesPeer }) => timesPeer,
  },
  {
    what: "client_credentials, opaque token, of the peer's",
    ...{ limit: 2, side: "at least", unit: "×" },
    works: ["client_credentials"],
    algorithm: "ES256",
    systems: SQLITE,
    measure: ({ timesPeer }) => timesPeer,
  },
  {
    what: "jwt-bearer, refresh, code exchange, of the peer's client_credentials with JWT",
    ...{ limit: 1.5, side: "at least", unit: "×" },
    works: GRANTS,
    algorithm: "ES256",
    systems: SQLITE,
    measure: ({ timesPeer }) => timesPeer,
  },
  {
    what: "the same with RS256, of the signature limit",
    ...{ limit: 0.85, side: "at least", unit: "%" },
    works: GRANTS,
    algorithm: "RS256",
    systems: SQLITE,
    measure: ({ ofCryptography }) => ofCryptography,
  },
  {
    what: "any of them, of the bound",
    ...{ limit: 0.7, side: "at least", unit: "%" },
    works: CORE,
    systems: ONE_PROCESS,
    measure: ({ ofBound }) => ofBound,
  },
  {
    what: "CPU per request with one process a core, of that with one",
    ...{ limit: 1.25, side: "at most", unit: "×" },
    works: CORE,
    systems: SEVERAL_PROCESSES,
    measure: ({ timesCpuOfOne }) => timesCpuOfOne,
  },
];
const storm: Aim = { what: "p99 while 200 people sign in, of that without them", limit: 3, side: "at most", unit: "×" };
const start: Aim = { what: "cold start", limit: GOAL_START_MS, side: "under", unit: "ms" };
const memory: Aim = { what: "idle memory", limit: GOAL_MEMORY_MB, side: "under", unit: "MB" };

export function judge({ rows, storms, started }: Outcome): Verdict[] {
  return [
    ...goals.flatMap((goal) => rows.flatMap((row) => judgeRow(goal, row))),
    ...storms.map(({ work, system, ratio }) => verdict(storm, `${work}, ${system}`, ratio)),
    ...(started === undefined
      ? []
      : [verdict(start, "SQLite", started.startMs), verdict(memory, "SQLite", started.memoryMb)]),
  ];
}

function judgeRow(goal: Goal, row: RowSummary): Verdict[] {
  if (!goal.works.includes(row.work) || (goal.algorithm ?? row.algorithm) !== row.algorithm) return [];
  return Object.entries(row.systems).flatMap(([system, summary]) => {
    const value = goal.systems.test(system) ? goal.measure(summary) : undefined;
    return value === undefined ? [] : [verdict(goal, `${row.title}, ${system}`, value)];
  });
}

function verdict({ what, limit, side, unit }: Aim, where: string, value: number): Verdict {
  const reached = side === "at least" ? value >= limit : side === "at most" ? value <= limit : value < limit;
  return { what, limit, side, unit, where, value, reached };
}

/** Of several, the one that is furthest from the goal; what could not be measured is furthest of all. */
export function worstOf(verdicts: readonly Verdict[]): Verdict | undefined {
  const distance = ({ value, limit, side }: Verdict) => (side === "at least" ? value / limit : limit / value) || 0;
  return verdicts.toSorted((a, b) => distance(a) - distance(b))[0];
}

export function written(value: number, unit: Unit): string {
  if (unit === "×") return `${value.toFixed(2)} ×`;
  return unit === "%" ? `${(value * 100).toFixed(0)} %` : `${value.toFixed(0)} ${unit}`;
}
