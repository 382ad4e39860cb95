/**
 * A mail that somebody has to get, as it waits in the outbox: who and why, never what it will say. The text and the
 * link in it are made when the mail is sent, so nothing that opens an account is ever stored.
 */
import { enqueue, type OutboxItem } from "../events/outbox.ts";
import type { Transaction } from "../storage/database.ts";

export const personalMails = [
  "invitation",
  "reset_password",
  "verify_email",
  "registration",
  "account_exists",
  "second_factor_code",
  "email_change_code",
  "unblock_code",
] as const;
/** To a person about their account. */
export type PersonalMail = (typeof personalMails)[number];

export const noticeMails = [
  "new_sign_in",
  "password_changed",
  "factor_added",
  "factor_removed",
  "email_changed",
  "recovery_code_used",
] as const;
/** Tells a person what has happened to their account. */
export type NoticeMail = (typeof noticeMails)[number];

/** What a notice is about. */
export interface NoticeFacts {
  /** Milliseconds, by the database's clock. */
  readonly at: number;
  /** Of a browser: by the few names that we know, never as it was sent to us. */
  readonly browser?: string | undefined;
  readonly system?: string | undefined;
  /** The kind of the factor, where it was one. */
  readonly factor?: string | undefined;
  /** How many recovery codes there are still. */
  readonly left?: number | undefined;
}

export interface NoticeRequest extends NoticeFacts {
  readonly kind: NoticeMail;
  readonly userId: string;
  /** The address at the time: whoever takes an account over may change it next. */
  readonly to: string;
  readonly language?: string | undefined;
}

export type MailRequest =
  | {
      readonly kind: PersonalMail;
      readonly userId: string;
      /** That the person was reading when it was asked for; the one in their profile counts for more. */
      readonly language?: string | undefined;
      /** Of the code that the mail brings. */
      readonly codeId?: string | undefined;
    }
  | NoticeRequest
  | { readonly kind: "test"; readonly to: string };

export type MailKind = MailRequest["kind"];

/** Every kind has its own name in the outbox, so that a node takes only those that it knows how to write. */
const outboxNames: Readonly<Record<string, MailKind>> = Object.fromEntries(
  [...personalMails, ...noticeMails, "test" as const].map((kind) => [`mail.${kind}`, kind]),
);

export const mailsInOutbox: readonly string[] = Object.keys(outboxNames);

export async function enqueueMail(tx: Transaction, { kind, ...about }: MailRequest): Promise<void> {
  await enqueue(tx, `mail.${kind}`, about);
}

export function isNotice(request: MailRequest): request is NoticeRequest {
  return (noticeMails as readonly string[]).includes(request.kind);
}

/** Undefined for what no version of Signet put there. */
export function toMailRequest(item: OutboxItem): MailRequest | undefined {
  const kind = outboxNames[item.kind];
  const payload = item.payload as Record<string, unknown>;
  const text = (name: string) => (typeof payload[name] === "string" ? { [name]: payload[name] } : {});
  const { userId, to, at, left } = payload;
  if (kind === "test") return typeof to === "string" ? { kind, to } : undefined;
  if (kind === undefined || typeof userId !== "string") return undefined;
  if (!isNoticeKind(kind)) return { kind, userId, ...text("language"), ...text("codeId") };
  if (typeof to !== "string" || typeof at !== "number") return undefined;
  const about = {
    ...text("browser"),
    ...text("system"),
    ...text("factor"),
    ...(typeof left === "number" ? { left } : {}),
  };
  return { kind, userId, to, at, ...text("language"), ...about };
}

function isNoticeKind(kind: MailKind): kind is NoticeMail {
  return (noticeMails as readonly string[]).includes(kind);
}
