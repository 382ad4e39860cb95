/** Which test files there are, which of them `npm test` leaves to `npm run test:all`, and in what order they run. */
import { globSync } from "node:fs";
import { findProgram } from "../debian-package.ts";

/** Those that take longest begin first, so that none of them is left to run alone at the end. */
const FIRST = [
  "test/state-matrix/http-matrix",
  "test/browser/",
  "test/management/role-matrix/",
  "test/management/attacker/",
  "test/faults/",
  "test/package/",
  "test/cli/",
  "test/oauth/",
  "test/examples/",
];

/** Each has a process of its own: it runs long, kills and starves processes, or looks at what its process does. */
const APART = [
  "test/state-matrix/http-matrix",
  "test/management/role-matrix/role-matrix",
  "test/management/attacker/attack-",
  "test/faults/",
  "test/package/",
  "test/fuzz/memory",
  "test/passwords/threads",
  "test/support/",
];
/** As many as share a process, if they are of one folder: a failure that one causes in another is not far away. */
const BATCH = 8;

/** Those that measure time or memory come last, and one at a time: beside others they would measure those. */
const ALONE = [
  "test/bench/quick.test.ts",
  "test/catalogue/exhaustion.test.ts",
  "test/catalogue/timing.test.ts",
  "test/people/registration-silence.test.ts",
  "test/passwords/timing.test.ts",
];

/**
 * Something that npm does not bring. Its absence is the only reason to leave a test out, and only in `npm run
 * test:all`.
 */
export interface Tool {
  readonly title: string;
  isThere(): boolean;
}

const isFound = (program: string) => findProgram({ names: [program] }) !== undefined;
const python: Tool = { title: "Python 3 with venv and pip", isThere: () => isFound("python3") };
const go: Tool = { title: "Go of at least 1.25", isThere: () => isFound("go") };
const java: Tool = { title: "a JDK of at least 17", isThere: () => isFound("javac") };
const maven: Tool = { title: "Maven", isThere: () => isFound("mvn") };
/** Installed by the test where it is missing and we may. */
const apache: Tool = {
  title: "Apache, or root on Debian",
  isThere: () => isFound("apache2") || (isFound("apt-get") && process.getuid?.() === 0),
};
/** Sets limits of processes that run: without it no disk can be full. */
export const prlimit: Tool = { title: "prlimit", isThere: () => isFound("prlimit") };

/** Clients whose libraries another registry than npm's has. They run one file at a time: what they build is shared. */
const NEEDS_TOOLS: Readonly<Record<string, readonly Tool[]>> = {
  "test/clients/python/": [python],
  "test/clients/go/": [go],
  "test/clients/oauth2-proxy/": [go],
  "test/clients/spring/": [java, maven],
  "test/clients/apache/": [apache],
};

/** Everything that a test may be left out for; nothing else is a reason. */
export const tools: readonly Tool[] = [...new Set([...Object.values(NEEDS_TOOLS).flat(), prlimit])];

export interface LeftOut {
  readonly name: string;
  readonly missing: readonly Tool[];
}

export interface TestFiles {
  /** Several at a time; those of a list share a process, one after the other. */
  readonly together: readonly (readonly string[])[];
  readonly alone: readonly string[];
  /** Those that were wanted and cannot run. */
  readonly leftOut: readonly LeftOut[];
}

export interface Choice {
  /** Parts of paths; all files where there are none. */
  readonly wanted: readonly string[];
  /** Also what needs another language's tools. */
  readonly all: boolean;
}

export function findTestFiles({ wanted, all }: Choice, isThere = (tool: Tool) => tool.isThere()): TestFiles {
  const files = globSync("test/**/*.test.ts")
    .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
    .filter((file) => all || toolsOf(file).length === 0)
    .toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  const missing = new Set(tools.filter((tool) => !isThere(tool)));
  const lacks = (file: string) => toolsOf(file).filter((tool) => missing.has(tool));
  const there = files.filter((file) => lacks(file).length === 0);
  const isAlone = (file: string) => ALONE.includes(file) || toolsOf(file).length > 0;
  return {
    together: batchesOf(there.filter((file) => !isAlone(file))),
    alone: there.filter(isAlone),
    leftOut: files.filter((file) => lacks(file).length > 0).map((file) => ({ name: file, missing: lacks(file) })),
  };
}

/** In the order given. The files of a folder are dealt out evenly. */
function batchesOf(files: readonly string[]): string[][] {
  const folders = Map.groupBy(files, (file) =>
    APART.some((part) => file.startsWith(part)) ? file : file.slice(0, file.lastIndexOf("/")),
  );
  return [...folders.values()].flatMap((ofFolder) => {
    const count = Math.ceil(ofFolder.length / BATCH);
    return Array.from({ length: count }, (_, at) => ofFolder.filter((_file, index) => index % count === at));
  });
}

function toolsOf(file: string): readonly Tool[] {
  return Object.entries(NEEDS_TOOLS).find(([folder]) => file.startsWith(folder))?.[1] ?? [];
}

function rank(file: string): number {
  const place = FIRST.findIndex((folder) => file.startsWith(folder));
  return place < 0 ? FIRST.length : place;
}
