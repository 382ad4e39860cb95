import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { enqueue } from "../../src/events/outbox.ts";
import type { Message } from "../../src/mail/compose.ts";
import { MailFailure } from "../../src/mail/failure.ts";
import { enqueueMail, type MailRequest } from "../../src/mail/requests.ts";
import { type Delivery, openSender, type Sender, type SenderOptions } from "../../src/mail/sender.ts";
import { mailStatus } from "../../src/mail/status.ts";
import type { Transport } from "../../src/mail/transport.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { engines, type TestDatabase } from "../support/engines.ts";

const MINUTE = 60_000;

for (const engine of engines) {
  describe(`the sender on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    let sent: string[];
    let deliveries: Delivery[];
    let errors: unknown[];
    const senders: Sender[] = [];
    beforeEach(async () => {
      database = await engine.fresh();
      storage = await database.open();
      [sent, deliveries, errors] = [[], [], []];
    });
    afterEach(async () => {
      for (const sender of senders.splice(0)) await sender.close();
      await database.drop();
    });

    const put = (request: MailRequest = { kind: "test", to: "ada@mail.example" }) =>
      storage.transaction((tx) => enqueueMail(tx, request));
    const rows = () => storage.db.selectFrom("outbox").selectAll().execute();

    /** Delivers to `sent`, unless the test has something else in mind. */
    function sender(options: Partial<SenderOptions> & { send?: Transport["send"] } = {}): Sender {
      const send: Transport["send"] = options.send ?? (async ({ to }) => void sent.push(to));
      const made = openSender({
        db: storage.db,
        transport: { kind: "smtp", send },
        prepare: async (id, request) => message(id, request),
        report: (delivery) => deliveries.push(delivery),
        onError: (error) => errors.push(error),
        everyMs: 50,
        ...options,
      });
      senders.push(made);
      return made;
    }

    function message(id: string, request: MailRequest): Message {
      return {
        id,
        from: "signet@id.example",
        to: request.kind === "test" ? request.to : request.userId,
        bytes: Buffer.from(""),
      };
    }

    async function until(holds: () => boolean): Promise<void> {
      for (let i = 0; i < 3_000 && !holds(); i++) await sleep(20);
      assert.ok(holds(), "it did not come to that");
    }

    test("sends what waits, once, and forgets it", async () => {
      await put({ kind: "invitation", userId: "u-1" });
      await put({ kind: "reset_password", userId: "u-2" });
      const one = sender();
      await one.flush();
      await one.flush();
      assert.deepEqual(sent.toSorted(), ["u-1", "u-2"]);
      assert.deepEqual(deliveries.map(({ mail, attempt, outcome }) => [mail, attempt, outcome]).toSorted(), [
        ["mail.invitation", 1, "sent"],
        ["mail.reset_password", 1, "sent"],
      ]);
      assert.deepEqual(await rows(), []);
    });

    test("does nothing before it is started; then it looks by itself, and at once when it is woken", async () => {
      const slow = sender({ everyMs: 3_600_000 });
      await put();
      await sleep(100);
      assert.deepEqual(sent, []);
      slow.start();
      await until(() => sent.length === 1);
      await put();
      await sleep(100);
      assert.equal(sent.length, 1, "nobody told it");
      slow.wake();
      await until(() => sent.length === 2);
      sender().start();
      await put();
      await until(() => sent.length === 3);
    });

    test("of two nodes and ten senders, one sends each mail", async () => {
      const other = await database.open();
      await Promise.all(Array.from({ length: 30 }, (_, i) => put({ kind: "test", to: `p${i}@mail.example` })));
      const many = Array.from({ length: 10 }, (_, i) => sender({ db: i % 2 === 0 ? storage.db : other.db }));
      for (const one of many) one.start();
      await until(() => sent.length >= 30);
      await Promise.all(many.map((one) => one.flush()));
      assert.equal(sent.length, 30);
      assert.equal(new Set(sent).size, 30);
      assert.deepEqual(errors, []);
    });

    test("tries again later when the mail server is away, and makes the mail anew", async () => {
      let away = true;
      let prepared = 0;
      const one = sender({
        async send({ to }) {
          if (away) throw new MailFailure("server_unreachable");
          sent.push(to);
        },
        prepare: async (id, request) => {
          prepared++;
          return message(id, request);
        },
      });
      await put();
      await one.flush();
      assert.deepEqual(deliveries.at(-1), {
        mail: "mail.test",
        attempt: 1,
        outcome: "will-retry",
        reason: "server_unreachable",
        responseCode: undefined,
      });
      assert.deepEqual((await mailStatus(storage.db)).reasons, { server_unreachable: 1 });
      away = false;
      await one.flush();
      assert.deepEqual(sent, [], "not yet");
      await database.advance(MINUTE);
      await one.flush();
      assert.deepEqual([sent, prepared], [["ada@mail.example"], 2]);
      assert.deepEqual(await mailStatus(storage.db), {
        waiting: 0,
        oldestWaitingAt: undefined,
        failed: 0,
        reasons: {},
      });
    });

    test("what is refused for good is given up at once, where an operator sees it, and holds up nothing", async () => {
      const one = sender({
        async send({ to }) {
          if (to === "nobody@mail.example")
            throw new MailFailure("recipient_refused", { permanent: true, responseCode: 550 });
          sent.push(to);
        },
      });
      await put({ kind: "test", to: "nobody@mail.example" });
      await put();
      await one.flush();
      assert.deepEqual(sent, ["ada@mail.example"]);
      await database.advance(24 * 60 * MINUTE);
      await one.flush();
      assert.deepEqual(
        deliveries.filter(({ outcome }) => outcome !== "sent"),
        [{ mail: "mail.test", attempt: 1, outcome: "gave-up", reason: "recipient_refused", responseCode: 550 }],
      );
      assert.deepEqual(await mailStatus(storage.db), {
        waiting: 0,
        oldestWaitingAt: undefined,
        failed: 1,
        reasons: { recipient_refused: 1 },
      });
    });

    test("gives up in the end on a mail server that never comes back", async () => {
      const one = sender({ send: () => Promise.reject(new MailFailure("server_too_slow")) });
      await put();
      for (let attempt = 1; attempt <= 12; attempt++) {
        await one.flush();
        await database.advance(61 * MINUTE);
      }
      assert.deepEqual([deliveries.length, deliveries.at(-1)?.outcome], [12, "gave-up"]);
      await one.flush();
      assert.equal(deliveries.length, 12);
    });

    test("what nobody needs any more is dropped without a mail", async () => {
      const one = sender({ prepare: async () => undefined });
      await put({ kind: "invitation", userId: "gone" });
      await one.flush();
      assert.deepEqual([sent, deliveries[0]?.outcome], [[], "not-needed"]);
      assert.deepEqual(await rows(), []);
    });

    test("leaves alone what it does not know, for a newer node", async () => {
      await storage.transaction((tx) => enqueue(tx, "mail.birthday", { userId: "u-1" }));
      await sender().flush();
      assert.deepEqual(deliveries, []);
      assert.deepEqual(
        (await rows()).map(({ kind, attempts }) => [kind, attempts]),
        [["mail.birthday", 0]],
      );
    });

    test("a mistake of ours while preparing is reported, and costs that mail a retry", async () => {
      const one = sender({ prepare: () => Promise.reject(new TypeError("broken")) });
      await put();
      await one.flush();
      assert.deepEqual([deliveries[0]?.outcome, deliveries[0]?.reason], ["will-retry", "internal"]);
      assert.equal(errors.length, 1);
    });

    test("a mail server that hangs takes a few places and no more time than allowed", async () => {
      let begun = 0;
      let underWay = 0;
      let most = 0;
      const hangs: Transport["send"] = (_message, signal) => {
        begun++;
        underWay++;
        most = Math.max(most, underWay);
        return new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => {
            underWay--;
            reject(new MailFailure("server_too_slow"));
          }),
        );
      };
      for (let i = 0; i < 10; i++) await put();
      const one = sender({ send: hangs, longestSendMs: 300 });
      one.start();
      await until(() => begun >= 4);
      // Everything else goes on: here, the database.
      assert.equal((await mailStatus(storage.db)).waiting, 10);
      await until(() => begun > 4);
      assert.equal(most, 4);
    });

    test("stops within moments, and puts back what was under way", async () => {
      let begun = false;
      const one = sender({
        send: (_message, signal) =>
          new Promise((_resolve, reject) => {
            begun = true;
            signal.addEventListener("abort", () => reject(signal.reason));
          }),
      });
      await put();
      one.start();
      await until(() => begun);
      await one.close();
      assert.deepEqual([deliveries[0]?.outcome, deliveries[0]?.reason], ["will-retry", "interrupted"]);
      await database.advance(MINUTE);
      await sender().flush();
      assert.equal(sent.length, 1);
    });

    test("stopping lets a mail that is nearly out go out", async () => {
      let begun = false;
      const one = sender({
        async send({ to }) {
          begun = true;
          await sleep(300);
          sent.push(to);
        },
      });
      await put();
      one.start();
      await until(() => begun);
      await one.close();
      assert.deepEqual([sent.length, deliveries[0]?.outcome], [1, "sent"]);
    });

    test("a database that is away is reported and asked again", async () => {
      let broken = true;
      const flaky = new Proxy(storage.db, {
        get(target, name) {
          if (name === "updateTable" && broken) throw new Error("away");
          const value = Reflect.get(target, name);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      const one = sender({ db: flaky });
      await put();
      one.start();
      await until(() => errors.length >= 2);
      assert.deepEqual(sent, []);
      broken = false;
      await until(() => sent.length === 1);
    });

    test("the status tells what waits and since when", async () => {
      assert.deepEqual(await mailStatus(storage.db), {
        waiting: 0,
        oldestWaitingAt: undefined,
        failed: 0,
        reasons: {},
      });
      const before = await storage.now();
      await put();
      await database.advance(MINUTE);
      await put();
      await storage.transaction((tx) => enqueue(tx, "something-else", {}));
      const { waiting, oldestWaitingAt } = await mailStatus(storage.db);
      assert.equal(waiting, 2);
      assert.ok(oldestWaitingAt !== undefined && oldestWaitingAt - before < MINUTE);
    });
  });
}
