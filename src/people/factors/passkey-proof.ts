/**
 * A passkey proves who somebody is, alone or after a password. Whatever is wrong with it, the answer is the same, and
 * nothing changes.
 */
import { findPasskey } from "../../identity/factors/passkeys.ts";
import { type PasskeyProof, spendPasskey } from "../../identity/factors/prove-passkey.ts";
import { type Counted, person, type Slowed } from "../../identity/limits/attempts.ts";
import type { Human } from "../../identity/users/humans.ts";
import { countAttempt } from "../attempts.ts";
import { byVisitor } from "../by-person.ts";
import { noteFailedSignIn } from "../sign-in/failed-sign-in.ts";
import type { SignInVisit } from "../sign-in/visit.ts";
import { type ChallengeUse, openChallenge } from "./passkey-challenge.ts";
import { relyingPartyOf } from "./passkey-prompts.ts";

type CountedProof = Exclude<PasskeyProof, { outcome: "lost" }> & { readonly counted: Counted };

/** Counted first, then looked at. `whose`: who is signing in, where that is known; otherwise the passkey says it. */
export async function provePasskey(
  visit: SignInVisit,
  use: ChallengeUse,
  whose?: Pick<Human, "id" | "organizationId">,
): Promise<CountedProof | { readonly outcome: "lost" } | Slowed> {
  const { form, organizationId } = visit;
  const { storage } = visit.services;
  const { readProof } = await import("../../identity/factors/passkey-responses.ts");
  const response = readProof(form.get("credential") ?? "");
  const found = response && (await findPasskey(storage.db, response.id));
  const isOwn = use.userId === undefined || found?.userId === use.userId;
  const isExpected = organizationId === undefined || found?.organizationId === organizationId;
  const passkey = isOwn && isExpected ? found : undefined;
  const prover = whose ?? (passkey && { id: passkey.userId, organizationId: passkey.organizationId });
  const who = prover && (await person(storage.db, prover));
  const counted = await countAttempt(visit, { kind: "passkey", who });
  if (counted.outcome === "slowed") return counted;
  const challenge = openChallenge(visit, use, form.get("challenge"));
  const lost = () => {
    noteFailedSignIn(visit, { proof: "passkey", userId: prover?.id, organizationId: prover?.organizationId });
    return { outcome: "lost" } as const;
  };
  if (response === undefined || passkey === undefined || challenge === undefined) return lost();
  const given = { relyingParty: relyingPartyOf(visit), challenge, response, alone: use.purpose === "sign-in" };
  const proof = await spendPasskey(storage, passkey, given, byVisitor(visit.request));
  return proof.outcome === "lost" ? lost() : { ...proof, counted };
}
