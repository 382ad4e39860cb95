/** Lists of what an instance manages: how far they have got (storage/listing.ts), and what a name is searched for by. */
import { invalid, nameKey } from "./names.ts";

export { inRange, type Listed, type ListRequest, mapList, orderOf, type Position, type Range, readList } from "../storage/listing.ts";

const LONGEST_SEARCH = 200;

/**
 * What is looked for in names, folded as they are. The comparison is made here and not in SQL: the engines fold different
 * letters, and nothing that somebody typed may be a pattern.
 */
export function searchText(q: string | undefined): string | undefined {
  if (q === undefined) return undefined;
  if (q.length > LONGEST_SEARCH) throw invalid("q", `q has ${q.length} characters; at most ${LONGEST_SEARCH} are possible`);
  return folded(q.trim());
}

/** Whether the name holds the text, however either is written. */
export function nameHolds(name: string, text: string | undefined): boolean {
  return text === undefined || folded(name).includes(text);
}

export function folded(text: string): string {
  // A sigma at the end of what was typed may be in the middle of the name.
  return nameKey(text).replaceAll("ς", "σ");
}
