/** Puts what a run has measured into docs/performance.md, between markers, so that its numbers are those of a run. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PATH = join(import.meta.dirname, "../../docs/performance.md");

/** `<!-- begin NAME -->` and `<!-- end NAME -->` stay, what is between them is replaced. */
export function writeDocs(parts: Readonly<Record<string, string>>): void {
  let text = readFileSync(PATH, "utf8");
  for (const [name, content] of Object.entries(parts)) {
    const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for ${name}`);
    text = `${text.slice(0, from + begin.length)}\n${content}\n${text.slice(to)}`;
  }
  writeFileSync(PATH, text);
}
