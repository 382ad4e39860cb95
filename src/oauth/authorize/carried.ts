/**
 * What of an authorization request goes on to the login pages, sealed: the parameters that somebody will still read.
 * What nobody knows stays behind, and so does an id_token_hint: whom it names is carried instead
 * (pages/login-request.ts).
 */
import type { LoginRequest } from "../../pages/login-request.ts";
import type { Parameters } from "../parameters.ts";
import type { AuthorizeRequest } from "./request.ts";

const carried = [
  "client_id",
  "redirect_uri",
  "response_type",
  "response_mode",
  "scope",
  "state",
  "nonce",
  "code_challenge",
  "code_challenge_method",
  "prompt",
  "max_age",
  "login_hint",
  "acr_values",
  "ui_locales",
] as const;

/** Characters. The longest state, with every byte of it escaped, and the rest beside it. */
export const LONGEST_CARRIED = 32_768;

/** Form-encoded; each is there once, or the request was refused. */
export function encodeCarried(parameters: Parameters): string {
  const encoded = new URLSearchParams();
  for (const name of carried) {
    const value = parameters.get(name);
    if (value !== undefined) encoded.append(name, value);
  }
  return encoded.toString();
}

export function carriedRequest({ parameters, hint }: AuthorizeRequest): Pick<LoginRequest, "parameters" | "hint"> {
  return {
    parameters: encodeCarried(parameters),
    ...(hint === undefined ? {} : { hint: { subject: hint.subject, sid: hint.sid } }),
  };
}
