import { type AuthMethod, metadataNames } from "../../identity/applications/types.ts";
import { OauthError } from "../errors.ts";

/** One answer for all reasons, so that nobody learns which clients exist, are active, or use which method. */
export function notAuthenticated(method: AuthMethod): OauthError {
  const proof = {
    basic: "its secret is another one",
    post: "its secret is another one",
    private_key_jwt: "the assertion was not signed by one of its keys",
    pkce: "it is not public",
  }[method];
  return new OauthError(
    "invalid_client",
    `The client could not be authenticated by ${metadataNames[method]}, which this request uses: it does not exist, is not active, uses another method, or ${proof}.`,
  );
}
