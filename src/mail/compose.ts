/**
 * From a written mail to the bytes that are sent. nodemailer writes the headers; what it is given are an address that
 * has been looked at and a subject without line breaks, so nothing in them can become a header or a recipient of its
 * own.
 */
import { MailFailure } from "./failure.ts";
import type { WrittenMail } from "./write.ts";

export interface Address {
  readonly name: string;
  readonly address: string;
}

/** A mail ready to be sent: the envelope, and the message in it. */
export interface Message {
  /** The same for every attempt, so that a mail that was sent twice can be recognised. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly bytes: Buffer;
}

/** Everything that means something in a header or on an SMTP command line is out, quoted or not. */
const ADDRESS = /^[^\s@"<>()[\]\\,;:\p{C}]{1,64}@[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)*$/u;

/** A text of which every line may stand as it is (RFC 5322 §2.1.1). */
const PLAIN = /^(?:[ -~]{0,998}\n)*$/;

export async function composeMail(mail: WrittenMail, { id, from }: { id: string; from: Address }): Promise<Message> {
  if (!ADDRESS.test(mail.to)) throw new MailFailure("address_unusable", { permanent: true });
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const composed = new MailComposer({
    from,
    to: { name: "", address: mail.to },
    subject: mail.subject.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " "),
    text: PLAIN.test(mail.text) ? { raw: plainPart(mail.text) } : mail.text,
    html: mail.html,
    textEncoding: "quoted-printable",
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf("@") + 1)}>`,
    // RFC 3834 §5: no "out of office" comes back.
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: "windows",
  });
  return { id, from: from.address, to: mail.to, bytes: await composed.compile().build() };
}

/**
 * nodemailer would break long lines up. A link in one piece matters to who has a folder in place of a mail server, and
 * looks.
 */
function plainPart(text: string): string {
  return `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\n${text.replaceAll("\n", "\r\n")}`;
}
