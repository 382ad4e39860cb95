/**
 * The only way to a password that may be stored. Whoever chooses one, on whichever page or by the API, comes through
 * here, and what stores it takes nothing else: a hash of something that nobody has judged is of another type.
 */
import { randomBytes } from "node:crypto";
import { type HashRequester, type Passwords, signetItself } from "../../passwords/passwords.ts";
import type { Database } from "../../storage/database.ts";
import { readOrganization } from "../organizations.ts";
import { readPolicy } from "../policies/policies.ts";
import { found } from "../resource.ts";
import { findPasswordProblem, type PasswordProblem } from "./password-rules.ts";
import { loginNameOf } from "./user-names.ts";

declare const mayBeStored: unique symbol;

/** The hash of a password that may be stored. Made in this file and nowhere else. */
export type StorablePassword = string & { readonly [mayBeStored]: true };

interface Services {
  readonly storage: { readonly db: Database };
  readonly passwords: Passwords;
}

export interface RefusedPassword {
  readonly outcome: "refused";
  readonly problem: PasswordProblem;
  readonly minLength: number;
}

interface ChosenPassword {
  readonly password: string;
  /** On whose account it is hashed. That is slow by intention, and so comes before any transaction. */
  readonly requester: HashRequester;
}

/**
 * For somebody who is there. Who chooses their own does not choose the one they have: it would stay, though it has to be
 * changed or somebody else knows it. A manager is not told whether it is that: it would be a guess that nobody counts.
 */
export async function newPassword(
  { storage: { db }, passwords }: Services,
  { userId, chosenBy, password, requester }: ChosenPassword & { userId: string; chosenBy: "owner" | "manager" },
): Promise<{ outcome: "storable"; hash: StorablePassword; version: number } | RefusedPassword> {
  const row = await db
    .selectFrom("humans")
    .innerJoin("users", "users.id", "humans.user_id")
    .innerJoin("organizations", "organizations.id", "users.organization_id")
    .select(["users.organization_id", "users.user_name", "organizations.domain"])
    .select(["humans.email", "humans.password_hash", "humans.password_version"])
    .where("users.id", "=", userId)
    .executeTakeFirst();
  const { organization_id, password_hash: former, password_version: version, ...owner } = found(row, "user", userId);
  const names = [owner.user_name, loginNameOf(owner), owner.email];
  const { problem, minLength } = await judge(db, password, { organizationId: organization_id, names });
  if (problem !== undefined) return { outcome: "refused", problem, minLength };
  if (chosenBy === "owner" && former !== null && (await passwords.verify(former, password, requester)) !== "wrong")
    return { outcome: "refused", problem: "same", minLength };
  return { outcome: "storable", hash: await hashed(passwords, password, requester), version };
}

/** Somebody who is about to be made, by the names that they are going to have. */
export interface Newcomer {
  readonly organizationId: string;
  readonly userName?: string | undefined;
  readonly email?: string | undefined;
}

export async function newcomersPassword(
  services: Services,
  newcomer: Newcomer,
  { password, requester }: ChosenPassword,
): Promise<{ outcome: "storable"; hash: StorablePassword } | RefusedPassword> {
  const refused = await refuseNewcomers(services.storage.db, newcomer, password);
  return refused ?? { outcome: "storable", hash: await hashed(services.passwords, password, requester) };
}

/** The same without hashing: for a form that says at once what is wrong with any of its fields. */
export async function refuseNewcomers(
  db: Database,
  { organizationId, userName = "", email = "" }: Newcomer,
  password: string,
): Promise<RefusedPassword | undefined> {
  const { domain } = await readOrganization(db, organizationId);
  const names = [userName, loginNameOf({ user_name: userName, domain }), email];
  const { problem, minLength } = await judge(db, password, { organizationId, names });
  return problem && { outcome: "refused", problem, minLength };
}

async function judge(
  db: Database,
  password: string,
  { organizationId, names }: { organizationId: string; names: readonly string[] },
): Promise<{ problem: PasswordProblem | undefined; minLength: number }> {
  const { settings } = await readPolicy(db, "password", organizationId);
  return { problem: await findPasswordProblem(password, settings, names), minLength: settings.minLength };
}

const GENERATED_BYTES = 15;

/**
 * Of whoever runs the machine, at the first start and when an owner is locked out: no policy of an organization is asked,
 * because there may be none yet, and because they could change it. Generated, unless they chose one.
 */
export async function operatorsPassword(
  passwords: Passwords,
  chosen?: string,
): Promise<{ text: string; hash: StorablePassword }> {
  const text = chosen ?? randomBytes(GENERATED_BYTES).toString("base64url");
  return { text, hash: await hashed(passwords, text, signetItself) };
}

/** The one that somebody has and has typed just now, under today's parameters; it was judged when it was chosen. */
export function samePassword(passwords: Passwords, { password, requester }: ChosenPassword): Promise<StorablePassword> {
  return hashed(passwords, password, requester);
}

async function hashed(passwords: Passwords, password: string, requester: HashRequester): Promise<StorablePassword> {
  return (await passwords.hash(password, requester)) as StorablePassword;
}
