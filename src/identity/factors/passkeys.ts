/** Passkeys and security keys (WebAuthn): what is stored of them, who is found by one, and for whom they work. */
import type { Database } from "../../storage/database.ts";

/** Us, as a browser knows us. A passkey works at this host and at no other. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
  /** What a device shows when it asks. */
  readonly name: string;
}

export function relyingPartyAt(loginUrl: string, name: string): RelyingParty {
  const { hostname, origin } = new URL(loginUrl);
  return { id: hostname, origin, name };
}

/** Random, handed out sealed, and remembered from its use until it expires. */
export interface Challenge {
  readonly value: string;
  readonly expiresAt: number;
}

/** What used challenges are remembered under (identity/limits/used-assertions.ts). */
export const CHALLENGE_ISSUER = "webauthn";

/** The column `data`. The public key is a COSE key, in base64url. */
export interface PasskeyData {
  readonly publicKey: string;
  readonly transports: readonly string[];
  /** The key is copied between devices, or may be. */
  readonly synced: boolean;
  readonly aaguid: string;
}

/** As a browser is told them: to find one of them, or to make no second one on the same device. */
export async function listCredentials(db: Database, userId: string): Promise<{ id: string; transports: string[] }[]> {
  const rows = await passkeysOf(db, userId).execute();
  return rows.flatMap(({ credential_id: id, data }) =>
    id === null ? [] : [{ id, transports: [...dataOf(data).transports] }],
  );
}

function passkeysOf(db: Database, userId: string) {
  return db
    .selectFrom("factors")
    .select(["data", "credential_id"])
    .where("user_id", "=", userId)
    .where("kind", "=", "passkey")
    .orderBy("id");
}

export interface OwnedPasskey {
  readonly id: string;
  readonly credentialId: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly publicKey: string;
}

/** Only of somebody who may sign in. */
export async function findPasskey(db: Database, credentialId: string): Promise<OwnedPasskey | undefined> {
  const row = await db
    .selectFrom("factors")
    .innerJoin("users", "users.id", "factors.user_id")
    .innerJoin("organizations", "organizations.id", "users.organization_id")
    .select(["factors.id", "factors.user_id", "factors.data", "users.organization_id"])
    .where("factors.credential_id", "=", credentialId)
    .where("factors.kind", "=", "passkey")
    .where("users.kind", "=", "human")
    .where("users.state", "=", "active")
    .where("organizations.state", "=", "active")
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { publicKey } = dataOf(row.data);
  return { id: row.id, credentialId, userId: row.user_id, organizationId: row.organization_id, publicKey };
}

/** The handle that a device keeps beside the key: our id, which says nothing about the person. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString("base64url");
}

function dataOf(data: string): PasskeyData {
  return JSON.parse(data);
}
