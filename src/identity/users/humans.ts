/** A person who signs in: user name, profile, e-mail, phone and address, each of these with its verified flag. */
import { v7 as newId } from "uuid";
import { record } from "../../events/audit-log.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import { lostChange, unlessTaken } from "../changes.ts";
import { nameKey, userName } from "../names.ts";
import { type By, found, unknownResource } from "../resource.ts";
import { type Address, addressColumns, emailColumns, type Profile, phoneColumns, profileColumns } from "./profile.ts";
import { writeSearchWords } from "./search.ts";
import { insertUser, readUser, takenUserName, toUser, touchUser, type User, userColumns } from "./users.ts";

export interface Human extends User, Profile {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly phone: string;
  readonly phoneVerified: boolean;
  readonly address: Address;
  readonly addressVerified: boolean;
  readonly hasPassword: boolean;
  readonly passwordChangeRequired: boolean;
}

export interface NewHuman {
  readonly organizationId: string;
  readonly userName: string;
  readonly profile?: Partial<Profile>;
  readonly email?: string | undefined;
  readonly emailVerified?: boolean;
  readonly phone?: string | undefined;
  readonly phoneVerified?: boolean;
  readonly address?: Address | undefined;
  /** Made before the transaction; without one, the person sets the first password through an invitation. */
  readonly passwordHash?: string | undefined;
  readonly passwordChangeRequired?: boolean;
  /** `unverified` until the mail link is used, for somebody who registered where the policy asks for that. */
  readonly state?: "active" | "unverified";
}

export async function createHuman(tx: Transaction, input: NewHuman, by: By): Promise<Human> {
  const id = newId();
  const name = userName(input.userName);
  const { organizationId } = input;
  const displayName = input.profile?.displayName || [input.profile?.givenName, input.profile?.familyName].filter(Boolean).join(" ") || name;
  await insertUser(tx, { id, organizationId, kind: "human", userName: name, state: input.state ?? "active" });
  await tx
    .insertInto("humans")
    .values({
      user_id: id,
      ...{ given_name: "", family_name: "", nickname: "", locale: "", picture: "", display_name: displayName },
      ...profileColumns({ ...input.profile, displayName }),
      ...emailColumns(input.email ?? "", input.emailVerified ?? false),
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

const humanColumns = [
  ...userColumns,
  "given_name",
  "family_name",
  "nickname",
  "display_name",
  "locale",
  "picture",
  "email",
  "email_verified",
  "phone",
  "phone_verified",
  "address",
  "address_verified",
  "password_version",
  "password_change_required",
] as const;

export async function findHuman(db: Database, id: string): Promise<Human | undefined> {
  const row = await db
    .selectFrom("users")
    .innerJoin("humans", "humans.user_id", "users.id")
    .select(humanColumns)
    .select((eb) => eb("humans.password_hash", "is not", null).as("has_password"))
    .where("users.id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    ...toUser(row),
    givenName: row.given_name,
    familyName: row.family_name,
    nickname: row.nickname,
    displayName: row.display_name,
    locale: row.locale,
    picture: row.picture,
    email: row.email,
    emailVerified: row.email_verified === 1,
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

export interface HumanChange {
  readonly userName?: string;
  readonly profile?: Partial<Profile>;
  readonly phone?: { readonly number: string; readonly verified: boolean };
  readonly address?: Address;
  /** Only if it still is the one that was read. */
  readonly version?: number | undefined;
}

/** Everything but the e-mail address and the password, which are ways in and have verbs of their own. */
export async function changeHuman(tx: Transaction, id: string, change: HumanChange, by: By): Promise<Human> {
  const name = change.userName === undefined ? undefined : userName(change.userName);
  const update = tx
    .updateTable("users")
    .set((eb) => ({
      ...(name === undefined ? {} : { user_name: name, user_name_key: nameKey(name) }),
      version: eb("version", "+", 1),
      changed_at: now,
    }))
    .where("id", "=", id)
    .where("kind", "=", "human")
    .$if(change.version !== undefined, (query) => query.where("version", "=", change.version ?? 0))
    .executeTakeFirst();
  const { numUpdatedRows } = await unlessTaken(update, ...takenUserName);
  if (numUpdatedRows === 0n) throw await lostChange(tx, "users", "user", id);
  const values = {
    ...profileColumns(change.profile ?? {}),
    ...(change.phone === undefined ? {} : phoneColumns(change.phone.number, change.phone.verified)),
    ...(change.address === undefined ? {} : addressColumns(change.address, false)),
  };
  if (Object.keys(values).length > 0) await tx.updateTable("humans").set(values).where("user_id", "=", id).execute();
  const human = await readHuman(tx, id);
  await writeWords(tx, human);
  const changed = Object.keys(change).filter((key) => key !== "version");
  await record(tx, {
    type: "user.changed",
    ...by,
    resource: { kind: "user", id },
    organizationId: human.organizationId,
    detail: { changed },
  });
  return human;
}

/** A new address is unverified unless a manager vouches for it. Links that were sent to the old one stop working. */
export async function changeEmail(tx: Transaction, id: string, email: string, options: { verified: boolean }, by: By): Promise<void> {
  const { organizationId } = await readUser(tx, id);
  const { numUpdatedRows } = await tx
    .updateTable("humans")
    .set((eb) => ({ ...emailColumns(email, options.verified), email_version: eb("email_version", "+", 1) }))
    .where("user_id", "=", id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw unknownResource("user", id);
  await touchUser(tx, id);
  await writeWords(tx, await readHuman(tx, id));
  await record(tx, {
    type: "user_email.changed",
    ...by,
    resource: { kind: "user", id },
    organizationId,
    detail: { verified: options.verified },
  });
}

function writeWords(tx: Transaction, human: Human): Promise<void> {
  const { givenName, familyName, nickname, displayName, userName: name, email } = human;
  return writeSearchWords(tx, human.id, human.organizationId, [givenName, familyName, nickname, displayName, name, email]);
}
