/**
 * A proof that was wrong: counted, and for an auditor to find. The same is done whether or not there is such a person.
 */
import type { SecondProof } from "../../identity/factors/due.ts";
import type { SignInVisit } from "./visit.ts";

export interface FailedSignIn {
  readonly proof: "password" | SecondProof;
  /** Undefined when the name, or the passkey, is nobody's. What was typed is kept nowhere. */
  readonly userId: string | undefined;
  readonly organizationId: string | undefined;
}

export function noteFailedSignIn(
  { request, services: { usage, recurring } }: SignInVisit,
  { proof, userId, organizationId }: FailedSignIn,
): void {
  usage.count("sign_in.failed", organizationId);
  recurring.note({
    type: "sign_in.failed",
    actor: { kind: "visitor" },
    resource: { kind: "user", id: userId },
    organizationId,
    detail: { proof },
    first: { requestId: request.id },
  });
}
