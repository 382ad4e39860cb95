/** Adding a passkey, for every page that can: on the way in, as an offer, and in one's account. */
import type { FastifyRequest } from "fastify";
import { type AddedPasskey, addPasskey, newPasskeyOptions } from "../../identity/factors/add-passkey.ts";
import { relyingPartyAt } from "../../identity/factors/passkeys.ts";
import type { Human } from "../../identity/users/humans.ts";
import type { Appearance } from "../../pages/appearance.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Words } from "../../texts/words.ts";
import { type ChallengeServices, makeChallenge, openChallenge } from "./passkey-challenge.ts";
import type { PasskeyPrompt } from "./passkey-form.ts";

export interface PasskeyServices extends ChallengeServices {
  readonly storage: Storage;
  readonly loginUrl: string;
}

/**
 * Whose it will be, on which page, by the database's time. Whoever calls has made sure that it is they who ask for it,
 * just now.
 */
export interface PasskeyVisit {
  readonly human: Pick<Human, "id" | "loginName" | "displayName">;
  readonly appearance: Appearance;
  readonly now: number;
}

export async function beginPasskey(
  request: FastifyRequest,
  { human, appearance, now }: PasskeyVisit,
  services: PasskeyServices,
): Promise<PasskeyPrompt> {
  const { value, ticket } = makeChallenge(request, { purpose: "new-passkey", userId: human.id }, now, services);
  const relyingParty = relyingPartyAt(services.loginUrl, appearance.brand.name);
  return { options: await newPasskeyOptions(services.storage.db, relyingParty, human, value), challenge: ticket };
}

/** `form` is what the passkey form sent; `name` in it is the person's own name for the key. */
export async function finishPasskey(
  request: FastifyRequest,
  { human, appearance, now }: PasskeyVisit,
  form: URLSearchParams,
  services: PasskeyServices,
): Promise<AddedPasskey> {
  const use = { purpose: "new-passkey", userId: human.id, ticket: form.get("challenge") } as const;
  const challenge = openChallenge(request, use, now, services);
  if (challenge === undefined) return { outcome: "lost" };
  return addPasskey(
    services.storage,
    {
      relyingParty: relyingPartyAt(services.loginUrl, appearance.brand.name),
      userId: human.id,
      challenge,
      response: form.get("credential") ?? "",
      name: form.get("name")?.trim(),
      otherwise: passkeyName(appearance.words, now),
    },
    { actor: { kind: "user", id: human.id }, requestId: request.id },
  );
}

function passkeyName(words: Words, now: number): string {
  const date = new Intl.DateTimeFormat(words.language, { dateStyle: "medium", timeZone: "UTC" }).format(now);
  return words.say("passkey.name", { date });
}
