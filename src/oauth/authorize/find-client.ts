/**
 * The first two things an authorization request needs: an application that stands, and a redirect_uri registered for
 * it. Whatever is wrong with either is shown on a page of ours and never redirected (RFC 6749 §4.1.2.1).
 */
import { type Client, readClient } from "../../identity/applications/client.ts";
import { explainMismatch, matchRedirectUri } from "../../identity/applications/redirect-uris.ts";
import type { Instance } from "../../identity/instance.ts";
import type { Database } from "../../storage/database.ts";
import type { TextKey } from "../../texts/words.ts";
import type { Parameters } from "../parameters.ts";
import { responseModeOf } from "./check-response-type.ts";
import { LONGEST_STATE } from "./check-size.ts";
import type { AuthorizeRequest } from "./request.ts";

type ForPeople = Extract<TextKey, `error.${string}`>;

/** What people are told, in their language; and, below it, what the developer of the application has to know. */
export class CannotReturn extends Error {
  readonly text: ForPeople;
  readonly application: string;
  readonly detail: string;

  constructor(text: ForPeople, { detail, application = "" }: { detail: string; application?: string }) {
    super(detail);
    this.name = "CannotReturn";
    this.text = text;
    this.application = application;
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
    throw new CannotReturn("error.unknownApplication", { detail: "client_id is missing or repeated." });
  }
  const client = await readClient(db, clientId);
  if (client === undefined || !client.active) {
    // Unknown and deactivated look the same: nobody learns which applications exist.
    throw new CannotReturn("error.unknownApplication", {
      detail:
        "client_id is not that of an active application. Check it, and the state of the application, its project and its organization.",
    });
  }
  const redirectUri = findRedirectUri(parameters, client, console);
  return {
    parameters,
    client,
    redirectUri,
    state: returnableState(parameters),
    responseMode: responseModeOf(parameters),
    responseType: "code",
    scopes: [],
    nonce: undefined,
    codeChallenge: "",
    prompts: [],
    maxAge: undefined,
    hint: undefined,
    loginHint: undefined,
    level: "1fa",
  };
}

/** One that is too long is refused in an answer without it: no header of ours has room for just anything. */
function returnableState(parameters: Parameters): string | undefined {
  const state = parameters.get("state");
  return state === undefined || Buffer.byteLength(state) > LONGEST_STATE ? undefined : state;
}

function findRedirectUri(
  parameters: Parameters,
  client: Client,
  console: { instance: Instance; addresses: ConsoleAddresses },
): string {
  const { application } = client;
  const sent = parameters.get("redirect_uri");
  if (sent === undefined) {
    throw new CannotReturn("error.noAddress", {
      application: application.name,
      detail: "redirect_uri is missing or repeated. It is always required.",
    });
  }
  // The console moves with the address it is served at.
  const registered =
    application.id === console.instance.consoleApplicationId
      ? console.addresses.redirectUris
      : application.redirectUris;
  const matched = matchRedirectUri(sent, registered, application.type);
  if (matched === undefined) {
    throw new CannotReturn("error.unknownAddress", {
      application: application.name,
      detail: `The redirect_uri was ${sent.slice(0, 500)}. ${explainMismatch(sent, registered)} Register it on the application if it is right.`,
    });
  }
  return matched;
}
