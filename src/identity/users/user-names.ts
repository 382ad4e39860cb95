/**
 * What a user is called, and who may be called so. A user name that managers give is one half of a login name,
 * `name@domain`. Who registers with an address that is not of the organization's domain has that address as user name:
 * it has an @, which no other user name has, and it is the login name as it stands. It is always one that the person
 * has proved.
 */
import { type RawBuilder, sql } from "kysely";
import { SignetError } from "../../errors/signet-error.ts";
import type { Database } from "../../storage/database.ts";
import { freshBytes } from "../../tickets/fresh-bytes.ts";
import { nameKey, userName } from "../names.ts";

interface NamedRow {
  readonly user_name: string;
  readonly domain: string;
}

/** As it is typed to sign in, and as others read it. */
export function loginNameOf({ user_name: name, domain }: NamedRow): string {
  return isAddress(name) ? name : `${name}@${domain}`;
}

/** The same in SQL. */
export function loginNameIn(name: RawBuilder<string>, domain: RawBuilder<string>): RawBuilder<string> {
  return sql<string>`CASE WHEN replace(${name}, '@', '') <> ${name} THEN ${name} ELSE ${name} || '@' || ${domain} END`;
}

/** Whether the user name is a whole login name already. */
export function isAddress(name: string): boolean {
  return name.includes("@");
}

/** Who has not finished registering holds no name that anybody could want. */
export function unfinishedName(userId: string): string {
  return `unfinished-${userId}`;
}

interface Naming {
  readonly id: string;
  readonly organizationId: string;
  readonly userName: string;
}

/**
 * Nobody is called like an address that somebody else has shown to be theirs, in whichever organization: it would be
 * taken for them. Whoever proves an address later wins when they sign in, so two at once do no harm.
 */
export async function refuseSomebodysAddress(db: Database, naming: Naming): Promise<void> {
  if (await isSomebodysAddress(db, naming)) {
    throw new SignetError(
      "already_exists",
      "With the domain of the organization this user name is an e-mail address that somebody else has proved to be theirs; choose another one",
      { field: "userName" },
    );
  }
}

async function isSomebodysAddress(db: Database, { id, organizationId, userName: name }: Naming): Promise<boolean> {
  if (isAddress(name) || name === unfinishedName(id)) return false;
  const rows = await db
    .selectFrom("organizations")
    .innerJoin("humans", (join) =>
      join
        .on("humans.email_key", "=", sql<string>`${nameKey(name)} || '@' || organizations.domain`)
        // As a literal: the index humans_by_proven_email is only for these.
        .on("humans.email_proven", "=", sql.lit(1)),
    )
    .select("humans.user_id")
    .where("organizations.id", "=", organizationId)
    .execute();
  return rows.length > 0 && !rows.some(({ user_id }) => user_id === id);
}

/** How many login names of the organization would be addresses of somebody else, if they ended with this domain. */
export async function countSomebodysAddresses(db: Database, organizationId: string, domain: string): Promise<number> {
  const { count } = await db
    .selectFrom("users")
    .innerJoin("humans", (join) =>
      join
        .on("humans.email_key", "=", sql<string>`users.user_name_key || '@' || ${domain}`)
        .on("humans.email_proven", "=", sql.lit(1))
        .onRef("humans.user_id", "<>", "users.id"),
    )
    .select((eb) => eb.fn.count<number | string>("users.id").distinct().as("count"))
    .where("users.organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface Addressed {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
}

/**
 * What stands before the @, with a few digits: a name that nobody has shown to be theirs should not read as if somebody
 * had.
 */
export function nameWithDigits(email: string): string {
  const local = email
    .slice(0, email.lastIndexOf("@"))
    .replace(/[^\p{L}\p{M}\p{N}._+-]/gu, "-")
    .slice(0, 100);
  return `${isUserName(local) ? local : "user"}-${freshBytes(4).readUInt32BE()}`;
}

/** For somebody to whom a manager gives another address: what stands before the @, if that is free. */
export async function nameByManager(db: Database, { id, organizationId, email }: Addressed): Promise<string> {
  const local = email.slice(0, email.lastIndexOf("@"));
  const isFree =
    isUserName(local) &&
    !(await isTakenHere(db, organizationId, local)) &&
    !(await isSomebodysAddress(db, { id, organizationId, userName: local }));
  return isFree ? local : nameWithDigits(email);
}

/**
 * For somebody who has proved this address: `name@domain` of the organization if it is exactly that, and otherwise the
 * address itself.
 */
export async function nameByAddress(db: Database, { organizationId, email }: Addressed): Promise<string> {
  const { domain } = await db
    .selectFrom("organizations")
    .select("domain")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  const at = email.lastIndexOf("@");
  const local = email.slice(0, at);
  const name = email.slice(at + 1) === domain && isUserName(local) ? local : email;
  return (await isTakenHere(db, organizationId, name)) ? nameWithDigits(email) : name;
}

async function isTakenHere(db: Database, organizationId: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("user_name_key", "=", nameKey(name))
    .executeTakeFirst();
  return row !== undefined;
}

/** An address may mix scripts that a user name may not. */
function isUserName(text: string): boolean {
  try {
    return userName(text) === text;
  } catch (error) {
    if (error instanceof SignetError) return false;
    throw error;
  }
}
