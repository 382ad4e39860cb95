/** The statements of a search: each looks at a bounded number of rows, whatever is asked for and however many users there are. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../../storage/database.ts";
import type { SearchPosition, UserSearch } from "./search.ts";

/** What so many rows have is not rare. Of the rows of frequent words, so many are looked at in one go. */
const MANY = 1_000;

export interface Asked extends Omit<UserSearch, "query" | "limit"> {
  /** Users come in the order of their words that begin with it. */
  readonly longest: string;
  readonly others: readonly string[];
}

/** What everybody who is found has in common: a word that begins like this, or being a service user. */
export type Trait = { readonly word: string } | "service user";

/** The rarest of what is asked for, if it is rare. A word that is asked for alone is looked at in order, rare or not. */
export async function findRare(db: Database, asked: Asked): Promise<Trait | undefined> {
  const { longest, others, kind } = asked;
  const traits: Trait[] = [...others.map((word) => ({ word })), ...(kind === "service" ? ["service user" as const] : [])];
  if (traits.length === 0) return undefined;
  traits.push({ word: longest });
  const counts = traits.map((trait) => sql`(SELECT count(*) FROM (${usersWith(asked, trait)}) AS counted)`);
  const { rows } = await sql<
    Record<string, number>
  >`SELECT ${sql.join(counts.map((count, n) => sql`${count} AS ${sql.id(`n${n}`)}`))}`.execute(db);
  const counted = traits.map((trait, n) => ({ trait, count: rows[0]?.[`n${n}`] ?? MANY }));
  const [rarest] = counted.toSorted((one, other) => one.count - other.count);
  return rarest !== undefined && rarest.count < MANY ? rarest.trait : undefined;
}

/** Not each only once. */
function usersWith({ organizationId, kind }: Asked, trait: Trait): RawBuilder<unknown> {
  const most = sql.lit(MANY);
  if (trait !== "service user") return sql`SELECT user_id FROM user_words WHERE ${wordsLike(organizationId, trait.word)} LIMIT ${most}`;
  if (organizationId === undefined) return sql`SELECT user_id FROM service_users LIMIT ${most}`;
  return sql`SELECT id AS user_id FROM users WHERE organization_id = ${organizationId} AND kind = ${kind} LIMIT ${most}`;
}

/** Everybody who has what is rare, as far as they have the rest. */
export async function findAmong(db: Database, asked: Asked, rare: Trait, limit: number): Promise<SearchPosition[]> {
  const { longest, others, after } = asked;
  const rest = others.filter((word) => rare === "service user" || word !== rare.word);
  const { rows } = await sql<FoundRow>`
    SELECT word, user_id FROM (
      SELECT user_id, ${wordOf("rare.user_id", longest)} AS word FROM (SELECT DISTINCT user_id FROM (${usersWith(asked, rare)}) AS rows) AS rare
      WHERE ${every(rest.map((word) => sql`${wordOf("rare.user_id", word)} IS NOT NULL`))} LIMIT ${sql.lit(MANY)}
    ) AS found
    WHERE word IS NOT NULL AND ${isAfter(after)} AND ${isWanted("found.user_id", asked)}
    ORDER BY word, user_id LIMIT ${limit}`.execute(db);
  return rows.map(toPosition);
}

/** Those of one look at the words that begin with the longest one. */
export async function findAlong(db: Database, asked: Asked, limit: number): Promise<SearchPosition[]> {
  const { longest, others } = asked;
  const has = others.map((word) => sql`${wordOf("look.user_id", word)} IS NOT NULL`);
  // Somebody whose name and address begin alike is found once, by the first of these words.
  const isFirst = sql`(SELECT 1 FROM user_words WHERE user_id = look.user_id AND word >= ${longest} AND word < look.word LIMIT 1) IS NULL`;
  const { rows } = await sql<FoundRow>`
    SELECT word, user_id FROM (${inOrder(asked)} LIMIT ${sql.lit(MANY)}) AS look
    WHERE ${every([...has, isFirst, isWanted("look.user_id", asked)])}
    ORDER BY word, user_id LIMIT ${limit}`.execute(db);
  return rows.map(toPosition);
}

/** The last row that the look could reach; undefined when there are no more than it saw. */
export async function endOfLook(db: Database, asked: Asked): Promise<SearchPosition | undefined> {
  const { rows } = await sql<FoundRow>`${inOrder(asked)} LIMIT 1 OFFSET ${sql.lit(MANY - 1)}`.execute(db);
  return rows.map(toPosition)[0];
}

function inOrder({ organizationId, longest, after }: Asked): RawBuilder<unknown> {
  return sql`SELECT word, user_id FROM user_words WHERE ${wordsLike(organizationId, longest)} AND ${isAfter(after)} ORDER BY word, user_id`;
}

/**
 * The first of a user's words that begins like this; NULL if there is none. As a value, which is looked up by user: of EXISTS
 * PostgreSQL may make a join with everybody who has such a word.
 */
function wordOf(user: `${string}.user_id`, start: string): RawBuilder<unknown> {
  return sql`(SELECT word FROM user_words WHERE user_id = ${sql.ref(user)} AND ${beginsWith(start)} ORDER BY word LIMIT 1)`;
}

function isWanted(user: `${string}.user_id`, { kind, state }: Asked): RawBuilder<unknown> {
  if (kind === undefined && state === undefined) return anything;
  const hasKind = kind === undefined ? anything : sql`kind = ${kind}`;
  const hasState = state === undefined ? anything : sql`state = ${state}`;
  return sql`(SELECT 1 FROM users WHERE id = ${sql.ref(user)} AND ${hasKind} AND ${hasState}) IS NOT NULL`;
}

function wordsLike(organizationId: string | undefined, start: string): RawBuilder<unknown> {
  return organizationId === undefined ? beginsWith(start) : sql`organization_id = ${organizationId} AND ${beginsWith(start)}`;
}

/** Both engines compare these columns byte by byte, and no word holds the last code point there is. */
function beginsWith(start: string): RawBuilder<unknown> {
  return sql`word >= ${start} AND word < ${`${start}\u{10ffff}`}`;
}

function isAfter(after: SearchPosition | undefined): RawBuilder<unknown> {
  return after === undefined ? anything : sql`(word, user_id) > (${after.word}, ${after.userId})`;
}

const anything = sql<SqlBool>`1 = 1`;

function every(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? anything : sql.join([...conditions], sql` AND `);
}

interface FoundRow {
  readonly word: string;
  readonly user_id: string;
}

function toPosition({ word, user_id: userId }: FoundRow): SearchPosition {
  return { word, userId };
}
