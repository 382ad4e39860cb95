/** The keys that applications and service users sign with: adding, listing, removing. Removing one ends it at once. */
import type { JWK } from "jose";
import { SignetError } from "../../errors/signet-error.ts";
import { record } from "../../events/audit-log.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { readNow } from "../../storage/now.ts";
import { lockRow } from "../changes.ts";
import { type By, unknownResource } from "../resource.ts";
import { keyExpiry, type MadeCredential, MOST_KEYS, type PublicCredential } from "./credential.ts";

export type KeyOwner =
  | { readonly kind: "application"; readonly id: string; readonly organizationId: string }
  | { readonly kind: "user"; readonly id: string; readonly organizationId: string };

export interface CredentialKey {
  readonly id: string;
  readonly algorithm: string;
  readonly publicJwk: JWK;
  readonly createdAt: number;
  readonly expiresAt: number;
}

const ownerColumn = { application: "application_id", user: "user_id" } as const;
const eventTypes = {
  application: { created: "application_key.created", deleted: "application_key.deleted" },
  user: { created: "service_user_key.created", deleted: "service_user_key.deleted" },
} as const;

/** `credential` is made or read before the transaction: nothing slow happens inside one. */
export async function addKey(
  tx: Transaction,
  owner: KeyOwner,
  input: { credential: PublicCredential; expiresAt?: number | undefined },
  by: By,
): Promise<CredentialKey> {
  await lockRow(tx, owner.kind === "application" ? "applications" : "users", owner.id);
  const { id, algorithm, publicJwk } = input.credential;
  const createdAt = await readNow(tx);
  const expiresAt = keyExpiry(input.expiresAt, createdAt);
  await tx
    .insertInto("credential_keys")
    .values({
      id,
      application_id: owner.kind === "application" ? owner.id : null,
      user_id: owner.kind === "user" ? owner.id : null,
      algorithm,
      public_jwk: JSON.stringify(publicJwk),
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .execute();
  const { length } = await listKeys(tx, owner);
  if (length > MOST_KEYS) throw new SignetError("wrong_state", `There are ${MOST_KEYS} keys already; remove one first`);
  await recordKey(tx, owner, { done: "created", keyId: id, expiresAt }, by);
  return { id, algorithm, publicJwk, createdAt, expiresAt };
}

/**
 * Whether another application or service user of the same organization, or this one, has the same key: whoever holds
 * one could sign as the other. Those of other organizations are nobody's business here, and are not told.
 */
export async function isKeyKnown(
  db: Database,
  { organizationId }: Pick<KeyOwner, "organizationId">,
  { id, publicJwk }: Pick<CredentialKey, "id" | "publicJwk">,
): Promise<boolean> {
  const text = JSON.stringify(publicJwk);
  const ofUser = db
    .selectFrom("users")
    .innerJoin("credential_keys as k", "k.user_id", "users.id")
    .select("k.id")
    .where("users.organization_id", "=", organizationId)
    .where("k.public_jwk", "=", text)
    .where("k.id", "<>", id);
  const ofApplication = db
    .selectFrom("projects")
    .innerJoin("applications", "applications.project_id", "projects.id")
    .innerJoin("credential_keys as k", "k.application_id", "applications.id")
    .select("k.id")
    .where("projects.organization_id", "=", organizationId)
    .where("k.public_jwk", "=", text)
    .where("k.id", "<>", id);
  return (await ofUser.unionAll(ofApplication).limit(1).executeTakeFirst()) !== undefined;
}

export async function listKeys(db: Database, owner: Pick<KeyOwner, "kind" | "id">): Promise<CredentialKey[]> {
  const rows = await db
    .selectFrom("credential_keys")
    .select(["id", "algorithm", "public_jwk", "created_at", "expires_at"])
    .where(ownerColumn[owner.kind], "=", owner.id)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    algorithm: row.algorithm,
    publicJwk: JSON.parse(row.public_jwk),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }));
}

export async function deleteKey(tx: Transaction, owner: KeyOwner, keyId: string, by: By): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom("credential_keys")
    .where("id", "=", keyId)
    .where(ownerColumn[owner.kind], "=", owner.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw unknownResource("key", keyId);
  await recordKey(tx, owner, { done: "deleted", keyId }, by);
}

async function recordKey(
  tx: Transaction,
  { kind, id, organizationId }: KeyOwner,
  { done, ...detail }: { done: "created" | "deleted"; keyId: string; expiresAt?: number },
  by: By,
): Promise<void> {
  await record(tx, { type: eventTypes[kind][done], ...by, resource: { kind, id }, organizationId, detail });
}

/** What a person downloads, once: the private half is not kept. */
export function keyFile(
  owner: Pick<KeyOwner, "kind" | "id">,
  credential: MadeCredential,
  expiresAt: number,
): Record<string, string> {
  const common = {
    keyId: credential.id,
    key: credential.privateKey,
    expirationDate: new Date(expiresAt).toISOString(),
  };
  return owner.kind === "user"
    ? { type: "serviceaccount", ...common, userId: owner.id }
    : { type: "application", ...common, appId: owner.id, clientId: owner.id };
}
