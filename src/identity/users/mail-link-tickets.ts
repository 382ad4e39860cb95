/**
 * A mail link on its way: sealed into the mail, opened again by the page behind it. The ticket says until when it
 * counts; whether it still does is read from the person it is for, together with the time.
 */
import type { Database } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import { type Tickets, ticketKind } from "../../tickets/tickets.ts";
import type { MailLink, MailLinkPurpose } from "./mail-links.ts";
import { loginNameOf } from "./user-names.ts";

/** Short names, because a link that fits on few lines survives more mail programs. */
interface SealedMailLink {
  /** The user. */
  readonly u: string;
  readonly p: MailLinkPurpose;
  /** The versions of the e-mail address and of the password. */
  readonly e: number;
  readonly w: number;
  /** Expires, in milliseconds by the database's clock. */
  readonly x: number;
}

const mailLinkTicket = ticketKind<SealedMailLink>("mail-link", "sgm_");

const HOUR_MS = 3_600_000;

/** From when the mail is sent. */
export const mailLinkLife: Readonly<Record<MailLinkPurpose, number>> = {
  reset_password: HOUR_MS,
  verify_email: 72 * HOUR_MS,
  invitation: 72 * HOUR_MS,
  registration: 72 * HOUR_MS,
};

/** `at`: the database's time. */
export function sealMailLink(tickets: Tickets, link: MailLink, at: number): string {
  const { userId, purpose, emailVersion, passwordVersion } = link;
  return tickets.seal(mailLinkTicket, {
    u: userId,
    p: purpose,
    e: emailVersion,
    w: passwordVersion,
    x: at + mailLinkLife[purpose],
  });
}

export interface OpenMailLink {
  readonly link: MailLink;
  readonly organizationId: string;
  /** What the person signs in with. */
  readonly loginName: string;
  readonly email: string;
}

/**
 * Undefined whatever the reason: not ours, expired, used, overtaken by another change, or the person may not sign in
 * now. Opening spends nothing; the verbs in mail-links.ts ask for the versions again.
 */
export async function openMailLink(db: Database, tickets: Tickets, text: string): Promise<OpenMailLink | undefined> {
  const sealed = tickets.open(mailLinkTicket, text);
  if (sealed === undefined) return undefined;
  const link = { userId: sealed.u, purpose: sealed.p, emailVersion: sealed.e, passwordVersion: sealed.w };
  const row = await db
    .selectFrom("users")
    .innerJoin("humans", "humans.user_id", "users.id")
    .innerJoin("organizations", "organizations.id", "users.organization_id")
    .select(["users.organization_id", "users.user_name", "organizations.domain", "humans.email"])
    .where("users.id", "=", link.userId)
    .where("users.state", "in", ["active", "unverified"])
    .where("organizations.state", "=", "active")
    .where("humans.email_version", "=", link.emailVersion)
    .$if(link.purpose !== "verify_email", (query) => query.where("humans.password_version", "=", link.passwordVersion))
    .where(now, "<", sealed.x)
    .executeTakeFirst();
  return row && { link, organizationId: row.organization_id, loginName: loginNameOf(row), email: row.email };
}
