/**
 * Takes mails out of the outbox and sends them. It runs on every node; each mail is claimed by one of them. What is
 * sent has a bounded time and a few places of its own, so a mail server that hangs delays mails and nothing else.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { claim, markDone, markFailed, type OutboxItem } from "../events/outbox.ts";
import type { Database } from "../storage/database.ts";
import type { Message } from "./compose.ts";
import { MailFailure, type MailFailureReason } from "./failure.ts";
import { type MailRequest, mailsInOutbox, toMailRequest } from "./requests.ts";
import type { Transport } from "./transport.ts";

/** What became of one attempt. Names neither the person nor the address. */
export interface Delivery {
  readonly mail: string;
  readonly attempt: number;
  readonly outcome: "sent" | "not-needed" | "will-retry" | "gave-up";
  readonly reason?: MailFailureReason;
  /** Of the mail server. */
  readonly responseCode?: number | undefined;
}

export interface SenderOptions {
  readonly db: Database;
  readonly transport: Transport;
  /** Makes the message, with a new link; undefined when nobody needs it any more. */
  readonly prepare: (id: string, request: MailRequest) => Promise<Message | undefined>;
  readonly report: (delivery: Delivery) => void;
  readonly onError: (error: unknown) => void;
  /** How long to wait between two looks when nothing was announced. */
  readonly everyMs?: number;
  readonly longestSendMs?: number;
}

export interface Sender {
  /** Begins to look for mails, every few seconds and whenever it is woken. */
  start(): void;
  /** Something was put into the outbox, and committed. */
  wake(): void;
  /** Sends what is due now, and comes back when that is over. */
  flush(): Promise<void>;
  /** Takes no more; gives what is under way a moment, then puts it back for others. */
  close(): Promise<void>;
}

const AT_ONCE = 4;
const EVERY_MS = 3_000;
/** Less than a claim lasts: nobody else may take the mail up while it is still being sent. */
const LONGEST_SEND_MS = 45_000;
const STOPPING_MS = 2_000;

export function openSender(options: SenderOptions): Sender {
  const { db, transport, prepare, report, onError, everyMs = EVERY_MS, longestSendMs = LONGEST_SEND_MS } = options;
  const underWay = new Set<Promise<void>>();
  const stopped = new AbortController();
  let stopping = false;
  let pause = new AbortController();
  let running: Promise<void> | undefined;

  /** Says whether more may be due than there was room for. */
  async function takeUp(): Promise<boolean> {
    const room = AT_ONCE - underWay.size;
    if (room <= 0) return true;
    const items = await claim(db, room, mailsInOutbox);
    for (const item of items) {
      const work: Promise<void> = deliver(item)
        .catch(onError)
        .finally(() => underWay.delete(work));
      underWay.add(work);
    }
    return items.length === room;
  }

  async function aPlace(): Promise<void> {
    // Of an empty set, a race never ends.
    if (underWay.size > 0) await Promise.race(underWay);
  }

  async function deliver(item: OutboxItem): Promise<void> {
    const { kind: mail, attempts: attempt } = item;
    let outcome: "sent" | "not-needed";
    try {
      outcome = await send(item);
    } catch (error) {
      const failure = error instanceof MailFailure ? error : new MailFailure("internal");
      if (failure !== error) onError(error);
      const { reason, responseCode } = failure;
      report({ mail, attempt, outcome: await markFailed(db, item, failure), reason, responseCode });
      return;
    }
    await markDone(db, item);
    report({ mail, attempt, outcome });
  }

  async function send(item: OutboxItem): Promise<"sent" | "not-needed"> {
    const request = toMailRequest(item);
    const message = request && (await prepare(item.id, request));
    if (message === undefined) return "not-needed";
    await transport.send(message, AbortSignal.any([stopped.signal, AbortSignal.timeout(longestSendMs)]));
    return "sent";
  }

  async function run(): Promise<void> {
    while (!stopping) {
      // Made before looking, so that who wakes meanwhile is not missed.
      pause = new AbortController();
      const mayHaveMore = await takeUp().catch((error) => {
        onError(error);
        return false;
      });
      if (mayHaveMore) await aPlace();
      // Not all nodes at the same moment. Rejects only when it is woken.
      else
        await sleep(everyMs * (0.75 + Math.random() / 2), undefined, { signal: pause.signal, ref: false }).catch(
          () => {},
        );
    }
  }

  return {
    start() {
      running ??= run();
    },
    wake: () => pause.abort(),
    async flush() {
      while (await takeUp()) await aPlace();
      await Promise.all(underWay);
    },
    async close() {
      stopping = true;
      pause.abort();
      await Promise.race([Promise.all(underWay), sleep(STOPPING_MS, undefined, { ref: false })]);
      stopped.abort(new MailFailure("interrupted"));
      await running;
      await Promise.all(underWay);
    },
  };
}
