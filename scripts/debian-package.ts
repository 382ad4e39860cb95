/** Programs that tests need and npm does not have: finds them, or installs Debian's package when we are root. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

export interface DebianProgram {
  /** As people call it. */
  readonly title: string;
  /** The names that it may have in a folder of programs. */
  readonly names: readonly string[];
  /** Whole paths where it may be as well. */
  readonly elsewhere?: readonly string[];
  readonly packages: readonly string[];
  /** Whose need it is, for the message: "The browser tests". */
  readonly neededBy: string;
  /** What somebody does for whom it cannot be installed. */
  readonly byHand: string;
}

/** Where Debian puts servers, which are not in everybody's PATH. */
const usualFolders = ["/usr/bin", "/usr/sbin"];

export function findProgram({ names, elsewhere = [] }: Pick<DebianProgram, "names" | "elsewhere">): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).concat(usualFolders);
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...elsewhere].find(isProgram);
}

export function isProgram(path: string): boolean {
  if (path === "") return false;
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The path of the program, installed first where that is possible; throws with what to do where it is not. */
export function ensureProgram(program: DebianProgram, find = () => findProgram(program)): string {
  const found = find();
  if (found !== undefined) return found;
  const { title, neededBy, byHand } = program;
  if (process.getuid?.() !== 0) throw new Error(`${neededBy} need ${title}, and only root may install it. ${byHand}`);
  console.error(`Installing ${title}. This happens once.`);
  try {
    withoutServices(() => {
      aptGet(["update"]);
      aptGet(["install", "-y", "--no-install-recommends", ...program.packages]);
    });
  } catch (error) {
    throw new Error(`${neededBy} need ${title}, and ${error instanceof Error ? error.message : error}\n${byHand}`);
  }
  const installed = find();
  if (installed === undefined) throw new Error(`apt-get ended well, but there is still no ${title}. ${byHand}`);
  return installed;
}

function aptGet(words: readonly string[]): void {
  // Another apt-get may be at work: wait for it instead of failing.
  const { status, error, stdout, stderr } = spawnSync("apt-get", ["-q", "-o", "DPkg::Lock::Timeout=300", ...words], {
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (status === 0) return;
  const reason = error?.message ?? `${stdout}${stderr}`.trimEnd().split("\n").slice(-5).join("\n");
  throw new Error(`apt-get ${words.join(" ")} failed: ${reason}`);
}

const SERVICE_RULE = "/usr/sbin/policy-rc.d";

/** Debian starts a server that it installs, for the whole network. Tests start their own, on loopback. */
function withoutServices(install: () => void): void {
  const isOurs = !existsSync(SERVICE_RULE);
  if (isOurs) writeFileSync(SERVICE_RULE, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    install();
  } finally {
    if (isOurs) rmSync(SERVICE_RULE, { force: true });
  }
}
