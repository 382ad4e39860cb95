import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { setUserState } from "../../src/identity/users/users.ts";
import { enginesOf } from "../support/engines.ts";
import { authorizeUrl, CALLBACK, type Idp, PASSWORD, signInAs, startIdp } from "../support/idp.ts";
import { setPolicyFreely } from "../support/policies.ts";
import { by } from "../support/world.ts";
import { fieldsWith, PasskeyStage, questionIn } from "./passkey-stage.ts";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`usage of the sign-in pages, on ${engine.name}`, () => {
    let idp: Idp;
    let stage: PasskeyStage;
    before(async () => {
      idp = await startIdp(engine);
      stage = new PasskeyStage(idp);
    });
    after(() => idp.close());
    beforeEach(async () => {
      await idp.node.services.usage.flush();
      await idp.world.storage.db.deleteFrom("usage").execute();
      await stage.forgive();
    });

    const counted = async () => {
      await idp.node.services.usage.flush();
      const rows = await idp.world.storage.db
        .selectFrom("usage")
        .selectAll()
        .where("kind", "like", "sign_in%")
        .execute();
      return Object.fromEntries(
        rows.map(({ organization_id, kind, count }) => [`${kind} ${organization_id}`.trim(), count]),
      );
    };
    const trySignIn = async (loginName: string, password = PASSWORD) => {
      const browser = idp.browser();
      return signInAs(browser, await browser.visit(authorizeUrl(idp, { client: idp.web })), loginName, password);
    };

    test("a sign-in is counted once for the person's organization", async () => {
      const human = await stage.person(idp.world.other.id);
      assert.ok((await trySignIn((await stage.person()).loginName)).url.startsWith(CALLBACK));
      await trySignIn(human.loginName);
      assert.deepEqual(await counted(), { [`sign_in ${idp.world.acme.id}`]: 1, [`sign_in ${idp.world.other.id}`]: 1 });
    });

    test("a wrong password is counted for the person's organization, and for none where there is no such person", async () => {
      const human = await stage.person();
      await trySignIn(human.loginName, "not the password");
      await trySignIn(human.loginName, "not this one either");
      await trySignIn(`nobody@${idp.world.acme.domain}`, "not the password");
      assert.deepEqual(await counted(), { [`sign_in.failed ${idp.world.acme.id}`]: 2, "sign_in.failed": 1 });
    });

    test("half of a sign-in is none, and a wrong second proof is counted", async () => {
      const human = await stage.person();
      const authenticator = await stage.passkeyOf(human);
      await stage.decide({ mode: "required" });
      const browser = idp.browser();
      const page = await signInAs(browser, await stage.start(browser), human.loginName);
      assert.match(page.url, /\/login\/factor/);
      assert.deepEqual(await counted(), {});
      const wrong = authenticator.get(questionIn(page, "/login/factor"), { challenge: "bm90IHRoZSBvbmU" });
      const refused = await browser.submit(page, fieldsWith(page, "/login/factor", wrong), "/login/factor");
      assert.equal(refused.status, 401, refused.body);
      assert.deepEqual(await counted(), { [`sign_in.failed ${idp.world.acme.id}`]: 1 });
      const right = authenticator.get(questionIn(refused, "/login/factor"));
      await browser.submit(refused, fieldsWith(refused, "/login/factor", right), "/login/factor");
      assert.deepEqual(await counted(), {
        [`sign_in.failed ${idp.world.acme.id}`]: 1,
        [`sign_in ${idp.world.acme.id}`]: 1,
      });
      await stage.decide({});
    });

    test("the right password of somebody who is locked out is no sign-in", async () => {
      const human = await stage.person();
      await idp.world.storage.transaction((tx) => setUserState(tx, human.id, "lock", by));
      assert.equal((await trySignIn(human.loginName)).status, 401);
      assert.equal((await counted())[`sign_in ${idp.world.acme.id}`], undefined);
    });

    test("what is slowed down is not looked at, and so is not counted", async () => {
      const human = await stage.person();
      const settings = { delayAfter: 2, blockAfter: 2, blockSeconds: 60 };
      await idp.world.storage.transaction((tx) =>
        setPolicyFreely(tx, "throttling", { organizationId: idp.world.acme.id, settings }, by),
      );
      for (let n = 0; n < 4; n++) await trySignIn(human.loginName, "not the password");
      assert.equal((await counted())[`sign_in.failed ${idp.world.acme.id}`], 2);
    });
  });
}
