/** The measurements as a table that a person reads, and as JSON for what compares runs. */
import { arch, cpus, platform } from "node:os";
import type { Measured, Times } from "./measure.ts";

/** The 95th percentile of every call must stay under this. */
export const GOAL_MS = 50;

export interface Line {
  readonly name: string;
  readonly measured: Measured;
  /** Undefined for what is only there to compare with. */
  readonly passed: boolean | undefined;
}

export function judge(name: string, measured: Measured): Line {
  const passed = measured.problem === undefined && measured.alone.p95 < GOAL_MS && measured.together.p95 < GOAL_MS;
  return { name, measured, passed };
}

export function heading(connections: number): string {
  const times = (title: string) => title.padStart(24);
  return `${"".padEnd(64)}rows${times("one at a time, ms")}${times(`${connections} at a time, ms`)}\n${"".padEnd(68)}${"p50     p95     p99".padStart(24).repeat(2)}`;
}

export function row({ name, measured, passed }: Line): string {
  const { alone, together, rows, problem } = measured;
  const verdict = passed === undefined ? "" : passed ? "PASS" : "FAIL";
  return [
    name.padEnd(60),
    (rows === undefined ? "" : rows.toFixed(rows < 10 && rows > 0 ? 1 : 0)).padStart(8),
    times(alone),
    times(together),
    `  ${verdict}${problem === undefined ? "" : `  ${problem}`}`,
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

/** How the slowest call compares with doing nothing but answer: a figure that depends less on the machine. */
export function summary({ references, lines }: Report): string {
  const slowest = Math.max(...lines.map(({ measured }) => measured.alone.p95));
  const compared = references.map(({ name, measured }) => `${(slowest / measured.alone.p95).toFixed(0)} times ${name}`);
  const failed = lines.filter(({ passed }) => passed === false).length;
  return [
    `The slowest call, one at a time: p95 ${slowest.toFixed(1)} ms, which is ${compared.join(", ")}`,
    `Goal: p95 under ${GOAL_MS} ms: ${failed === 0 ? "reached" : `missed by ${failed} of ${lines.length} calls`}`,
  ].join("\n");
}

export function toJson(report: Report): string {
  const machine = { node: process.version, platform: `${platform()} ${arch()}`, processors: cpus().length };
  return `${JSON.stringify({ goalMs: GOAL_MS, ...machine, ...report }, null, 2)}\n`;
}
