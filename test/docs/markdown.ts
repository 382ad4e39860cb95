/** Just enough Markdown to compare the documentation with the code. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");

export function readDocument(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Every page that a reader may open, by its path in the repository. */
export function documents(): string[] {
  const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).map((name) => `docs/${name}`);
  return ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...docs].filter((path) => path.endsWith(".md"));
}

export interface Section {
  readonly title: string;
  /** Everything up to the next heading of this level or a higher one, without the heading itself. */
  readonly text: string;
}

export function sections(text: string, level: number): Section[] {
  const heading = new RegExp(`^#{${level}} (.+)$`);
  const end = new RegExp(`^#{1,${level}} `);
  const found: { title: string; lines: string[] }[] = [];
  let current: { title: string; lines: string[] } | undefined;
  for (const { line, isCode } of lines(text)) {
    if (!isCode && end.test(line)) {
      const title = heading.exec(line)?.[1];
      current = title === undefined ? undefined : { title, lines: [] };
      if (current) found.push(current);
    } else current?.lines.push(line);
  }
  return found.map(({ title, lines }) => ({ title, text: lines.join("\n").trim() }));
}

/** The one section of this name; a page that lost it has nothing to compare. */
export function section(text: string, level: number, title: string): string {
  const matching = sections(text, level).filter((candidate) => candidate.title === title);
  const [only] = matching;
  if (matching.length !== 1 || only === undefined) throw new Error(`there are ${matching.length} sections "${title}"`);
  return only.text;
}

/** The cells of the first table in the text, without its head. */
export function tableRows(text: string): string[][] {
  const table = /(?:^\|.*\n?)+/m.exec(text)?.[0] ?? "";
  const rows = table.trim().split("\n");
  return rows.slice(2).map((row) =>
    row
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}

export function withoutTicks(text: string): string {
  return text.replace(/^`(.*)`$/, "$1");
}

/** What stands between backticks, in a line or as a block: whatever a reader would type. */
export function codeIn(text: string): string[] {
  const all = lines(text);
  const blocks = all.filter(({ isCode }) => isCode).map(({ line }) => line.trim());
  const spans = all
    .filter(({ isCode }) => !isCode)
    .flatMap(({ line }) => [...line.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code));
  return [...blocks, ...spans];
}

function lines(text: string): { line: string; isCode: boolean }[] {
  let inside = false;
  return text.split("\n").map((line) => {
    const isFence = line.trimStart().startsWith("```");
    if (isFence) inside = !inside;
    return { line, isCode: inside || isFence };
  });
}

/** As the usual renderers make the anchor of a heading. */
export function anchors(text: string): string[] {
  return lines(text)
    .filter(({ isCode }) => !isCode)
    .flatMap(({ line }) => {
      const title = /^#{1,6} (.+)$/.exec(line)?.[1];
      return title === undefined
        ? []
        : [
            title
              .toLowerCase()
              .replace(/[^\p{L}\p{N}\s_-]/gu, "")
              .replace(/\s/g, "-"),
          ];
    });
}

/** Where the links within the repository lead. */
export function localLinks(text: string): string[] {
  return lines(text)
    .filter(({ isCode }) => !isCode)
    .flatMap(({ line }) => [...line.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target))
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** The rows of the table that begins with this heading line, wherever on the page it is. */
export function tableUnder(page: string, ...headings: string[]): string[][] {
  const head = `| ${headings.join(" | ")} |`;
  const parts = page.split(`${head}\n`);
  assert.equal(parts.length, 2, `the page has ${parts.length - 1} tables ${head}`);
  return tableRows(`${head}\n${parts[1]}`);
}
