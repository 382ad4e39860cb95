/** What `npm test` prints: a line for each file as it ends, then every failure in full, then the count. */
import { relative, resolve } from "node:path";
import type { run } from "node:test";
import { inspect, styleText } from "node:util";
import type { LeftOut } from "./test-files.ts";

type TestsStream = ReturnType<typeof run>;
type TestEvent = TestsStream extends AsyncIterable<infer Event> ? Event : never;

interface TestFile {
  passed: number;
  failed: number;
  readonly names: Map<number, { name: string; parent: number | undefined }>;
}

interface Failure {
  readonly title: string;
  readonly detail: string;
}

export class Report {
  readonly #root: string;
  readonly #files = new Map<string, TestFile>();
  readonly #output = new Map<string, string>();
  readonly #failures: Failure[] = [];
  #passed = 0;
  #summary: string | undefined;
  readonly #summaries: string[] = [];
  readonly #leftOut: LeftOut[] = [];

  constructor(root: string) {
    this.#root = root;
  }

  success(name: string, milliseconds: number): void {
    this.#passed++;
    this.#line("passed", name, milliseconds);
  }

  failure(name: string, detail: string): void {
    this.#failures.push({ title: name, detail });
    this.#line("failed", name);
  }

  /** What a missing tool keeps from running is said at the end: nobody should take it for tested. */
  leaveOut(leftOut: readonly LeftOut[]): void {
    this.#leftOut.push(...leftOut);
  }

  take({ type, data }: TestEvent): void {
    switch (type) {
      case "test:enqueue":
        if (data.entryFile)
          this.#file(data.entryFile).names.set(data.testId, { name: data.name, parent: data.parentId });
        break;
      case "test:complete":
        if (data.entryFile) this.#testEnded(data.entryFile, data);
        else this.#fileEnded(resolve(data.name), data.details.passed, data.details.duration_ms);
        break;
      case "test:diagnostic":
        // An error that came after its test had ended is only told this way.
        if (data.entryFile && data.message.startsWith("Error")) this.#keepOutput(data.entryFile, `${data.message}\n`);
        break;
      case "test:stdout":
        // The conformance table ends with its own count, which belongs beside ours.
        this.#summary ??= /^\d+ of \d+ rows hold$/m.exec(data.message)?.[0];
        for (const [, line = ""] of data.message.matchAll(/^summary: (.*)$/gm)) this.#summaries.push(line);
        this.#keepOutput(data.entryFile ?? data.file ?? "", data.message);
        break;
      case "test:stderr":
        this.#keepOutput(data.entryFile ?? data.file ?? "", data.message);
        break;
    }
  }

  /** Prints the rest and returns the exit code. */
  end(): number {
    for (const { title, detail } of this.#failures) {
      const text = detail || (this.#output.get(title) ?? "It ended before its tests did, and said nothing.");
      print(`\n${styleText("red", `✖ ${title}`)}\n\n${text.trimEnd().replace(/^/gm, "  ")}`);
    }
    for (const { name, missing } of this.#leftOut) {
      print(`\nLeft out: ${name}, because this machine has no ${missing.map(({ title }) => title).join(" and no ")}`);
    }
    if (this.#summaries.length > 0) print(`\n${this.#summaries.join("\n")}`);
    if (this.#summary !== undefined) print(`\nConformance: ${this.#summary}`);
    print(`\n${this.#passed} passed, ${this.#failures.length} failed`);
    return this.#failures.length === 0 ? 0 : 1;
  }

  #testEnded(path: string, data: Extract<TestEvent, { type: "test:complete" }>["data"]): void {
    const { passed, error, type } = data.details;
    const file = this.#file(path);
    const name = this.#fullName(file, data.testId, data.name);
    const undone = data.skip !== undefined || data.todo !== undefined;
    if (passed && type !== "suite" && !undone) {
      file.passed++;
      this.#passed++;
    } else if (undone) {
      this.#testFailed(
        file,
        `${name} (${this.#short(path)})`,
        "It was skipped. A test that does not run shows nothing.",
      );
    } else if (!passed && failureType(error) !== "subtestsFailed") {
      this.#testFailed(file, `${name} (${this.#short(path)}:${data.line ?? ""})`, describe(error));
    }
  }

  #testFailed(file: TestFile, title: string, detail: string): void {
    file.failed++;
    this.#failures.push({ title, detail });
    this.#line("failed", title);
  }

  #fileEnded(path: string, passed: boolean, milliseconds: number): void {
    const file = this.#file(path);
    const name = this.#short(path);
    // It failed, but none of its tests did: it could not be read, or something was thrown outside of them.
    if (!passed && file.failed === 0) {
      this.#failures.push({ title: name, detail: "" });
      file.failed++;
    }
    this.#line(
      file.failed === 0 ? "passed" : "failed",
      `${name}  ${file.passed}/${file.passed + file.failed}`,
      milliseconds,
    );
  }

  #file(path: string): TestFile {
    const known = this.#files.get(path);
    if (known) return known;
    const file: TestFile = { passed: 0, failed: 0, names: new Map() };
    this.#files.set(path, file);
    return file;
  }

  #fullName(file: TestFile, id: number, name: string): string {
    const words = [name];
    for (let at = file.names.get(id)?.parent; at; at = file.names.get(at)?.parent) {
      const parent = file.names.get(at);
      if (parent) words.unshift(parent.name);
    }
    return words.join(" › ");
  }

  #keepOutput(path: string, text: string): void {
    const name = this.#short(path);
    this.#output.set(name, (this.#output.get(name) ?? "") + text);
  }

  #short(path: string): string {
    return relative(this.#root, path);
  }

  #line(result: "passed" | "failed", text: string, milliseconds?: number): void {
    const mark = result === "passed" ? styleText("green", "✔") : styleText("red", "✖");
    print(`${mark} ${text}${milliseconds === undefined ? "" : `  ${(milliseconds / 1000).toFixed(1)} s`}`);
  }
}

function failureType(error: unknown): unknown {
  return error instanceof Error && "failureType" in error ? error.failureType : undefined;
}

/** The runner wraps what was thrown; a reader wants what was thrown. */
function describe(error: unknown): string {
  const thrown = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (typeof thrown === "string") return thrown;
  // An assertion says in its message how the values differ; printing both again would bury that.
  if (thrown instanceof Error && "code" in thrown && thrown.code === "ERR_ASSERTION")
    return thrown.stack ?? thrown.message;
  return inspect(thrown, { depth: 8 });
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
