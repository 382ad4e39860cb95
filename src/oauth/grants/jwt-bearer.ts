/**
 * grant_type urn:ietf:params:oauth:grant-type:jwt-bearer (RFC 7523 §2.1): a service user signs who it is. Until the
 * signature is known to be good, every failure is the same one; after that the signer is told what is off.
 */
import { useAssertion } from "../../identity/limits/used-assertions.ts";
import { readServiceClient } from "../../identity/service-users/service-client.ts";
import { isSignedBy, ownAudiences, problemWith, readAssertion, usedOnce } from "../assertions.ts";
import { noteRefused } from "../client-auth/records.ts";
import { OauthError } from "../errors.ts";
import type { Grant } from "./grant.ts";
import { answerServiceUser, requestedScopes } from "./service-users.ts";

export const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

export const jwtBearer: Grant = async ({ request, form, services, isFrom }) => {
  const { storage, addresses, usage, recurring } = services;
  const assertion = readAssertion(form.required("assertion"));
  const scopes = requestedScopes(form);
  const user = assertion && (await readServiceClient(storage.db, assertion.issuer, assertion.keyId));
  isFrom(user?.organizationId);
  const noted = (error: OauthError) => {
    const owner = { kind: "user", id: user?.userId, organizationId: user?.organizationId } as const;
    noteRefused(recurring, { owner, method: "jwt_bearer", requestId: request.id });
    return error;
  };
  if (assertion === undefined || user === undefined || !isSignedBy(assertion, user.key)) throw noted(notAccepted());
  if (!user.active) throw noted(refused("the service user, or its organization, is not active."));
  const problem = problemWith(assertion.claims, { audiences: ownAudiences(addresses), jtiRequired: false }, user.now);
  if (problem !== undefined) throw noted(refused(problem));
  const once = usedOnce(assertion.claims);
  if (once !== undefined && (await useAssertion(storage.db, { issuer: user.userId, ...once })) === "lost") {
    throw noted(refused("its jti has been used before. Sign a new one, or leave jti out to use it several times."));
  }
  const credential = { kind: "key", keyId: assertion.keyId } as const;
  const answer = await answerServiceUser(services, user, { credential, scopes, requestId: request.id });
  usage.count("token.jwt_bearer", user.organizationId);
  return answer;
};

function notAccepted(): OauthError {
  return new OauthError(
    "invalid_grant",
    "The assertion is not accepted. It must be a JWT of at most 16 KiB whose iss and sub are the id of a service user, signed with one of " +
      "its keys, which kid names, by the algorithm of that key.",
  );
}

function refused(problem: string): OauthError {
  return new OauthError("invalid_grant", `The assertion: ${problem}`);
}
