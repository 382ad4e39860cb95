/**
 * Sees to it that there is a Chromium for the browser tests: finds one, or installs Debian's when we are root. Run by
 * `npm test`; alone: `node scripts/install-chromium.ts`.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const elsewhere = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/snap/bin/chromium",
];

/** The path of one that can be run. CHROMIUM_PATH names one in an unusual place. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).concat("/usr/bin");
  const usual = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [process.env.CHROMIUM_PATH ?? "", ...usual, ...elsewhere].find(isProgram);
}

function isProgram(path: string): boolean {
  if (path === "") return false;
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The path of a Chromium, installed first where that is possible; throws with what to do where it is not. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.getuid?.() !== 0) throw new Error(`The browser tests need Chromium, and only root may install it. ${byHand}`);
  console.error("Installing Chromium for the browser tests. This happens once.");
  aptGet(["update"]);
  aptGet(["install", "-y", "--no-install-recommends", "chromium"]);
  const installed = findChromium();
  if (installed === undefined) throw new Error(`apt-get ended well, but there is still no Chromium. ${byHand}`);
  return installed;
}

const byHand =
  "Install it by hand (Debian: apt-get install chromium; macOS: brew install --cask chromium), or name a Chromium or Chrome in CHROMIUM_PATH.";

function aptGet(words: readonly string[]): void {
  // Another apt-get may be at work: wait for it instead of failing.
  const { status, error, stdout, stderr } = spawnSync("apt-get", ["-q", "-o", "DPkg::Lock::Timeout=300", ...words], {
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (status === 0) return;
  const reason = error?.message ?? `${stdout}${stderr}`.trimEnd().split("\n").slice(-5).join("\n");
  throw new Error(`The browser tests need Chromium, and apt-get ${words.join(" ")} failed: ${reason}\n${byHand}`);
}

if (import.meta.main) {
  try {
    console.log(ensureChromium());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
