/** What another language's tools make of a client is kept, and made anew only when what it is made from has changed. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../docs/markdown.ts";

const run = promisify(execFile);
/** The first time everything is fetched and compiled, on a machine that may have other work. */
const LONGEST_BUILD_MS = 25 * 60_000;
const TOLD_EVERY_MS = 60_000;

export interface Build {
  readonly name: string;
  /** The files that it is made from. */
  readonly sources: readonly string[];
  /** Whatever else decides what comes of it, such as the version of a compiler. */
  readonly version?: string;
  build(folder: string): Promise<void>;
}

/** Returns the folder with what was built. */
export async function buildOnce({ name, sources, version = "", build }: Build): Promise<string> {
  const folder = join(root, "node_modules/.cache/signet-clients", name);
  const hash = createHash("sha256").update(version);
  for (const source of sources) hash.update(source).update(readFileSync(source));
  const [made, mark] = [hash.digest("hex"), join(folder, "made-from")];
  if (existsSync(mark) && readFileSync(mark, "utf8") === made) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await build(folder);
  writeFileSync(mark, made);
  return folder;
}

/** At a low priority: other tests may be measured meanwhile. */
export async function runTool(
  command: string,
  words: readonly string[],
  cwd: string,
  environment: Record<string, string> = {},
): Promise<string> {
  const options = { cwd, env: { ...process.env, ...environment }, timeout: LONGEST_BUILD_MS, maxBuffer: 64 * 2 ** 20 };
  // Compilers are silent for long, and who is silent for long is stopped.
  const telling = setInterval(() => console.log(`${command} is at work`), TOLD_EVERY_MS);
  try {
    return (await run("nice", ["-n", "10", command, ...words], options)).stdout;
  } catch (error) {
    const { message, stdout = "", stderr = "" } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${command} ${words.join(" ")} failed: ${message}\n${stdout}\n${stderr}`);
  } finally {
    clearInterval(telling);
  }
}
