/**
 * The key that an assertion is verified with: the one that its header names, or, where it names none, the only one of
 * its owner for the algorithm. It is joined to what is read about the owner anyway, so that finding it takes no
 * statement of its own.
 */
import type { KeyObject } from "node:crypto";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { now } from "../../storage/now.ts";
import type { MarkValue } from "../../storage/prepared.ts";
import { publicKeyOf } from "./public-keys.ts";

export type KeyChoice = { readonly id: string } | { readonly algorithm: string };

/** For a prepared statement. */
export function markKeyChoice(choice: KeyChoice, value: MarkValue): KeyChoice {
  return "id" in choice ? { id: value(choice.id) } : { algorithm: value(choice.algorithm) };
}

export interface ChosenKey {
  readonly id: string;
  readonly algorithm: string;
  readonly publicKey: KeyObject;
}

const ownerColumns = { application: "application_id", user: "user_id" } as const;

/**
 * For a left join of credential_keys as `k`. Of several keys that would fit, none is chosen: trying them all is work
 * that strangers could ask for.
 */
export function thatKey(owner: keyof typeof ownerColumns, ownerId: string, choice: KeyChoice): RawBuilder<SqlBool> {
  const column = ownerColumns[owner];
  const isOwned = sql`${sql.ref(`k.${column}`)} = ${sql.ref(ownerId)} AND k.expires_at > ${now}`;
  if ("id" in choice) return sql<SqlBool>`k.id = ${choice.id} AND ${isOwned}`;
  return sql<SqlBool>`${isOwned} AND k.algorithm = ${choice.algorithm} AND NOT EXISTS (
    SELECT 1 FROM credential_keys other
    WHERE ${sql.ref(`other.${column}`)} = ${sql.ref(ownerId)} AND other.expires_at > ${now} AND other.algorithm = k.algorithm AND other.id <> k.id
  )`;
}

export const keyColumns = ["k.id as key_id", "k.algorithm as key_algorithm", "k.public_jwk as key_jwk"] as const;

/** Not there at all where no key was asked for. */
export interface KeyRow {
  readonly key_id?: string | null | undefined;
  readonly key_algorithm?: string | null | undefined;
  readonly key_jwk?: string | null | undefined;
}

export function toChosenKey({ key_id: id, key_algorithm: algorithm, key_jwk: jwk }: KeyRow): ChosenKey | undefined {
  return id && algorithm && jwk ? { id, algorithm, publicKey: publicKeyOf(jwk) } : undefined;
}
