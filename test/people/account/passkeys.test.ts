/**
 * Passkeys in one's own account: added by a device that answers what it was asked, in a session that was proved lately.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { listFactors } from "../../../src/identity/users/factors.ts";
import type { Human } from "../../../src/identity/users/humans.ts";
import { Authenticator } from "../../support/authenticator.ts";
import { findForm, type PageSeen } from "../../support/browser.ts";
import { isAtLogin, mainOf, onEachAccountStage, see } from "./stage.ts";

const action = "/account/security/passkey";

/** What the page asks the device. */
function askedBy({ body }: PageSeen) {
  const text = /data-options="([^"]*)"/.exec(body)?.[1] ?? "";
  return JSON.parse(
    text
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&"),
  );
}

onEachAccountStage("my passkeys", (stage) => {
  const passkeys = async ({ id }: Human) =>
    (await listFactors(stage.idp.world.storage.db, id)).filter(({ kind }) => kind === "passkey");

  test("one is added, counts in this session at once, brings recovery codes, is named and removed", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    const page = await see(idp, browser, "/security/passkey");
    const credential = new Authenticator(idp.issuer).create(askedBy(page));
    const shown = await browser.submit(page, { credential }, action);
    assert.match(shown.body, /Keep these recovery codes/, mainOf(shown));
    const [passkey] = await passkeys(human);
    assert.ok(passkey);
    const list = await see(idp, browser, "/security");
    assert.ok(!isAtLogin(list));
    const renamed = await browser.submit(
      list,
      { id: passkey.id, name: "Blue laptop" },
      "/account/security/passkey/name",
    );
    assert.match(renamed.body, /<bdi>Blue laptop<\/bdi>/);
    const empty = await browser.submit(list, { id: passkey.id, name: " " }, "/account/security/passkey/name");
    assert.match(empty.body, /<bdi>Blue laptop<\/bdi>/);
    await browser.submit(list, { id: passkey.id }, "/account/security/remove");
    assert.deepEqual(await passkeys(human), []);
    assert.equal((await stage.mailsTo(human.email)).length, 2, "told when it was added, and when it was removed");
  });

  test("an answer counts once, and only to the question of this person", async () => {
    const { idp } = stage;
    const [one, two] = [await stage.person(), await stage.person()];
    const [browser, other] = [await stage.visitor(one), await stage.visitor(two)];
    const page = await see(idp, browser, "/security/passkey");
    const credential = new Authenticator(idp.issuer).create(askedBy(page));
    const theirs = await see(idp, other, "/security/passkey");
    const { challenge = "" } = findForm(page.body, action).hidden;
    for (const fields of [{ credential }, { credential, challenge }]) {
      assert.equal((await other.submit(theirs, fields, action)).status, 401);
    }
    assert.deepEqual(await passkeys(two), []);
    assert.equal((await browser.submit(page, { credential }, action)).status, 200);
    const again = await see(idp, browser, "/security/passkey");
    assert.equal((await browser.submit(again, { credential, challenge }, action)).status, 401);
    assert.equal((await passkeys(one)).length, 1);
  });

  test("none is added where the policy does not allow them", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    const page = await see(idp, browser, "/security/passkey");
    const credential = new Authenticator(idp.issuer).create(askedBy(page));
    await stage.decide("secondFactor", { mode: "optional", allowed: ["totp"] });
    try {
      assert.equal((await browser.submit(page, { credential }, action)).status, 400);
      assert.match((await see(idp, browser, "/security/passkey")).url, /\/account\/security$/);
      assert.deepEqual(await passkeys(human), []);
    } finally {
      await stage.decide("secondFactor", {});
    }
  });
});
