/**
 * The tables, as Kysely sees them. Times are integers (milliseconds since 1970, by the database's clock),
 * flags are 0 or 1, JSON is text, ids are text: the same on both engines. The migrations beside this file make them.
 */
import type { BoundaryTables } from "./boundaries.ts";
import type { ManagementTables } from "./management.ts";
import type { ResourceTables } from "./resources.ts";
import type { SessionTables } from "./sessions.ts";
import type { SignInTables } from "./sign-in.ts";

export interface Schema extends ResourceTables, SessionTables, ManagementTables, SignInTables, BoundaryTables {
  schema_versions: SchemaVersionsTable;
  master_keys: MasterKeysTable;
  keys: KeysTable;
  events: EventsTable;
  usage: UsageTable;
  application_use: ApplicationUseTable;
  outbox: OutboxTable;
}

interface SchemaVersionsTable {
  version: number;
  name: string;
  /** The oldest version whose code can still run on this schema. */
  readable_from: number;
  applied_at: number;
}

/** The master keys that sealed values may be sealed under: just one, but for the moment in which it is changed. */
interface MasterKeysTable {
  id: string;
  created_at: number;
}

interface KeysTable {
  id: string;
  algorithm: string;
  created_at: number;
  activates_at: number;
  revoked_at: number | null;
  /** The public half as a JWK; empty for ticket keys, which have none. */
  public_jwk: string;
  sealed: string;
  master_key_id: string;
}

interface EventsTable {
  id: string;
  at: number;
  type: string;
  actor_kind: string;
  actor_id: string | null;
  organization_id: string | null;
  resource_kind: string;
  resource_id: string | null;
  detail: string;
  request_id: string | null;
}

interface UsageTable {
  hour: number;
  /** Empty for what belongs to no organization, so that it can be part of the primary key. */
  organization_id: string;
  kind: string;
  count: number;
}

/** Migration 10. */
interface ApplicationUseTable {
  application_id: string;
  kind: string;
  last_at: number;
}

interface OutboxTable {
  id: string;
  kind: string;
  payload: string;
  created_at: number;
  due_at: number;
  attempts: number;
  /** While a node works on it; when it has passed, another node may. */
  claimed_until: number;
  /** Set when it has failed for good; kept for a while so that an operator can see it. */
  failed_at: number | null;
}
