/** From what nodemailer says went wrong to a reason of ours, and whether it is the mail's fault or the world's. */
import { MailFailure, type MailFailureReason } from "./failure.ts";

interface SmtpError extends Error {
  readonly code?: string;
  /** Of the system or of TLS, where nodemailer has put its own in place of it. */
  readonly originalCode?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

const byCode: Readonly<Record<string, MailFailureReason>> = {
  EDNS: "server_unreachable",
  ECONNECTION: "server_unreachable",
  ESOCKET: "server_unreachable",
  EPROTOCOL: "server_unreachable",
  ETIMEDOUT: "server_too_slow",
  ETLS: "connection_not_secure",
  EAUTH: "login_refused",
  ENOAUTH: "login_refused",
  EMESSAGE: "message_refused",
};

/** What OpenSSL and Node.js call certificates that are not to be believed, and answers that are no TLS. */
const TLS_TROUBLE = /CERT|SSL|TLS|SIGNATURE|ISSUER|EPROTO/;

/** "Authentication required": our settings are wrong, not the recipient. */
const AUTHENTICATION_REQUIRED = 530;

export function toMailFailure(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error;
  if (!(error instanceof Error)) return new MailFailure("internal", { cause: error });
  const { code = "", originalCode = "", command, responseCode } = error as SmtpError;
  const found =
    code === "ESOCKET" && TLS_TROUBLE.test(originalCode)
      ? "connection_not_secure"
      : (byCode[code] ?? byEnvelope(code, command));
  if (found === undefined) return new MailFailure("internal", { cause: error });
  const isAnswer = found === "recipient_refused" || found === "message_refused";
  // RFC 5321 §4.2.1: 4yz may go through later, 5yz will not.
  if (isAnswer && responseCode !== undefined && responseCode < 500)
    return new MailFailure("server_busy", { responseCode, cause: error });
  const permanent =
    found === "address_unusable" ||
    (isAnswer && responseCode !== undefined && responseCode !== AUTHENTICATION_REQUIRED);
  return new MailFailure(found, { permanent, responseCode, cause: error });
}

/**
 * A sender who is refused is a matter of settings, which somebody may correct; a recipient who is refused stays
 * refused.
 */
function byEnvelope(code: string, command: string | undefined): MailFailureReason | undefined {
  if (code !== "EENVELOPE") return undefined;
  if (command === "API") return "address_unusable";
  return command === "MAIL FROM" ? "sender_refused" : "recipient_refused";
}
