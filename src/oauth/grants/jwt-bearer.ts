/**
 * grant_type urn:ietf:params:oauth:grant-type:jwt-bearer (RFC 7523 §2.1): a service user signs who it is. Until the
 * signature is known to be good, every failure is the same one; after that the signer is told what is off.
 */
import type { RefusalReason } from "../../identity/applications/refused-authentications.ts";
import { useAssertion } from "../../identity/limits/used-assertions.ts";
import { readServiceClient } from "../../identity/service-users/service-client.ts";
import { problemWith, usedOnce } from "../assertion-claims.ts";
import { againstSignature, keyChoiceOf, ownAudiences, readAssertion } from "../assertions.ts";
import { type CredentialOwner, noteRefused } from "../client-auth/records.ts";
import { OauthError } from "../errors.ts";
import type { Grant } from "./grant.ts";
import { answerServiceUser, requestedScopes } from "./service-users.ts";

export const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

export const jwtBearer: Grant = async ({ request, form, services, countRefusalFor }) => {
  const { storage, addresses, usage, recurring } = services;
  const assertion = readAssertion(form.required("assertion"));
  const scopes = requestedScopes(form, { openid: true });
  if ("unreadable" in assertion) {
    noteRefused(recurring, {
      owner: nobody,
      method: "jwt_bearer",
      reason: "unreadable_assertion",
      requestId: request.id,
    });
    throw new OauthError("invalid_grant", `The assertion is not accepted. It cannot be read: ${assertion.unreadable}.`);
  }
  const user = await readServiceClient(storage.db, assertion.issuer, keyChoiceOf(assertion));
  countRefusalFor(user?.organizationId);
  const noted = (reason: RefusalReason, error: OauthError) => {
    const owner = { kind: "user", id: user?.userId, organizationId: user?.organizationId } as const;
    noteRefused(recurring, { owner, method: "jwt_bearer", reason, keyId: assertion.keyId, requestId: request.id });
    return error;
  };
  if (user === undefined) throw noted("unknown_client", notAccepted());
  const { key } = user;
  const unsigned = againstSignature(assertion, key);
  if (key === undefined || unsigned !== undefined) throw noted(unsigned ?? "unknown_key", notAccepted());
  if (!user.active) throw noted("not_active", refused("the service user, or its organization, is not active."));
  const problem = problemWith(assertion.claims, { audiences: ownAudiences(addresses), repeatable: true }, user.now);
  if (problem !== undefined) throw noted(problem.reason, refused(problem.words));
  const once = usedOnce(assertion.claims);
  if (once !== undefined && (await useAssertion(storage.db, { issuer: user.userId, ...once })) === "lost") {
    const words = "its jti has been used before. Sign a new one, or leave jti out to use it several times.";
    throw noted("assertion_used", refused(words));
  }
  const credential = { kind: "key", keyId: key.id } as const;
  const answer = await answerServiceUser(services, user, { credential, scopes, requestId: request.id });
  usage.count("token.jwt_bearer", user.organizationId);
  return answer;
};

const nobody: CredentialOwner = { kind: "user", id: undefined, organizationId: undefined };

function notAccepted(): OauthError {
  return new OauthError(
    "invalid_grant",
    "The assertion is not accepted. It must be a JWT of at most 16 KiB whose iss and sub are the id of a service user, signed with one of " +
      "its keys, by the algorithm of that key. kid names the key; it may be left out where only one key has that algorithm.",
  );
}

function refused(problem: string): OauthError {
  return new OauthError("invalid_grant", `The assertion: ${problem}`);
}
