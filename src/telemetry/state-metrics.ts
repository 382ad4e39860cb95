/** How the instance is doing, read when somebody asks for the metrics: what an operator wants to be woken for. */
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import type * as PromClient from "prom-client";
import { listKeys } from "../keys/key-store.ts";
import { mailStatus } from "../mail/status.ts";
import type { Passwords } from "../passwords/passwords.ts";
import type { Storage } from "../storage/storage.ts";

export interface WatchedState {
  readonly storage: Storage;
  readonly passwords: Passwords;
  readonly databaseUrl: string;
}

interface DatabaseState {
  readonly driftSeconds: number;
  readonly keys: readonly {
    readonly algorithm: string;
    readonly active: number;
    readonly published: number;
    readonly ageSeconds: number;
  }[];
  readonly mail: { readonly waiting: number; readonly oldestSeconds: number; readonly failed: number };
}

/** All gauges of one answer come from one reading. */
const SAME_READING_MS = 1_000;
const LONGEST_READING_MS = 2_000;

export function addStateMetrics({ Gauge, Counter }: typeof PromClient, state: WatchedState): void {
  let reading: Promise<DatabaseState | undefined> = Promise.resolve(undefined);
  let until = 0;
  const read = () => {
    if (performance.now() >= until) {
      until = performance.now() + SAME_READING_MS;
      reading = readInTime(state.storage);
    }
    return reading;
  };

  /** Workers read the same database: what they say is not added up. */
  function gauge(name: string, help: string, value: (seen: DatabaseState) => number): void {
    new Gauge({
      name,
      help,
      aggregator: "max",
      async collect() {
        const seen = await read();
        if (seen === undefined) this.remove();
        else this.set(value(seen));
      },
    });
  }
  new Gauge({
    name: "signet_database_up",
    help: "1 when the database answered within two seconds",
    aggregator: "min",
    async collect() {
      this.set((await read()) === undefined ? 0 : 1);
    },
  });
  gauge("signet_clock_drift_seconds", "The database's clock minus this machine's", ({ driftSeconds }) => driftSeconds);
  gauge("signet_mails_waiting", "Mails that are not sent yet", ({ mail }) => mail.waiting);
  gauge(
    "signet_mail_oldest_waiting_seconds",
    "How long the oldest of them has waited",
    ({ mail }) => mail.oldestSeconds,
  );
  gauge("signet_mails_given_up", "Mails that were given up in the last 30 days", ({ mail }) => mail.failed);
  new Gauge({
    name: "signet_keys",
    help: "Keys by algorithm and state: one active and one published are needed",
    labelNames: ["algorithm", "state"],
    aggregator: "min",
    async collect() {
      this.reset();
      for (const { algorithm, active, published } of (await read())?.keys ?? []) {
        this.set({ algorithm, state: "active" }, active);
        this.set({ algorithm, state: "published" }, published);
      }
    },
  });
  new Gauge({
    name: "signet_active_key_age_seconds",
    help: "How long the active key has been active",
    labelNames: ["algorithm"],
    aggregator: "max",
    async collect() {
      this.reset();
      for (const { algorithm, ageSeconds } of (await read())?.keys ?? []) this.set({ algorithm }, ageSeconds);
    },
  });
  addPasswordMetrics({ Gauge, Counter }, state.passwords);
  if (state.databaseUrl.startsWith("file:")) addDiskMetric(Gauge, state.databaseUrl.slice("file:".length));
}

async function readInTime(storage: Storage): Promise<DatabaseState | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, LONGEST_READING_MS, undefined);
  });
  // An answer without these gauges and with signet_database_up 0 says what there is to say.
  return Promise.race([readState(storage).catch(() => undefined), late]).finally(() => clearTimeout(timer));
}

async function readState(storage: Storage): Promise<DatabaseState> {
  const before = Date.now();
  const now = await storage.now();
  const drift = now - (before + Date.now()) / 2;
  const keys = await listKeys(storage.db);
  const { waiting, oldestWaitingAt = now, failed } = await mailStatus(storage.db);
  return {
    driftSeconds: drift / 1_000,
    keys: [...new Set(keys.map(({ key }) => key.algorithm))].map((algorithm) => {
      const inState = (wanted: string) =>
        keys.filter(({ key, state }) => key.algorithm === algorithm && state === wanted);
      const [active] = inState("active");
      return {
        algorithm,
        active: inState("active").length,
        published: inState("published").length,
        ageSeconds: active === undefined ? 0 : (now - active.key.activatesAt) / 1_000,
      };
    }),
    mail: { waiting, oldestSeconds: (now - oldestWaitingAt) / 1_000, failed },
  };
}

function addPasswordMetrics(
  { Gauge, Counter }: Pick<typeof PromClient, "Gauge" | "Counter">,
  passwords: Passwords,
): void {
  new Gauge({
    name: "signet_password_hashes",
    help: "Passwords that are being hashed or wait for it",
    collect() {
      this.set(passwords.load().accepted);
    },
  });
  new Gauge({
    name: "signet_password_hashes_most",
    help: "How many of them there may be; one more is refused",
    collect() {
      this.set(passwords.load().capacity);
    },
  });
  let counted = 0;
  new Counter({
    name: "signet_password_hashes_refused_total",
    help: "Passwords that were refused because too many waited",
    collect() {
      const { refused } = passwords.load();
      this.inc(refused - counted);
      counted = refused;
    },
  });
}

function addDiskMetric(Gauge: typeof PromClient.Gauge, path: string): void {
  new Gauge({
    name: "signet_disk_free_bytes",
    help: "What is free where the SQLite database is",
    aggregator: "min",
    collect() {
      const { bavail, bsize } = statfsSync(dirname(path));
      this.set(bavail * bsize);
    },
  });
}
