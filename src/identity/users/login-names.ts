/**
 * Who is meant by what somebody typed. In this order: the bare name, where the organization is known from the request;
 * `name@domain`; a verified e-mail address that only one user of the instance has.
 */
import type { Database } from "../../storage/database.ts";
import { asciiDomain, nameKey } from "../names.ts";

/** More than a name and a domain can have. Checked before normalising, which is slow for what is long. */
export const LONGEST_LOGIN_NAME = 512;

export interface LoginCandidate {
  readonly userId: string;
  readonly organizationId: string;
}

export async function findByLoginName(db: Database, typed: string, organizationId?: string): Promise<LoginCandidate | undefined> {
  if (typed.length > LONGEST_LOGIN_NAME) return undefined;
  const key = nameKey(typed.trim());
  if (key === "" || key.length > LONGEST_LOGIN_NAME) return undefined;
  const at = key.lastIndexOf("@");
  if (at < 0) return organizationId === undefined ? undefined : byName(db, key, { organizationId });
  const name = key.slice(0, at);
  const domain = asciiDomain(key.slice(at + 1));
  const candidate = (await byName(db, name, { domain })) ?? (await byVerifiedEmail(db, `${name}@${domain}`));
  // A request that is bound to one organization never finds somebody of another.
  return organizationId === undefined || candidate?.organizationId === organizationId ? candidate : undefined;
}

async function byName(
  db: Database,
  name: string,
  where: { organizationId: string } | { domain: string },
): Promise<LoginCandidate | undefined> {
  const row = await db
    .selectFrom("users")
    .innerJoin("organizations", "organizations.id", "users.organization_id")
    .select(["users.id", "users.organization_id"])
    .where("users.user_name_key", "=", name)
    .where("users.kind", "=", "human")
    .where((eb) => ("domain" in where ? eb("organizations.domain", "=", where.domain) : eb("organizations.id", "=", where.organizationId)))
    .executeTakeFirst();
  return row && { userId: row.id, organizationId: row.organization_id };
}

async function byVerifiedEmail(db: Database, email: string): Promise<LoginCandidate | undefined> {
  const rows = await db
    .selectFrom("humans")
    .innerJoin("users", "users.id", "humans.user_id")
    .select(["users.id", "users.organization_id"])
    .where("humans.email_key", "=", email)
    .where("humans.email_verified", "=", 1)
    .limit(2)
    .execute();
  const [row] = rows;
  return row !== undefined && rows.length === 1 ? { userId: row.id, organizationId: row.organization_id } : undefined;
}
