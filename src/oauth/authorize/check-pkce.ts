import { isPublic } from "../../identity/applications/types.ts";
import { OauthError } from "../errors.ts";
import type { Check } from "./request.ts";

/** RFC 7636 with S256 alone. An application that has nothing else to prove itself with must send a challenge. */
export const checkPkce: Check = (request) => {
  const { parameters, client, responseType } = request;
  const challenge = parameters.get("code_challenge");
  const method = parameters.get("code_challenge_method");
  if (challenge === undefined) {
    if (method !== undefined)
      throw new OauthError("invalid_request", "code_challenge_method was sent without a code_challenge.");
    if (isPublic(client.application.authMethod) && responseType === "code") {
      throw new OauthError("invalid_request", "The parameter code_challenge is missing. This application uses PKCE.");
    }
    return;
  }
  if (method !== "S256") throw new OauthError("invalid_request", "code_challenge_method must be S256.");
  if (!/^[\w-]{43}$/.test(challenge)) {
    throw new OauthError(
      "invalid_request",
      "code_challenge must be the SHA-256 of the verifier in base64url without padding: 43 characters.",
    );
  }
  request.codeChallenge = challenge;
};
