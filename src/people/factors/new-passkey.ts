/** Adding a passkey, for every page that can: on the way in, as an offer, and in one's account. */
import { type NewPasskey, newPasskeyOptions } from "../../identity/factors/add-passkey.ts";
import { relyingPartyAt } from "../../identity/factors/passkeys.ts";
import type { Human } from "../../identity/users/humans.ts";
import type { Appearance } from "../../pages/appearance.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Words } from "../../texts/words.ts";
import { type ChallengeVisit, makeChallenge, openChallenge } from "./passkey-challenge.ts";
import type { PasskeyPrompt } from "./passkey-form.ts";

/** Whoever calls has made sure that it is the person who asks for it, just now. */
export interface PasskeyVisit extends ChallengeVisit {
  readonly appearance: Appearance;
  readonly services: ChallengeVisit["services"] & { readonly storage: Storage; readonly loginUrl: string };
}

export async function beginPasskey(
  visit: PasskeyVisit,
  human: Pick<Human, "id" | "loginName" | "displayName">,
): Promise<PasskeyPrompt> {
  const { services, appearance } = visit;
  const { value, ticket } = makeChallenge(visit, { purpose: "new-passkey", userId: human.id });
  const relyingParty = relyingPartyAt(services.loginUrl, appearance.brand.name);
  return { options: await newPasskeyOptions(services.storage.db, relyingParty, human, value), challenge: ticket };
}

/**
 * What the passkey form sent; `name` in it is the person's own name for the key. Undefined when it is no answer to what
 * this browser was asked.
 */
export function readNewPasskey(
  visit: PasskeyVisit & { readonly form: URLSearchParams },
  { id: userId }: Pick<Human, "id">,
): Omit<NewPasskey, "userId"> | undefined {
  const { services, appearance, form, now } = visit;
  const challenge = openChallenge(visit, { purpose: "new-passkey", userId }, form.get("challenge"));
  if (challenge === undefined) return undefined;
  return {
    relyingParty: relyingPartyAt(services.loginUrl, appearance.brand.name),
    challenge,
    response: form.get("credential") ?? "",
    name: form.get("name")?.trim(),
    otherwise: passkeyName(appearance.words, now),
  };
}

function passkeyName(words: Words, now: number): string {
  const date = new Intl.DateTimeFormat(words.language, { dateStyle: "medium", timeZone: "UTC" }).format(now);
  return words.say("passkey.name", { date });
}
