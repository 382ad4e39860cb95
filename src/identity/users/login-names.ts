/**
 * Who is meant by what somebody typed. The request says where it comes from: the organization that it is bound to by
 * scope, and the one that owns the application.
 *
 * 1. A bare name: the user of the organization that the request is bound to.
 * 2. An address: those who have proved it. A manager's word counts beside that only in the organization of the request.
 *    If several are left, whoever types the password of one of them is that one.
 * 3. `name@domain`.
 * 4. An address that a manager of the request's own organization vouches for.
 *
 * That a proven address comes before a login name holds as long as nobody has proved that a domain is theirs: until
 * then a login name that looks like an address is no more than what an organization calls its domain. A login name of a
 * proved one will come first.
 */
import { sql } from "kysely";
import type { Database } from "../../storage/database.ts";
import { asciiDomain, nameKey } from "../names.ts";
import { isAddress } from "./user-names.ts";

/** More than a name and a domain can have. Checked before normalising, which is slow for what is long. */
export const LONGEST_LOGIN_NAME = 512;

/** So many passwords are compared with what somebody types, at most: each takes its time. */
export const MOST_CANDIDATES = 3;

export interface LoginCandidate {
  readonly userId: string;
  readonly organizationId: string;
}

export interface RequestPlace {
  /** Only users of this organization may sign in. */
  readonly organizationId?: string | undefined;
  /** The organization that owns the application. */
  readonly ownerId?: string | undefined;
  readonly applicationId?: string | undefined;
}

/** At most `MOST_CANDIDATES`. Nobody of another organization than the one that the request is bound to. */
export async function whoIsMeant(db: Database, typed: string, place: RequestPlace = {}): Promise<LoginCandidate[]> {
  const name = readTyped(typed);
  if (name === undefined) return [];
  const { organizationId } = place;
  if (name.domain === undefined) return organizationId === undefined ? [] : byName(db, name.local, { organizationId });
  const email = `${name.local}@${name.domain}`;
  const here = organizationId ?? place.ownerId;
  // The organization of the request decides.
  const provenHere = here === undefined ? [] : await provenBy(db, email, here);
  if (provenHere.length > 0) return provenHere;
  const vouchedHere = here === undefined ? [] : await vouchedIn(db, email, here);
  const isDecided = organizationId !== undefined || !(await isConsole(db, place.applicationId));
  // Alone, whoever else has the address: what its managers vouch for must neither reach those people nor tell that they
  // exist. Of a domain that is another organization's they say nothing, and at the Console, which is everybody's, the
  // others come first.
  if (isDecided && vouchedHere.length > 0 && !(await isDomainOfAnother(db, name.domain, here))) return vouchedHere;
  const proven = organizationId === undefined ? await provenBy(db, email) : [];
  if (proven.length > 0) return proven;
  const named = await byName(db, name.local, { organizationId, domain: name.domain });
  return named.length > 0 || isDecided ? named : vouchedHere;
}

async function isConsole(db: Database, applicationId: string | undefined): Promise<boolean> {
  if (applicationId === undefined) return false;
  const row = await db
    .selectFrom("instance")
    .select("id")
    .where("console_application_id", "=", applicationId)
    .executeTakeFirst();
  return row !== undefined;
}

async function isDomainOfAnother(db: Database, domain: string, organizationId: string | undefined): Promise<boolean> {
  const row = await db.selectFrom("organizations").select("id").where("domain", "=", domain).executeTakeFirst();
  return row !== undefined && row.id !== organizationId;
}

/**
 * By the login name alone, as it is shown: for whoever runs commands beside the database. Nobody, where several have
 * it.
 */
export async function findByLoginName(db: Database, loginName: string): Promise<LoginCandidate | undefined> {
  const name = readTyped(loginName);
  if (name?.domain === undefined) return undefined;
  const { local, domain } = name;
  const [one, other] = [...(await byName(db, local, { domain })), ...(await byName(db, `${local}@${domain}`, {}))];
  return other === undefined ? one : undefined;
}

interface TypedName {
  readonly local: string;
  /** Undefined where nothing but a name was typed. */
  readonly domain: string | undefined;
}

function readTyped(typed: string): TypedName | undefined {
  if (typed.length > LONGEST_LOGIN_NAME) return undefined;
  const key = nameKey(typed.trim());
  if (key === "" || key.length > LONGEST_LOGIN_NAME) return undefined;
  const at = key.lastIndexOf("@");
  return at < 0
    ? { local: key, domain: undefined }
    : { local: key.slice(0, at), domain: asciiDomain(key.slice(at + 1)) };
}

async function byName(
  db: Database,
  name: string,
  where: { organizationId?: string | undefined; domain?: string },
): Promise<LoginCandidate[]> {
  const { organizationId, domain } = where;
  // With a domain after it, a name that is an address would be no login name of anybody's.
  if (domain !== undefined && isAddress(name)) return [];
  const rows = await db
    .selectFrom("users")
    .innerJoin("organizations", "organizations.id", "users.organization_id")
    .select(["users.id", "users.organization_id"])
    .where("users.user_name_key", "=", name)
    .where("users.kind", "=", "human")
    .$if(organizationId !== undefined, (of) => of.where("organizations.id", "=", organizationId ?? ""))
    .$if(domain !== undefined, (of) => of.where("organizations.domain", "=", domain ?? ""))
    .limit(2)
    .execute();
  return rows.map((row) => ({ userId: row.id, organizationId: row.organization_id }));
}

/** However many managers vouch for an address elsewhere: they are not looked at. */
function byAddress(db: Database, email: string) {
  return db
    .selectFrom("humans")
    .innerJoin("users", "users.id", "humans.user_id")
    .select(["users.id as userId", "users.organization_id as organizationId"])
    .where("humans.email_key", "=", email)
    .orderBy("users.id")
    .limit(MOST_CANDIDATES);
}

function provenBy(db: Database, email: string, organizationId?: string): Promise<LoginCandidate[]> {
  return (
    byAddress(db, email)
      // As a literal: the index humans_by_proven_email is only for these.
      .where("humans.email_proven", "=", sql.lit(1))
      .$if(organizationId !== undefined, (of) => of.where("users.organization_id", "=", organizationId ?? ""))
      .execute()
  );
}

function vouchedIn(db: Database, email: string, organizationId: string): Promise<LoginCandidate[]> {
  return (
    byAddress(db, email)
      // As a literal: the index humans_by_verified_email is only for these.
      .where("humans.email_verified", "=", sql.lit(1))
      .where("humans.email_proven", "=", 0)
      .where("users.organization_id", "=", organizationId)
      .execute()
  );
}
