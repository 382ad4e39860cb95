/** A person who signs in: user name, profile, e-mail, phone and address, each of these with its verified flag. */
import { v7 as newId } from "uuid";
import { record } from "../../events/audit-log.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import { type Listed, padValues } from "../listing.ts";
import { nameKey, userName } from "../names.ts";
import { type By, found } from "../resource.ts";
import type { StorablePassword } from "./new-password.ts";
import { tell } from "./notices.ts";
import {
  type Address,
  type AddressStanding,
  addressColumns,
  emailColumns,
  type Profile,
  phoneColumns,
  profileColumns,
} from "./profile.ts";
import { writeSearchWords } from "./search.ts";
import { inOrderOf, listUserIds, type UserList } from "./user-list.ts";
import { isAddress, loginNameOf, nameByManager, unfinishedName } from "./user-names.ts";
import { insertUser, reviseUser, toUser, type User, type UserRow, userColumns } from "./users.ts";

/** What lists show of a person. */
export interface HumanSummary extends User, Pick<Profile, "displayName" | "givenName" | "familyName"> {
  /** `name@domain`, or an address of theirs. */
  readonly loginName: string;
  readonly email: string;
  /** A manager vouches for it, or they have proved it. */
  readonly emailVerified: boolean;
  /** They have shown that it is theirs. */
  readonly emailProven: boolean;
}

export interface Human extends HumanSummary, Profile {
  readonly phone: string;
  readonly phoneVerified: boolean;
  readonly address: Address;
  readonly addressVerified: boolean;
  readonly hasPassword: boolean;
  readonly passwordChangeRequired: boolean;
}

export interface NewHuman {
  readonly organizationId: string;
  /** Without one, they hold no name until they have finished registering. */
  readonly userName?: string | undefined;
  readonly profile?: Partial<Profile>;
  readonly email?: string | undefined;
  /** A manager vouches for it. */
  readonly emailVerified?: boolean;
  readonly phone?: string | undefined;
  readonly phoneVerified?: boolean;
  readonly address?: Address | undefined;
  /** Without one, the person sets the first password through an invitation. */
  readonly passwordHash?: StorablePassword | undefined;
  readonly passwordChangeRequired?: boolean;
  /** `unverified` until the mail link is used, for somebody who registered where the policy asks for that. */
  readonly state?: "active" | "unverified";
}

export async function createHuman(tx: Transaction, input: NewHuman, by: By): Promise<Human> {
  const id = newId();
  const name = input.userName === undefined ? unfinishedName(id) : userName(input.userName);
  const { organizationId } = input;
  const displayName =
    input.profile?.displayName ||
    [input.profile?.givenName, input.profile?.familyName].filter(Boolean).join(" ") ||
    name;
  await insertUser(tx, { id, organizationId, kind: "human", userName: name, state: input.state ?? "active" });
  await tx
    .insertInto("humans")
    .values({
      user_id: id,
      ...{ given_name: "", family_name: "", nickname: "", locale: "", picture: "", display_name: displayName },
      ...profileColumns({ ...input.profile, displayName }),
      ...emailColumns(input.email ?? "", input.emailVerified ? "vouched" : "unverified"),
      email_version: 1,
      ...phoneColumns(input.phone ?? "", input.phoneVerified ?? false),
      ...addressColumns(input.address ?? {}, false),
      password_hash: input.passwordHash ?? null,
      password_version: 1,
      password_changed_at: input.passwordHash === undefined ? null : now,
      password_change_required: Number(input.passwordChangeRequired ?? false),
    })
    .execute();
  const human = await readHuman(tx, id);
  await writeWords(tx, human);
  await record(tx, {
    type: "user.created",
    ...by,
    resource: { kind: "user", id },
    organizationId,
    detail: { kind: "human", userName: name },
  });
  return human;
}

const summaryColumns = [
  ...userColumns,
  "organizations.domain",
  "given_name",
  "family_name",
  "display_name",
  "email",
  "email_verified",
  "email_proven",
] as const;

const humanColumns = [
  ...summaryColumns,
  "nickname",
  "locale",
  "picture",
  "phone",
  "phone_verified",
  "address",
  "address_verified",
  "password_version",
  "password_change_required",
] as const;

export async function findHuman(db: Database, id: string): Promise<Human | undefined> {
  const row = await humans(db)
    .select(humanColumns)
    .select((eb) => eb("humans.password_hash", "is not", null).as("has_password"))
    .where("users.id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    ...toSummary(row),
    nickname: row.nickname,
    locale: row.locale,
    picture: row.picture,
    phone: row.phone,
    phoneVerified: row.phone_verified === 1,
    address: JSON.parse(row.address),
    addressVerified: row.address_verified === 1,
    hasPassword: Boolean(row.has_password),
    passwordChangeRequired: row.password_change_required === 1,
  };
}

export async function readHuman(db: Database, id: string): Promise<Human> {
  return found(await findHuman(db, id), "user", id);
}

export async function listHumans(db: Database, request: UserList): Promise<Listed<HumanSummary>> {
  const { items: ids, next } = await listUserIds(db, "human", request);
  if (ids.length === 0) return { items: [], next };
  const rows = await humans(db).select(summaryColumns).where("users.id", "in", padValues(ids)).execute();
  return { items: inOrderOf(ids, rows.map(toSummary)), next };
}

function humans(db: Database) {
  return db
    .selectFrom("users")
    .innerJoin("humans", "humans.user_id", "users.id")
    .innerJoin("organizations", "organizations.id", "users.organization_id");
}

interface SummaryRow extends UserRow {
  readonly domain: string;
  readonly given_name: string;
  readonly family_name: string;
  readonly display_name: string;
  readonly email: string;
  readonly email_verified: number;
  readonly email_proven: number;
}

function toSummary(row: SummaryRow): HumanSummary {
  return {
    ...toUser(row),
    loginName: loginNameOf(row),
    displayName: row.display_name,
    givenName: row.given_name,
    familyName: row.family_name,
    email: row.email,
    emailVerified: row.email_verified === 1,
    emailProven: row.email_proven === 1,
  };
}

export interface HumanChange {
  readonly userName?: string | undefined;
  readonly profile?: Partial<Profile> | undefined;
  readonly phone?: { readonly number: string; readonly verified: boolean } | undefined;
  readonly address?: Address | undefined;
  /** Only if it still is the one that was read. */
  readonly version?: number | undefined;
}

/** Everything but the e-mail address and the password, which are ways in and have verbs of their own. */
export async function changeHuman(tx: Transaction, id: string, change: HumanChange, by: By): Promise<Human> {
  await reviseUser(tx, {
    id,
    kind: "human",
    version: change.version,
    userName: await newName(tx, id, change.userName),
  });
  const values = {
    ...profileColumns(change.profile ?? {}),
    ...(change.phone === undefined ? {} : phoneColumns(change.phone.number, change.phone.verified)),
    ...(change.address === undefined ? {} : addressColumns(change.address, false)),
  };
  if (Object.keys(values).length > 0) await tx.updateTable("humans").set(values).where("user_id", "=", id).execute();
  const human = await readHuman(tx, id);
  await writeWords(tx, human);
  const { version: _, ...given } = change;
  const changed = Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [key]));
  await record(tx, {
    type: "user.changed",
    ...by,
    resource: { kind: "user", id },
    organizationId: human.organizationId,
    detail: { changed },
  });
  return human;
}

/**
 * What is given again as it is stands for no change: an address that is a user name was never one that managers give.
 */
async function newName(tx: Transaction, id: string, given: string | undefined): Promise<string | undefined> {
  if (given === undefined || (isAddress(given) && (await findHuman(tx, id))?.userName === given)) return undefined;
  return userName(given);
}

/** `userName` must have been checked. */
export async function renameHuman(tx: Transaction, id: string, name: string, by: By): Promise<void> {
  await reviseUser(tx, { id, kind: "human", userName: name });
  const human = await readHuman(tx, id);
  await writeWords(tx, human);
  const { organizationId } = human;
  await record(tx, {
    type: "user.changed",
    ...by,
    resource: { kind: "user", id },
    organizationId,
    detail: { changed: ["userName"] },
  });
}

/**
 * A new address is unverified unless a manager vouches for it, or the person has proved it. Links that were sent to the
 * old one stop working. Who has an address as login name has it only as long as it is one that they have proved.
 */
export async function changeEmail(
  tx: Transaction,
  id: string,
  { email, standing, version }: { email: string; standing: AddressStanding; version?: number | undefined },
  by: By,
): Promise<Human> {
  const given = emailColumns(email, standing);
  await reviseUser(tx, { id, kind: "human", version });
  const former = await readHuman(tx, id);
  // A manager who vouches for what the person has proved takes nothing back.
  const stays = former.emailProven && isSameMailbox(given.email, former.email) && given.email_verified === 1;
  const columns = stays ? emailColumns(email, "proven") : given;
  await tx
    .updateTable("humans")
    .set((eb) => ({ ...columns, email_version: eb("email_version", "+", 1) }))
    .where("user_id", "=", id)
    .execute();
  if (isAddress(former.userName) && (columns.email_proven === 0 || columns.email_key !== nameKey(former.userName))) {
    const naming = { id, organizationId: former.organizationId, email: columns.email || former.email };
    await renameHuman(tx, id, columns.email_proven === 1 ? columns.email : await nameByManager(tx, naming), by);
  }
  const human = await readHuman(tx, id);
  await writeWords(tx, human);
  await record(tx, {
    type: "user_email.changed",
    ...by,
    resource: { kind: "user", id },
    organizationId: human.organizationId,
    detail: { verified: human.emailVerified, proven: human.emailProven },
  });
  // The former address is told: whoever reads mails there was the owner of the account until now.
  if (former.emailVerified && former.email !== human.email)
    await tell(tx, { kind: "email_changed", userId: id, to: former.email });
  return human;
}

function writeWords(tx: Transaction, human: Human): Promise<void> {
  const { givenName, familyName, nickname, displayName, userName: name, email } = human;
  const shown = [displayName, name];
  return writeSearchWords(tx, human, { all: [givenName, familyName, nickname, ...shown, email], shown });
}

/** But for the case: what folds to the same key may be the address of somebody else. */
function isSameMailbox(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
