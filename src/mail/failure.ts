/**
 * Why a mail did not go out, in words of our own: what a mail server answers may repeat addresses, and is kept nowhere.
 */
export type MailFailureReason =
  | "server_unreachable"
  | "server_too_slow"
  /** No TLS where there must be, or a certificate that is not to be believed. */
  | "connection_not_secure"
  | "login_refused"
  | "sender_refused"
  | "recipient_refused"
  | "message_refused"
  | "server_busy"
  | "address_unusable"
  | "folder_not_writable"
  /** This node was stopped meanwhile. */
  | "interrupted"
  /** A mistake of ours, or the database was away. */
  | "internal";

export class MailFailure extends Error {
  readonly reason: MailFailureReason;
  /** The same mail would be refused again. */
  readonly permanent: boolean;
  /** What the mail server answered, as a number. */
  readonly responseCode: number | undefined;

  constructor(
    reason: MailFailureReason,
    options: { permanent?: boolean; responseCode?: number | undefined; cause?: unknown } = {},
  ) {
    super(reason, { cause: options.cause });
    this.name = "MailFailure";
    this.reason = reason;
    this.permanent = options.permanent ?? false;
    this.responseCode = options.responseCode;
  }
}
