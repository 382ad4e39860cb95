/**
 * Finding users by the beginnings of words: of their names, user name and e-mail address. Words are stored one row
 * each, so that a search is a range in an index, the same on both engines, and nothing typed by anybody is a pattern.
 *
 * Nobody finds users by what they may not read: it could be guessed letter by letter. Whoever is shown only what users
 * are called by others searches in the words of that alone, which have a table of their own, so that nothing else can
 * be told from what is found, how much is left, or how long it takes.
 *
 * Whoever is found comes in the order of the first of their words that begins with the longest word asked for. There
 * are two ways to find them. If something of what is asked for is rare, everybody who has that is looked at, and the
 * answer is whole. Otherwise the words that begin with the longest one are looked at in their order, so many at a time.
 */
import type { Database, Transaction } from "../../storage/database.ts";
import { invalid } from "../names.ts";
import { endOfScan, findAmongRare, findInWordOrder, findRare } from "./search-rows.ts";
import { queryWords, searchWords } from "./search-words.ts";
import type { UserKind } from "./users.ts";

/**
 * What users are found in: all that is read of them with `user.read`, or only what everybody is shown who gives them a
 * role.
 */
export interface SearchTexts {
  readonly all: readonly string[];
  /** The user name, and what they are called. */
  readonly shown: readonly string[];
}

interface WordsOf {
  readonly id: string;
  readonly organizationId: string;
}

/** Replaces the words the user was found by until now. */
export async function writeSearchWords(tx: Transaction, user: WordsOf, { all, shown }: SearchTexts): Promise<void> {
  await writeWords(tx, "user_words", user, all);
  await writeShownWords(tx, user, shown);
}

export function writeShownWords(tx: Transaction, user: WordsOf, texts: readonly string[]): Promise<void> {
  return writeWords(tx, "user_shown_words", user, texts);
}

async function writeWords(
  tx: Transaction,
  table: "user_words" | "user_shown_words",
  { id, organizationId }: WordsOf,
  texts: readonly string[],
): Promise<void> {
  await tx.deleteFrom(table).where("user_id", "=", id).execute();
  const words = searchWords(texts);
  if (words.length === 0) return;
  await tx
    .insertInto(table)
    .values(words.map((word) => ({ organization_id: organizationId, word, user_id: id })))
    .execute();
}

/** Where the search has got to: the word that a user comes in the order of, and the user's id. */
export interface SearchPosition {
  readonly word: string;
  readonly userId: string;
}

export type UserSearch = SearchWhere & {
  /** Users of whom every word of it begins a word. */
  readonly query: string;
  readonly kind?: UserKind | undefined;
  readonly state?: string | undefined;
  readonly limit: number;
  readonly after?: SearchPosition | undefined;
};

/** Without an organization, the whole instance is searched: that is for nobody but managers of all users. */
export type SearchWhere =
  | { readonly searched: "all"; readonly organizationId?: string | undefined }
  | { readonly searched: "shown"; readonly organizationId: string };

export interface SearchResult {
  readonly found: readonly SearchPosition[];
  /**
   * Where to go on; undefined at the end. A search for several frequent words that few users combine may stop before it
   * has found as many as were asked for, rather than look at everybody in one go.
   */
  readonly next: SearchPosition | undefined;
}

export async function searchUsers(db: Database, search: UserSearch): Promise<SearchResult> {
  const [longest, ...others] = queryWords(search.query);
  if (longest === undefined) throw invalid("q", "q has no letter or digit to search for");
  const asked = { ...search, longest, others };
  // One more than asked for shows whether there is more.
  const limit = search.limit + 1;
  const rare = await findRare(db, asked);
  const found = await (rare === undefined ? findInWordOrder(db, asked, limit) : findAmongRare(db, asked, rare, limit));
  if (found.length === limit) return { found: found.slice(0, search.limit), next: found[search.limit - 1] };
  return { found, next: rare === undefined ? await endOfScan(db, asked) : undefined };
}
