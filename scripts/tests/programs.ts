/**
 * Programs that judge Signet by themselves and take too long for `npm test`, which runs a little of each. What only
 * measures (`npm run bench` and its like) is not here: what it says depends on the machine.
 */
import { spawn } from "node:child_process";
import { prlimit } from "./files.ts";
import type { Report } from "./report.ts";

export interface Program {
  /** As it is run alone. */
  readonly title: string;
  readonly words: readonly string[];
}

const programs: readonly Program[] = [
  { title: "npm run check:supply", words: ["scripts/supply-chain.ts"] },
  { title: "npm run test:faults", words: ["test/faults/run.ts"] },
  { title: "npm run fuzz", words: ["test/fuzz/run.ts"] },
  { title: "npm run fuzz -- --engine postgres", words: ["test/fuzz/run.ts", "--engine", "postgres"] },
];

/** `wanted`: parts of their titles, all of them where there are none. */
export function findPrograms(wanted: readonly string[]): Program[] {
  return programs.filter(({ title }) => wanted.length === 0 || wanted.some((part) => title.includes(part)));
}

/** What it prints is shown as it comes: most of them run for many minutes. */
export async function runProgram({ title, words }: Program, report: Report, signal: AbortSignal): Promise<void> {
  const started = performance.now();
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"], signal });
  let output = "";
  const show = (chunk: Buffer) => {
    output += chunk;
    process.stdout.write(chunk);
  };
  child.stdout.on("data", show);
  child.stderr.on("data", show);
  const code = await new Promise((resolve) => {
    child.once("close", resolve);
    child.once("error", (error) => resolve(String(error)));
  });
  const skipped = output.split("\n").filter((line) => line.includes(": skipped, "));
  const mayBe = (line: string) => line.includes("prlimit") && !prlimit.isThere();
  if (signal.aborted) report.notRun(title);
  else if (code !== 0) report.failure(title, output || `It ended with ${code}.`);
  else if (!skipped.every(mayBe))
    report.failure(title, `A test that does not run shows nothing.\n${skipped.join("\n")}`);
  else report.success(title, performance.now() - started);
  report.leaveOut(skipped.filter(mayBe).map((line) => ({ name: `${title}: ${line}`, missing: [prlimit] })));
}
