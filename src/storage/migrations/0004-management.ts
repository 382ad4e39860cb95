/** What the management API needs: answers that can be given again, second factors, versions for what lacked one. */
import type { Migration } from "./migration.ts";

export const management: Migration = {
  version: 4,
  name: "management",
  readableFrom: 1,
  statements: ({ text, integer, table }) => [
    // The answer is sealed, because it may hold a secret that is shown once.
    `CREATE TABLE idempotency_keys (
      caller_id ${text} NOT NULL,
      key ${text} NOT NULL,
      answer ${text} NOT NULL,
      expires_at ${integer} NOT NULL,
      PRIMARY KEY (caller_id, key)
    )${table}`,
    // identity/limits/idempotency.ts: the sweep.
    "CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at)",

    // `data` is what may be known (a public key, a counter), `sealed` what may not.
    `CREATE TABLE factors (
      id ${text} PRIMARY KEY,
      user_id ${text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      kind ${text} NOT NULL,
      name ${text} NOT NULL,
      data ${text} NOT NULL,
      sealed ${text},
      master_key_id ${text} REFERENCES master_keys (id),
      created_at ${integer} NOT NULL,
      last_used_at ${integer}
    )${table}`,
    // identity/users/factors.ts: what a person has.
    "CREATE INDEX factors_by_user ON factors (user_id, id)",

    `ALTER TABLE policies ADD COLUMN version ${integer} NOT NULL DEFAULT 1`,
    `ALTER TABLE project_roles ADD COLUMN version ${integer} NOT NULL DEFAULT 1`,
    `ALTER TABLE instance ADD COLUMN name ${text} NOT NULL DEFAULT 'Signet'`,
    `ALTER TABLE instance ADD COLUMN version ${integer} NOT NULL DEFAULT 1`,
    `ALTER TABLE instance ADD COLUMN changed_at ${integer} NOT NULL DEFAULT 0`,

    // Lists sorted by name: identity/organizations.ts, projects.ts, applications/applications.ts.
    "CREATE INDEX organizations_by_name ON organizations (name, id)",
    "CREATE INDEX projects_by_name ON projects (organization_id, name, id)",
    "CREATE INDEX applications_by_name ON applications (project_id, name, id)",
    // identity/project-grants.ts: the grants of a project, page by page.
    "CREATE INDEX project_grants_by_project ON project_grants (project_id, id)",
    // identity/managers.ts: the managers at a place, page by page.
    "CREATE INDEX managers_by_place_and_id ON managers (place_id, id)",
    // events/read-usage.ts: the counts of one organization. The primary key begins with the hour.
    "CREATE INDEX usage_by_organization ON usage (organization_id, hour, kind)",
  ],
};
