/** private_key_jwt (RFC 7523 §2.2, OpenID Connect Core §9): the client signs a JWT about itself, for us alone. */
import type { ChosenKey } from "../../identity/credential-keys/chosen-key.ts";
import { useAssertion } from "../../identity/limits/used-assertions.ts";
import type { Database } from "../../storage/database.ts";
import { problemWith, usedOnce } from "../assertion-claims.ts";
import { againstSignature, ownAudiences, readAssertion, type UnverifiedAssertion } from "../assertions.ts";
import type { Addresses } from "../discovery.ts";
import { OauthError } from "../errors.ts";
import type { Parameters } from "../parameters.ts";
import { authenticatedBut, notAuthenticated } from "./failure.ts";

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

export function readClientAssertion(
  form: Parameters,
  clientId: string | undefined,
): { method: "private_key_jwt"; clientId: string; assertion: UnverifiedAssertion } {
  if (form.get("client_assertion_type") !== ASSERTION_TYPE) {
    throw new OauthError("invalid_request", `client_assertion_type must be ${ASSERTION_TYPE}.`);
  }
  const assertion = readAssertion(form.required("client_assertion"));
  if ("unreadable" in assertion)
    throw new OauthError("invalid_client", `The client assertion cannot be read: ${assertion.unreadable}.`);
  if (clientId !== undefined && clientId !== assertion.issuer) {
    throw new OauthError(
      "invalid_client",
      "client_id in the body is another one than iss and sub of the client assertion.",
    );
  }
  return { method: "private_key_jwt", clientId: assertion.issuer, assertion };
}

/**
 * Gives the key that signed it. Once the signature is known to be good the caller is told what else is wrong, and a jti
 * is spent. Without one, the assertion is short-lived (assertion-claims.ts), and what it can be sent again for is what
 * its signer may do anyway.
 */
export async function checkClientAssertion(
  db: Database,
  assertion: UnverifiedAssertion,
  { key, now, addresses }: { key: ChosenKey | undefined; now: number; addresses: Addresses },
): Promise<ChosenKey> {
  const unsigned = againstSignature(assertion, key);
  if (key === undefined || unsigned !== undefined) throw notAuthenticated("private_key_jwt", unsigned ?? "unknown_key");
  const problem = problemWith(assertion.claims, { audiences: ownAudiences(addresses), repeatable: false }, now);
  if (problem !== undefined) throw authenticatedBut(problem.reason, `The client assertion: ${problem.words}`);
  const once = usedOnce(assertion.claims);
  if (once !== undefined && (await useAssertion(db, { issuer: assertion.issuer, ...once })) === "lost") {
    throw authenticatedBut(
      "assertion_used",
      "The client assertion: its jti has been used before. Sign a new one for every request.",
    );
  }
  return key;
}
