/**
 * Registration is decided once for an instance, and organizations choose their domains. An instance made before this
 * has decided: what was not open stays closed, also after the built-in policy comes to mean that nobody has decided
 * yet.
 */
import type { Migration } from "./migration.ts";

export const registration: Migration = {
  version: 9,
  name: "registration",
  readableFrom: 1,
  statements: ({ integer }) => [
    `INSERT INTO policies (place_id, kind, settings, changed_at, version)
      SELECT '', 'registration', '{"allowed":false,"verifyEmail":true,"fields":["name"]}', now_ms(), 1 FROM instance
      WHERE NOT EXISTS (SELECT 1 FROM policies AS decided WHERE decided.place_id = '' AND decided.kind = 'registration')`,
    // When it was shown that the domain is the organization's: empty until there is a way to show it, and again with
    // another domain.
    `ALTER TABLE organizations ADD COLUMN domain_proved_at ${integer}`,
    // identity/chosen-domains.ts: whether anybody has an address in a domain.
    `CREATE INDEX humans_by_email_domain
      ON humans ((replace(email_key, rtrim(email_key, replace(email_key, '@', '')), '')))`,
  ],
};
