import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { after, before, describe, test } from "node:test";
import { connectionsDuring, Egress, targetsOf } from "./egress.ts";
import { engines } from "./engines.ts";
import { startIdp } from "./idp.ts";
import { startMailServer } from "./mail.ts";
import { startTestNode } from "./node.ts";
import { takeProblems } from "./problems.ts";
import { newFolder, runSignet } from "./signet.ts";

describe("the connections of a test node", () => {
  const server = createServer((socket) => void socket.end());
  let port: number;
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
  });
  after(() => void server.close());

  test("to where nobody configured it to go are found when it is closed, also to this machine", async () => {
    for (const extend of ["in a request", "after the answer"] as const) {
      const node = await startTestNode({
        extend: (app) =>
          void app.get("/planted", async () => {
            const asking = fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
            if (extend === "in a request") await asking;
            return {};
          }),
      });
      assert.equal((await node.app.inject({ url: "/planted" })).statusCode, 200);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await node.close();
      assert.match(takeProblems().join("\n"), new RegExp(`it connected to 127.0.0.1:${port}, which nobody configured`));
    }
  });

  for (const engine of engines) {
    test(`to its database and its mail server are its own, on ${engine.name}`, async () => {
      const mails = await startMailServer();
      const idp = await startIdp(engine, { SIGNET_SMTP_URL: mails.url, SIGNET_MAIL_FROM: "a@acme.example" });
      const browser = idp.browser();
      await browser.visit(`${idp.issuer}/account`);
      await idp.node.services.mail.flush();
      // What a test does itself is not the node's.
      await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
      await idp.close();
      await mails.close();
    });
  }

  test("of a process are found too", async () => {
    const environment = { SIGNET_SMTP_URL: `smtp://127.0.0.1:${port}` };
    const planted = `data:text/javascript,import net from "node:net";net.connect(${port},"127.0.0.1").on("error",()=>{}).unref()`;
    const run = { cwd: newFolder(), nodeOptions: ["--import", planted] };
    await runSignet(["version"], run);
    assert.match(takeProblems().join("\n"), new RegExp(`it connected to 127.0.0.1:${port}, which nobody configured`));
    assert.equal((await runSignet(["version"], { ...run, environment })).code, 0);
    assert.equal((await runSignet(["version"], { cwd: run.cwd })).code, 0);
  });
});

describe("a configured place", () => {
  const reached = (url: string, target: string) => {
    const egress = new Egress([url]);
    egress.connecting(target);
    return egress.unexpected.length === 0;
  };

  test("is the same by its name and by its address, with the usual port where none is named, and no other is", () => {
    assert.ok(reached("smtp://mail.example", "mail.example:25"));
    assert.ok(reached("smtps://mail.example", "192.0.2.1:465"));
    assert.ok(reached("postgres://user:secret@[::1]:5433/signet", "::1:5433"));
    assert.ok(reached("postgres://user:secret@192.0.2.1,192.0.2.2:5433/signet", "192.0.2.2:5433"));
    for (const [url, target] of [
      ["smtp://mail.example", "other.example:25"],
      ["smtp://mail.example", "192.0.2.1:465"],
      ["postgres://192.0.2.1/signet", "192.0.2.2:5432"],
      ["file:data/signet.db", "127.0.0.1:80"],
      ["smtp://mail.example", "a datagram"],
    ] as const) {
      assert.ok(!reached(url, target), `${url} ${target}`);
    }
    assert.deepEqual(targetsOf("file:data/signet.db"), []);
  });

  test("is told with every connection that is made meanwhile", async () => {
    const seen = await connectionsDuring(() => fetch("http://127.0.0.1:65000/").catch(() => undefined));
    assert.deepEqual(seen, ["127.0.0.1:65000"]);
  });
});
