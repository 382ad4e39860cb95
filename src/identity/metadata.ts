/**
 * Metadata: texts that managers keep with a user or an organization, by a key of their choice. Signet gives them no
 * meaning.
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { SignetError } from "../errors/signet-error.ts";
import { record } from "../events/audit-log.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { isOwnOrAccepted } from "./accepted-projects.ts";
import { displayText, invalid } from "./names.ts";
import { type By, found } from "./resource.ts";

export type MetadataOwner = { readonly kind: "user" | "organization"; readonly id: string };

/** A list, not an object: a key may be called anything, `__proto__` too. */
export interface MetadataEntry {
  readonly key: string;
  readonly value: string;
}

export const MOST_ENTRIES = 100;
const LONGEST_KEY = 200;
const LARGEST_VALUE = 8 * 1024;

const tables = {
  user: { owners: sql.table("users"), entries: sql.table("user_metadata"), owner: sql.ref("user_id") },
  organization: {
    owners: sql.table("organizations"),
    entries: sql.table("organization_metadata"),
    owner: sql.ref("organization_id"),
  },
} as const;

/** Returns the entry as it is kept. */
export async function setMetadata(
  tx: Transaction,
  owner: MetadataOwner,
  entry: MetadataEntry,
  by: By,
): Promise<MetadataEntry> {
  const key = metadataKey(entry.key);
  const value = metadataValue(entry.value);
  const organizationId = await lockOwner(tx, owner);
  const { entries, owner: column } = tables[owner.kind];
  const { numAffectedRows } = await sql`
    INSERT INTO ${entries} (${column}, key, value)
    SELECT ${owner.id}, ${key}, ${value}
    WHERE (SELECT count(*) FROM ${entries} WHERE ${column} = ${owner.id} AND key <> ${key}) < ${MOST_ENTRIES}
    ON CONFLICT (${column}, key) DO UPDATE SET value = excluded.value`.execute(tx);
  if (numAffectedRows !== 1n) {
    throw new SignetError(
      "wrong_state",
      `This ${owner.kind} has ${MOST_ENTRIES} metadata keys, which is the most possible; delete one first`,
    );
  }
  await record(tx, { type: "metadata.set", ...by, resource: owner, organizationId, detail: { key } });
  return { key, value };
}

/** In the order of their keys. */
export async function listMetadata(db: Database, owner: MetadataOwner): Promise<MetadataEntry[]> {
  const { entries, owner: column } = tables[owner.kind];
  const { rows } =
    await sql<MetadataEntry>`SELECT key, value FROM ${entries} WHERE ${column} = ${owner.id} ORDER BY key`.execute(db);
  return rows.map(({ key, value }) => ({ key, value }));
}

export async function deleteMetadata(tx: Transaction, owner: MetadataOwner, givenKey: string, by: By): Promise<void> {
  const key = metadataKey(givenKey);
  const organizationId = await lockOwner(tx, owner);
  const { entries, owner: column } = tables[owner.kind];
  const { rows } =
    await sql`DELETE FROM ${entries} WHERE ${column} = ${owner.id} AND key = ${key} RETURNING key`.execute(tx);
  found(rows[0], "metadata_key", key);
  await record(tx, { type: "metadata.deleted", ...by, resource: owner, organizationId, detail: { key } });
}

/**
 * Locked, so that entries of the same owner are counted one after the other. Returns the organization it belongs to.
 */
async function lockOwner(tx: Transaction, { kind, id }: MetadataOwner): Promise<string> {
  const organization = kind === "user" ? sql.ref("organization_id") : sql.ref("id");
  const { rows } = await sql<{ organization: string }>`
    UPDATE ${tables[kind].owners} SET changed_at = changed_at WHERE id = ${id} RETURNING ${organization} AS organization`.execute(
    tx,
  );
  return found(rows[0], kind, id).organization;
}

function metadataKey(text: string): string {
  const key = displayText("key", text, { most: LONGEST_KEY });
  // No client can ask for an address that ends so: it would ask for the one above it.
  if (key === "." || key === "..") throw invalid("key", "key cannot be a dot or two; choose a name");
  if (/\p{Cf}/u.test(key)) throw invalid("key", "key contains invisible characters; remove them");
  return key;
}

function metadataValue(value: string): string {
  // PostgreSQL has no room for U+0000, and half of a surrogate pair cannot be written as UTF-8.
  if (value.includes("\0") || !value.isWellFormed())
    throw invalid("value", "value must be text without U+0000 and unpaired surrogates");
  const bytes = Buffer.byteLength(value);
  if (bytes > LARGEST_VALUE) throw invalid("value", `value has ${bytes} bytes; at most ${LARGEST_VALUE} are possible`);
  return value;
}

/**
 * Who learns the metadata of a user: applications of projects that are the business of the user's own organization, and
 * no others, whatever the person agreed to. For a row of projects under the given name, and an expression for the id of
 * that organization.
 */
export function mayTellMetadata(project: string, organization: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return isOwnOrAccepted(project, organization);
}

/**
 * A user's entries as one value of a larger statement, for a row under the name `users`: `key,value,key,value`, with
 * what is a comma in a text written as %2C. Each engine has its own JSON functions; these are the same on both. Empty
 * when there are none, and null only where they may not be told.
 */
export const metadataList: RawBuilder<string | null> = sql<string | null>`COALESCE((
  SELECT string_agg(${escaped("key")} || ',' || ${escaped("value")}, ',' ORDER BY key) FROM user_metadata WHERE user_id = users.id
), '')`;

/** The same, where the applications of the project may learn it. */
export function metadataListFor(project: string): RawBuilder<string | null> {
  return sql<
    string | null
  >`CASE WHEN ${mayTellMetadata(project, sql.ref("users.organization_id"))} THEN ${metadataList} END`;
}

function escaped(column: "key" | "value"): RawBuilder<string> {
  return sql<string>`replace(replace(${sql.ref(column)}, '%', '%25'), ',', '%2C')`;
}

/** Undefined where it may not be told. */
export function readMetadataList(list: string | null): MetadataEntry[] | undefined {
  if (list === null) return undefined;
  if (list === "") return [];
  const texts = list.split(",").map((text) => text.replaceAll("%2C", ",").replaceAll("%25", "%"));
  return texts.flatMap((key, index) => (index % 2 === 0 ? [{ key, value: texts[index + 1] ?? "" }] : []));
}
