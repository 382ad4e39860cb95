/** An authorization request as the checks leave it: each check reads what the ones before it have put here. */

import type { Client } from "../../identity/applications/client.ts";
import type { ResponseType } from "../../identity/applications/types.ts";
import type { Level } from "../../identity/factors/levels.ts";
import type { LoginRequest } from "../../pages/login-request.ts";
import type { TokenServices } from "../../tokens/access-tokens.ts";
import type { Parameters } from "../parameters.ts";

export type ResponseMode = "query" | "fragment" | "form_post";
export type Prompt = "none" | "login" | "select_account" | "create" | "consent";

export interface AuthorizeRequest {
  readonly parameters: Parameters;
  readonly client: Client;
  readonly redirectUri: string;
  readonly state: string | undefined;
  responseMode: ResponseMode;
  responseType: ResponseType;
  scopes: string[];
  nonce: string | undefined;
  /** '' when none was sent. */
  codeChallenge: string;
  prompts: readonly Prompt[];
  /** In seconds. */
  maxAge: number | undefined;
  /** Whom the id_token_hint names. */
  hint: LoginRequest["hint"];
  loginHint: string | undefined;
  /** What the client would like the person to prove: acr_values. */
  level: Level;
}

export interface CheckServices {
  readonly tokens: TokenServices;
}

/** Throws an OauthError, which goes back to the client, or leaves what it found in the request. */
export type Check = (request: AuthorizeRequest, services: CheckServices) => void | Promise<void>;
