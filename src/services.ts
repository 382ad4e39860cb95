/** Opens everything below the front rooms, in the order in which one thing needs another, and closes it again. */
import { dirname, join, resolve } from "node:path";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import { oldEvents } from "./events/audit-log.ts";
import { failedOutboxItems } from "./events/outbox.ts";
import { openRecurring, type Recurring } from "./events/recurring.ts";
import { oldUsage, openUsage, type Usage } from "./events/usage.ts";
import { type AfterAnswer, openAfterAnswer } from "./http/after-answer.ts";
import { describeError } from "./http/logging.ts";
import { expiredIdempotencyKeys } from "./identity/limits/idempotency.ts";
import { expiredCodes } from "./identity/limits/one-time-codes.ts";
import { oldAttempts } from "./identity/limits/proof-attempts.ts";
import { expiredAssertions } from "./identity/limits/used-assertions.ts";
import { endedPersonalAccessTokens } from "./identity/service-users/personal-access-tokens.ts";
import { expiredAppSessions, unspentAppSessions } from "./identity/sessions/app-sessions.ts";
import { forgottenBrowsers } from "./identity/sessions/known-browsers.ts";
import { expiredLoginSessions } from "./identity/sessions/login-sessions.ts";
import { expiredRevocations } from "./identity/sessions/revoked-tokens.ts";
import { prepareMail } from "./identity/users/prepare-mail.ts";
import { shownWordsToWrite } from "./identity/users/shown-words.ts";
import { unfinishedRegistrations } from "./identity/users/unfinished-registrations.ts";
import { initialAlgorithms } from "./keys/algorithms.ts";
import { type KeyRing, openKeyRing } from "./keys/key-ring.ts";
import { deadKeys, ensureKeys, type KeyStore } from "./keys/key-store.ts";
import { checkMasterKeySource, loadMasterKeys } from "./keys/master-key-source.ts";
import { findRegisteredId, openVault, type Vault } from "./keys/vault.ts";
import { type MailRoom, openMailRoom } from "./mail/mail-room.ts";
import type { Delivery } from "./mail/sender.ts";
import { paths } from "./pages/login-request.ts";
import { openPasswords, type Passwords } from "./passwords/passwords.ts";
import { type OpenOptions, open, type Storage, wouldBeMade } from "./storage/storage.ts";
import { startSweeper } from "./storage/sweep.ts";
import { openTickets, type Tickets } from "./tickets/tickets.ts";

/** Everything that is removed when it is over. */
export const sweeps = [
  oldEvents,
  oldUsage,
  failedOutboxItems,
  deadKeys,
  expiredLoginSessions,
  expiredAppSessions,
  unspentAppSessions,
  expiredRevocations,
  expiredAssertions,
  oldAttempts,
  expiredIdempotencyKeys,
  expiredCodes,
  forgottenBrowsers,
  unfinishedRegistrations,
  endedPersonalAccessTokens,
  shownWordsToWrite,
];

export interface Services {
  readonly storage: Storage;
  readonly vault: Vault;
  readonly keys: KeyStore;
  readonly ring: KeyRing;
  readonly tickets: Tickets;
  readonly passwords: Passwords;
  readonly usage: Usage;
  readonly recurring: Recurring;
  /** Sends nothing before it is started. */
  readonly mail: MailRoom;
  readonly afterAnswer: AfterAnswer;
  close(): Promise<void>;
}

/** Storage and vault, migrated. The master key is checked first: a wrong one must leave the database as it is. */
export async function openFoundation(
  config: Config,
  log: Logger,
  options?: OpenOptions,
): Promise<{ storage: Storage; vault: Vault }> {
  if (wouldBeMade(config.databaseUrl)) checkMasterKeySource(config.masterKey);
  const storage = await open(config.databaseUrl, options);
  try {
    const registered = (await storage.schemaVersion()) === 0 ? undefined : await findRegisteredId(storage.db);
    const masterKeys = loadMasterKeys(config.masterKey, registered);
    log.debug({ stage: "master-key" }, "master key at hand");
    if (registered !== undefined) await openVault(storage, masterKeys);
    const applied = await storage.migrate();
    log.debug({ stage: "migrated", applied }, "schema is current");
    const vault = await openVault(storage, masterKeys);
    log.debug({ stage: "vault" }, "master key registered");
    return { storage, vault };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/**
 * What tests have otherwise, given in code alone: no setting reaches these, and whatever serves people gives only the
 * last one.
 */
export interface ServiceOptions {
  readonly makeKey?: KeyStore["make"];
  readonly storage?: OpenOptions | undefined;
  readonly passwords?: Passwords | undefined;
  /** How often recurring events are written. */
  readonly recurringEveryMs?: number | undefined;
  /** Metrics count these; given where there are metrics. */
  readonly taskFailed?: ((task: string) => void) | undefined;
}

export async function openServices(config: Config, log: Logger, options: ServiceOptions = {}): Promise<Services> {
  const { makeKey } = options;
  const { storage, vault } = await openFoundation(config, log, options.storage);
  const onError = (task: string) => (error: unknown) => {
    options.taskFailed?.(task);
    log.error({ task, error: describeError(error) }, "a background task failed");
  };
  try {
    const store: KeyStore = { storage, vault, ...(makeKey === undefined ? {} : { make: makeKey }) };
    await ensureKeys(store, initialAlgorithms);
    log.debug({ stage: "keys" }, "keys are at hand");
    const ring = await openKeyRing(store, onError("keys"));
    const usage = openUsage(storage.db, onError("usage"));
    const recurring = openRecurring(storage, {
      onError: onError("recurring events"),
      everyMs: options.recurringEveryMs,
    });
    const sweeper = startSweeper(storage.db, sweeps, onError("sweep"));
    const passwords = options.passwords ?? openPasswords();
    const tickets = openTickets(ring);
    const linkAddress = (ticket: string) => `${config.loginUrl}${paths.mailLink}?link=${ticket}`;
    const mail = openMailRoom({
      db: storage.db,
      smtpUrl: config.smtpUrl,
      folder: outboxFolder(config.databaseUrl),
      from: config.mailFrom,
      loginUrl: config.loginUrl,
      prepare: (request) =>
        prepareMail(
          { db: storage.db, tickets, ring, linkAddress, accountAddress: `${config.loginUrl}${paths.account}` },
          request,
        ),
      report: logDelivery(log),
      onError: onError("mail"),
    });
    const afterAnswer = openAfterAnswer(onError("after the answer"));
    return {
      storage,
      vault,
      keys: store,
      ring,
      tickets,
      passwords,
      usage,
      recurring,
      mail,
      afterAnswer,
      async close() {
        await afterAnswer.close();
        await mail.close();
        ring.close();
        await sweeper.close();
        await usage.close();
        await recurring.close();
        await passwords.close();
        await storage.close();
      },
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** Beside the SQLite database, where everything is that Signet writes. */
export function outboxFolder(databaseUrl: string): string {
  const data = databaseUrl.startsWith("file:") ? dirname(databaseUrl.slice("file:".length)) : "data";
  return resolve(join(data, "outbox"));
}

function logDelivery(log: Logger): (delivery: Delivery) => void {
  return (delivery) => {
    if (delivery.outcome === "gave-up") log.error(delivery, "a mail could not be sent and is given up");
    else if (delivery.outcome === "will-retry") log.warn(delivery, "a mail could not be sent and will be tried again");
    else log.debug(delivery, delivery.outcome === "sent" ? "a mail was sent" : "a mail is not needed any more");
  };
}
