import { type CommandInput, print } from "../command.ts";
import { examine } from "./examine.ts";
import type { Finding } from "./finding.ts";

export async function diagnose({ options }: CommandInput): Promise<void> {
  const findings = await examine(process.env);
  const count = (state: Finding["state"]) => findings.filter((finding) => finding.state === state).length;
  const [problems, warnings] = [count("problem"), count("warning")];
  if (options.json === true) print(JSON.stringify({ problems, warnings, findings }, undefined, 2));
  else {
    for (const finding of findings) print(asText(finding));
    print(`\n${inWords(problems, "problem")} and ${inWords(warnings, "warning")}.`);
  }
  if (problems > 0) process.exitCode = 1;
}

const INDENT = " ".repeat(9);

function asText({ check, state, seen, advice }: Finding): string {
  const line = `${state.padEnd(9)}${check.replaceAll("_", " ").padEnd(16)}${seen}`;
  return advice === undefined ? line : `${line}\n${INDENT}→ ${advice}`;
}

function inWords(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
