import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { openAfterAnswer } from "../../src/http/after-answer.ts";
import { authorizeUrl, startIdp } from "../support/idp.ts";

describe("work after the answer", () => {
  test("begins after the turn that asked for it, and can be waited for, with what it asks for itself", async () => {
    const failed: unknown[] = [];
    const after = openAfterAnswer((error) => failed.push(error));
    const done: string[] = [];
    after.run(async () => {
      await nextTurn();
      done.push("first");
      after.run(async () => void done.push("second"));
    });
    await Promise.resolve();
    assert.deepEqual(done, []);
    await after.settled();
    assert.deepEqual(done, ["first", "second"]);
    await after.settled();
    assert.deepEqual(failed, []);
  });

  test("what fails is reported, at once or later, and stops nothing else", async () => {
    const failed: unknown[] = [];
    const after = openAfterAnswer((error) => failed.push(error));
    let done = false;
    after.run(() => {
      throw new Error("at once");
    });
    after.run(() => Promise.reject(new Error("later")));
    after.run(async () => {
      done = true;
    });
    await after.settled();
    assert.deepEqual(failed.map(String).toSorted(), ["Error: at once", "Error: later"]);
    assert.equal(done, true);
  });

  test("closing waits for what was asked for; what comes after it is reported and not begun", async () => {
    const failed: unknown[] = [];
    const after = openAfterAnswer((error) => failed.push(error));
    let done = false;
    after.run(async () => {
      await nextTurn();
      done = true;
    });
    await after.close();
    assert.equal(done, true);
    after.run(async () => assert.fail("it was begun"));
    await nextTurn();
    assert.equal(failed.length, 1);
  });

  test("a node that stops right after an answer has still asked for the mail, and logs no error", async () => {
    const idp = await startIdp();
    const another = await idp.node.database.open();
    try {
      const browser = idp.browser();
      const login = await browser.visit(
        authorizeUrl(idp, { client: idp.web, parameters: { login_hint: `ada@${idp.world.acme.domain}` } }),
      );
      const request = /name="request" value="([^"]+)"/.exec(login.body)?.[1] ?? "";
      const form = { request, loginName: `ada@${idp.world.acme.domain}` };
      assert.equal((await browser.request("POST", "/login/forgot", form)).status, 303);
      await idp.node.app.close();
      await idp.node.services.close();
      const waiting = await another.db.selectFrom("outbox").select("kind").execute();
      assert.deepEqual(
        waiting.map(({ kind }) => kind),
        ["mail.reset_password"],
      );
      assert.doesNotMatch(idp.node.lines.join(""), /"level":"error"/);
    } finally {
      await idp.node.database.drop();
    }
  });
});
