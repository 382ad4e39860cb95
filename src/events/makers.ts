/**
 * Who made something that an account or an application has, as the audit log tells it. Older than the log is nobody's.
 */
import type { Database } from "../storage/database.ts";
import type { EventType, ResourceKind } from "./event-types.ts";

export interface Maker {
  readonly kind: string;
  readonly id: string | undefined;
}

export interface Making {
  readonly at: number;
  readonly by: Maker;
}

interface Made {
  /** The user or the application that has it. */
  readonly of: { readonly kind: ResourceKind; readonly id: string };
  readonly types: readonly EventType[];
}

/** Of what there is one of at a time: the newest of these events. */
export async function findMaking(db: Database, { of, types }: Made): Promise<Making | undefined> {
  const row = await events(db, { of, types }).orderBy("at", "desc").orderBy("id", "desc").limit(1).executeTakeFirst();
  return row && toMaking(row);
}

/**
 * Of what there are several of, by their ids, which the events name in their details. Found by id and not by going back
 * in time: whoever has planted one could otherwise make and remove others until theirs is too far back.
 */
export async function findMakings(
  db: Database,
  { of, types }: Made,
  ids: readonly string[],
): Promise<Map<string, Making>> {
  if (ids.length === 0) return new Map();
  const rows = await events(db, { of, types })
    .where((eb) => eb.or(ids.map((id) => eb("detail", "like", `%"${id}"%`))))
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .execute();
  // The oldest is the one that made it; it is written last.
  return new Map(
    rows.flatMap((row) => ids.filter((id) => row.detail.includes(`"${id}"`)).map((id) => [id, toMaking(row)] as const)),
  );
}

function events(db: Database, { of, types }: Made) {
  return db
    .selectFrom("events")
    .select(["at", "actor_kind", "actor_id", "detail"])
    .where("resource_kind", "=", of.kind)
    .where("resource_id", "=", of.id)
    .where("type", "in", types);
}

function toMaking(row: { at: number; actor_kind: string; actor_id: string | null }): Making {
  return { at: row.at, by: { kind: row.actor_kind, id: row.actor_id ?? undefined } };
}
