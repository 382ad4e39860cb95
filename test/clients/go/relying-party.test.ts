/** Go with zitadel/oidc, as the Console's example has it: with a secret, and with a key file. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { Idp } from "../../support/idp.ts";
import { describeClient, endEverySession, type Scene } from "../describe-client.ts";
import type { FrameworkStage } from "../framework-stage.ts";
import { ada, assertRefused, bob, signInTo, told } from "../sign-in.ts";
import { addApplicationKey } from "../stage.ts";
import { startGo } from "./program.ts";

const bySecret = (stage: FrameworkStage, secret: string) => startGo("relying-party", stage, { CLIENT_SECRET: secret });

async function byKey(stage: FrameworkStage, _secret: string, idp: Idp) {
  const { file } = await addApplicationKey(idp, stage.registered.application);
  stage.write("key.json", JSON.stringify(file));
  return startGo("relying-party", stage, { KEY_FILE: join(stage.folder, "key.json") });
}

describeClient({ title: "zitadel/oidc with a secret", framework: "zitadel-oidc", start: bySecret }, (scene) => {
  signsIn(scene);

  test("revokes: what was revoked cannot be refreshed", async () => {
    const { idp, stage } = scene();
    const { browser } = await signInTo(idp, `${stage.origin}/sign-in`, ada(idp));
    assert.deepEqual(told(await browser.visit(`${stage.origin}/revoke`)), { revoked: true });
    const page = await browser.visit(`${stage.origin}/refresh`);
    assert.equal(page.status, 502);
    assert.match(String(told(page).error), /invalid_grant/);
  });

  test("with a wrong secret, nobody gets in", async () => {
    const { idp, stage, restart } = scene();
    await restart("wrong");
    const { page } = await signInTo(idp, `${stage.origin}/sign-in`, ada(idp));
    assert.ok(page.status >= 400, page.body);
    assert.match(page.body, /invalid_client/);
  });
});

const change = { authMethod: "private_key_jwt" } as const;
describeClient({ title: "zitadel/oidc with a key", framework: "zitadel-oidc", change, start: byKey }, (scene) => {
  signsIn(scene);

  test("with a key of another application, nobody gets in", async () => {
    const { idp, stage, client } = scene();
    await client.stop();
    const other = await idp.register("web", { authMethod: "private_key_jwt" });
    const { file } = await addApplicationKey(idp, other.application);
    stage.write("other.json", JSON.stringify(file));
    await using misled = await startGo("relying-party", stage, { KEY_FILE: join(stage.folder, "other.json") });
    const { page } = await signInTo(idp, `${stage.origin}/sign-in`, ada(idp));
    assert.ok(page.status >= 400, page.body + misled.output());
    assert.match(page.body, /invalid_client/);
  });
});

function signsIn(scene: () => Scene): void {
  test("greets whoever signs in by name", async () => {
    const { idp, stage, client } = scene();
    const { page } = await signInTo(idp, `${stage.origin}/sign-in`, ada(idp));
    assert.deepEqual([page.status, page.body], [200, "Hello, Ada Lovelace"], client.output());
  });

  test("refreshes, as often as it has to", async () => {
    const { idp, stage } = scene();
    const { browser } = await signInTo(idp, `${stage.origin}/sign-in`, ada(idp));
    for (let time = 0; time < 2; time++) {
      const answer = told(await browser.visit(`${stage.origin}/refresh`));
      assert.deepEqual(answer, { sub: idp.world.ada.id, replaced: true, rotated: true });
    }
  });

  test("cannot refresh once the session at Signet is over", async () => {
    const { idp, stage } = scene();
    const { browser } = await signInTo(idp, `${stage.origin}/sign-in`, ada(idp));
    await endEverySession(idp);
    const page = await browser.visit(`${stage.origin}/refresh`);
    assert.equal(page.status, 502);
    assert.match(String(told(page).error), /invalid_grant/);
  });

  test("lets nobody in from another organization", async () => {
    const { idp, stage } = scene();
    const { page } = await signInTo(idp, `${stage.origin}/sign-in`, bob(idp));
    assertRefused(idp, page);
  });
}
