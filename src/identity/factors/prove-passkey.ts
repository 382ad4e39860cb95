/** Proving who one is with a passkey: the question, and whether the answer is right. A right answer works once. */
import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { record } from "../../events/audit-log.ts";
import type { Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import type { Storage } from "../../storage/storage.ts";
import { useAssertion } from "../limits/used-assertions.ts";
import type { By } from "../resource.ts";
import { usableFactors } from "./due.ts";
import type { ProofResponse } from "./passkey-responses.ts";
import { CHALLENGE_ISSUER, type Challenge, type OwnedPasskey, type RelyingParty, userHandleOf } from "./passkeys.ts";
import { readFactorSituation } from "./situation.ts";

const TIMEOUT_MS = 300_000;

/**
 * Without `credentials` the device offers those it keeps for us, and so says who it is; it has to recognise its owner
 * then.
 */
export function passkeyOptions(
  relyingParty: RelyingParty,
  challenge: string,
  credentials: readonly { id: string; transports: string[] }[] | undefined,
): PublicKeyCredentialRequestOptionsJSON {
  return {
    challenge,
    rpId: relyingParty.id,
    timeout: TIMEOUT_MS,
    userVerification: credentials === undefined ? "required" : "preferred",
    allowCredentials: (credentials ?? []).map(({ id, transports }) => ({ id, transports, type: "public-key" })),
  };
}

export interface GivenProof {
  readonly relyingParty: RelyingParty;
  readonly challenge: Challenge;
  readonly response: ProofResponse;
  /** The one proof that is asked for: the device has to say who it is, and to have recognised its owner. */
  readonly alone: boolean;
}

export type PasskeyProof =
  | {
      readonly outcome: "won";
      readonly userId: string;
      readonly factorId: string;
      readonly synced: boolean;
      readonly verified: boolean;
    }
  | { readonly outcome: "lost" };

const lost = { outcome: "lost" } as const;

/** `passkey` is what was found by the id in the response. */
export async function spendPasskey(
  storage: Storage,
  passkey: OwnedPasskey,
  given: GivenProof,
  by: By,
): Promise<PasskeyProof> {
  const { userHandle } = given.response.response;
  if (userHandle === undefined ? given.alone : userHandle !== userHandleOf(passkey.userId)) return lost;
  if (!usableFactors(await readFactorSituation(storage.db, passkey)).includes("passkey")) return lost;
  const verdict = await verify(passkey, given);
  if (verdict === undefined) return lost;
  const { counter, synced, verified } = verdict;
  const { value: jti, expiresAt } = given.challenge;
  return storage.transaction(async (tx) => {
    if ((await useAssertion(tx, { issuer: CHALLENGE_ISSUER, jti, expiresAt })) === "lost") return lost;
    if ((await countOn(tx, passkey.id, counter)) === "won") {
      return { outcome: "won", userId: passkey.userId, factorId: passkey.id, synced, verified };
    }
    await recordCopy(tx, passkey, counter, by);
    return lost;
  });
}

async function verify(
  { credentialId, publicKey }: OwnedPasskey,
  { relyingParty, challenge, response, alone }: GivenProof,
): Promise<{ counter: number; synced: boolean; verified: boolean } | undefined> {
  const { asCredential } = await import("./passkey-responses.ts");
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: asCredential(response),
      expectedChallenge: challenge.value,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      // The counter is compared by the statement that moves it.
      credential: { id: credentialId, publicKey: Uint8Array.from(Buffer.from(publicKey, "base64url")), counter: 0 },
      requireUserVerification: alone,
    });
    if (!verified) return undefined;
    const { newCounter: counter, credentialDeviceType, userVerified } = authenticationInfo;
    return { counter, synced: credentialDeviceType === "multiDevice", verified: userVerified };
  } catch {
    // Whatever the library does not like about what a stranger sent is a refusal.
    return undefined;
  }
}

/** Forward only; devices that do not count say 0 each time (WebAuthn, §7.2). */
async function countOn(tx: Transaction, id: string, counter: number): Promise<"won" | "lost"> {
  const { numUpdatedRows } = await tx
    .updateTable("factors")
    .set({ counter, last_used_at: now })
    .where("id", "=", id)
    .where("counter", counter === 0 ? "=" : "<", counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? "won" : "lost";
}

/** It has been used elsewhere, which takes a copy of the key. Nothing to say when it was removed meanwhile. */
async function recordCopy(
  tx: Transaction,
  { id, userId, organizationId }: OwnedPasskey,
  counter: number,
  by: By,
): Promise<void> {
  const row = await tx.selectFrom("factors").select(["name", "counter"]).where("id", "=", id).executeTakeFirst();
  if (row === undefined) return;
  const detail = { factor: { id, kind: "passkey", name: row.name }, counter, expectedAbove: row.counter };
  await record(tx, {
    type: "user_factor.copy_suspected",
    ...by,
    resource: { kind: "user", id: userId },
    organizationId,
    detail,
  });
}
