/**
 * The package as somebody would have it: packed here, installed from the tarball in a folder of its own, without a
 * network.
 */
import { type ExecFileException, execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

const root = join(import.meta.dirname, "../..");

export interface InstalledPackage {
  /** What the tarball holds. */
  readonly files: readonly string[];
  /** Where it was installed: a project that has nothing but this package. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  remove(): void;
}

/** Compiling and building on a busy machine. */
const LONGEST_MS = 900_000;

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function packAndInstall(): Promise<InstalledPackage> {
  const temporary = mkdtempSync(join(tmpdir(), "signet-package-"));
  const folder = join(temporary, "project");
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  // The first `node` on the PATH is the one that runs the tests, whatever else the machine has.
  const environment = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ""}` };
  const npm = (at: string, ...words: string[]) =>
    runToSuccess("npm", [...words, "--cache", join(temporary, "cache"), "--no-audit", "--no-fund"], {
      cwd: at,
      env: environment,
    });

  const [packed]: { filename: string; files: { path: string }[] }[] = JSON.parse(
    withoutScriptOutput(await npm(root, "pack", "--json", "--pack-destination", temporary)),
  );
  if (packed === undefined) throw new Error("npm pack made no package");

  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "project", private: true }));
  copyProductionDependencies(join(folder, "node_modules"));
  // Links the copies' commands; npm would otherwise fetch those packages again to do it.
  await npm(folder, "rebuild", "--offline", "--ignore-scripts");
  await npm(folder, "install", "--offline", join(temporary, packed.filename));

  return {
    files: packed.files.map(({ path }) => path),
    folder,
    environment,
    remove: () => rmSync(temporary, { recursive: true, force: true }),
  };
}

/** They stand in for what npm would fetch, so that the test needs no registry. */
function copyProductionDependencies(target: string): void {
  const lock: { packages: Record<string, { dev?: true; devOptional?: true; link?: true }> } = JSON.parse(
    readFileSync(join(root, "package-lock.json"), "utf8"),
  );
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = path.replace(/^node_modules\//, "");
    // A workspace is no dependency of the package.
    const isWorkspace = entry.link || !path.startsWith("node_modules/");
    const isTopLevel = !isWorkspace && !name.includes("node_modules/");
    // What is optional may not be there for this platform; what is nested comes with its parent.
    if (!isTopLevel || entry.dev || entry.devOptional || !existsSync(join(root, path))) continue;
    cpSync(join(root, path), join(target, name), { recursive: true });
  }
}

/** `prepack` prints before npm prints the JSON. */
function withoutScriptOutput(text: string): string {
  return text.slice(text.search(/^\[/m));
}

async function runToSuccess(
  command: string,
  words: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  const { code, stdout, stderr } = await runToEnd(command, words, options);
  if (code !== 0) throw new Error(`${command} ${words.join(" ")} ended with ${code}:\n${stdout}${stderr}`);
  return stdout;
}

export function runToEnd(
  command: string,
  words: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(command, words, { ...options, timeout: LONGEST_MS }, (error: ExecFileException | null, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
      resolve({ code, stdout, stderr });
    });
  });
}
