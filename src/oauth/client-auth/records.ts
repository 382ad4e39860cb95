/**
 * What an auditor looks for at the endpoints that programs call: who could not prove who they are, and which service
 * user did.
 */
import type { Recurring } from "../../events/recurring.ts";
import type { RefusalReason } from "../../identity/applications/refused-authentications.ts";
import type { ServiceClient } from "../../identity/service-users/service-client.ts";
import type { ServiceCredential } from "../../identity/sessions/standing.ts";

/** Whose credential it would be. Without an id: of nobody there is. What was sent is kept nowhere. */
export interface CredentialOwner {
  readonly kind: "application" | "user";
  readonly id: string | undefined;
  readonly organizationId: string | undefined;
}

export interface Refusal {
  readonly owner: CredentialOwner;
  readonly method: string;
  readonly reason: RefusalReason;
  /** The method that it is set to. */
  readonly expected?: string | undefined;
  /** That the assertion names. */
  readonly keyId?: string | undefined;
  readonly requestId: string;
}

/** What could be the id of a key that is no longer there is worth keeping; any other text is somebody's own. */
const ROW_ID = /^[0-9a-f-]{36}$/;

export function noteRefused(
  recurring: Pick<Recurring, "note">,
  { owner, method, reason, expected, keyId, requestId }: Refusal,
): void {
  const { kind, id, organizationId } = owner;
  const differs = reason === "wrong_method" || reason === "strict_method";
  const named = reason === "unknown_key" && keyId !== undefined && ROW_ID.test(keyId) ? { detail: { keyId } } : {};
  recurring.note({
    type: "client_authentication.failed",
    actor: { kind: "visitor" },
    resource: { kind, id },
    organizationId,
    detail: { method, reason, ...(differs && expected !== undefined ? { expected } : {}) },
    first: { requestId, ...named },
  });
}

export function noteUse(
  recurring: Pick<Recurring, "note">,
  { userId, organizationId }: ServiceClient,
  { credential, requestId }: { credential: ServiceCredential; requestId: string },
): void {
  recurring.note({
    type: "service_credential.used",
    actor: { kind: "service_user", id: userId },
    resource: { kind: "user", id: userId },
    organizationId,
    detail:
      credential.kind === "key" ? { credential: "key", keyId: credential.keyId } : { credential: credential.kind },
    first: { requestId },
  });
}
