/** A client program in a process of its own, at an address on this machine. */
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

export interface ClientProgram {
  readonly command: string;
  readonly words?: readonly string[];
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Answered as soon as it can be used. */
  readonly url: string;
}

export interface ClientProcess extends AsyncDisposable {
  readonly url: string;
  /** What it has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/** A machine with much to do is only slower; this is for one that never answers. */
const LONGEST_START_MS = 120_000;
const LONGEST_END_MS = 10_000;
const LONGEST_OUTPUT = 100_000;

export async function startClient({
  command,
  words = [],
  folder,
  environment = {},
  url,
}: ClientProgram): Promise<ClientProcess> {
  const child = spawn(command, words, {
    ...(folder === undefined ? {} : { cwd: folder }),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const keep = (chunk: Buffer) => (output = (output + chunk).slice(-LONGEST_OUTPUT));
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  let end: string | undefined;
  const ended = new Promise<void>((resolve) => {
    const over = (how: unknown) => {
      end = String(how);
      resolve();
    };
    child.once("close", over);
    child.once("error", over);
  });
  const stop = async () => {
    if (end !== undefined) return;
    child.kill("SIGTERM");
    await Promise.race([ended, sleep(LONGEST_END_MS, undefined, { ref: false })]);
    child.kill("SIGKILL");
    await ended;
  };
  const begun = performance.now();
  while (!(await answers(url))) {
    if (end !== undefined) throw new Error(`${command} ended with ${end} before it answered: ${output}`);
    if (performance.now() - begun > LONGEST_START_MS) {
      await stop();
      throw new Error(`${command} does not answer at ${url}: ${output}`);
    }
    await sleep(100);
  }
  return { url, output: () => output, stop, [Symbol.asyncDispose]: stop };
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(url, { redirect: "manual" })).body?.cancel();
    return true;
  } catch {
    return false;
  }
}
