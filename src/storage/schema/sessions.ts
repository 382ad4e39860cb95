import type { Generated } from "kysely";

/** The tables of migration 3: who is signed in, and what was used up. See schema.ts for how values are stored. */
export interface SessionTables {
  login_sessions: LoginSessionsTable;
  app_sessions: AppSessionsTable;
  revoked_tokens: RevokedTokensTable;
  used_assertions: UsedAssertionsTable;
  proof_attempts: ProofAttemptsTable;
}

interface LoginSessionsTable {
  id: string;
  user_id: string;
  epoch: number;
  version: number;
  amr: string;
  user_agent: string;
  created_at: number;
  authenticated_at: number;
  last_used_at: number;
  idle_expires_at: number;
  expires_at: number;
  ended_at: number | null;
}

interface AppSessionsTable {
  id: string;
  user_id: string;
  application_id: string;
  login_session_id: string | null;
  epoch: number;
  scopes: string;
  nonce: string | null;
  authenticated_at: number;
  amr: string;
  redirect_uri: string;
  code_challenge: string;
  code_expires_at: number;
  code_spent_at: number | null;
  generation: number;
  rotated_at: number;
  repeats: number;
  last_rotation: string | null;
  created_at: number;
  idle_expires_at: number;
  expires_at: number;
  ended_at: number | null;
  ended_by: string | null;
  /** Migration 7: the consent that it was opened under. */
  consent_id: Generated<string | null>;
}

interface RevokedTokensTable {
  id: string;
  revoked_at: number;
  expires_at: number;
}

interface UsedAssertionsTable {
  issuer: string;
  jti: string;
  expires_at: number;
}

interface ProofAttemptsTable {
  subject: string;
  count: number;
  last_at: number;
  blocked_until: number;
}
