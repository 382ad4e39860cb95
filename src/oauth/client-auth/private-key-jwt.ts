/** private_key_jwt (RFC 7523 §2.2, OpenID Connect Core §9): the client signs a JWT about itself, for us alone, once. */

import type { AssertionKey } from "../../identity/applications/client.ts";
import { useAssertion } from "../../identity/limits/used-assertions.ts";
import type { Database } from "../../storage/database.ts";
import { isSignedBy, ownAudiences, problemWith, readAssertion, type UnverifiedAssertion, usedOnce } from "../assertions.ts";
import type { Addresses } from "../discovery.ts";
import { OauthError } from "../errors.ts";
import type { Parameters } from "../parameters.ts";
import { notAuthenticated } from "./failure.ts";

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

export function readClientAssertion(
  form: Parameters,
  clientId: string | undefined,
): { method: "private_key_jwt"; clientId: string; assertion: UnverifiedAssertion } {
  if (form.get("client_assertion_type") !== ASSERTION_TYPE) {
    throw new OauthError("invalid_request", `client_assertion_type must be ${ASSERTION_TYPE}.`);
  }
  const assertion = readAssertion(form.required("client_assertion"));
  if (assertion === undefined || (clientId !== undefined && clientId !== assertion.issuer)) throw notAuthenticated("private_key_jwt");
  return { method: "private_key_jwt", clientId: assertion.issuer, assertion };
}

/** Spends the assertion: the jti is remembered once the signature is known to be good. */
export async function checkClientAssertion(
  db: Database,
  assertion: UnverifiedAssertion,
  by: { readonly key: AssertionKey | undefined; readonly now: number; readonly addresses: Addresses },
): Promise<void> {
  if (!isSignedBy(assertion, by.key)) throw notAuthenticated("private_key_jwt");
  const problem = problemWith(assertion.claims, { audiences: ownAudiences(by.addresses), jtiRequired: true }, by.now);
  if (problem !== undefined) throw new OauthError("invalid_client", `The client assertion: ${problem}`);
  const once = usedOnce(assertion.claims);
  if (once === undefined || (await useAssertion(db, { issuer: assertion.issuer, ...once })) === "lost") {
    throw new OauthError("invalid_client", "The client assertion: its jti has been used before. Sign a new one for every request.");
  }
}
