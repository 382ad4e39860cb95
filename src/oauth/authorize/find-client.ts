/**
 * The first two things an authorization request needs: an application that stands, and a redirect_uri registered for it.
 * Whatever is wrong with either is shown on a page of ours and never redirected (RFC 6749 §4.1.2.1).
 */
import { type Client, readClient } from "../../identity/applications/client.ts";
import { explainMismatch, matchRedirectUri } from "../../identity/applications/redirect-uris.ts";
import type { Instance } from "../../identity/instance.ts";
import type { Database } from "../../storage/database.ts";
import type { Parameters } from "../parameters.ts";
import { responseModeOf } from "./check-response-type.ts";
import type { AuthorizeRequest } from "./request.ts";

/** For people and, below it, for the developer of the application. */
export class CannotReturn extends Error {
  readonly detail: string;

  constructor(message: string, detail: string) {
    super(message);
    this.name = "CannotReturn";
    this.detail = detail;
  }
}

export interface ConsoleAddresses {
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
}

export async function findClient(
  db: Database,
  parameters: Parameters,
  console: { instance: Instance; addresses: ConsoleAddresses },
): Promise<AuthorizeRequest> {
  const clientId = parameters.get("client_id");
  if (clientId === undefined) {
    throw new CannotReturn(
      "The application that sent you here did not say which one it is, so we stopped here.",
      "client_id is missing or repeated.",
    );
  }
  const client = await readClient(db, clientId);
  if (client === undefined || !client.active) {
    // Unknown and deactivated look the same: nobody learns which applications exist.
    throw new CannotReturn(
      "The application that sent you here is not known, or is switched off.",
      "client_id is not that of an active application. Check it, and the state of the application, its project and its organization.",
    );
  }
  const redirectUri = findRedirectUri(parameters, client, console);
  return {
    parameters,
    client,
    redirectUri,
    state: parameters.get("state"),
    responseMode: responseModeOf(parameters),
    responseType: "code",
    scopes: [],
    nonce: undefined,
    codeChallenge: "",
    prompts: [],
    maxAge: undefined,
    hint: undefined,
    loginHint: undefined,
  };
}

function findRedirectUri(parameters: Parameters, client: Client, console: { instance: Instance; addresses: ConsoleAddresses }): string {
  const { application } = client;
  const sent = parameters.get("redirect_uri");
  if (sent === undefined) {
    throw new CannotReturn(
      `${application.name} did not say where to send you back to, so we stopped here. Nothing was shared.`,
      "redirect_uri is missing or repeated. It is always required.",
    );
  }
  // The console moves with the address it is served at.
  const registered = application.id === console.instance.consoleApplicationId ? console.addresses.redirectUris : application.redirectUris;
  const matched = matchRedirectUri(sent, registered, application.type);
  if (matched === undefined) {
    throw new CannotReturn(
      `${application.name} asked to send you back to an address that isn't registered for it, so we stopped here. Nothing was shared.`,
      `The redirect_uri was ${sent.slice(0, 500)}. ${explainMismatch(sent, registered)} Register it on the application if it is right.`,
    );
  }
  return matched;
}
