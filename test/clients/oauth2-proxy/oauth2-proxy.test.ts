/** oauth2-proxy, as the Console's example has it, and with two things that its users often add. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { WebBrowser } from "../../support/web-browser.ts";
import { addRole, describeClient, endEverySession, type Scene, shortenTokens } from "../describe-client.ts";
import type { FrameworkStage } from "../framework-stage.ts";
import { ada, answerSignet, assertRefused, bob, told } from "../sign-in.ts";
import { startOauth2Proxy } from "./server.ts";

const framework = "oauth2-proxy";

/** Its own page asks first. */
async function signIn({ idp, stage }: Scene, loginName: string) {
  const browser = new WebBrowser();
  const first = await browser.visit(`${stage.origin}/page`);
  assert.equal(first.status, 403, "nobody passes unasked");
  const signet = await browser.visit(`${stage.origin}/oauth2/start?rd=/page`);
  return { browser, page: await answerSignet(idp, browser, signet, loginName) };
}

const start = (stage: FrameworkStage, secret: string) => startOauth2Proxy(stage, secret);
describeClient({ title: "oauth2-proxy", framework, start }, (scene) => {
  test("passes on who signed in, with the address from userinfo", async () => {
    const { idp, stage, client } = scene();
    const { browser, page } = await signIn(scene(), ada(idp));
    assert.deepEqual([page.status, page.url], [200, `${stage.origin}/page`], page.body + client.output());
    const headers = told(page);
    assert.deepEqual(
      [headers["x-forwarded-email"], headers["x-forwarded-user"]],
      [idp.world.ada.email, idp.world.ada.id],
    );
    const person = told(await browser.visit(`${stage.origin}/oauth2/userinfo`));
    assert.equal(person.email, idp.world.ada.email);
  });

  test("signs out", async () => {
    const { idp, stage } = scene();
    const { browser } = await signIn(scene(), ada(idp));
    await browser.request(`${stage.origin}/oauth2/sign_out`);
    assert.equal((await browser.visit(`${stage.origin}/page`)).status, 403);
  });

  test("lets nobody in from another organization", async () => {
    const { idp, stage } = scene();
    const { browser, page } = await signIn(scene(), bob(idp));
    assertRefused(idp, page);
    assert.equal((await browser.visit(`${stage.origin}/page`)).status, 403);
  });

  test("with a wrong secret, nobody gets in", async () => {
    await scene().restart("wrong");
    const { idp, stage, client } = scene();
    const { browser, page } = await signIn(scene(), ada(idp));
    assert.equal(page.status, 500);
    assert.match(client.output(), /invalid_client/);
    assert.equal((await browser.visit(`${stage.origin}/page`)).status, 403);
  });
});

const refreshing = (stage: FrameworkStage, secret: string) =>
  startOauth2Proxy(stage, secret, [
    'cookie_refresh = "1s"',
    'scope = "openid email profile offline_access"',
    "pass_access_token = true",
  ]);
/** It counts whole seconds, and refreshes when more than one has passed. */
const UNTIL_OVER_MS = 3000;

describeClient({ title: "oauth2-proxy that refreshes", framework, start: refreshing }, (scene) => {
  test("twelve requests at once that find the token over all get through, each with a new one", async () => {
    const { idp, stage, client } = scene();
    const { browser, page } = await signIn(scene(), ada(idp));
    const first = told(page)["x-forwarded-access-token"];
    await sleep(UNTIL_OVER_MS);
    const pages = await Promise.all(Array.from({ length: 12 }, () => browser.visit(`${stage.origin}/page`)));
    for (const each of pages) {
      assert.equal(each.status, 200, client.output());
      assert.notEqual(told(each)["x-forwarded-access-token"], first);
    }
    assert.doesNotMatch(client.output(), /Unable to refresh/);
  });

  test("lets nobody pass whose session at Signet is over once the ID token is, too", async () => {
    const { idp, stage, client } = scene();
    await shortenTokens(idp, stage.registered, 10);
    const { browser, page } = await signIn(scene(), ada(idp));
    assert.equal(page.status, 200);
    await sleep(UNTIL_OVER_MS);
    assert.equal((await browser.visit(`${stage.origin}/page`)).status, 200, "as long as it can refresh");
    await endEverySession(idp);
    await sleep(10_000 + UNTIL_OVER_MS);
    assert.equal((await browser.visit(`${stage.origin}/page`)).status, 403);
    assert.match(client.output(), /invalid_grant/);
  });
});

const forAdmins = (stage: FrameworkStage, secret: string) =>
  startOauth2Proxy(stage, secret, ['allowed_groups = ["admin"]']);
describeClient({ title: "oauth2-proxy for one group", framework, start: forAdmins }, (scene) => {
  test("lets pass who has the role that it names, and nobody else", async () => {
    const { idp, client } = scene();
    const { page: without } = await signIn(scene(), ada(idp));
    assert.equal(without.status, 403, without.body);
    await addRole(idp, "admin");
    const { page } = await signIn(scene(), ada(idp));
    assert.equal(page.status, 200, page.body + client.output());
    assert.equal(told(page)["x-forwarded-groups"], "admin");
  });
});
