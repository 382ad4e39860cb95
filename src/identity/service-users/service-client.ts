/** A service user as OAuth meets it: whoever names its id, with what proves it and what its tokens depend on. */
import type { Database } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import { prepared } from "../../storage/prepared.ts";
import { type AssertionKey, instanceDefaults, toKey } from "../applications/client.ts";
import type { ResolvedTokenSettings } from "../applications/types.ts";
import { STANDS, serviceUserStanding } from "../sessions/standing.ts";

export interface ServiceClient {
  readonly userId: string;
  readonly organizationId: string;
  /** Whether it may get tokens. */
  readonly active: boolean;
  readonly epoch: number;
  /** The instance's: a service user has none of its own. */
  readonly tokens: ResolvedTokenSettings;
  readonly secret: { readonly hash: string; readonly version: number } | undefined;
  /** The key that was asked for, if it is this user's and has not ended. */
  readonly key: (AssertionKey & { readonly id: string }) | undefined;
  readonly now: number;
}

const serviceClientById = prepared((db, { userId, keyId }: { userId: string; keyId: string }) =>
  db
    .selectFrom("users")
    .innerJoin("service_users as su", "su.user_id", "users.id")
    .leftJoin("policies as t", (join) => join.on("t.place_id", "=", "").on("t.kind", "=", "tokens"))
    .leftJoin("credential_keys as k", (join) =>
      join.on("k.id", "=", keyId).onRef("k.user_id", "=", "users.id").on("k.expires_at", ">", now),
    )
    .select([
      "users.organization_id",
      "users.epoch",
      serviceUserStanding().as("standing"),
      "su.secret_hash",
      "su.secret_version",
      "t.settings as token_policy",
      "k.algorithm",
      "k.public_jwk",
      now.as("now"),
    ])
    .where("users.id", "=", userId),
);

export async function readServiceClient(db: Database, userId: string, keyId = ""): Promise<ServiceClient | undefined> {
  const row = await serviceClientById.first(db, { userId, keyId });
  if (row === undefined) return undefined;
  const key = toKey(row.algorithm, row.public_jwk);
  return {
    userId,
    organizationId: row.organization_id,
    active: row.standing === STANDS,
    epoch: row.epoch,
    tokens: instanceDefaults(row.token_policy),
    secret: row.secret_hash === null ? undefined : { hash: row.secret_hash, version: row.secret_version },
    key: key && { ...key, id: keyId },
    now: row.now,
  };
}
