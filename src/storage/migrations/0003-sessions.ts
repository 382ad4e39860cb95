/** Who is signed in, and what was used up: bounded by sessions, whatever the traffic. No token has a row. */
import type { Migration } from "./migration.ts";

export const sessions: Migration = {
  version: 3,
  name: "sessions",
  readableFrom: 1,
  statements: ({ text, integer, table }) => [
    `CREATE TABLE login_sessions (
      id ${text} PRIMARY KEY,
      user_id ${text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      epoch ${integer} NOT NULL,
      version ${integer} NOT NULL,
      amr ${text} NOT NULL,
      user_agent ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      authenticated_at ${integer} NOT NULL,
      last_used_at ${integer} NOT NULL,
      idle_expires_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL,
      ended_at ${integer}
    )${table}`,
    // identity/login-sessions.ts: where a person is signed in.
    "CREATE INDEX login_sessions_by_user ON login_sessions (user_id, id)",
    // identity/login-sessions.ts: the sweep.
    "CREATE INDEX login_sessions_by_expiry ON login_sessions (idle_expires_at)",

    // A login session may be swept while the application it led to stays signed in, so there is no reference to it.
    `CREATE TABLE app_sessions (
      id ${text} PRIMARY KEY,
      user_id ${text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      application_id ${text} NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
      login_session_id ${text},
      epoch ${integer} NOT NULL,
      scopes ${text} NOT NULL,
      nonce ${text},
      authenticated_at ${integer} NOT NULL,
      amr ${text} NOT NULL,
      redirect_uri ${text} NOT NULL,
      code_challenge ${text} NOT NULL,
      code_expires_at ${integer} NOT NULL,
      code_spent_at ${integer},
      generation ${integer} NOT NULL,
      rotated_at ${integer} NOT NULL,
      repeats ${integer} NOT NULL,
      last_rotation ${text},
      created_at ${integer} NOT NULL,
      idle_expires_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL,
      ended_at ${integer},
      ended_by ${text}
    )${table}`,
    // identity/app-sessions: the applications a person is signed in at.
    "CREATE INDEX app_sessions_by_user ON app_sessions (user_id, id)",
    // identity/app-sessions: deleting an application takes its sessions along.
    "CREATE INDEX app_sessions_by_application ON app_sessions (application_id, id)",
    // identity/app-sessions: signing out ends the session of the application that asked.
    "CREATE INDEX app_sessions_by_login_session ON app_sessions (login_session_id) WHERE login_session_id IS NOT NULL",
    // identity/app-sessions: the sweep.
    "CREATE INDEX app_sessions_by_expiry ON app_sessions (idle_expires_at)",

    `CREATE TABLE revoked_tokens (
      id ${text} PRIMARY KEY,
      revoked_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL
    )${table}`,
    // identity/revoked-tokens.ts: the sweep.
    "CREATE INDEX revoked_tokens_by_expiry ON revoked_tokens (expires_at)",

    `CREATE TABLE used_assertions (
      issuer ${text} NOT NULL,
      jti ${text} NOT NULL,
      expires_at ${integer} NOT NULL,
      PRIMARY KEY (issuer, jti)
    )${table}`,
    // identity/used-assertions.ts: the sweep.
    "CREATE INDEX used_assertions_by_expiry ON used_assertions (expires_at)",

    `CREATE TABLE proof_attempts (
      subject ${text} PRIMARY KEY,
      count ${integer} NOT NULL,
      last_at ${integer} NOT NULL,
      blocked_until ${integer} NOT NULL
    )${table}`,
    // identity/proof-attempts.ts: the sweep.
    "CREATE INDEX proof_attempts_by_time ON proof_attempts (last_at)",
  ],
};
