/**
 * What keeps organizations apart: what people agreed to, grants that were accepted, and who may name a project in the
 * audience of a token. An instance made before this goes on as it is, as far as nobody's agreement is missing:
 *
 * - grants go on admitting people and carrying roles; `accepted_at` stays empty until the receiver confirms
 * - audiences that sessions and personal access tokens use right now are listed at their target, as from before
 * - sessions at an application of another organization end: nobody was asked
 * - addresses of people count as proved where the audit log shows it, and elsewhere as a manager's word
 */
import type { Migration } from "./migration.ts";

export const boundaries: Migration = {
  version: 7,
  name: "boundaries",
  readableFrom: 1,
  statements: ({ text, integer, table }) => [
    // A consent grows or is taken back, and never shrinks: a session that was covered by it once is, while it is there.
    `CREATE TABLE consents (
      id ${text} PRIMARY KEY,
      user_id ${text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      application_id ${text} NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
      scopes ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      changed_at ${integer} NOT NULL,
      UNIQUE (user_id, application_id)
    )${table}`,
    // Deleting an application takes its consents along.
    "CREATE INDEX consents_by_application ON consents (application_id)",
    // The consent that a session was opened under. No reference: taking it back ends the session, and leaves its row.
    `ALTER TABLE app_sessions ADD COLUMN consent_id ${text}`,
    // People of the application's own organization are asked, too.
    `ALTER TABLE applications ADD COLUMN consent_required ${integer} NOT NULL DEFAULT 0`,

    // When the organization that received it accepted it; empty for one from before, or that waits.
    `ALTER TABLE project_grants ADD COLUMN accepted_at ${integer}`,

    // Who may name a project in the audience of a token: a project, one application, or a service user. The ids of
    // projects and applications are no references: one that is deleted, one that never was and one of somebody else's
    // look alike to who lists them.
    `CREATE TABLE project_callers (
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      caller_id ${text} NOT NULL,
      calling_project_id ${text},
      application_id ${text},
      user_id ${text} REFERENCES users (id) ON DELETE CASCADE,
      from_before ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      PRIMARY KEY (project_id, caller_id)
    )${table}`,
    // Deleting a service user takes along where it was listed.
    "CREATE INDEX project_callers_by_user ON project_callers (user_id) WHERE user_id IS NOT NULL",

    `INSERT INTO project_callers (project_id, caller_id, application_id, from_before, created_at)
      SELECT DISTINCT projects.id, named.application_id, named.application_id, 1, now_ms()
      FROM (
        SELECT DISTINCT application_id, scopes FROM app_sessions
        WHERE scopes LIKE '%:aud%' AND ended_at IS NULL AND idle_expires_at > now_ms() AND expires_at > now_ms()
      ) AS named
      JOIN applications ON applications.id = named.application_id
      JOIN projects ON (' ' || named.scopes || ' ') LIKE ('% urn:service:iam:org:project:id:' || projects.id || ':aud %')
      WHERE projects.id <> applications.project_id AND projects.id NOT IN (SELECT project_id FROM instance)`,
    // Within their own organization service users may name projects as they did.
    `INSERT INTO project_callers (project_id, caller_id, user_id, from_before, created_at)
      SELECT DISTINCT projects.id, named.user_id, named.user_id, 1, now_ms()
      FROM (
        SELECT user_id, scopes FROM personal_access_tokens
        WHERE scopes LIKE '%:aud%' AND revoked_at IS NULL AND expires_at > now_ms()
      ) AS named
      JOIN users ON users.id = named.user_id
      JOIN projects ON (' ' || named.scopes || ' ') LIKE ('% urn:service:iam:org:project:id:' || projects.id || ':aud %')
      WHERE projects.organization_id <> users.organization_id AND projects.id NOT IN (SELECT project_id FROM instance)`,

    `UPDATE app_sessions SET ended_at = now_ms(), ended_by = 'consent_missing'
      WHERE ended_at IS NULL
        AND application_id NOT IN (SELECT console_application_id FROM instance)
        AND EXISTS (
          SELECT 1 FROM users, applications, projects
          WHERE users.id = app_sessions.user_id AND applications.id = app_sessions.application_id
            AND projects.id = applications.project_id AND projects.organization_id <> users.organization_id
        )`,

    // identity/sessions/known-browsers.ts: the epoch of the person at the last sign-in there. Those from before count
    // from the next one on.
    `ALTER TABLE known_browsers ADD COLUMN epoch ${integer} NOT NULL DEFAULT -1`,

    // What nobody came for, and how much of one person there may be. identity/sessions/app-sessions.ts: the sweep of
    // sessions whose code was never spent. The implicit flow has no code to wait for.
    `CREATE INDEX app_sessions_by_unspent_code ON app_sessions (code_expires_at)
      WHERE code_spent_at IS NULL AND code_expires_at > created_at`,
    // identity/sessions/most-sessions.ts: whoever spends a code counts the person's live sessions at that application.
    `CREATE INDEX app_sessions_live ON app_sessions (user_id, application_id)
      WHERE code_spent_at IS NOT NULL AND ended_at IS NULL`,

    // The person has shown that the address is theirs, by a link or a code that was sent to it.
    `ALTER TABLE humans ADD COLUMN email_proven ${integer} NOT NULL DEFAULT 0`,
    // As far as the audit log knows of it, and of no change of the address since. What somebody has changed about
    // themselves over the management API looks there like what they proved by a code: that is left to be proved again.
    `UPDATE humans SET email_proven = 1
      WHERE email_verified = 1 AND EXISTS (
        SELECT 1 FROM events AS proof
        WHERE proof.resource_kind = 'user' AND proof.resource_id = humans.user_id AND proof.actor_id = humans.user_id
          AND proof.type IN ('user_email.verified', 'user_password.reset')
          AND NOT EXISTS (
            SELECT 1 FROM events AS change
            WHERE change.resource_kind = 'user' AND change.resource_id = humans.user_id
              AND change.type = 'user_email.changed' AND change.at >= proof.at
          )
      )`,
    // identity/users/login-names.ts: signing in with an address that somebody has proved; identity/users/user-names.ts.
    "CREATE INDEX humans_by_proven_email ON humans (email_key) WHERE email_proven = 1",
    // One row for each word of what everybody is shown of a user who gives them a role: identity/users/search.ts,
    // within an organization.
    `CREATE TABLE user_shown_words (
      organization_id ${text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
      word ${text} NOT NULL,
      user_id ${text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      PRIMARY KEY (organization_id, word, user_id)
    )${table}`,
    // identity/users/search.ts: writing a user's words anew, and asking whether a user has a further word.
    "CREATE INDEX user_shown_words_by_user ON user_shown_words (user_id, word)",
    // Those of users from before are written bit by bit: identity/users/shown-words.ts.
    `CREATE TABLE user_words_to_write (user_id ${text} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE)${table}`,
    "INSERT INTO user_words_to_write SELECT id FROM users",
    // Who has not finished registering holds no name.
    `UPDATE users SET user_name = 'unfinished-' || id, user_name_key = 'unfinished-' || id
      WHERE state = 'unverified' AND id IN (SELECT user_id FROM humans WHERE password_hash IS NULL)`,
  ],
};
