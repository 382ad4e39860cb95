/** Calls that somebody made without the right to: for an auditor to find, in the log of the caller's organization. */
import { SignetError } from "../errors/signet-error.ts";
import type { Actor } from "../events/audit-log.ts";
import type { Recurring } from "../events/recurring.ts";
import type { Target } from "../identity/permissions/places.ts";
import type { Subject } from "../identity/sessions/subject.ts";
import type { Route } from "./route.ts";

export interface RefusedCall {
  readonly route: Route;
  readonly actor: Actor;
  readonly subject: Subject;
  readonly level: Target["level"];
  /** Its id as it was sent. */
  readonly place: string | undefined;
  readonly requestId: string;
}

const refusals: ReadonlySet<string> = new Set(["no_manager_role", "permission_missing", "unknown_resource"]);
/** The same one may pass two places that note it. */
const noted = new WeakSet<SignetError>();

/** By caller and call, not by what it was about: there are as many ids as somebody cares to make up. */
export function noteRefusedCall(recurring: Pick<Recurring, "note">, call: RefusedCall, error: unknown): void {
  if (!(error instanceof SignetError) || !refusals.has(error.code) || noted.has(error)) return;
  noted.add(error);
  const { route, actor, subject, level, place = "", requestId } = call;
  recurring.note({
    type: "management_call.refused",
    actor,
    resource: { kind: level === "iam" ? "instance" : level },
    organizationId: subject.organization.id,
    detail: { call: `${route.method} ${route.path}`, code: error.code },
    first: { requestId, ...(/^[\w-]{1,64}$/.test(place) ? { detail: { place } } : {}) },
  });
}
