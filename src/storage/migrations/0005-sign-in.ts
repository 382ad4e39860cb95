/** What the sign-in pages need: pictures of organizations, and codes that are sent by mail. */
import type { Migration } from "./migration.ts";

export const signIn: Migration = {
  version: 5,
  name: "sign-in",
  readableFrom: 1,
  statements: ({ text, integer, table }) => [
    // As policies have it, the place is an organization, or '' for the instance. `id` is the hash of the picture.
    `CREATE TABLE brand_images (
      place_id ${text} NOT NULL,
      kind ${text} NOT NULL,
      id ${text} NOT NULL,
      organization_id ${text} REFERENCES organizations (id) ON DELETE CASCADE,
      base64 ${text} NOT NULL,
      changed_at ${integer} NOT NULL,
      PRIMARY KEY (place_id, kind)
    )${table}`,
    // identity/branding/images.ts: a picture by its address.
    "CREATE INDEX brand_images_by_id ON brand_images (id)",

    // The hash comes when the mail is written: the code itself is stored nowhere.
    `CREATE TABLE one_time_codes (
      id ${text} PRIMARY KEY,
      user_id ${text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      purpose ${text} NOT NULL,
      hash ${text},
      attempts_left ${integer} NOT NULL,
      expires_at ${integer} NOT NULL,
      data ${text} NOT NULL DEFAULT ''
    )${table}`,
    // identity/limits/one-time-codes.ts: the sweep.
    "CREATE INDEX one_time_codes_by_expiry ON one_time_codes (expires_at)",
    // Deleting a user takes theirs along.
    "CREATE INDEX one_time_codes_by_user ON one_time_codes (user_id)",
    // identity/users/unfinished-registrations.ts: the sweep. There are few of them among many users.
    "CREATE INDEX users_unverified ON users (changed_at) WHERE state = 'unverified'",
  ],
};
