/**
 * Somebody makes an account for themselves. Where the address has to be verified, nobody learns whether it is known
 * here: each case ends in one mail to it, and what is in the mail depends on who it belongs to. Password and user name
 * come after the address is proved, so that nobody can prepare an account for somebody else's address, or hold a name
 * with one. The name is the address: see user-names.ts.
 */
import { sql } from "kysely";
import { SignetError } from "../../errors/signet-error.ts";
import { record } from "../../events/audit-log.ts";
import { enqueueMail } from "../../mail/requests.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import type { Language } from "../../texts/languages.ts";
import { lockRow } from "../changes.ts";
import { expectCode, forgetCodes, pretendCode } from "../limits/one-time-codes.ts";
import { emailAddress, nameKey } from "../names.ts";
import { findOrganization } from "../organizations.ts";
import type { By } from "../resource.ts";
import { changeHuman, createHuman, findHuman, type Human } from "./humans.ts";
import { type MailLink, setPasswordByLink } from "./mail-links.ts";
import { mayBeSent, obstacleTo, requestMail } from "./mail-requests.ts";
import type { StorablePassword } from "./new-password.ts";
import { nameWithDigits } from "./user-names.ts";

export interface Registration {
  readonly organizationId: string;
  readonly email: string;
  readonly name?: { readonly given: string; readonly family: string } | undefined;
  readonly phone?: string | undefined;
  readonly language: Language;
}

const purpose = "registration";

/** Says by mail how to go on. Only in some cases is there a code with that id; the others look the same. */
export async function registerByMail(tx: Transaction, input: Registration & { codeId: string }, by: By): Promise<void> {
  const email = emailAddress(input.email);
  // Two at once for one address would both find nobody.
  await lockRow(tx, "organizations", input.organizationId);
  const known =
    (await findOwner(tx, input.organizationId, email)) ?? (await findInvited(tx, input.organizationId, email));
  if (known !== undefined) {
    await pretendCode(tx, { id: input.codeId, userId: known.id, purpose });
    return known.emailVerified ? tellOwner(tx, known, input.language, by) : inviteAgain(tx, known, input.language, by);
  }
  const before = await findUnfinished(tx, input.organizationId, email);
  const human = before ?? (await create(tx, { ...input, email, state: "unverified" }, by));
  const code = { id: input.codeId, userId: human.id, purpose } as const;
  if (!(await mayBeSent(tx, human.id, "strangers"))) return pretendCode(tx, code);
  if (before !== undefined) await replaceDetails(tx, before, input, by);
  await expectCode(tx, code);
  await enqueueMail(tx, { kind: "registration", userId: human.id, codeId: input.codeId, language: input.language });
  await recordFor(tx, human, "user.registration_requested", by);
}

/** Where addresses need not be verified: the account is there at once, and its address counts for nothing yet. */
export async function registerAtOnce(
  tx: Transaction,
  input: Registration & { passwordHash: StorablePassword; userName?: string | undefined },
  by: By,
): Promise<Human> {
  const email = emailAddress(input.email);
  return create(tx, { ...input, email, state: "active", userName: input.userName ?? nameWithDigits(email) }, by);
}

/**
 * The first password, by the code or by the link: whichever comes first wins, and the other is worth nothing after it.
 */
export async function finishRegistration(
  tx: Transaction,
  link: MailLink,
  hash: StorablePassword,
  by: By,
): Promise<"won" | "lost"> {
  if ((await setPasswordByLink(tx, link, hash, by)) === "lost") return "lost";
  await forgetCodes(tx, { userId: link.userId, purpose });
  return "won";
}

/**
 * Undefined when there is nothing to finish: it was finished meanwhile, or the person or their organization is shut
 * out.
 */
export async function findRegistrant(db: Database, userId: string): Promise<Human | undefined> {
  const human = await findHuman(db, userId);
  const organization = human && (await findOrganization(db, human.organizationId));
  if (human === undefined || organization === undefined) return undefined;
  return obstacleTo(purpose, human, organization) === undefined ? human : undefined;
}

const MOST_TRIES = 3;

/**
 * A name that is made from an address may be taken between looking for a free one and writing it; looking again helps.
 */
export async function untilNameIsFree<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === MOST_TRIES || !(error instanceof SignetError) || error.code !== "already_exists") throw error;
    }
  }
}

interface Creation extends Registration {
  readonly state: "active" | "unverified";
  readonly passwordHash?: StorablePassword;
  readonly userName?: string | undefined;
}

function create(tx: Transaction, creation: Creation, by: By): Promise<Human> {
  const { organizationId, email, phone, passwordHash, state, userName } = creation;
  return createHuman(
    tx,
    { organizationId, userName, email, phone, passwordHash, state, profile: profileOf({ ...creation, email }) },
    by,
  );
}

/** Who registers again has corrected something; or it was somebody else before, whose details are not theirs. */
async function replaceDetails(tx: Transaction, human: Human, input: Registration, by: By): Promise<void> {
  const profile = { givenName: "", familyName: "", ...profileOf({ ...input, email: human.email }) };
  await changeHuman(tx, human.id, { profile, phone: { number: input.phone ?? "", verified: false } }, by);
}

const LONGEST_DISPLAY_NAME = 200;

function profileOf({ name, language, email }: Registration) {
  const locale = language;
  // What people are called who have not said it.
  if (name === undefined) return { locale, displayName: email.slice(0, email.lastIndexOf("@")) };
  const displayName = [...`${name.given} ${name.family}`].slice(0, LONGEST_DISPLAY_NAME).join("");
  return { locale, givenName: name.given, familyName: name.family, displayName };
}

/**
 * Somebody who has proved that the address is theirs, in whichever organization, or for whom a manager of this one
 * vouches. The word of managers elsewhere keeps nobody from registering here.
 */
async function findOwner(db: Database, organizationId: string, email: string): Promise<Human | undefined> {
  const row = await db
    .selectFrom("humans")
    .innerJoin("users", "users.id", "humans.user_id")
    .select("users.id")
    .where("humans.email_key", "=", nameKey(email))
    // As a literal: the index humans_by_verified_email is only for these.
    .where("humans.email_verified", "=", sql.lit(1))
    .where((eb) => eb.or([eb("humans.email_proven", "=", 1), eb("users.organization_id", "=", organizationId)]))
    .orderBy("humans.email_proven", "desc")
    .orderBy("users.id")
    .executeTakeFirst();
  return row && findHuman(db, row.id);
}

/** Somebody for whom a manager has made an account here, and who has not used it yet. */
function findInvited(db: Database, organizationId: string, email: string): Promise<Human | undefined> {
  return findWithoutPassword(db, { organizationId, email, state: "active" });
}

/** Registered before, and never finished. */
function findUnfinished(db: Database, organizationId: string, email: string): Promise<Human | undefined> {
  return findWithoutPassword(db, { organizationId, email, state: "unverified" });
}

async function findWithoutPassword(
  db: Database,
  { organizationId, email, state }: { organizationId: string; email: string; state: "active" | "unverified" },
): Promise<Human | undefined> {
  const row = await db
    .selectFrom("humans")
    .innerJoin("users", "users.id", "humans.user_id")
    .select("users.id")
    .where("humans.email_key", "=", nameKey(email))
    .where("users.organization_id", "=", organizationId)
    .where("users.state", "=", state)
    .where("humans.password_hash", "is", null)
    .orderBy("users.id")
    .executeTakeFirst();
  return row && findHuman(db, row.id);
}

async function tellOwner(tx: Transaction, owner: Human, language: Language, by: By): Promise<void> {
  if (owner.state !== "active" || !(await mayBeSent(tx, owner.id, "strangers"))) return;
  await enqueueMail(tx, { kind: "account_exists", userId: owner.id, language });
  await recordFor(tx, owner, "user.registration_repeated", by);
}

async function inviteAgain(tx: Transaction, invited: Human, language: Language, by: By): Promise<void> {
  if (await mayBeSent(tx, invited.id, "strangers"))
    await requestMail(tx, { kind: "invitation", userId: invited.id, language }, by);
}

async function recordFor(
  tx: Transaction,
  { id, organizationId }: Human,
  type: "user.registration_requested" | "user.registration_repeated",
  by: By,
): Promise<void> {
  await record(tx, { type, ...by, resource: { kind: "user", id }, organizationId });
}
