/** Group I: no page tells who has an account, by what it says, where it leads, or what it leaves in the browser. */
import assert from "node:assert/strict";
import { setApplicationState } from "../../src/identity/applications/applications.ts";
import type { Browser, PageSeen } from "../support/browser.ts";
import { basic, post, signInAs } from "../support/idp.ts";
import { by } from "../support/world.ts";
import { holdGroup } from "./group.ts";
import {
  decide,
  forgetAll,
  mails,
  makePerson,
  makeStanding,
  named,
  openSignInStage,
  register,
  requestOf,
  type SignInStage,
  type Standing,
  standings,
  start,
} from "./sign-in-stage.ts";

interface Told {
  readonly status: number;
  readonly led: string;
  readonly cookies: readonly string[];
  readonly headers: readonly string[];
  readonly body: string;
}

/** What a stranger could compare: with what they typed themselves, tickets and ids blotted out. */
function told(seen: PageSeen & { location?: string | undefined }, typed: readonly string[], browser: Browser): Told {
  const blot = (text: string) =>
    typed
      .reduce((rest, one) => rest.replaceAll(one, "TYPED").replaceAll(encodeURIComponent(one), "TYPED"), text)
      .replaceAll(/sg[a-z]_[\w.-]+/g, "TICKET")
      .replaceAll(/(?<=challenge&quot;:&quot;)[\w-]+/g, "")
      .replaceAll(/(?<=class="avatar"[^>]*>)[^<]*/g, "");
  const ofItsOwn = new Set(["date", "x-request-id", "content-length", "location"]);
  return {
    status: seen.status,
    led: blot(seen.location ?? new URL(seen.url).pathname),
    cookies: [...browser.cookies.keys()].toSorted(),
    headers: Object.entries(seen.headers).flatMap(([name, value]) =>
      ofItsOwn.has(name) ? [] : [`${name}: ${blot(String(value))}`],
    ),
    body: blot(seen.body).replaceAll(/<code>[\w-]+<\/code>/g, ""),
  };
}

type Who = { loginName: string; email: string };
/** What somebody can do with a name or an address without a right to it. */
const probes: Record<string, (stage: SignInStage, who: Who) => Promise<Told[]>> = {
  async "saying who"(stage, { loginName }) {
    const browser = stage.idp.browser();
    const page = await start(stage, browser);
    const sent = await browser.request("POST", `${stage.idp.issuer}/login`, { request: requestOf(page), loginName });
    const next = await browser.visit(sent.location ?? "");
    return [told(sent, [loginName], browser), told(next, [loginName], browser)];
  },
  async "a wrong password, often"(stage, { loginName }) {
    const seen: Told[] = [];
    const browser = stage.idp.browser();
    for (let i = 0; i < 6; i++) {
      const request = requestOf(await named(stage, browser, loginName));
      const answer = await browser.request("POST", `${stage.idp.issuer}/login/password`, {
        request,
        password: "wrong",
      });
      seen.push(told(answer, [loginName], browser));
    }
    return seen;
  },
  async "a code to try the password with, and guesses at it"(stage, { loginName }) {
    const browser = stage.idp.browser();
    let slowed = await signInAs(browser, await start(stage, browser), loginName, "wrong");
    for (let n = 0; n < 5; n++) slowed = await browser.submit(slowed, { password: "wrong" }, "/login/password");
    const offered = await browser.submit(slowed, { send: "1" }, "/login/unblock");
    const seen = [told(slowed, [loginName], browser), told(offered, [loginName], browser)];
    for (let n = 0; n < 2; n++) {
      seen.push(told(await browser.submit(offered, { code: "guess" }, "/login/unblock"), [loginName], browser));
      seen.push(told(await browser.submit(offered, { send: "1" }, "/login/unblock"), [loginName], browser));
    }
    return seen;
  },
  async "a forgotten password, twice"(stage, { loginName }) {
    const browser = stage.idp.browser();
    const seen: Told[] = [];
    for (let i = 0; i < 2; i++) {
      const request = requestOf(await start(stage, browser));
      const sent = await browser.request("POST", `${stage.idp.issuer}/login/forgot`, { request, loginName });
      seen.push(told(sent, [loginName], browser), told(await browser.visit(sent.location ?? ""), [loginName], browser));
    }
    return seen;
  },
  async "a forgotten password, by address"(stage, { email }) {
    const browser = stage.idp.browser();
    const request = requestOf(await start(stage, browser));
    const sent = await browser.request("POST", `${stage.idp.issuer}/login/forgot`, { request, loginName: email });
    return [told(sent, [email], browser), told(await browser.visit(sent.location ?? ""), [email], browser)];
  },
  async "registering, with guesses at the code"(stage, { email }) {
    const browser = stage.idp.browser();
    const request = requestOf(await start(stage, browser, { prompt: "create" }));
    const form = { request, email, givenName: "Grace", familyName: "Hopper" };
    const sent = await browser.request("POST", `${stage.idp.issuer}/login/register`, form);
    const seen = [told(sent, [email], browser)];
    const ticket = requestOf({ url: sent.location ?? "" });
    seen.push(told(await browser.visit(sent.location ?? ""), [email], browser));
    for (let i = 0; i < 6; i++) {
      const guess = await browser.request("POST", `${stage.idp.issuer}/login/register/code`, {
        request: ticket,
        code: "guess",
      });
      seen.push(told(guess, [email], browser));
    }
    return seen;
  },
  async "a hint"(stage, { loginName }) {
    const browser = stage.idp.browser();
    const seen = [told(await start(stage, browser, { login_hint: loginName }), [loginName], browser)];
    seen.push(
      told(await start(stage, browser, { login_hint: loginName, prompt: "select_account" }), [loginName], browser),
    );
    return seen;
  },
};

async function probeAll(stage: SignInStage, whom: readonly Standing[]): Promise<void> {
  for (const [name, probe] of Object.entries(probes)) {
    const seen = new Map<Standing, Told[]>();
    for (const standing of whom) {
      const who = await makeStanding(stage, standing);
      await forgetAll(stage);
      seen.set(standing, await probe(stage, who));
    }
    const [[, first] = ["", []], ...others] = [...seen];
    for (const [standing, answers] of others) assert.deepEqual(answers, first, `${name}: ${standing}`);
  }
}

holdGroup("I", openSignInStage, {
  async I1(stage) {
    await probeAll(stage, ["nobody", "right"]);
    // Where a user name is asked for, whether it is taken is told to nobody before they have proved the address.
    await decide(stage, { fields: ["userName"] });
    const taken = await makePerson(stage);
    const answers: unknown[] = [];
    for (const standing of standings) {
      await forgetAll(stage);
      const { email } = await makeStanding(stage, standing);
      const browser = stage.idp.browser();
      answers.push(told(await register(stage, browser, email, { userName: taken.userName }), [email], browser));
    }
    await decide(stage, {});
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
  },

  async I2(stage) {
    await probeAll(stage, standings);
    // The mails know: only somebody who may have one is sent one.
    const sent: Record<string, number> = {};
    for (const standing of standings) {
      await forgetAll(stage);
      const { loginName, email } = await makeStanding(stage, standing);
      const browser = stage.idp.browser();
      await browser.request("POST", `${stage.idp.issuer}/login/forgot`, {
        request: requestOf(await start(stage, browser)),
        loginName,
      });
      sent[standing] = (await mails(stage)).filter(({ headers }) => headers.get("to")?.includes(email)).length;
    }
    assert.deepEqual(sent, { right: 1, locked: 0, deactivated: 0, unverified: 1, "no password": 1, nobody: 0 });
  },

  async I4(stage) {
    const { idp } = stage;
    const { application, secret } = await idp.register("web", { authMethod: "basic" });
    await idp.node.services.storage.transaction((tx) => setApplicationState(tx, application.id, "deactivate", by));
    const unknown = { application: { ...application, id: crypto.randomUUID() }, secret };
    const seen = [];
    for (const client of [{ application, secret }, unknown]) {
      const browser = idp.browser();
      const page = await start(stage, browser, { client_id: client.application.id });
      const asked = [
        await post(
          idp,
          "/oauth/v2/token",
          { grant_type: "authorization_code", code: "x" },
          { authorization: basic(client) },
        ),
        await post(
          idp,
          "/oauth/v2/token",
          { grant_type: "refresh_token", refresh_token: "x" },
          { authorization: basic(client) },
        ),
        await post(idp, "/oauth/v2/introspect", { token: "x" }, { authorization: basic(client) }),
        await post(idp, "/oauth/v2/revoke", { token: "x" }, { authorization: basic(client) }),
      ];
      seen.push([told(page, [client.application.id], browser), ...asked.map(({ status, body }) => [status, body])]);
    }
    assert.deepEqual(seen[0], seen[1]);
  },

  async I5(stage) {
    // Silently, too: who is not signed in here is not told apart from nobody.
    const silent = [];
    for (const standing of standings) {
      const { loginName } = await makeStanding(stage, standing);
      const seen = await start(stage, stage.idp.browser(), { prompt: "none", login_hint: loginName });
      silent.push(seen.url);
      const page = await start(stage, stage.idp.browser(), { login_hint: loginName });
      assert.equal(page.status, 200);
      assert.ok(page.body.includes(`value="${loginName}"`), "what was suggested stands in the field, known or not");
    }
    assert.equal(new Set(silent).size, 1, silent.join("\n"));
  },
});
