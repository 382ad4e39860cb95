/** What the source itself says: which module imports what, and which words it uses. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../../src");

export interface SourceFile {
  /** Below src. */
  readonly path: string;
  /** Without comments. */
  readonly code: string;
}

export function sourceFiles(): SourceFile[] {
  return globSync("**/*.ts", { cwd: folder }).map((path) => ({
    path,
    code: readFileSync(join(folder, path), "utf8")
      .replaceAll(/\/\*[\s\S]*?\*\//g, "")
      .replaceAll(/^\s*\/\/.*$/gm, ""),
  }));
}

/**
 * Modules that are there when it runs, with the names that are taken from them: `node:net isIP`. Those only for types
 * are left out.
 */
export function importsOf({ code }: SourceFile): string[] {
  const declared = [...code.matchAll(/^(?:import|export)\s+(?!type\b)([^"]*?)\s*from\s+"([^"]+)"/gm)].map(
    ([, names = "", from]) => {
      const values = names
        .replace(/[{}]/g, "")
        .split(",")
        .filter((name) => !/^\s*(?:type\s|$)/.test(name));
      return `${from} ${values.map((name) => name.trim()).join(" ")}`;
    },
  );
  const others = [...code.matchAll(/(?:\bimport|require)\s*\(\s*"([^"]+)"\s*\)|^import\s+"([^"]+)"/gm)];
  return [...declared, ...others.map(([, lazily, bare]) => `${lazily ?? bare} *`)];
}
