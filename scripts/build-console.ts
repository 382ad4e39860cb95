/**
 * Builds the Console into dist/console-app, packed for every browser, where `signet serve` finds it. Does nothing when
 * what is there was made from the sources as they are; `npm start` runs it first.
 */
import { createHash } from "node:crypto";
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const root = join(import.meta.dirname, "..");
const target = join(root, "dist/console-app");
const STAMP = ".made-from";
const BROTLI_QUALITY = 9;

/** Of everything it is made from: the sources, their versions, and the types of the API client's code. */
function fingerprint(): string {
  const sources = [
    "console/src/**/*",
    "console/*.{json,ts,html}",
    "packages/client/src/index.ts",
    "scripts/build-console.ts",
  ];
  const hash = createHash("sha256");
  for (const file of globSync(sources, { cwd: root, withFileTypes: false }).toSorted()) {
    if (!/\.[a-z]+$/.test(file)) continue;
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

function madeFrom(): string | undefined {
  try {
    return readFileSync(join(target, STAMP), "utf8");
  } catch {
    return undefined;
  }
}

async function pack(file: string): Promise<void> {
  const content = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }));
  writeFileSync(`${file}.gz`, await promisify(gzip)(content));
}

/** Two builds at once make the same; whichever is later takes the place, or finds it taken by an equal. */
function moveInto(outDir: string): void {
  for (let tries = 0; ; tries++) {
    try {
      rmSync(target, { recursive: true, force: true });
      renameSync(outDir, target);
      return;
    } catch (error) {
      if (tries === 5) throw error;
    }
  }
}

/** True when it had to be built. */
export async function buildConsole(): Promise<boolean> {
  const wanted = fingerprint();
  if (madeFrom() === wanted) return false;
  const started = performance.now();
  process.stderr.write("Building the Console …");
  const { build } = await import("vite");
  // Beside the old one, which is used until the new one is whole.
  const outDir = `${target}.${process.pid}`;
  try {
    await build({
      configFile: join(root, "console/vite.config.ts"),
      logLevel: "warn",
      build: { outDir, emptyOutDir: true },
    });
    await Promise.all(globSync(join(outDir, "assets/*.{js,css,svg}")).map(pack));
    writeFileSync(join(outDir, STAMP), wanted);
    moveInto(outDir);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
  process.stderr.write(` done in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  return true;
}

if (import.meta.main) await buildConsole();
