/** The examples of a page, run as a reader would run them. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "./markdown.ts";

const run = promisify(execFile);

export interface Block {
  /** The nearest one above it. */
  readonly heading: string;
  readonly language: string;
  readonly code: string;
}

/** The blocks of the page that can be run: shell and JavaScript. */
export function runnableBlocks(page: string): Block[] {
  const found: Block[] = [];
  let heading = "";
  for (const [, title, language, code = ""] of page.matchAll(/^(?:#{1,6} (.+)|```(\w*)\n([\s\S]*?)^```)$/gm)) {
    if (title !== undefined) heading = title;
    if (language === "sh" || language === "js") found.push({ heading, language, code });
  }
  return found;
}

export interface Outcome {
  /** Of the last request, as curl tells it. */
  readonly status: number;
  readonly url: string;
  readonly output: string;
  readonly json: Record<string, unknown>;
  readonly location: string;
}

export type Variables = Record<string, string>;

/** A failure of its own, because what follows from it would not say so. */
export async function assertInstalled(tool: string): Promise<void> {
  const missing = `${tool} is not installed, and the examples of the documentation use it. On Debian: apt install ${tool}`;
  await assert.doesNotReject(run("bash", ["--norc", "-c", `command -v ${tool}`]), missing);
}

/** Lets curl tell the status and the address of every request beside the answer. */
export function writeCurlConfig(folder: string): void {
  writeFileSync(join(folder, ".curlrc"), 'max-time = 20\nwrite-out = "%{stderr}%{http_code} %{url_effective}\\n"\n');
}

/** Without blocking: the server under test is in this process. `folder` has the configuration of curl. */
export async function execute({ language, code }: Block, folder: string, environment: Variables): Promise<Outcome> {
  const env = { PATH: process.env.PATH, HOME: folder, CURL_HOME: folder, ...environment };
  const [program, ...args] =
    language === "js" ? [process.execPath, "--input-type=module", "-e", code] : ["bash", "--norc", "-eu", "-c", code];
  const { stdout, stderr } = await run(program, args, { env, cwd: root, timeout: 60_000 });
  const [status = "", url = ""] = stderr.trim().split(" ");
  return {
    status: Number(status),
    url,
    output: stdout.trim(),
    location: /^location: (.*)$/im.exec(stdout)?.[1]?.trim() ?? "",
    json: stdout.startsWith("{") ? JSON.parse(stdout) : {},
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
