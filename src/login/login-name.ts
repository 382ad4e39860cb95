/**
 * Who a typed login name means, and what its attempts are counted for. Both are found in the same way whether or not there
 * is such a user: were the spellings of an unknown name counted apart, or by other rules, slowing down would tell who exists.
 */
import { SignetError } from "../errors/signet-error.ts";
import { accountSubject, type ThrottleRules, unknownNameSubject } from "../identity/limits/proof-attempts.ts";
import { asciiDomain, nameKey } from "../identity/names.ts";
import { findOrganization, findOrganizationByDomain } from "../identity/organizations.ts";
import { readPolicy } from "../identity/policies.ts";
import { findByLoginName, LONGEST_LOGIN_NAME, type LoginCandidate } from "../identity/users/login-names.ts";
import type { Database } from "../storage/database.ts";

export interface TypedName {
  /** Undefined when nobody is meant whom the request could be answered for. */
  readonly candidate: LoginCandidate | undefined;
  readonly subject: string;
  readonly rules: ThrottleRules;
}

/** Something that could be a name, and that fits into the ticket it is carried on in: what JSON escapes takes several bytes. */
export function canBeLoginName(typed: string): boolean {
  return typed !== "" && typed.length <= LONGEST_LOGIN_NAME && Buffer.byteLength(JSON.stringify(typed)) <= 2 * LONGEST_LOGIN_NAME;
}

export async function readLoginName(
  db: Database,
  typed: string,
  { organizationId, secret }: { organizationId: string | undefined; secret: Buffer },
): Promise<TypedName> {
  const name = await fullName(db, typed, organizationId);
  const found = await findByLoginName(db, name);
  const { settings: rules } = await readPolicy(db, "throttling", found?.organizationId ?? (await organizationOf(db, name)));
  const isOfAnother = organizationId !== undefined && found?.organizationId !== organizationId;
  return {
    // A request that is bound to one organization never lets in somebody of another; the attempt is theirs all the same.
    candidate: isOfAnother ? undefined : found,
    subject: found === undefined ? unknownNameSubject(name, secret) : accountSubject(found.userId),
    rules,
  };
}

/**
 * One spelling for all of them: a bare name is short for the one with the domain of the organization that is asked for. What
 * is too long for a name is none, and is not normalised: that takes a second for a body full of combining marks.
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
