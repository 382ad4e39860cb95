/**
 * Finding users by the beginnings of words: of their names, user name and e-mail address. Words are stored one row each, so
 * that a search is a range in an index, the same on both engines, and nothing typed by anybody is a pattern.
 */
import { type Expression, type SqlBool, sql } from "kysely";
import type { Database, Transaction } from "../../storage/database.ts";
import { invalid } from "../names.ts";
import { queryWords, searchWords } from "./search-words.ts";

/** How many rows of the index one statement may look at, and how many statements one search may take. */
const ROWS_A_LOOK = 1_000;
const LOOKS = 3;

/** Replaces the words the user was found by until now. */
export async function writeSearchWords(tx: Transaction, userId: string, organizationId: string, texts: readonly string[]): Promise<void> {
  await tx.deleteFrom("user_words").where("user_id", "=", userId).execute();
  const words = searchWords(texts);
  if (words.length === 0) return;
  await tx
    .insertInto("user_words")
    .values(words.map((word) => ({ organization_id: organizationId, word, user_id: userId })))
    .execute();
}

/** Where the search has got to: results come in the order of the word that was found, then of the user's id. */
export interface SearchPosition {
  readonly word: string;
  readonly userId: string;
}

export interface UserSearch {
  /** Users of whom every word of it begins a word. */
  readonly query: string;
  /** Without it, the whole instance is searched. */
  readonly organizationId?: string | undefined;
  readonly kind?: "human" | "service" | undefined;
  readonly state?: string | undefined;
  readonly limit: number;
  readonly after?: SearchPosition | undefined;
}

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
  const found: SearchPosition[] = [];
  let { after } = search;
  for (let look = 0; look < LOOKS; look++) {
    // One more than asked for shows whether there is more.
    const rows = await matches(db, { ...search, longest, others, after, limit: search.limit + 1 - found.length });
    found.push(...rows);
    if (found.length > search.limit) return { found: found.slice(0, search.limit), next: found[search.limit - 1] };
    after = await lastOfLook(db, { ...search, longest, after });
    if (after === undefined) return { found, next: undefined };
  }
  return { found, next: after };
}

interface Look {
  readonly organizationId?: string | undefined;
  readonly longest: string;
  readonly after: SearchPosition | undefined;
}

/** The rows of one look: words that begin with the longest one asked for, which is likely to be the rarest. */
function rowsOfLook(db: Database, { organizationId, longest, after }: Look) {
  return db
    .selectFrom("user_words")
    .select(["word", "user_id"])
    .where(beginsWith(sql.ref("user_words.word"), longest))
    .$if(organizationId !== undefined, (query) => query.where("organization_id", "=", organizationId ?? ""))
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`(user_words.word, user_words.user_id) > (${after?.word ?? ""}, ${after?.userId ?? ""})`),
    )
    .orderBy("word")
    .orderBy("user_id");
}

async function matches(
  db: Database,
  look: Look & { others: readonly string[]; kind?: string | undefined; state?: string | undefined; limit: number },
): Promise<SearchPosition[]> {
  const { longest, others, kind, state, limit } = look;
  const rows = await db
    .selectFrom(rowsOfLook(db, look).limit(ROWS_A_LOOK).as("row"))
    .select(["row.word", "row.user_id"])
    // Somebody whose name and address begin alike is found once, by the first of these words.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("user_words as earlier")
            .select("earlier.word")
            .whereRef("earlier.user_id", "=", "row.user_id")
            .where("earlier.word", ">=", longest)
            .whereRef("earlier.word", "<", "row.word"),
        ),
      ),
    )
    .where(({ and, exists, selectFrom }) =>
      and(
        others.map((word) =>
          exists(
            selectFrom("user_words as other")
              .select("other.word")
              .whereRef("other.user_id", "=", "row.user_id")
              .where(beginsWith(sql.ref("other.word"), word)),
          ),
        ),
      ),
    )
    .$if(kind !== undefined || state !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom("users")
            .select("users.id")
            .whereRef("users.id", "=", "row.user_id")
            .$if(kind !== undefined, (users) => users.where("users.kind", "=", kind ?? ""))
            .$if(state !== undefined, (users) => users.where("users.state", "=", state ?? "")),
        ),
      ),
    )
    .orderBy("row.word")
    .orderBy("row.user_id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ word: row.word, userId: row.user_id }));
}

/** The last row that the look could reach; undefined when there are no more than it saw. */
async function lastOfLook(db: Database, look: Look): Promise<SearchPosition | undefined> {
  const row = await rowsOfLook(db, look)
    .offset(ROWS_A_LOOK - 1)
    .limit(1)
    .executeTakeFirst();
  return row && { word: row.word, userId: row.user_id };
}

/** Both engines compare these columns byte by byte, and no word holds the last code point there is. */
function beginsWith(column: Expression<string>, start: string): Expression<SqlBool> {
  return sql<SqlBool>`(${column} >= ${start} AND ${column} < ${`${start}\u{10ffff}`})`;
}
