/**
 * What was found wrong with nodes when they were closed. It is told when the test file ends, and fails it then: until
 * that, everything else is closed as usual.
 */
import { after } from "node:test";
import { elsewhere } from "./egress.ts";

const found: string[] = [];

export function report(problems: readonly string[]): void {
  found.push(...problems);
}

/** For tests that plant something: what was found so far, which then fails nothing any more. */
export function takeProblems(): string[] {
  return found.splice(0);
}

after(() => {
  const all = new Set([
    ...takeProblems(),
    ...elsewhere.splice(0).map((target) => `a test connected to ${target}, which is not on this machine`),
  ]);
  if (all.size === 0) return;
  const text = [...all].join("\n");
  process.stderr.write(`${text}\n`);
  throw new Error(text);
});
