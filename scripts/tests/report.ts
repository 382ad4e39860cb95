/** What `npm test` prints: a line for each file as it ends, then every failure in full, then the count. */
import { styleText } from "node:util";
import type { LeftOut } from "./files.ts";

interface Failure {
  readonly title: string;
  readonly detail: string;
}

export class Report {
  readonly #print: (text: string) => void;
  readonly #failures: Failure[] = [];
  #passed = 0;
  #notRun = 0;
  #conformance: string | undefined;
  readonly #summaries: string[] = [];
  readonly #leftOut: string[] = [];
  readonly #last: string[] = [];

  constructor(print: (text: string) => void = (text) => void process.stdout.write(`${text}\n`)) {
    this.#print = print;
  }

  /** One more test that passed. */
  count(): void {
    this.#passed++;
  }

  success(name: string, milliseconds: number): void {
    this.#passed++;
    this.line("passed", name, milliseconds);
  }

  failure(title: string, detail: string): void {
    this.#failures.push({ title, detail });
    this.line("failed", title);
  }

  /** Neither passed nor failed. Nobody should take it for tested, so it is named and counted, and the run is no success. */
  notRun(title: string): void {
    this.#notRun++;
    this.#leftOut.push(`Not run: ${title}`);
  }

  /** What a missing tool keeps from running. */
  leaveOut(leftOut: readonly LeftOut[]): void {
    for (const { name, missing } of leftOut)
      this.notRun(`${name}, because this machine has no ${missing.map(({ title }) => title).join(" and no ")}`);
  }

  /** Some tests count what they have looked at, and that belongs beside our own count. */
  notice(output: string): void {
    // The conformance table ends with its own count.
    this.#conformance ??= /^\d+ of \d+ rows hold$/m.exec(output)?.[0];
    for (const [, line = ""] of output.matchAll(/^summary: (.*)$/gm)) this.#summaries.push(line);
  }

  /** Said again before the count. */
  remember(text: string): void {
    this.#last.push(text);
  }

  line(result: "passed" | "failed", text: string, milliseconds?: number): void {
    const mark = result === "passed" ? styleText("green", "✔") : styleText("red", "✖");
    this.#print(`${mark} ${text}${milliseconds === undefined ? "" : `  ${(milliseconds / 1000).toFixed(1)} s`}`);
  }

  /** Prints the rest and returns the exit code. */
  end(): number {
    for (const { title, detail } of this.#failures) {
      const text = detail.trim() === "" ? "It said nothing." : detail;
      this.#print(`\n${styleText("red", `✖ ${title}`)}\n\n${text.trimEnd().replace(/^/gm, "  ")}`);
    }
    if (this.#summaries.length > 0) this.#print(`\n${this.#summaries.join("\n")}`);
    if (this.#conformance !== undefined) this.#print(`\nConformance: ${this.#conformance}`);
    if (this.#leftOut.length > 0) this.#print(`\n${this.#leftOut.join("\n")}`);
    if (this.#last.length > 0) this.#print(`\n${this.#last.join("\n")}`);
    const rest = this.#notRun === 0 ? "" : `, ${this.#notRun} not run`;
    this.#print(`\n${this.#passed} passed, ${this.#failures.length} failed${rest}`);
    return this.#failures.length + this.#notRun === 0 ? 0 : 1;
  }
}
