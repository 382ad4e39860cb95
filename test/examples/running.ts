/** An example as a reader starts it: the `start` script of its package.json, with the variables of its README and no others. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../docs/markdown.ts";

const LONGEST_RUN_MS = 300_000;

export interface RunningExample extends AsyncDisposable {
  /** Resolves with what the pattern found, as soon as it was printed; rejects when the program ended without. */
  printed(pattern: RegExp): Promise<string>;
  /** Resolves when the program ends by itself. */
  readonly ended: Promise<Ended>;
  /** Ends it. Nothing that it has printed in its whole life may have been a token. */
  stop(): Promise<void>;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function startExample(example: string, environment: Record<string, string>, ...words: string[]): RunningExample {
  const cwd = join(root, "examples", example);
  const about: { scripts: { start: string } } = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"));
  const [program, ...rest] = about.scripts.start.split(" ");
  assert.equal(program, "node");
  const env = { PATH: process.env.PATH, ...environment };
  const child = spawn(process.execPath, [...rest, ...words], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
  const tooLong = setTimeout(() => child.kill("SIGKILL"), LONGEST_RUN_MS);
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code) => {
      clearTimeout(tooLong);
      resolve({ code, stdout, stderr });
    });
  });
  const stop = async () => {
    child.kill();
    await ended;
    assert.doesNotMatch(
      stdout + stderr,
      /sg[a-z]_|eyJ|PRIVATE KEY/,
      "an example never prints a token, a secret or a key",
    );
  };
  return {
    ended,
    stop,
    [Symbol.asyncDispose]: stop,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(stdout + stderr);
          if (found) resolve(found[1] ?? found[0]);
        };
        child.stdout.on("data", look);
        child.stderr.on("data", look);
        void ended.then(({ code }) =>
          reject(new Error(`${example} ended with ${code} before it printed ${pattern}: ${stdout}${stderr}`)),
        );
        look();
      }),
  };
}

/** To its end, for programs that come to one. */
export async function runExample(example: string, environment: Record<string, string>): Promise<Ended> {
  await using running = startExample(example, environment);
  return await running.ended;
}
