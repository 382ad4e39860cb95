/** A service user as OAuth meets it: whoever names its id, with what proves it and what its tokens depend on. */
import type { Database } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import { prepared } from "../../storage/prepared.ts";
import { instanceDefaults } from "../applications/client.ts";
import { parseKept } from "../applications/row.ts";
import { resolveTokens } from "../applications/rules-tokens.ts";
import type { ResolvedTokenSettings } from "../applications/types.ts";
import {
  type ChosenKey,
  type KeyChoice,
  keyColumns,
  markKeyChoice,
  thatKey,
  toChosenKey,
} from "../credential-keys/chosen-key.ts";
import { STANDS, serviceUserStanding } from "../sessions/standing.ts";

export interface ServiceClient {
  readonly userId: string;
  readonly organizationId: string;
  /** Whether it may get tokens. */
  readonly active: boolean;
  readonly epoch: number;
  /** Its settings over the instance's. */
  readonly tokens: ResolvedTokenSettings;
  readonly secret: { readonly hash: string; readonly version: number } | undefined;
  /** The key that was asked for, if it is this user's and has not ended. */
  readonly key: ChosenKey | undefined;
  readonly now: number;
}

const serviceClientById = prepared(
  ({ userId, key }: { userId: string; key: KeyChoice }, value) => ({
    userId: value(userId),
    key: markKeyChoice(key, value),
  }),
  (db, { userId, key }) =>
    db
      .selectFrom("users")
      .innerJoin("service_users as su", "su.user_id", "users.id")
      .leftJoin("policies as t", (join) => join.on("t.place_id", "=", "").on("t.kind", "=", "tokens"))
      .leftJoin("credential_keys as k", (join) => join.on(thatKey("user", "users.id", key)))
      .select(keyColumns)
      .select([
        "users.organization_id",
        "users.epoch",
        serviceUserStanding().as("standing"),
        "su.secret_hash",
        "su.secret_version",
        "su.tokens",
        "t.settings as token_policy",
        now.as("now"),
      ])
      .where("users.id", "=", userId),
);

/** One statement for those who name a key and those who do not: no key has this id. */
const noKey: KeyChoice = { id: "" };

export async function readServiceClient(
  db: Database,
  userId: string,
  key: KeyChoice = noKey,
): Promise<ServiceClient | undefined> {
  const row = await serviceClientById.first(db, { userId, key });
  if (row === undefined) return undefined;
  return {
    userId,
    organizationId: row.organization_id,
    active: row.standing === STANDS,
    epoch: row.epoch,
    tokens: resolveTokens(parseKept(row.tokens), instanceDefaults(row.token_policy)),
    secret: row.secret_hash === null ? undefined : { hash: row.secret_hash, version: row.secret_version },
    key: toChosenKey(row),
    now: row.now,
  };
}
