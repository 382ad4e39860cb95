/** What a caller is answered: from the table of expectations, where their role is held, and where the call is made. */
import type { Role } from "../../../src/identity/permissions/roles.ts";
import type { Caller } from "./callers.ts";
import { type Expectation, expectations } from "./expectations.ts";
import { ownerOf } from "./grounds.ts";
import type { Place } from "./places.ts";

export type Verdict = "allowed" | { readonly status: number; readonly code: string };

type Held = NonNullable<Caller["held"]>;
/** How much of a role counts: all of it, or at a grant what is one side's share. */
type Share = "all" | "owner" | "receiver" | "none";

const missing: Verdict = { status: 403, code: "permission_missing" };
const unknown: Verdict = { status: 404, code: "unknown_resource" };

export function judge(expectation: Expectation, caller: Caller, place: Place): Verdict {
  const { roles, sees } = expectation;
  if (caller.stopped !== undefined) return caller.stopped;
  if (caller.held === undefined) throw new Error(`${caller.name} has no role`);
  if (roles === "every") return "allowed";
  if (expectation.tokensShownTo !== undefined) return judgeToken(expectation, caller.held, place);
  const { role } = caller.held;
  const share = shareOf(caller.held, place);
  if (place.unknown || share === "none" || !holdsAnything(role, share)) return place.atInstance ? missing : unknown;
  if (!roles.includes(role) || !isWithin(roles, share)) return missing;
  // Whoever changes what acts with managers' power could take over a manager.
  if (place.carriesManagerRoles && !sees && role !== "IAM_OWNER") return missing;
  return sees || mayTakeOver(expectation, caller.held, place) ? "allowed" : missing;
}

/** A token is seen where its user is and where its application is, and ended where its user is. */
function judgeToken(expectation: Expectation, held: Held, place: Place): Verdict {
  const { roles, sees, tokensShownTo = [] } = expectation;
  const overUser = !place.unknown && shareOf(held, { ...place, project: undefined }) === "all";
  const { project } = place;
  const overApplication =
    project !== undefined && shareOf(held, { ...place, organization: ownerOf[project] }) === "all";
  if (!(overUser || overApplication) || !tokensShownTo.includes(held.role)) return unknown;
  if (sees) return "allowed";
  if (!overUser || !roles.includes(held.role)) return missing;
  return mayTakeOver(expectation, held, place) ? "allowed" : missing;
}

function shareOf({ at }: Held, place: Place): Share {
  switch (at) {
    case "instance":
      return "all";
    case "home":
    case "receiver":
      if (place.grant !== undefined && place.receiver === at) return "receiver";
      if (place.organization !== at) return "none";
      return place.grant === undefined ? "all" : "owner";
    case "project":
      return place.project === "project" ? "all" : "none";
    case "grant":
      return place.grant === "grant" ? "all" : "none";
  }
}

/** At a grant an organization's managers may do what the project's, or the grant's own, managers may. */
function isWithin(roles: readonly Role[], share: Share): boolean {
  return share === "all" || roles.includes(share === "owner" ? "PROJECT_OWNER" : "PROJECT_GRANT_OWNER");
}

function holdsAnything(role: Role, share: Share): boolean {
  return Object.values(expectations).some(
    ({ roles }) => roles !== "every" && roles.includes(role) && isWithin(roles, share),
  );
}

/**
 * Whoever changes a manager's account must hold all that the manager does; who only stops them, what they hold at home.
 */
function mayTakeOver({ stops }: Expectation, { role, at }: Held, { manages }: Place): boolean {
  if (manages === undefined || (manages === "elsewhere" && stops)) return true;
  if (manages === "instance") return role === "IAM_OWNER";
  return (
    role === "IAM_OWNER" || role === "IAM_ORG_MANAGER" || (role === "ORG_OWNER" && manages === "home" && at === "home")
  );
}
