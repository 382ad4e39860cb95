import type { RefusalReason } from "../../identity/applications/refused-authentications.ts";
import { type AuthMethod, metadataNames } from "../../identity/applications/types.ts";
import { OauthError } from "../errors.ts";

/** `reason` is for the audit log; what the caller is told is the message, and nothing else. */
export class RefusedClient extends OauthError {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, description: string) {
    super("invalid_client", description);
    this.reason = reason;
  }
}

/** One answer for all reasons, so that nobody learns which clients exist, are active, or use which method. */
export function notAuthenticated(method: AuthMethod, reason: RefusalReason): RefusedClient {
  const proof = {
    basic: "its secret is another one",
    post: "its secret is another one",
    private_key_jwt: "the assertion was not signed by one of its keys, which kid has to name unless only one fits",
    pkce: "it is not public",
  }[method];
  return new RefusedClient(
    reason,
    `The client could not be authenticated by ${metadataNames[method]}, which this request uses: it does not exist, is not active, uses another method, or ${proof}. Managers see on its page which of these it was.`,
  );
}

/** For whoever has shown that it is the client: what it did wrong beside that. */
export function authenticatedBut(reason: RefusalReason, description: string): RefusedClient {
  return new RefusedClient(reason, description);
}
