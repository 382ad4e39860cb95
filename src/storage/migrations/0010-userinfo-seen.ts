/** What applications do with the tokens they get, so that one that never learns anybody's name can be told. */
import type { Migration } from "./migration.ts";

export const userinfoSeen: Migration = {
  version: 10,
  name: "userinfo-seen",
  readableFrom: 1,
  statements: ({ text, integer, table }) => [
    // One row an application and kind of use, written once an hour at most; see events/application-use.ts.
    `CREATE TABLE application_use (
      application_id ${text} NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
      kind ${text} NOT NULL,
      last_at ${integer} NOT NULL,
      PRIMARY KEY (application_id, kind)
    )${table}`,
  ],
};
