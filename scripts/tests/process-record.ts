/** What became of every test of one process, told to the report as it is known. */
import type { Ended, Named, TestEvent } from "./events.ts";
import type { Report } from "./report.ts";

/** Stopped for its silence or because the whole run was, or by itself. */
export type HowItEnded =
  | "well"
  | "silent"
  | "aborted"
  | { readonly code: number | string | null; readonly killedBy: NodeJS.Signals | null };

interface KnownTest extends Named {
  state: "waiting" | "begun" | "ended";
}

interface FileUnderWay {
  readonly name: string;
  passed: number;
  failed: number;
  output: string;
  readonly tests: Map<number, KnownTest>;
}

export class ProcessRecord {
  /** Still to begin. */
  readonly #waiting: string[];
  readonly #report: Report;
  /** Files run one after the other. */
  #file: FileUnderWay | undefined;
  #failures = 0;
  #output = "";
  readonly #all: readonly string[];

  constructor(files: readonly string[], report: Report) {
    this.#all = files;
    this.#waiting = [...files];
    this.#report = report;
  }

  take(event: TestEvent): void {
    switch (event.type) {
      case "added":
        if (event.parent === 0) this.#begin(event.name);
        this.#file?.tests.set(event.id, { ...event, state: "waiting" });
        break;
      case "begun": {
        const test = this.#file?.tests.get(event.id);
        if (test !== undefined) test.state = "begun";
        break;
      }
      case "ended":
        if (this.#file !== undefined) this.#testEnded(this.#file, event);
        break;
      case "told":
        this.keepOutput(event.text);
        break;
    }
  }

  /** It is shown when it is all there is to say about a failure. */
  keepOutput(text: string): void {
    this.#report.notice(text);
    this.#output += text;
    if (this.#file !== undefined) this.#file.output += text;
  }

  /** Returns the files that another process has to run. */
  end(how: HowItEnded): readonly string[] {
    const file = this.#file ?? this.#next(how);
    if (how === "aborted") {
      if (file !== undefined) this.#leave(file);
      for (const name of this.#waiting) this.#report.notRun(name);
      return [];
    }
    if (file !== undefined) {
      const why = how === "silent" ? "Nothing was heard of it for five minutes, and it was stopped." : reasonOf(how);
      this.#fail(file, file.name, [why, ...underWay(file), file.output].join("\n"));
      this.#leave(file);
    } else if (how !== "well" && this.#failures === 0) {
      // Something was thrown outside of the tests, or is still open.
      const why = how === "silent" ? "All its tests had ended, but it did not end." : reasonOf(how);
      this.#report.failure(this.#all.join(", "), `${why}\n${this.#output}`);
    }
    return this.#waiting;
  }

  #begin(name: string, output = ""): FileUnderWay {
    this.#waiting.splice(0, this.#waiting.indexOf(name) + 1);
    const file = { name, passed: 0, failed: 0, output, tests: new Map() };
    this.#file = file;
    return file;
  }

  /** It ended between two files, or before the first: whichever came next was to blame. */
  #next(how: HowItEnded): FileUnderWay | undefined {
    if (how === "aborted" || this.#waiting[0] === undefined) return undefined;
    return this.#begin(this.#waiting[0], this.#output);
  }

  #testEnded(file: FileUnderWay, ended: Ended): void {
    const hadBegun = file.tests.get(ended.id)?.state === "begun";
    const test: KnownTest = { ...ended, state: "ended" };
    file.tests.set(ended.id, test);
    const isFile = test.parent === 0;
    const title = isFile ? file.name : `${fullName(file, test)} (${file.name})`;
    if (ended.result === "undone") this.#fail(file, title, "It was skipped. A test that does not run shows nothing.");
    else if (ended.result === "passed" && !test.isSuite) this.#pass(file);
    else if (ended.result === "failed" && ended.failure !== undefined) this.#fail(file, title, ended.failure);
    else if (ended.result === "cancelled" && !test.isSuite && hadBegun) this.#fail(file, title, ended.failure ?? "");
    else if (ended.result === "cancelled" && !test.isSuite) this.#report.notRun(title);
    if (isFile) this.#fileEnded(file, ended.milliseconds);
  }

  #pass(file: FileUnderWay): void {
    file.passed++;
    this.#report.count();
  }

  #fail(file: FileUnderWay, title: string, detail: string): void {
    file.failed++;
    this.#failures++;
    this.#report.failure(title, detail);
  }

  #fileEnded(file: FileUnderWay, milliseconds: number): void {
    const result = file.failed === 0 ? "passed" : "failed";
    this.#report.line(result, `${file.name}  ${file.passed}/${file.passed + file.failed}`, milliseconds);
    this.#file = undefined;
  }

  /** What it had still to do. A file of which nothing is known yet counts as one. */
  #leave(file: FileUnderWay): void {
    const left = [...file.tests.values()].filter(({ isSuite, state }) => !isSuite && state !== "ended");
    const stopped = left.filter(({ state }) => state === "begun").length;
    const never = left.filter(({ state }) => state === "waiting");
    if (file.tests.size === 0 && file.failed === 0) this.#report.notRun(file.name);
    for (const test of never) this.#report.notRun(`${fullName(file, test)} (${file.name})`);
    if (file.failed === 0 && stopped > 0) this.#report.notRun(`${file.name}: what was under way`);
  }
}

function fullName(file: FileUnderWay, test: KnownTest): string {
  const words = [test.name];
  // The outermost is the file.
  for (let at = file.tests.get(test.parent); at !== undefined && at.parent !== 0; at = file.tests.get(at.parent))
    words.unshift(at.name);
  return words.join(" › ");
}

function underWay(file: FileUnderWay): string[] {
  return [...file.tests.values()]
    .filter(({ isSuite, state }) => !isSuite && state === "begun")
    .map((test) => `Under way: ${fullName(file, test)}`);
}

function reasonOf(how: HowItEnded): string {
  if (typeof how === "string") return "It ended before its tests did.";
  const { code, killedBy } = how;
  return `It ended before its tests did, ${killedBy === null ? `with ${code}` : `by ${killedBy}`}.`;
}
