/** The authorization request of a try: what belongs to this one alone, and the address that begins it. */
import { TRY_URL } from "../../try-callback.ts";
import type { Discovery } from "../discovery.ts";
import type { Application, ResponseType } from "../kinds.ts";

/** Made anew for every try. */
export interface OneTimeValues {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly challenge: string;
}

export interface Choices {
  readonly responseType: ResponseType;
  readonly scopes: readonly string[];
  /** Empty: none is sent. */
  readonly prompt: string;
}

export async function makeOneTimeValues(): Promise<OneTimeValues> {
  const verifier = randomText();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return { state: randomText(), nonce: randomText(), verifier, challenge: base64url(new Uint8Array(digest)) };
}

export function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

export function parametersOf(
  application: Application,
  choices: Choices,
  oneTime: OneTimeValues,
): readonly (readonly [string, string])[] {
  const { responseType, scopes, prompt } = choices;
  const withCode = responseType === "code";
  const all: readonly (readonly [string, string] | false)[] = [
    ["client_id", application.clientId],
    ["redirect_uri", TRY_URL],
    ["response_type", responseType],
    ["scope", scopes.join(" ")],
    ["state", oneTime.state],
    ["nonce", oneTime.nonce],
    withCode && ["code_challenge", oneTime.challenge],
    withCode && ["code_challenge_method", "S256"],
    prompt !== "" && ["prompt", prompt],
  ];
  return all.filter((one) => one !== false);
}

export function addressOf(
  { authorization_endpoint }: Discovery,
  parameters: readonly (readonly [string, string])[],
): string {
  return `${authorization_endpoint}?${new URLSearchParams(parameters.map(([name, value]) => [name, value]))}`;
}
