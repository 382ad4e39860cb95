/** Which file loads which when it is loaded itself, and the circles in that. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/**
 * As the formatter writes it. What is only there for a type is gone when the program runs, and what is loaded with
 * `import()` is loaded later: neither is found.
 */
const LOADING = /^(?:import|export)\s(?!type\s)(?:[^"';]*\sfrom\s)?\s*"(\.[^"]+)"/gm;

/** Of the files in a folder; those outside it that they load are named in the lists, too. */
export function readImports(folder: string): ImportGraph {
  const files = globSync("**/*.{ts,tsx}", { cwd: folder, exclude: ["**/node_modules/**"] }).map((file) =>
    join(folder, file),
  );
  return new Map(files.map((file) => [file, readLoaded(file)]));
}

function readLoaded(file: string): string[] {
  const names = readFileSync(file, "utf8").matchAll(LOADING);
  return [...names].map(([, name = ""]) => join(dirname(file), name));
}

/**
 * The sets of files of which each loads all the others, over however many steps (R. Tarjan, Depth-first search and
 * linear graph algorithms, 1972).
 */
export function findCircles(graph: ImportGraph): string[][] {
  const circles: string[][] = [];
  const numbers = new Map<string, number>();
  const open: string[] = [];

  /** The lowest number that can be reached from the file among those that are open. */
  function visit(file: string): number {
    const number = numbers.size;
    let lowest = number;
    numbers.set(file, number);
    open.push(file);
    const loaded = graph.get(file) ?? [];
    for (const next of loaded) {
      const seen = numbers.get(next);
      if (seen === undefined) lowest = Math.min(lowest, visit(next));
      else if (open.includes(next)) lowest = Math.min(lowest, seen);
    }
    if (lowest === number) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1 || loaded.includes(file)) circles.push(circle.toSorted());
    }
    return lowest;
  }

  for (const file of graph.keys()) if (!numbers.has(file)) visit(file);
  return circles;
}
