/** A run as tables in Markdown, which read well in a terminal too. */
import { type Verdict, worstOf, written } from "./goals.ts";
import type { Started } from "./start-time.ts";
import type { Storm } from "./storm.ts";
import type { RowSummary } from "./summary.ts";

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(...[title, ...rows.map((row) => row[column] ?? "")].map((text) => text.length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (column === 0 ? (cells[column] ?? "").padEnd(width) : (cells[column] ?? "").padStart(width))).join(" | ")} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

const number = (value: number | null | undefined, digits = 0): string =>
  value === undefined || value === null || !Number.isFinite(value)
    ? "–"
    : value.toFixed(digits).replace(/\B(?=(\d{3})+(?!\d))/g, digits === 0 ? "," : "");
const percent = (value: number | undefined): string => (value === undefined ? "–" : `${(value * 100).toFixed(0)} %`);
const times = (value: number | undefined): string => (value === undefined ? "–" : `${value.toFixed(2)} ×`);

/** Signet, the peer, and the limits, in requests a second. */
export function throughputTable(rows: readonly RowSummary[]): string {
  const systems = [...new Set(rows.flatMap((row) => Object.keys(row.systems)))];
  const head = [
    "requests/s",
    ...systems,
    "SQLite : peer",
    "HTTP",
    "signature",
    "SQLite alone",
    "PostgreSQL alone",
    "of bound, SQLite",
    "of bound, PostgreSQL",
  ];
  const cells = rows.map((row) => [
    row.title,
    ...systems.map((system) =>
      number(row.systems[system]?.perSecond, (row.systems[system]?.perSecond ?? 0) < 100 ? 1 : 0),
    ),
    times(row.systems.SQLite?.timesPeer) +
      (row.against === row.work || row.systems.SQLite?.timesPeer === undefined ? "" : " *"),
    number(row.limits.http),
    number(row.limits.cryptography),
    number(row.limits.database.sqlite),
    number(row.limits.database.postgres),
    percent(row.systems.SQLite?.ofBound),
    percent(row.systems.PostgreSQL?.ofBound),
  ]);
  return table(head, cells);
}

/** How long an answer takes, what it costs, and what it writes. */
export function detailTable(rows: readonly RowSummary[]): string {
  const head = ["", "system", "p50 ms", "p99 ms", "CPU ms", "rows", "log bytes", "requests", "errors"];
  const cells = rows.flatMap((row) =>
    Object.entries(row.systems).map(([system, summary]) => {
      const written = system.startsWith("SQLite")
        ? row.written.sqlite
        : system.startsWith("PostgreSQL")
          ? row.written.postgres
          : undefined;
      return [
        row.title,
        system,
        number(summary.p50, 1),
        number(summary.p99, 1),
        number(summary.cpuMs, 3),
        number(written?.rows, 1),
        number(written?.bytes),
        number(summary.requests),
        number(summary.errors),
      ];
    }),
  );
  return table(head, cells);
}

export function stormTable(storms: readonly Storm[]): string {
  const head = [
    "p99 ms",
    "without",
    "with 200 sign-ins",
    "ratio",
    "requests/s without",
    "with",
    "sign-ins/s",
    "told to wait",
  ];
  const cells = storms.map((storm) => [
    `${storm.work}, ${storm.system}`,
    number(storm.p99Without, 1),
    number(storm.p99With, 1),
    times(storm.ratio),
    number(storm.perSecondWithout),
    number(storm.perSecondWith),
    number(storm.signInsPerSecond, 1),
    number(storm.refused),
  ]);
  return table(head, cells);
}

export function memoryTable(
  memory: Readonly<Record<string, { idle: number; most: number }>>,
  started: Started | undefined,
): string {
  const cells = Object.entries(memory).map(([system, { idle, most }]) => [system, number(idle), number(most)]);
  const start =
    started === undefined
      ? ""
      : `\n\nCold start ${number(started.startMs)} ms, idle ${number(started.memoryMb)} MB (SQLite, one process, second start).`;
  return table(["memory, MB", "just started", "most under load"], cells) + start;
}

/** One line a goal: the work that is furthest from it, and how many have reached it. */
export function goalTable(verdicts: readonly Verdict[]): string {
  const cells = [...Map.groupBy(verdicts, ({ what }) => what)].flatMap(([what, own]) => {
    const worst = worstOf(own);
    if (worst === undefined) return [];
    const { side, limit, unit, where, value } = worst;
    return [
      [
        what,
        `${side} ${written(limit, unit)}`,
        written(value, unit),
        where,
        `${own.filter(({ reached }) => reached).length} of ${own.length}`,
      ],
    ];
  });
  return table(["what", "goal", "worst", "of", "reached"], cells);
}

export function missedTable(verdicts: readonly Verdict[]): string {
  const missed = verdicts.filter(({ reached }) => !reached);
  if (missed.length === 0) return "Every goal is reached.";
  return table(
    ["missed", "of", "goal", "measured"],
    missed.map(({ what, where, side, limit, unit, value }) => [
      where,
      what,
      `${side} ${written(limit, unit)}`,
      written(value, unit),
    ]),
  );
}
