/** Another revision of this repository in a folder of its own, ready to run. The repository itself is only read. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./systems.ts";

export function checkOut(revision: string, into: string): string {
  const root = join(into, "base");
  mkdirSync(root);
  const archive = execFileSync("git", ["archive", "--format=tar", revision], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", root], { input: archive });
  installInto(root);
  // A revision from before there was a fixture gets this one; any other has its own, which fits its tables.
  const fixture = "bench/speed";
  if (!existsSync(join(root, fixture, "fixture-server.ts")))
    cpSync(join(ROOT, fixture), join(root, fixture), { recursive: true });
  return root;
}

/** The same packages are shared, others are installed. */
function installInto(root: string): void {
  const lock = (folder: string) => readFileSync(join(folder, "package-lock.json"), "utf8");
  if (lock(root) === lock(ROOT)) symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  else
    execFileSync("npm", ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: root,
      stdio: "inherit",
    });
}
