import type { Migration } from "./migration.ts";

export const foundation: Migration = {
  version: 1,
  name: "foundation",
  readableFrom: 1,
  statements: ({ text, integer, table }) => [
    `CREATE TABLE master_keys (
      id ${text} PRIMARY KEY,
      created_at ${integer} NOT NULL
    )${table}`,

    // The reference makes it impossible to store something under a master key that was just replaced.
    `CREATE TABLE keys (
      id ${text} PRIMARY KEY,
      algorithm ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      activates_at ${integer} NOT NULL,
      revoked_at ${integer},
      public_jwk ${text} NOT NULL,
      sealed ${text} NOT NULL,
      master_key_id ${text} NOT NULL REFERENCES master_keys (id)
    )${table}`,

    `CREATE TABLE events (
      id ${text} PRIMARY KEY,
      at ${integer} NOT NULL,
      type ${text} NOT NULL,
      actor_kind ${text} NOT NULL,
      actor_id ${text},
      organization_id ${text},
      resource_kind ${text} NOT NULL,
      resource_id ${text},
      detail ${text} NOT NULL,
      request_id ${text}
    )${table}`,
    // events/audit-log.ts: the sweep by age, and listing by time over the whole instance.
    "CREATE INDEX events_by_time ON events (at, id)",
    // events/audit-log.ts: listing the events of one organization, newest first.
    "CREATE INDEX events_by_organization ON events (organization_id, at, id)",
    // events/audit-log.ts: the history of one thing.
    "CREATE INDEX events_by_resource ON events (resource_kind, resource_id, at, id)",
    // events/audit-log.ts: what one person or service did.
    "CREATE INDEX events_by_actor ON events (actor_id, at, id)",

    `CREATE TABLE usage (
      hour ${integer} NOT NULL,
      organization_id ${text} NOT NULL,
      kind ${text} NOT NULL,
      count ${integer} NOT NULL,
      PRIMARY KEY (hour, organization_id, kind)
    )${table}`,

    `CREATE TABLE outbox (
      id ${text} PRIMARY KEY,
      kind ${text} NOT NULL,
      payload ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      due_at ${integer} NOT NULL,
      attempts ${integer} NOT NULL,
      claimed_until ${integer} NOT NULL,
      failed_at ${integer}
    )${table}`,
    // events/outbox.ts: claiming what is due, oldest first, without reading what has failed for good.
    "CREATE INDEX outbox_due ON outbox (due_at) WHERE failed_at IS NULL",
  ],
};
