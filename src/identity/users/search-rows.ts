/**
 * The statements of a search: each looks at a bounded number of rows, whatever is asked for and however many users
 * there are.
 */
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../storage/database.ts";
import type { SearchPosition, UserSearch } from "./search.ts";

/** What so many rows have is not rare. */
const MANY = 1_000;
/** Of the rows of frequent words, so many are looked at in one go. */
const SCANNED_ROWS = 500;

export type WordSearch = Omit<UserSearch, "query" | "limit"> & {
  /** Users come in the order of their words that begin with it. */
  readonly longest: string;
  readonly others: readonly string[];
};

/** Both have the same columns; in the second nobody searches the whole instance, so it has no index for that. */
const tables = { all: "user_words", shown: "user_shown_words" } as const;

const wordsOf = ({ searched }: Pick<WordSearch, "searched">) => sql.table(tables[searched]);

/** What everybody who is found has in common: a word that begins like this, or being a service user. */
export type Trait = { readonly word: string } | "service user";

/**
 * The rarest of what is asked for, if it is rare. A word that is asked for alone is looked at in order, rare or not.
 */
export async function findRare(db: Database, search: WordSearch): Promise<Trait | undefined> {
  const { longest, others, kind } = search;
  const traits: Trait[] = [
    ...others.map((word) => ({ word })),
    ...(kind === "service" ? ["service user" as const] : []),
  ];
  if (traits.length === 0) return undefined;
  traits.push({ word: longest });
  const counts = traits.map(
    (trait, n) => sql`(SELECT count(*) FROM (${usersWith(search, trait)}) AS users) AS ${sql.id(`n${n}`)}`,
  );
  const { rows } = await sql<Record<string, number>>`SELECT ${sql.join(counts)}`.execute(db);
  const counted = traits.map((trait, n) => ({ trait, count: rows[0]?.[`n${n}`] ?? MANY }));
  return counted.filter(({ count }) => count < MANY).toSorted((one, other) => one.count - other.count)[0]?.trait;
}

/** Not each only once. */
function usersWith(search: WordSearch, trait: Trait): RawBuilder<unknown> {
  const { organizationId, kind } = search;
  if (trait !== "service user")
    return sql`SELECT user_id FROM (${wordsInOrder(search, trait.word)} LIMIT ${sql.lit(MANY)}) AS words`;
  if (organizationId === undefined) return sql`SELECT user_id FROM service_users LIMIT ${sql.lit(MANY)}`;
  return sql`SELECT id AS user_id FROM users WHERE organization_id = ${organizationId} AND kind = ${kind} LIMIT ${sql.lit(MANY)}`;
}

/** Everybody who has what is rare, as far as they have the rest. */
export async function findAmongRare(
  db: Database,
  search: WordSearch,
  rare: Trait,
  limit: number,
): Promise<SearchPosition[]> {
  const { longest, others, after } = search;
  const rest = others.filter((word) => rare === "service user" || word !== rare.word);
  const isAfter = after === undefined ? sql`1 = 1` : sql`(word, user_id) > (${after.word}, ${after.userId})`;
  const { rows } = await sql<FoundRow>`
    SELECT word, user_id FROM (
      SELECT user_id, ${wordOf(search, "rare.user_id", longest)} AS word
      FROM (SELECT DISTINCT user_id FROM (${usersWith(search, rare)}) AS users) AS rare
      WHERE ${inTurn(rest.map((word) => sql`${wordOf(search, "rare.user_id", word)} IS NOT NULL`))} LIMIT ${sql.lit(MANY)}
    ) AS found
    WHERE word IS NOT NULL AND ${isAfter} AND ${inTurn(isWanted("found.user_id", search))}
    ORDER BY word, user_id LIMIT ${limit}`.execute(db);
  return rows.map(toPosition);
}

/** Those of one scan of the words that begin with the longest one. */
export async function findInWordOrder(db: Database, search: WordSearch, limit: number): Promise<SearchPosition[]> {
  const { organizationId, longest, others, after } = search;
  const has = others.map((word) => sql`${wordOf(search, "scanned.user_id", word)} IS NOT NULL`);
  // Somebody whose name and address begin alike is found once, by the first of these words.
  const isFirst = sql`${wordOf(search, "scanned.user_id", longest)} = scanned.word`;
  const { rows } = await sql<FoundRow>`
    SELECT word, user_id FROM (${wordsInOrder(search, longest, after)} LIMIT ${sql.lit(SCANNED_ROWS)}) AS scanned
    WHERE ${inTurn([...has, ...isWanted("scanned.user_id", search), isFirst])}
    ORDER BY ${orderOfWords(organizationId)} LIMIT ${limit}`.execute(db);
  return rows.map(toPosition);
}

/** The last row that the scan could reach; undefined when there are no more than it read. */
export async function endOfScan(db: Database, search: WordSearch): Promise<SearchPosition | undefined> {
  const { rows } =
    await sql<FoundRow>`${wordsInOrder(search, search.longest, search.after)} LIMIT 1 OFFSET ${sql.lit(SCANNED_ROWS - 1)}`.execute(
      db,
    );
  return rows.map(toPosition)[0];
}

/**
 * The words that begin like this, by the index for them. Both engines compare these columns byte by byte, and no word
 * holds the last code point there is. Columns are compared together, in the order of the index that is meant:
 * PostgreSQL cannot guess how many words begin alike, and might take another one that it believes to be as good.
 */
function wordsInOrder(search: WordSearch, start: string, after?: SearchPosition): RawBuilder<unknown> {
  const { organizationId } = search;
  const order = orderOfWords(organizationId);
  const place = organizationId === undefined ? sql`` : sql`${organizationId}, `;
  const columns = organizationId === undefined ? sql`word` : sql`organization_id, word`;
  const from =
    after === undefined
      ? sql`(${columns}) >= (${place}${start})`
      : sql`(${columns}, user_id) > (${place}${after.word}, ${after.userId})`;
  return sql`SELECT ${order} FROM ${wordsOf(search)} WHERE ${from} AND (${columns}) < (${place}${endOf(start)}) ORDER BY ${order}`;
}

function orderOfWords(organizationId: string | undefined): RawBuilder<unknown> {
  return organizationId === undefined ? sql`word, user_id` : sql`organization_id, word, user_id`;
}

/**
 * The first of a user's words that begins like this; NULL if there is none. As a value, which is looked up by user: of
 * EXISTS PostgreSQL may make a join with everybody who has such a word.
 */
function wordOf(search: WordSearch, user: `${string}.user_id`, start: string): RawBuilder<unknown> {
  const id = sql.ref(user);
  const isLike = sql`(user_id, word) >= (${id}, ${start}) AND (user_id, word) < (${id}, ${endOf(start)})`;
  return sql`(SELECT word FROM ${wordsOf(search)} WHERE ${isLike} ORDER BY user_id, word LIMIT 1)`;
}

function endOf(start: string): string {
  return `${start}\u{10ffff}`;
}

function isWanted(user: `${string}.user_id`, { kind, state }: WordSearch): RawBuilder<unknown>[] {
  if (kind === undefined && state === undefined) return [];
  const hasKind = kind === undefined ? sql`1 = 1` : sql`kind = ${kind}`;
  const hasState = state === undefined ? sql`1 = 1` : sql`state = ${state}`;
  return [sql`(SELECT 1 FROM users WHERE id = ${sql.ref(user)} AND ${hasKind} AND ${hasState}) IS NOT NULL`];
}

/** All of them, each asked only of who has passed those before it: with AND, the order is the database's to choose. */
function inTurn(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  if (conditions.length === 0) return sql`1 = 1`;
  const steps = conditions.map((condition) => sql`WHEN NOT (${condition}) THEN 0`);
  return sql`CASE ${sql.join(steps, sql` `)} ELSE 1 END = 1`;
}

interface FoundRow {
  readonly word: string;
  readonly user_id: string;
}

function toPosition({ word, user_id: userId }: FoundRow): SearchPosition {
  return { word, userId };
}
