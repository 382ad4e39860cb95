/** Clients as they come: where an application's secret may be, and what kind of access tokens a service user gets. */
import type { Migration } from "./migration.ts";

export const clients: Migration = {
  version: 8,
  name: "clients",
  readableFrom: 1,
  statements: ({ text, integer }) => [
    // The secret is taken only where the application's method has it; elsewhere it may be in the header or in the body.
    `ALTER TABLE applications ADD COLUMN strict_auth_method ${integer} NOT NULL DEFAULT 0`,
    // JSON, as that of an application: what is left out follows the instance.
    `ALTER TABLE service_users ADD COLUMN tokens ${text} NOT NULL DEFAULT '{}'`,
  ],
};
