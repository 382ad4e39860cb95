/**
 * What a mail has to say, read from the person it goes to at the moment it is sent. Its link is made here, and stored
 * nowhere.
 */
import type { KeyRing } from "../../keys/key-ring.ts";
import { isNotice, type MailRequest, type NoticeRequest, type PersonalMail } from "../../mail/requests.ts";
import type { Mail } from "../../mail/write.ts";
import type { Database } from "../../storage/database.ts";
import { readNow } from "../../storage/now.ts";
import { DEFAULT_LANGUAGE, toLanguage } from "../../texts/languages.ts";
import type { Tickets } from "../../tickets/tickets.ts";
import { makeCode } from "../limits/one-time-codes.ts";
import { makeUnblockCode } from "../limits/unblock-codes.ts";
import { readOrganization } from "../organizations.ts";
import { findHuman } from "./humans.ts";
import { mailLinkLife, sealMailLink } from "./mail-link-tickets.ts";
import { type MailLink, type MailLinkPurpose, prepareMailLink } from "./mail-links.ts";
import { obstacleTo } from "./mail-requests.ts";

export interface MailSources {
  readonly db: Database;
  readonly tickets: Tickets;
  readonly ring: KeyRing;
  /** The page behind a link. */
  readonly linkAddress: (ticket: string) => string;
  readonly accountAddress: string;
}

/** What the link in each of them is for. One that only brings a code shows none. */
const linkPurposes: Readonly<Record<PersonalMail, MailLinkPurpose>> = {
  invitation: "invitation",
  reset_password: "reset_password",
  verify_email: "verify_email",
  registration: "registration",
  account_exists: "reset_password",
  second_factor_code: "verify_email",
  email_change_code: "verify_email",
  unblock_code: "verify_email",
};

/**
 * Undefined when it is not needed any more: the person is gone, may not sign in now, or has done meanwhile what it asks
 * for.
 */
export async function prepareMail(sources: MailSources, request: MailRequest): Promise<Mail | undefined> {
  if (request.kind === "test") return request;
  if (isNotice(request)) return prepareNotice(sources, request);
  const { db, tickets, ring, linkAddress } = sources;
  const { kind, userId } = request;
  // First, so that a change between the two readings makes the link worthless and not the other way round.
  const purpose = linkPurposes[kind];
  const link = await (kind === "email_change_code"
    ? toNewAddress(db, userId, request.codeId)
    : prepareMailLink(db, userId, purpose));
  const human = await findHuman(db, userId);
  if (link === undefined || human === undefined) return undefined;
  if (kind === "second_factor_code" && !(await isForThisAddress(db, request.codeId, link.emailVersion)))
    return undefined;
  const organization = await readOrganization(db, human.organizationId);
  if (obstacleTo(kind, human, organization) !== undefined) return undefined;
  const isUnblocking = kind === "unblock_code";
  const code = isUnblocking
    ? await makeUnblockCode(db, ring, { userId, email: link.email })
    : request.codeId && (await makeCode(db, ring, request.codeId));
  // So much time has gone since it was asked for that whoever asked has gone, too.
  if ((isUnblocking || request.codeId !== undefined) && code === undefined) return undefined;
  return {
    kind,
    code,
    language: toLanguage(human.locale) ?? toLanguage(request.language) ?? DEFAULT_LANGUAGE,
    to: link.email,
    loginName: human.loginName,
    displayName: human.displayName,
    organizationName: organization.name,
    link: linkAddress(sealMailLink(tickets, link, await readNow(db))),
    linkLifeMs: mailLinkLife[purpose],
  };
}

/**
 * A code that was asked for while the account had another address goes nowhere: it would prove what it was not meant
 * for.
 */
async function isForThisAddress(db: Database, codeId = "", emailVersion: number): Promise<boolean> {
  const awaited = await db.selectFrom("one_time_codes").select("data").where("id", "=", codeId).executeTakeFirst();
  return awaited?.data === "" || awaited?.data === String(emailVersion);
}

/** The code goes where nobody has been reached yet; the link, which no such mail shows, would be for there. */
async function toNewAddress(
  db: Database,
  userId: string,
  codeId = "",
): Promise<(MailLink & { email: string }) | undefined> {
  const awaited = await db
    .selectFrom("one_time_codes")
    .select("data")
    .where("id", "=", codeId)
    .where("user_id", "=", userId)
    .where("purpose", "=", "email_change")
    .executeTakeFirst();
  return awaited && { userId, purpose: "verify_email", emailVersion: 0, passwordVersion: 0, email: awaited.data };
}

/**
 * It is told as it was, whatever has become of the person since; only to somebody who is gone there is nothing to say.
 */
async function prepareNotice({ db, accountAddress }: MailSources, request: NoticeRequest): Promise<Mail | undefined> {
  const human = await findHuman(db, request.userId);
  if (human === undefined) return undefined;
  const { language, userId: _, ...notice } = request;
  return {
    ...notice,
    language: toLanguage(human.locale) ?? toLanguage(language) ?? DEFAULT_LANGUAGE,
    loginName: human.loginName,
    displayName: human.displayName,
    link: accountAddress,
  };
}
