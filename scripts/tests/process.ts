/**
 * One process of test files, from its start to its end. It may take as long as it likes: a busy machine is only slower.
 * It is stopped when nothing was heard of it for so long that it cannot be busy any more.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { TestEvent } from "./events.ts";
import { type HowItEnded, ProcessRecord } from "./process-record.ts";
import type { Report } from "./report.ts";

const LONGEST_SILENCE_MS = 5 * 60_000;
/** For what a process does when it is asked to end, such as closing browsers. */
const LAST_WORDS_MS = 10_000;

export interface Supervision {
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** Resolves to the files it did not come to, because one before them took the process with it. */
export async function runProcess(
  files: readonly string[],
  { report, signal }: Supervision,
): Promise<readonly string[]> {
  const record = new ProcessRecord(files, report);
  const child = start(files);
  let ending: HowItEnded | undefined;
  const stop = (why: HowItEnded) => {
    ending ??= why;
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), LAST_WORDS_MS).unref();
  };
  let silence: NodeJS.Timeout | undefined;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => stop("silent"), LONGEST_SILENCE_MS);
  };
  heard();
  const abort = () => stop("aborted");
  signal.addEventListener("abort", abort);
  child.on("message", (event: TestEvent) => {
    heard();
    record.take(event);
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      heard();
      record.keepOutput(String(chunk));
    });
  }
  // What it has sent may still be on its way when it is gone.
  const heardOut = new Promise<void>((resolve) => void child.once("disconnect", resolve));
  const left = await new Promise<HowItEnded>((resolve) => {
    child.once("close", (code, killedBy) => resolve(code === 0 ? "well" : { code, killedBy }));
    child.once("error", (error) => resolve({ code: String(error), killedBy: null }));
  });
  if (child.pid !== undefined) await heardOut;
  clearTimeout(silence);
  signal.removeEventListener("abort", abort);
  return record.end(ending ?? left);
}

function start(files: readonly string[]): ChildProcess {
  const words = [
    ...["--import", import.meta.resolve("./untraced.ts")],
    ...["--test-reporter", import.meta.resolve("./events.ts"), "--test-reporter-destination", "stdout"],
    fileURLToPath(import.meta.resolve("./batch.ts")),
  ];
  return spawn(process.execPath, [...words, ...files], { stdio: ["ignore", "pipe", "pipe", "ipc"] });
}
