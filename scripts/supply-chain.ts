/**
 * `npm run check:supply`: what Signet is built from. The lockfile is checked by rules that need no network; known
 * vulnerabilities are asked of the registry, and where it does not answer, that is said and nothing fails.
 */
import { type SpawnSyncOptionsWithStringEncoding, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { judgeAudit } from "./audit-report.ts";
import { type Lock, lockProblems, type Manifest, packageName } from "./lock-rules.ts";

const root = join(import.meta.dirname, "..");
const LONGEST_MS = 120_000;

const read = <T>(file: string): T => JSON.parse(readFileSync(join(root, file), "utf8"));
const lock = read<Lock>("package-lock.json");
const manifest = read<Manifest>("package.json");
const entries = Object.entries(lock.packages).filter(([path, { link }]) => packageName(path) !== undefined && !link);
const without = entries.filter(([, { integrity }]) => integrity === undefined);
const licences = new Set(entries.map(([, { license }]) => license));

print(`${entries.length} packages, ${entries.length - without.length} with a SHA-512; ${licences.size} licences`);
if (without.length > 0)
  print(
    `Without a hash, for other systems and never published: ${without.map(([path]) => packageName(path)).join(", ")}`,
  );

const verdict = judgeAudit(audit(), new Date().toISOString().slice(0, 10));
if (verdict.checked === undefined)
  print(`Known vulnerabilities: not checked, because the registry did not answer (${verdict.notes.join("; ")})`);
else
  print(
    `Known vulnerabilities: ${verdict.checked} packages were asked about, ${verdict.problems.length} of them have to be dealt with`,
  );
if (verdict.checked !== undefined) for (const note of verdict.notes) print(`  ${note}`);

const problems = [...lockProblems(lock, manifest), ...verdict.problems];
for (const problem of problems) print(`✖ ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;

function audit(): string {
  const npm = process.env.npm_execpath;
  const words = ["audit", "--json"];
  const options: SpawnSyncOptionsWithStringEncoding = {
    cwd: root,
    encoding: "utf8",
    timeout: LONGEST_MS,
    stdio: ["ignore", "pipe", "ignore"],
  };
  const { stdout } = npm ? spawnSync(process.execPath, [npm, ...words], options) : spawnSync("npm", words, options);
  return stdout ?? "";
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
