/** The metrics that alerts stand on: they say what is so, and go on answering when the database does not. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { register } from "prom-client";
import { record } from "../../src/events/audit-log.ts";
import { mailsInOutbox } from "../../src/mail/requests.ts";
import { openPasswords, type Passwords, signetItself } from "../../src/passwords/passwords.ts";
import { now } from "../../src/storage/now.ts";
import { type Metrics, openMetrics } from "../../src/telemetry/metrics.ts";
import { enginesOf } from "../support/engines.ts";
import { startTestNode, type TestNode } from "../support/node.ts";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`the metrics of an instance on ${engine.name}`, () => {
    let node: TestNode;
    let metrics: Metrics;
    let passwords: Passwords;
    before(async () => {
      node = await startTestNode({ engine });
      passwords = openPasswords({ threads: 1, maxQueue: 0, parameters: { memory: 8, passes: 1, parallelism: 1 } });
      register.clear();
      metrics = await openMetrics();
      metrics.watchState({ storage: node.services.storage, passwords, databaseUrl: node.database.url });
    });
    after(async () => {
      await passwords.close();
      await node.close();
    });
    /** Of the next reading: within a second it would be the one from before. */
    async function read(): Promise<(sample: string) => number | undefined> {
      await sleep(1_050);
      const lines = (await metrics.render()).split("\n");
      return (sample) => {
        const value = lines.find((line) => line.startsWith(`${sample} `))?.slice(sample.length + 1);
        return value === undefined ? undefined : Number(value);
      };
    }

    test("where all is well: the database answers, the clocks agree, every algorithm has a key and a spare, no mail waits", async () => {
      const value = await read();
      assert.equal(value("signet_database_up"), 1);
      assert.ok(Math.abs(value("signet_clock_drift_seconds") ?? 99) < 2);
      for (const algorithm of ["RS256", "ES256", "ticket"]) {
        for (const state of ["active", "published"])
          assert.equal(value(`signet_keys{algorithm="${algorithm}",state="${state}"}`), 1);
        assert.ok((value(`signet_active_key_age_seconds{algorithm="${algorithm}"}`) ?? 999) < 300);
      }
      for (const name of ["signet_mails_waiting", "signet_mail_oldest_waiting_seconds", "signet_mails_given_up"])
        assert.equal(value(name), 0);
      assert.equal((value("signet_disk_free_bytes") ?? 0) > 0, engine.name === "sqlite");
    });

    test("say what is missing or waits: a spare key, mails, and the clock that went wrong", async () => {
      const { db } = node.services.storage;
      await db
        .deleteFrom("keys")
        .where("algorithm", "=", "RS256")
        .where("activates_at", ">", (eb) => eb(now, "+", 60_000))
        .execute();
      const item = { kind: mailsInOutbox[0] ?? "", payload: "{}", due_at: now, attempts: 0, claimed_until: 0 };
      const longAgo = Date.now() - 3_600_000;
      await db
        .insertInto("outbox")
        .values([
          { ...item, id: "waits", created_at: longAgo, failed_at: null },
          { ...item, id: "failed", created_at: longAgo, failed_at: now },
        ])
        .execute();
      const value = await read();
      assert.equal(value('signet_keys{algorithm="RS256",state="published"}'), 0);
      assert.equal(value('signet_keys{algorithm="ES256",state="published"}'), 1);
      assert.equal(value("signet_mails_waiting"), 1);
      assert.equal(value("signet_mails_given_up"), 1);
      assert.ok(Math.abs((value("signet_mail_oldest_waiting_seconds") ?? 0) - 3_600) < 60);
      await node.database.advance(-60_000);
      assert.ok(Math.abs(((await read())("signet_clock_drift_seconds") ?? 0) + 60) < 5);
      await node.database.advance(60_000);
    });

    test("count events, usage and failed tasks by their kind, and never by who it was", async () => {
      await node.services.storage.transaction((tx) =>
        record(tx, {
          type: "app_session.refresh_theft",
          actor: { kind: "application", id: "app-1" },
          resource: { kind: "app_session", id: "s-1" },
        }),
      );
      metrics.counting(node.services.usage).count("sign_in.failed", "organization-1");
      metrics.taskFailed("sweep");
      const value = await read();
      assert.equal(value('signet_events_total{type="app_session.refresh_theft"}'), 1);
      assert.equal(value('signet_usage_total{kind="sign_in.failed"}'), 1);
      assert.equal(value('signet_background_failures_total{task="sweep"}'), 1);
      assert.doesNotMatch(await metrics.render(), /organization-1|app-1|s-1/);
    });

    test("count passwords that were refused because too many waited", async () => {
      const outcomes = await Promise.allSettled([
        passwords.hash("one", signetItself),
        passwords.hash("two", signetItself),
        passwords.hash("three", signetItself),
      ]);
      assert.equal(outcomes.filter(({ status }) => status === "rejected").length, 2);
      const value = await read();
      assert.equal(value("signet_password_hashes_refused_total"), 2);
      assert.equal((await read())("signet_password_hashes_refused_total"), 2);
      assert.equal(value("signet_password_hashes"), 0);
      assert.equal(value("signet_password_hashes_most"), 1);
    });

    test("answer without the database, say that it is away, and leave out what nobody knows", async () => {
      await node.services.storage.close();
      const value = await read();
      assert.equal(value("signet_database_up"), 0);
      for (const name of [
        'signet_keys{algorithm="ES256",state="active"}',
        "signet_clock_drift_seconds",
        "signet_mails_waiting",
      ]) {
        assert.equal(value(name), undefined, name);
      }
      assert.equal(value("signet_password_hashes_most"), 1);
    });
  });
}
