/**
 * Why an application or a service user could not prove who it is, in a word for the audit log and in a sentence for its
 * managers. Whoever calls is told none of it before they have shown a right secret or signature: this is read from the
 * log, by those who may.
 */
import { type AuditEvent, listEvents } from "../../events/read-events.ts";
import type { Database } from "../../storage/database.ts";
import type { Listed, ListRequest } from "../../storage/listing.ts";
import { mapList } from "../../storage/listing.ts";

export const refusalReasons = {
  unknown_client: "There is no application or service user of that id",
  not_active: "It is not active, or its project or organization is not. Activate it",
  wrong_method:
    "It used another method than the one that it is set to. Change the method here, or the setting of the program",
  strict_method:
    "Its secret was right, but in another place than its method has it, and it is set to take it only there. Change the program, or turn the strict setting off",
  no_secret: "It has no secret. Make one",
  wrong_secret: "The secret was not one of its own. Compare what the program has, or make a new one",
  unknown_key:
    "The assertion names a key (kid) that it does not have, or no longer has. kid must be the id of one of its keys",
  key_not_named:
    "The assertion names no key (kid), and there is not exactly one key of that algorithm. Let the program send the id of its key as kid",
  unreadable_assertion: "What was sent as an assertion is not a signed JWT that names its issuer",
  wrong_algorithm: "The assertion was signed by another algorithm (alg) than that of the key",
  wrong_signature: "The assertion was not signed with the key that it names",
  assertion_audience:
    "The assertion was right, but its audience (aud) holds something that is neither our issuer nor one of our endpoints",
  assertion_times: "The assertion was right, but too old, too long-lived, or signed by a clock that is off",
  assertion_jti: "The assertion was right, but its id (jti) is not one: a text of up to 256 characters",
  assertion_used:
    "The assertion was right, but sent a second time. The program has to sign a new one for every request",
} as const satisfies Record<string, string>;

export type RefusalReason = keyof typeof refusalReasons;

/** Those that are about what somebody signed. */
export type AssertionReason =
  | Extract<RefusalReason, `assertion_${string}` | `${string}_key` | `key_${string}`>
  | SignatureReason;
type SignatureReason = "wrong_algorithm" | "wrong_signature";

export const refusalReasonNames = Object.keys(refusalReasons) as readonly RefusalReason[];

/** So many in a row of one kind, by one node. */
export interface RefusedAuthentication {
  readonly at: number;
  /** As OAuth metadata names it, or jwt_bearer. */
  readonly method: string;
  /** Undefined for what was recorded before there were reasons. */
  readonly reason: RefusalReason | undefined;
  /** The method that it is, or was, set to, where it used another one. */
  readonly expected: string | undefined;
  /** The key that the first of them named and that is not there. */
  readonly keyId: string | undefined;
  readonly count: number;
}

export async function listRefusedAuthentications(
  db: Database,
  owner: { readonly kind: "application" | "user"; readonly id: string },
  request: ListRequest<"at">,
): Promise<Listed<RefusedAuthentication>> {
  const filter = { resourceKind: owner.kind, resourceId: owner.id, type: "client_authentication.failed" };
  return mapList(await listEvents(db, filter, request), toRefused);
}

function toRefused({ at, detail }: AuditEvent): RefusedAuthentication {
  const text = (name: string) => (typeof detail[name] === "string" ? detail[name] : undefined);
  return {
    at,
    method: text("method") ?? "",
    reason: refusalReasonNames.find((name) => name === detail.reason),
    expected: text("expected"),
    keyId: text("keyId"),
    count: typeof detail.count === "number" ? detail.count : 1,
  };
}
