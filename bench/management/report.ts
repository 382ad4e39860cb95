/** The measurements as a table that a person reads, and as JSON for what compares runs. */
import { arch, cpus, platform } from "node:os";
import type { Measured, Times } from "./measure.ts";

/** The 95th percentile of every call must stay under this. */
export const GOAL_MS = 50;

export interface Line {
  readonly group: string;
  readonly name: string;
  readonly measured: Measured;
  /** Undefined for what is only there to compare with. */
  readonly passed: boolean | undefined;
  readonly tries: number;
}

export function judge({ group, name }: Pick<Line, "group" | "name">, measured: Measured, tries: number): Line {
  const passed = measured.problem === undefined && measured.alone.p95 < GOAL_MS && measured.together.p95 < GOAL_MS;
  return { group, name, measured, passed, tries };
}

export function heading(connections: number): string {
  const times = (title: string) => title.padStart(24);
  return `${"".padEnd(64)}rows${times("one at a time, ms")}${times(`${connections} at a time, ms`)}\n${"".padEnd(68)}${"p50     p95     p99".padStart(24).repeat(2)}`;
}

export function row({ name, measured, passed, tries }: Line): string {
  const { alone, together, rows, problem } = measured;
  const verdict = passed === undefined ? "" : passed ? "PASS" : "FAIL";
  return [
    `  ${name}`.padEnd(60),
    (rows === undefined ? "" : rows.toFixed(rows < 10 && rows > 0 ? 1 : 0)).padStart(8),
    times(alone),
    times(together),
    `  ${verdict}${tries === 1 ? "" : ` at try ${tries}`}${problem === undefined ? "" : `  ${problem}`}`,
  ].join("");
}

function times({ p50, p95, p99 }: Times): string {
  return [p50, p95, p99].map((ms) => ms.toFixed(1).padStart(8)).join("");
}

export interface Report {
  readonly engine: string;
  readonly users: number;
  readonly connections: number;
  readonly references: readonly Line[];
  readonly lines: readonly Line[];
}

/** How calls compare with doing next to nothing: figures that depend less on the machine. */
export function summary({ references, lines }: Report): string {
  const medians = lines.map(({ measured }) => measured.alone.p50).toSorted((one, other) => one - other);
  const typical = medians[Math.floor(medians.length / 2)] ?? Number.NaN;
  const slowest = medians.at(-1) ?? Number.NaN;
  const compared = references.map(({ name, measured: { alone } }) => {
    return `  ${(typical / alone.p50).toFixed(1)} and ${(slowest / alone.p50).toFixed(1)} times ${name} (${alone.p50.toFixed(2)} ms)`;
  });
  const failed = lines.filter(({ passed }) => passed === false).length;
  return [
    `The median call takes ${typical.toFixed(1)} ms at p50 and the slowest ${slowest.toFixed(1)} ms, one at a time. That is`,
    ...compared,
    `Goal: p95 under ${GOAL_MS} ms: ${failed === 0 ? `reached by all ${lines.length} calls` : `missed by ${failed} of ${lines.length} calls`}`,
  ].join("\n");
}

export function toJson(report: Report): string {
  const machine = { node: process.version, platform: `${platform()} ${arch()}`, processors: cpus().length };
  return `${JSON.stringify({ goalMs: GOAL_MS, ...machine, ...report }, null, 2)}\n`;
}
