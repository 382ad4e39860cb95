import type { Generated } from "kysely";

/** The tables of migration 4: what the management API needs. See schema.ts for how values are stored. */
export interface ManagementTables {
  idempotency_keys: IdempotencyKeysTable;
  factors: FactorsTable;
}

interface IdempotencyKeysTable {
  caller_id: string;
  key: string;
  answer: string;
  expires_at: number;
}

interface FactorsTable {
  id: string;
  user_id: string;
  kind: string;
  name: string;
  data: string;
  sealed: string | null;
  master_key_id: string | null;
  /** Migration 6: the step of the last code from an app, or what a passkey has counted. */
  counter: Generated<number>;
  /** Migration 6: a passkey's own id. */
  credential_id: Generated<string | null>;
  created_at: number;
  last_used_at: number | null;
}
