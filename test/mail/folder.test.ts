import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { requestMail, requestTestMail } from "../../src/identity/users/mail-requests.ts";
import { MailFailure } from "../../src/mail/failure.ts";
import { folderTransport } from "../../src/mail/folder.ts";
import { outboxFolder } from "../../src/services.ts";
import { mailsInFolder, readMail } from "../support/mail.ts";
import { startTestNode } from "../support/node.ts";
import { newFolder, startServer } from "../support/signet.ts";
import { by, makeWorld } from "../support/world.ts";

const never = new AbortController().signal;
const message = { id: "m-1", from: "a@b.example", to: "c@d.example", bytes: Buffer.from("one") };

describe("without a mail server", () => {
  const folder = mkdtempSync(join(tmpdir(), "signet-outbox-"));
  after(() => rmSync(folder, { recursive: true, force: true }));

  test("each mail is one file, whole, and for this user only; trying again does not make a second one", async () => {
    const outbox = join(folder, "outbox");
    const transport = folderTransport(outbox);
    await transport.send(message, never);
    await transport.send({ ...message, bytes: Buffer.from("two") }, never);
    await transport.send({ ...message, id: "m-2" }, never);
    assert.deepEqual(readdirSync(outbox).toSorted(), ["m-1.eml", "m-2.eml"]);
    assert.equal(statSync(join(outbox, "m-1.eml")).mode & 0o777, 0o600);
    assert.equal(statSync(outbox).mode & 0o777, 0o700);
  });

  test("a folder that cannot be written to is a failure that may pass", async () => {
    const occupied = join(folder, "occupied");
    writeFileSync(occupied, "");
    await assert.rejects(
      folderTransport(occupied).send(message, never),
      (error) => error instanceof MailFailure && error.reason === "folder_not_writable" && !error.permanent,
    );
  });

  test("the folder is beside the SQLite database, or in ./data with PostgreSQL", () => {
    assert.equal(outboxFolder("file:./data/signet.db"), join(process.cwd(), "data", "outbox"));
    assert.equal(outboxFolder("file:/var/lib/signet/signet.db"), "/var/lib/signet/outbox");
    assert.equal(outboxFolder("postgres://signet@db.example/signet"), join(process.cwd(), "data", "outbox"));
  });

  test("a node writes its mails there, and nothing before there is one", async () => {
    const node = await startTestNode();
    try {
      const { ada } = await makeWorld(node.services.storage);
      await node.services.mail.flush();
      assert.equal(existsSync(outboxFolder(node.database.url)), false);
      await node.services.storage.transaction(async (tx) => {
        await requestMail(tx, { kind: "invitation", userId: ada.id }, by);
        await requestTestMail(tx, { to: "ops@mail.example" }, by);
      });
      await node.services.mail.flush();
      const mails = mailsInFolder(node.database).map(readMail);
      assert.deepEqual(
        mails.map(({ headers }) => [headers.get("to"), headers.get("subject"), headers.get("from")]),
        [
          [ada.email, "Your account at Acme", "signet@localhost"],
          ["ops@mail.example", "Test mail from localhost:8080", "signet@localhost"],
        ],
      );
      assert.match(mails[0]?.link ?? "", /^http:\/\/localhost:8080\/login\/mail\?link=sgm_/);
    } finally {
      await node.close();
    }
  });

  test("`signet serve` says once where mails go", async () => {
    const cwd = newFolder();
    const server = await startServer({ cwd });
    try {
      await server.printed("SIGNET_SMTP_URL");
      const lines = server
        .output()
        .split("\n")
        .filter((line) => line.includes("SIGNET_SMTP_URL"));
      assert.equal(lines.length, 1);
      assert.equal(JSON.parse(lines[0] ?? "").folder, join(cwd, "data", "outbox"));
    } finally {
      await server.stop();
      rmSync(cwd, { recursive: true, force: true });
    }
  });
});
