/** How mail is doing, for those who run the instance. */
import { readOutboxStatus } from "../events/outbox.ts";
import type { Database } from "../storage/database.ts";
import { mailsInOutbox } from "./requests.ts";

export interface MailStatus {
  readonly waiting: number;
  /** Milliseconds since 1970, by the database's clock. */
  readonly oldestWaitingAt: number | undefined;
  /** Mails that were given up within the last 30 days. */
  readonly failed: number;
  /** Behind those that failed and those that wait for another attempt: a MailFailureReason, and how many there are. */
  readonly reasons: Readonly<Record<string, number>>;
}

export function mailStatus(db: Database): Promise<MailStatus> {
  return readOutboxStatus(db, mailsInOutbox);
}
