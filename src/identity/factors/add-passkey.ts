/** A new passkey: what a device is asked to make, and what is stored of what it made. */
import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { record } from "../../events/audit-log.ts";
import type { Database } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import type { Storage } from "../../storage/storage.ts";
import { freshId } from "../../tickets/fresh-bytes.ts";
import { useAssertion } from "../limits/used-assertions.ts";
import { displayText } from "../names.ts";
import type { By } from "../resource.ts";
import type { Human } from "../users/humans.ts";
import { tell } from "../users/notices.ts";
import { readUser } from "../users/users.ts";
import { passkeyNameOf } from "./passkey-names.ts";
import {
  CHALLENGE_ISSUER,
  type Challenge,
  listCredentials,
  type PasskeyData,
  type RelyingParty,
  userHandleOf,
} from "./passkeys.ts";

export const MOST_PASSKEYS = 20;
export const LONGEST_PASSKEY_NAME = 100;

/** EdDSA, ES256 and RS256: what devices have. */
const algorithms = [-8, -7, -257];
const TIMEOUT_MS = 300_000;

/** For a browser. `challenge` is new, and is kept sealed until the answer comes. */
export async function newPasskeyOptions(
  db: Database,
  relyingParty: RelyingParty,
  human: Pick<Human, "id" | "loginName" | "displayName">,
  challenge: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return {
    rp: { id: relyingParty.id, name: relyingParty.name },
    user: { id: userHandleOf(human.id), name: human.loginName, displayName: human.displayName || human.loginName },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: "public-key" })),
    timeout: TIMEOUT_MS,
    excludeCredentials: (await listCredentials(db, human.id)).map((credential) => ({
      ...credential,
      type: "public-key",
    })),
    // Preferred, not required: a security key without room for one more is a good second factor all the same.
    authenticatorSelection: { residentKey: "preferred", requireResidentKey: false, userVerification: "preferred" },
    attestation: "none",
  };
}

export interface NewPasskey {
  readonly relyingParty: RelyingParty;
  readonly userId: string;
  readonly challenge: Challenge;
  /** The browser's answer, in JSON. */
  readonly response: string;
  /** The person's own; else the name of what made it, if we know that. */
  readonly name?: string | undefined;
  readonly otherwise: string;
}

export type AddedPasskey =
  | {
      readonly outcome: "won";
      readonly id: string;
      readonly name: string;
      readonly synced: boolean;
      readonly verified: boolean;
    }
  /** The answer is not one to what was asked, or the key is known already. */
  | { readonly outcome: "lost" }
  /** There are as many as somebody may have. */
  | { readonly outcome: "full" };

export async function addPasskey(storage: Storage, given: NewPasskey, by: By): Promise<AddedPasskey> {
  const { userId, challenge } = given;
  const made = await verify(given);
  if (made === undefined) return { outcome: "lost" };
  const { credentialId, counter, verified, data } = made;
  const name = displayText("name", given.name || passkeyNameOf(data.aaguid) || given.otherwise, {
    most: LONGEST_PASSKEY_NAME,
  });
  const id = freshId();
  return storage.transaction(async (tx) => {
    await storage.lock(tx, `passkeys of ${userId}`);
    const { organizationId } = await readUser(tx, userId);
    if ((await listCredentials(tx, userId)).length >= MOST_PASSKEYS) return { outcome: "full" };
    const known = await tx
      .selectFrom("factors")
      .select("id")
      .where("credential_id", "=", credentialId)
      .executeTakeFirst();
    if (known !== undefined) return { outcome: "lost" };
    if (
      (await useAssertion(tx, { issuer: CHALLENGE_ISSUER, jti: challenge.value, expiresAt: challenge.expiresAt })) ===
      "lost"
    ) {
      return { outcome: "lost" };
    }
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("factors")
      .values({
        ...{
          id,
          user_id: userId,
          kind: "passkey",
          name,
          data: JSON.stringify(data),
          counter,
          credential_id: credentialId,
        },
        ...{ sealed: null, master_key_id: null, created_at: now, last_used_at: null },
      })
      .onConflict((conflict) => conflict.column("credential_id").doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return { outcome: "lost" };
    const detail = { factor: { id, kind: "passkey", name } };
    await record(tx, {
      type: "user_factor.added",
      ...by,
      resource: { kind: "user", id: userId },
      organizationId,
      detail,
    });
    await tell(tx, { kind: "factor_added", userId, factor: "passkey" });
    return { outcome: "won", id, name, synced: data.synced, verified };
  });
}

/**
 * Nobody is asked for a statement, and browsers then send none; some devices sign with the new key itself. Every other
 * format tells more than we ask, by certificates that somebody else chose, and is a parser more that strangers can
 * reach.
 */
const attestationFormats: ReadonlySet<string> = new Set(["none", "packed"]);

interface MadePasskey {
  readonly credentialId: string;
  readonly counter: number;
  readonly verified: boolean;
  readonly data: PasskeyData;
}

async function verify({ relyingParty, challenge, response }: NewPasskey): Promise<MadePasskey | undefined> {
  // Loaded when somebody needs it: most processes start many times before.
  const { asCredential, readRegistration, transports } = await import("./passkey-responses.ts");
  const read = readRegistration(response);
  if (read === undefined) return undefined;
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const given = {
    ...read.response,
    transports: transports.filter((transport) => read.response.transports?.includes(transport)),
  };
  try {
    // Nobody was asked for a certificate. Following one would let a stranger choose addresses that this server fetches.
    const statement = decodeAttestationObject(Buffer.from(given.attestationObject, "base64url"));
    if (!attestationFormats.has(statement.get("fmt")) || statement.get("attStmt").get("x5c") !== undefined)
      return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: asCredential({ id: read.id, response: given }),
      expectedChallenge: challenge.value,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified || registrationInfo.credential.id !== read.id) return undefined;
    const { credential, aaguid, credentialDeviceType, userVerified } = registrationInfo;
    const publicKey = Buffer.from(credential.publicKey).toString("base64url");
    const data = { publicKey, transports: given.transports, synced: credentialDeviceType === "multiDevice", aaguid };
    return { credentialId: credential.id, counter: credential.counter, verified: userVerified, data };
  } catch {
    // Whatever the library does not like about what a stranger sent is a refusal.
    return undefined;
  }
}
