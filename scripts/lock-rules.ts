/** What must hold of the packages that Signet is built from and ships with, as the lockfile names them. */

export interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: true;
  readonly license?: string;
  readonly dev?: true;
  readonly optional?: true;
  readonly hasInstallScript?: true;
}

export interface Lock {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

export interface Manifest {
  readonly workspaces?: readonly string[];
  readonly allowScripts?: Readonly<Record<string, boolean>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** `node_modules/a/node_modules/@b/c` → `@b/c`; undefined for a folder of ours. */
export function packageName(path: string): string | undefined {
  const at = path.lastIndexOf("node_modules/");
  return at < 0 ? undefined : path.slice(at + "node_modules/".length);
}

/** The only script that may run fetches the Node.js that the tests run on. */
const MAY_RUN = ["node"];

/**
 * Builds of the linter for other systems than those this repository is worked on. The registry that made the lockfile
 * did not have them; npm does not install them here, and nothing that is published contains them.
 */
const WITHOUT_INTEGRITY =
  /^@biomejs\/cli-(?:android|darwin|win32)-(?:arm64|x64)$|^@biomejs\/cli-linux-(?:arm64|x64)-musl$/;

/** Anybody may use and pass these on. */
const FREE = new Set(
  "MIT MIT-0 Apache-2.0 ISC 0BSD BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 Unlicense Python-2.0".split(" "),
);
/** A library of its own beside the program, which everybody may replace. */
const SEPARATE_LIBRARY = /^@img\/sharp-/;
/** Tools: they are used, and not passed on. */
const ONLY_TOOLS = new Set(["MPL-2.0"]);
/**
 * What Passport is made of names its licence where npm does not look: passport-strategy in LICENSE, pause in Readme.md.
 * Only the tests use it.
 */
const READ_BY_HAND: Readonly<Record<string, string>> = { "passport-strategy": "MIT", pause: "MIT" };

export function isAllowedLicence(licence: string | undefined, name: string, dev: boolean): boolean {
  const known = licence ?? (dev ? READ_BY_HAND[name] : undefined);
  if (known === undefined) return false;
  const alternatives = known.replaceAll(/[()]/g, "").split(" OR ");
  return alternatives.some((all) =>
    all
      .split(" AND ")
      .every(
        (id) =>
          FREE.has(id) || (dev && ONLY_TOOLS.has(id)) || (id === "LGPL-3.0-or-later" && SEPARATE_LIBRARY.test(name)),
      ),
  );
}

/** Everything that is wrong, in words; empty when nothing is. */
export function lockProblems(lock: Lock, manifest: Manifest): string[] {
  const problems: string[] = [];
  const withScripts = new Set<string>();
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = packageName(path);
    if (name === undefined) continue;
    if (entry.link) {
      if (!/^(?:console|packages\/\w+)$/.test(entry.resolved ?? ""))
        problems.push(`${name} is a link to ${entry.resolved}, which is no folder of ours`);
      continue;
    }
    if (entry.resolved !== undefined) problems.push(`${name} is tied to one registry: ${entry.resolved}`);
    if (
      entry.integrity === undefined ? !(WITHOUT_INTEGRITY.test(name) && entry.optional) : !isStrong(entry.integrity)
    ) {
      problems.push(`${name} has no SHA-512 to be checked by`);
    }
    if (!isAllowedLicence(entry.license, name, entry.dev === true))
      problems.push(`${name} has the licence ${entry.license ?? "unknown"}`);
    if (entry.hasInstallScript) withScripts.add(name);
  }
  return [...problems, ...scriptProblems(withScripts, manifest.allowScripts ?? {}), ...rangeProblems(manifest)];
}

function isStrong(integrity: string): boolean {
  return /^sha512-[\w+/]{86}==$/.test(integrity);
}

function scriptProblems(found: ReadonlySet<string>, listed: Readonly<Record<string, boolean>>): string[] {
  return [
    ...[...found]
      .filter((name) => !(name in listed))
      .map((name) => `${name} runs a script when it is installed, and allowScripts does not mention it`),
    ...Object.keys(listed)
      .filter((name) => !found.has(name))
      .map((name) => `allowScripts mentions ${name}, which has no script`),
    ...Object.entries(listed)
      .filter(([name, may]) => may && !MAY_RUN.includes(name))
      .map(([name]) => `${name} may run a script when it is installed`),
  ];
}

/** What is tested is what is installed: one version, not a range of them. */
function rangeProblems({ dependencies = {}, devDependencies = {} }: Manifest): string[] {
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} is asked for as ${version}, which is no single version`);
}
