/**
 * Sees to it that there is a Chromium for the browser tests: finds one, or installs Debian's when we are root. Run by
 * `npm test`; alone: `node scripts/install-chromium.ts`.
 */
import { type DebianProgram, ensureProgram, findProgram, isProgram } from "./debian-package.ts";

const chromium: DebianProgram = {
  title: "Chromium",
  names: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
  elsewhere: [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/snap/bin/chromium",
  ],
  packages: ["chromium"],
  neededBy: "The browser tests",
  byHand:
    "Install it by hand (Debian: apt-get install chromium; macOS: brew install --cask chromium), or name a Chromium or Chrome in CHROMIUM_PATH.",
};

/** The path of one that can be run. CHROMIUM_PATH names one in an unusual place. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH ?? "";
  return isProgram(named) ? named : findProgram(chromium);
}

/** The path of a Chromium, installed first where that is possible; throws with what to do where it is not. */
export function ensureChromium(): string {
  return ensureProgram(chromium, findChromium);
}

if (import.meta.main) {
  try {
    console.log(ensureChromium());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
