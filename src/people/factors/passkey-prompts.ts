/** What pages on the way in ask a device. */
import { listCredentials, relyingPartyAt } from "../../identity/factors/passkeys.ts";
import { passkeyOptions } from "../../identity/factors/prove-passkey.ts";
import { readPolicy } from "../../identity/policies/policies.ts";
import type { SignInVisit } from "../sign-in/visit.ts";
import { makeChallenge } from "./passkey-challenge.ts";
import type { PasskeyPrompt } from "./passkey-form.ts";

export async function promptForSecondProof(visit: SignInVisit, userId: string): Promise<PasskeyPrompt> {
  const { value, ticket } = makeChallenge(visit, { purpose: "second-factor", userId });
  const credentials = await listCredentials(visit.services.storage.db, userId);
  return { options: passkeyOptions(relyingPartyOf(visit), value, credentials), challenge: ticket };
}

/** On the page for the login name; nothing where passkeys are not for the people who are expected there. */
export async function promptForSignIn(visit: SignInVisit): Promise<PasskeyPrompt | undefined> {
  const expected = visit.organizationId ?? (visit.ownerId === "" ? undefined : visit.ownerId);
  const { settings } = await readPolicy(visit.services.storage.db, "secondFactor", expected);
  if (!settings.allowed.includes("passkey")) return undefined;
  const { value, ticket } = makeChallenge(visit, { purpose: "sign-in" });
  return { options: passkeyOptions(relyingPartyOf(visit), value, undefined), challenge: ticket };
}

export function relyingPartyOf({ services, appearance }: Pick<SignInVisit, "services" | "appearance">) {
  return relyingPartyAt(services.loginUrl, appearance.brand.name);
}
