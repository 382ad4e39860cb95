/** Go with coreos/go-oidc, as the Console's example has it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeClient, endEverySession } from "../describe-client.ts";
import type { FrameworkStage } from "../framework-stage.ts";
import { ada, assertRefused, bob, signInTo, told } from "../sign-in.ts";
import { startGo } from "./program.ts";

const start = (stage: FrameworkStage, secret: string) => startGo("go-oidc", stage, { CLIENT_SECRET: secret });

describeClient({ title: "go-oidc", framework: "go-oidc", start }, (scene) => {
  test("greets whoever signs in by the address that userinfo has", async () => {
    const { idp, stage } = scene();
    const { page } = await signInTo(idp, `${stage.origin}/sign-in`, ada(idp));
    assert.deepEqual([page.status, page.body], [200, `Hello, ${idp.world.ada.email}`]);
  });

  test("replaces an access token that is over, and finds the new ID token good", async () => {
    const { idp, stage } = scene();
    const { browser } = await signInTo(idp, `${stage.origin}/sign-in`, ada(idp));
    for (let time = 0; time < 2; time++) {
      const answer = told(await browser.visit(`${stage.origin}/refresh`));
      assert.deepEqual(answer, { sub: idp.world.ada.id, replaced: true, rotated: true });
    }
  });

  test("cannot replace it once the session at Signet is over", async () => {
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

  test("with a wrong secret, nobody gets in", async () => {
    const { idp, stage, restart } = scene();
    await restart("wrong");
    const { page } = await signInTo(idp, `${stage.origin}/sign-in`, ada(idp));
    assert.equal(page.status, 502);
    assert.match(page.body, /invalid_client/);
  });
});
