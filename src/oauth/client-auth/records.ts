/** What an auditor looks for at the endpoints that programs call: who could not prove who they are, and which service user did. */
import type { Recurring } from "../../events/recurring.ts";
import type { ServiceClient } from "../../identity/service-users/service-client.ts";
import type { ServiceCredential } from "../../identity/sessions/standing.ts";

/** Whose credential it would be. Without an id: of nobody there is. What was sent is kept nowhere. */
export interface CredentialOwner {
  readonly kind: "application" | "user";
  readonly id: string | undefined;
  readonly organizationId: string | undefined;
}

export function noteRefused(
  recurring: Pick<Recurring, "note">,
  { owner, method, requestId }: { owner: CredentialOwner; method: string; requestId: string },
): void {
  const { kind, id, organizationId } = owner;
  recurring.note({
    type: "client_authentication.failed",
    actor: { kind: "visitor" },
    resource: { kind, id },
    organizationId,
    detail: { method },
    first: { requestId },
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
    detail: credential.kind === "key" ? { credential: "key", keyId: credential.keyId } : { credential: credential.kind },
    first: { requestId },
  });
}
