import { OauthError } from "../errors.ts";
import type { Check } from "./request.ts";

/** OpenID Connect Core §3.2.2.1: without a nonce, an ID token in the front channel could be replayed. */
export const checkNonce: Check = (request) => {
  request.nonce = request.parameters.get("nonce");
  if (request.nonce === undefined && request.responseType !== "code") {
    throw new OauthError("invalid_request", "The parameter nonce is missing. The implicit flow needs one.");
  }
};
