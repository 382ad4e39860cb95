/** Second factors and what goes with them: codes, keys that are found by their id, browsers that are known. */
import type { Migration } from "./migration.ts";

export const factors: Migration = {
  version: 6,
  name: "factors",
  readableFrom: 1,
  statements: ({ text, integer, table }) => [
    // The step of the last code from an app, or what a passkey has counted.
    `ALTER TABLE factors ADD COLUMN counter ${integer} NOT NULL DEFAULT 0`,
    // A passkey's own id: somebody who has typed nothing is found by it.
    `ALTER TABLE factors ADD COLUMN credential_id ${text}`,
    "CREATE UNIQUE INDEX factors_by_credential ON factors (credential_id)",

    `CREATE TABLE recovery_codes (
      factor_id ${text} NOT NULL REFERENCES factors (id) ON DELETE CASCADE,
      hash ${text} NOT NULL,
      used_at ${integer},
      PRIMARY KEY (factor_id, hash)
    )${table}`,

    // The browser is the hash of its cookie.
    `CREATE TABLE known_browsers (
      user_id ${text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      browser ${text} NOT NULL,
      seen_at ${integer} NOT NULL,
      PRIMARY KEY (user_id, browser)
    )${table}`,
    // identity/sessions/known-browsers.ts: the sweep.
    "CREATE INDEX known_browsers_by_time ON known_browsers (seen_at)",

    // When a passkey was offered; it is offered once.
    `ALTER TABLE humans ADD COLUMN passkey_offered_at ${integer}`,
  ],
};
