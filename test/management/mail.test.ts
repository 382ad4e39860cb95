/** Mail over the management API: how it is doing, and a test mail. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Api, startApi } from "../support/api.ts";
import { contentOf } from "../support/content.ts";
import { enginesOf } from "../support/engines.ts";
import { mailsInFolder, readMail } from "../support/mail.ts";
import { sqlite } from "../support/node.ts";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`mail over the API, on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await startApi(engine);
    });
    after(() => api.close());

    const status = async () => (await api.owner.get("/mail")).json;

    test("without a mail server it says that mails are written to a folder, by whom, and that none waits", async () => {
      assert.deepEqual(await status(), {
        transport: "folder",
        from: "signet@localhost",
        waiting: 0,
        failed: 0,
        reasons: {},
      });
    });

    test("a test mail is queued, with an event, and shows as waiting until it is sent", async () => {
      const answer = await api.owner.post("/mail/test", { to: "Operator@mail.example" });
      assert.deepEqual([answer.status, answer.body], [204, ""]);
      const { waiting, oldestWaitingAt } = await status();
      assert.equal(waiting, 1);
      assert.ok(Math.abs(Date.parse(oldestWaitingAt) - Date.now()) < 60_000);
      const [event, ...more] = (await api.owner.get("/events?type=mail.test_requested")).json.items;
      assert.deepEqual([more, event.actor.id, event.resource], [[], api.owner.userId, { kind: "mail" }]);
      assert.equal(event.requestId, answer.headers["x-request-id"]);
    });

    test("a mail that was given up shows as failed, with the reason", async () => {
      const { db } = api.idp.node.services.storage;
      const { id } = await db.selectFrom("outbox").select("id").executeTakeFirstOrThrow();
      const payload = JSON.stringify({ to: "operator@mail.example", failure: "server_unreachable" });
      await db
        .updateTable("outbox")
        .set({ failed_at: Date.now(), attempts: 12, payload })
        .where("id", "=", id)
        .execute();
      const { waiting, failed, reasons } = await status();
      assert.deepEqual([waiting, failed, reasons], [0, 1, { server_unreachable: 1 }]);
    });

    test("what is no address is refused, and nothing is queued", async () => {
      const before = await contentOf(api.idp.node.services.storage);
      for (const body of [
        { to: "nobody" },
        { to: "" },
        { to: "a@b.example\r\nbcc: all@b.example" },
        { to: ["a@b.example"] },
        {},
        undefined,
      ]) {
        const { status: answered, json } = await api.owner.post("/mail/test", body);
        assert.deepEqual([answered, json.code], [400, "invalid_input"], JSON.stringify(body));
      }
      assert.deepEqual(await contentOf(api.idp.node.services.storage), before);
    });

    test("a viewer sees how mail is doing but sends none; a manager of an organization does neither", async () => {
      const viewer = await api.manager([{ role: "IAM_OWNER_VIEWER", place: { level: "iam" } }]);
      const organization = await api.manager([
        { role: "ORG_OWNER", place: { level: "organization", organizationId: api.idp.world.acme.id } },
      ]);
      const before = await contentOf(api.idp.node.services.storage);
      assert.equal((await viewer.get("/mail")).status, 200);
      assert.equal((await organization.get("/mail")).json.code, "permission_missing");
      for (const caller of [viewer, organization]) {
        assert.equal(
          (await caller.post("/mail/test", { to: "operator@mail.example" })).json.code,
          "permission_missing",
        );
      }
      assert.deepEqual(await contentOf(api.idp.node.services.storage), before);
    });
  });
}

describe("a test mail", () => {
  test("goes out as soon as it was asked for", async () => {
    const api = await startApi(sqlite);
    try {
      api.idp.node.services.mail.start();
      assert.equal((await api.owner.post("/mail/test", { to: "operator@mail.example" })).status, 204);
      const sent = () => mailsInFolder(api.idp.node.database);
      for (let n = 0; n < 1_200 && sent().length === 0; n++) await new Promise((resolve) => setTimeout(resolve, 50));
      const [mail, ...more] = sent();
      assert.deepEqual(more, []);
      assert.equal(readMail(mail ?? "").headers.get("to"), "operator@mail.example");
    } finally {
      await api.close();
    }
  });
});
