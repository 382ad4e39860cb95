/** What became of a test mail: it is put into a queue, so that can only be seen by looking at the queue again. */
import type { Schemas } from "../api.ts";

type Mail = Schemas["Mail"];

export type Outcome = "sent" | "trying" | "failed" | "waiting";

/** Others may send mails at the same time; then the answer is about all of them together. */
export function outcomeOf(before: Mail, now: Mail): Outcome {
  if (now.failed > before.failed) return "failed";
  if (now.waiting <= before.waiting) return "sent";
  return total(now.reasons) > total(before.reasons) ? "trying" : "waiting";
}

function total(reasons: Mail["reasons"]): number {
  return Object.values(reasons).reduce((sum, count) => sum + count, 0);
}

/** Why mails did not get through, and what to look at. */
const meanings: Readonly<Record<string, string>> = {
  server_unreachable:
    "No connection to the mail server, or it was cut. Check host, port and firewall of SIGNET_SMTP_URL.",
  server_too_slow: "The mail server did not answer in time.",
  connection_not_secure: "No TLS where it is needed, or a certificate that is not valid for the name.",
  login_refused: "The mail server refused user or password of SIGNET_SMTP_URL.",
  sender_refused: "The mail server does not let this login send as SIGNET_MAIL_FROM.",
  recipient_refused: "The mail server does not take mail for this address.",
  message_refused: "The mail server does not take this mail.",
  server_busy: "The mail server asks to come back later.",
  address_unusable: "The address cannot be written to safely.",
  folder_not_writable: "The folder that mails are written to cannot be written to.",
  interrupted: "Signet was stopped meanwhile.",
  internal: "A mistake of Signet's own, or the database was away. The log has another line about it.",
};

export function meaningOf(reason: string): string {
  return meanings[reason] ?? reason.replaceAll("_", " ");
}
