/**
 * Who a typed login name means, and what its attempts are counted for. Both are found in the same way whether or not
 * there is such a user: were the spellings of an unknown name counted apart, or by other rules, slowing down would tell
 * who exists. So the rules follow from what was typed or asked for, and never from the person found.
 */
import { SignetError } from "../../errors/signet-error.ts";
import { accountSubject, besideAccountSubject, unknownNameSubject, type Who } from "../../identity/limits/attempts.ts";
import type { ThrottleRules } from "../../identity/limits/proof-attempts.ts";
import { asciiDomain, nameKey } from "../../identity/names.ts";
import { findOrganization, findOrganizationByDomain } from "../../identity/organizations.ts";
import { readPolicy } from "../../identity/policies/policies.ts";
import { LONGEST_LOGIN_NAME, type LoginCandidate, whoIsMeant } from "../../identity/users/login-names.ts";
import type { Database } from "../../storage/database.ts";
import type { PeopleServices } from "../people-services.ts";
import { comparisonsFor } from "./compare-password.ts";
import type { SignInVisit } from "./visit.ts";

export interface TypedName {
  /** Nobody, when nobody is meant whom the request could be answered for; several who have proved the same address. */
  readonly candidates: readonly LoginCandidate[];
  /** With how many passwords what is typed is compared, at least (compare-password.ts). */
  readonly comparisons: number;
  readonly who: Who;
}

/**
 * Something that could be a name, and that fits into the ticket it is carried on in: what JSON escapes takes several
 * bytes.
 */
export function canBeLoginName(typed: string): boolean {
  return (
    typed !== "" &&
    typed.length <= LONGEST_LOGIN_NAME &&
    Buffer.byteLength(JSON.stringify(typed)) <= 2 * LONGEST_LOGIN_NAME
  );
}

/** What of a request says who can be meant. */
type Asking = Pick<SignInVisit, "organizationId" | "ownerId" | "application"> & {
  readonly services: Pick<PeopleServices, "storage" | "ring">;
};

export async function readLoginName(asking: Asking, typed: string): Promise<TypedName> {
  const { organizationId, ownerId, application, services } = asking;
  const { db } = services.storage;
  const { secret } = services.ring.ticketRoot();
  const name = await fullName(db, typed, organizationId);
  const candidates = await whoIsMeant(db, typed, {
    organizationId,
    ownerId: ownerId || undefined,
    applicationId: application.id,
  });
  // A request that is bound to one organization never lets in somebody of another; the attempt is theirs all the same.
  const counted = candidates.length > 0 || organizationId === undefined ? candidates : await whoIsMeant(db, typed);
  const rules = await rulesFor(db, name, asking);
  const comparisons = Math.max(candidates.length, comparisonsFor(name, secret));
  // As many are counted as are compared. Behind the further ones of a name that is one person's is nobody; they are
  // counted beside the person, so that whatever makes the person's start anew finds them.
  const [owner] = counted;
  const [first, ...others] = Array.from({ length: comparisons }, (_, n) => {
    const userId = counted[n]?.userId;
    if (userId !== undefined) return { userId, subject: accountSubject(userId) };
    const subject =
      owner === undefined
        ? unknownNameSubject(n === 0 ? name : `${name} ${n}`, secret)
        : besideAccountSubject(owner.userId, n);
    return { userId, subject };
  });
  return {
    candidates,
    comparisons,
    who: { ...(first ?? { userId: undefined, subject: unknownNameSubject(name, secret) }), others, ...rules },
  };
}

/**
 * Of the organization whose domain was typed, else of the one that is asked for, else of the application's, else the
 * instance's.
 */
async function rulesFor(
  db: Database,
  name: string,
  { organizationId, ownerId }: Pick<SignInVisit, "organizationId" | "ownerId">,
): Promise<Pick<Who, "rules" | "managerRules">> {
  const place = (await organizationOf(db, name)) ?? organizationId ?? (ownerId === "" ? undefined : ownerId);
  const { settings: rules, instance: managerRules } = await readPolicy(db, "throttling", place);
  return { rules, managerRules: isSame(rules, managerRules) ? undefined : managerRules };
}

function isSame(one: ThrottleRules, other: ThrottleRules): boolean {
  return (
    one.delayAfter === other.delayAfter &&
    one.blockAfter === other.blockAfter &&
    one.blockSeconds === other.blockSeconds
  );
}

/**
 * One spelling for all of them: a bare name is short for the one with the domain of the organization that is asked for.
 * What is too long for a name is none, and is not normalised: that takes a second for a body full of combining marks.
 */
async function fullName(db: Database, typed: string, organizationId: string | undefined): Promise<string> {
  const trimmed = typed.trim();
  const key = trimmed.length > LONGEST_LOGIN_NAME ? "" : nameKey(trimmed);
  if (key === "" || key.length > LONGEST_LOGIN_NAME) return "";
  const at = key.lastIndexOf("@");
  if (at >= 0) return `${key.slice(0, at)}@${asciiDomain(key.slice(at + 1))}`;
  const organization = organizationId === undefined ? undefined : await findOrganization(db, organizationId);
  return organization === undefined ? key : `${key}@${organization.domain}`;
}

/** Whose users have names like this one. */
async function organizationOf(db: Database, name: string): Promise<string | undefined> {
  const at = name.lastIndexOf("@");
  if (at < 0) return undefined;
  const organization = await findOrganizationByDomain(db, name.slice(at + 1)).catch((error: unknown) => {
    // It is no domain at all.
    if (error instanceof SignetError) return undefined;
    throw error;
  });
  return organization?.id;
}
