import type { Message } from "./compose.ts";

/** A way out of the house for mails. */
export interface Transport {
  readonly kind: "smtp" | "folder";
  /** Throws a MailFailure. When the signal is aborted it ends at once; whether the mail went out is then unknown. */
  send(message: Message, signal: AbortSignal): Promise<void>;
}
