/**
 * A mail that somebody has to get, as it waits in the outbox: who and why, never what it will say. The text and the link in
 * it are made when the mail is sent, so nothing that opens an account is ever stored.
 */
import { enqueue, type OutboxItem } from "../events/outbox.ts";
import type { Transaction } from "../storage/database.ts";

export const personalMails = ["invitation", "reset_password", "verify_email"] as const;
/** To a person about their account. */
export type PersonalMail = (typeof personalMails)[number];

export type MailRequest = { readonly kind: PersonalMail; readonly userId: string } | { readonly kind: "test"; readonly to: string };

export type MailKind = MailRequest["kind"];

/** Every kind has its own name in the outbox, so that a node takes only those that it knows how to write. */
const outboxNames: Readonly<Record<string, MailKind>> = {
  "mail.invitation": "invitation",
  "mail.reset_password": "reset_password",
  "mail.verify_email": "verify_email",
  "mail.test": "test",
};

export const mailsInOutbox: readonly string[] = Object.keys(outboxNames);

export async function enqueueMail(tx: Transaction, { kind, ...about }: MailRequest): Promise<void> {
  await enqueue(tx, `mail.${kind}`, about);
}

/** Undefined for what no version of Signet put there. */
export function toMailRequest(item: OutboxItem): MailRequest | undefined {
  const kind = outboxNames[item.kind];
  const { userId, to } = item.payload as { userId?: unknown; to?: unknown };
  if (kind === "test") return typeof to === "string" ? { kind, to } : undefined;
  return kind !== undefined && typeof userId === "string" ? { kind, userId } : undefined;
}
