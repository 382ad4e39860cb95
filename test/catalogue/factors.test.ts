/** Group L: what half a sign-in is worth. */
import assert from "node:assert/strict";
import { Secret, TOTP } from "otpauth";
import type { App } from "../../src/http/app.ts";
import { addTotp, newTotpSecret } from "../../src/identity/factors/totp.ts";
import { readNow } from "../../src/storage/now.ts";
import { Browser } from "../support/browser.ts";
import { answerOf, authorizeUrl, signInAs } from "../support/idp.ts";
import { startTestNode } from "../support/node.ts";
import { by } from "../support/world.ts";
import { holdGroup } from "./group.ts";
import { makePerson, openSignInStage, type SignInStage, start } from "./sign-in-stage.ts";

/** The password is proved, and the code from the app is not. */
async function halfWay(stage: SignInStage): Promise<{ browser: Browser; userId: string }> {
  const { storage, vault } = stage.idp.node.services;
  const human = await makePerson(stage);
  const secret = newTotpSecret();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: (await readNow(storage.db)) - 30_000,
  });
  assert.equal(await addTotp(storage, vault, { userId: human.id, secret, name: "", code }, by), "won");
  const browser = stage.idp.browser();
  const page = await signInAs(browser, await start(stage, browser), human.loginName);
  assert.match(page.body, /action="\/login\/factor"/);
  return { browser, userId: human.id };
}

async function getsNothing(stage: SignInStage, browser: Browser, app: App): Promise<void> {
  const { idp } = stage;
  const visitor = new Browser(app, idp.issuer);
  for (const [name, value] of browser.cookies) visitor.cookies.set(name, value);
  const ask = (parameters: Record<string, string>) => visitor.visit(authorizeUrl(idp, { client: idp.web, parameters }));
  assert.equal(answerOf(await ask({ prompt: "none" })).get("error"), "login_required");
  for (const parameters of [{}, { prompt: "select_account" }, { prompt: "consent" }]) {
    assert.match((await ask(parameters)).body, /action="\/login"/, JSON.stringify(parameters));
  }
  for (const path of ["/account", "/account/security", "/account/security/totp", "/account/data"]) {
    assert.match((await visitor.visit(`${idp.issuer}${path}`)).url, /\/login\?/, path);
  }
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  for (const url of ["/management/v1/me", "/oauth/v2/userinfo"]) {
    assert.equal((await app.inject({ url, headers: { cookie } })).statusCode, 401, url);
  }
}

holdGroup("L", openSignInStage, {
  async L1(stage) {
    const { browser, userId } = await halfWay(stage);
    await getsNothing(stage, browser, stage.idp.node.app);
    const sessions = await stage.idp.node.services.storage.db
      .selectFrom("login_sessions")
      .select("id")
      .where("user_id", "=", userId)
      .execute();
    assert.deepEqual(sessions, []);
  },

  async L2(stage) {
    const { browser } = await halfWay(stage);
    const other = await startTestNode({ beside: stage.idp.node });
    try {
      await getsNothing(stage, browser, other.app);
    } finally {
      await other.close();
    }
  },
});
