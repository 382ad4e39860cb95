/** M60 to M69: signing out because the client asks for it. */
import assert from "node:assert/strict";
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from "jose";
import type { Browser, PageSeen } from "../support/browser.ts";
import { answerIn, arrived, ask, complete } from "./journey.ts";
import { once } from "./plans.ts";
import { type Check, check, ISSUER, type Stage } from "./stage.ts";

const BYE = "https://app.example/bye";

async function signedIn(stage: Stage): Promise<{ browser: Browser; hint: string }> {
  const browser = stage.idp.browser();
  return { browser, hint: (await complete(stage, { browser })).idToken };
}

function endSession(browser: Browser, parameters: Record<string, string>): Promise<PageSeen> {
  return browser.visit(`${ISSUER}/oauth/v2/endsession?${new URLSearchParams(parameters)}`);
}

async function isSignedIn(stage: Stage, browser: Browser): Promise<boolean> {
  const { parameters } = arrived(await ask(stage, { browser, parameters: { prompt: "none" } }));
  if (!parameters.has("code")) assert.equal(parameters.get("error"), "login_required");
  return parameters.has("code");
}

function isQuestion(seen: PageSeen): void {
  assert.equal(answerIn(seen), undefined);
  assert.match(seen.body, /Sign out\?/);
}

function isSignedOutPage(seen: PageSeen): void {
  assert.equal(answerIn(seen), undefined);
  assert.ok(seen.url.startsWith(ISSUER));
  assert.match(seen.body, /You are signed out/);
}

/** The person is asked; nothing has happened before they answer, and no answer leads to the address. */
async function isNotFollowed(stage: Stage, browser: Browser, parameters: Record<string, string>): Promise<void> {
  const question = await endSession(browser, parameters);
  isQuestion(question);
  assert.equal(await isSignedIn(stage, browser), true);
  isSignedOutPage(await browser.submit(question, {}, "/logout"));
  assert.equal(await isSignedIn(stage, browser), false);
}

/** The same claims without a signature. */
function unsigned(idToken: string): string {
  return `${Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url")}.${idToken.split(".")[1]}.`;
}

/** The same claims and key id, signed with a key of somebody's own. */
async function signedBySomebodyElse(idToken: string): Promise<string> {
  const { privateKey } = await generateKeyPair("RS256");
  const { kid = "", typ = "" } = decodeProtectedHeader(idToken);
  return new SignJWT(decodeJwt(idToken)).setProtectedHeader({ alg: "RS256", kid, typ }).sign(privateKey);
}

export const logoutChecks: readonly Check[] = [
  check("M60", once, async (stage) => {
    const { browser, hint } = await signedIn(stage);
    const state = "a b&c=+%2B";
    const { address, parameters } = arrived(
      await endSession(browser, { id_token_hint: hint, post_logout_redirect_uri: BYE, state }),
    );
    assert.ok(address.startsWith(`${BYE}?`));
    assert.deepEqual([...parameters], [["state", state]]);
    assert.equal(await isSignedIn(stage, browser), false);
  }),

  check("M61", once, async (stage) => {
    const { browser, hint } = await signedIn(stage);
    const { address } = arrived(await endSession(browser, { id_token_hint: hint, post_logout_redirect_uri: BYE }));
    assert.equal(address, BYE);
    assert.equal(await isSignedIn(stage, browser), false);
  }),

  check("M62", once, async (stage) => {
    const { browser, hint } = await signedIn(stage);
    await isNotFollowed(stage, browser, { id_token_hint: hint, post_logout_redirect_uri: `${BYE}/more`, state: "s" });
  }),

  check("M63", once, async (stage) => {
    const { browser, hint } = await signedIn(stage);
    await isNotFollowed(stage, browser, {
      id_token_hint: hint,
      post_logout_redirect_uri: `${BYE}?foo=bar`,
      state: "s",
    });
  }),

  check("M64", once, async (stage) => {
    const { browser } = await signedIn(stage);
    await isNotFollowed(stage, browser, { post_logout_redirect_uri: BYE, state: "s" });
  }),

  check("M65", once, async (stage) => {
    const { browser, hint } = await signedIn(stage);
    await isNotFollowed(stage, browser, { id_token_hint: unsigned(hint), post_logout_redirect_uri: BYE });
  }),

  check("M66", once, async (stage) => {
    const { browser, hint } = await signedIn(stage);
    await isNotFollowed(stage, browser, {
      id_token_hint: await signedBySomebodyElse(hint),
      post_logout_redirect_uri: BYE,
    });
  }),

  check("M67", once, async (stage) => {
    const { browser } = await signedIn(stage);
    await isNotFollowed(stage, browser, {});
  }),

  check("M68", once, async (stage) => {
    const { browser, hint } = await signedIn(stage);
    isSignedOutPage(await endSession(browser, { id_token_hint: hint }));
    assert.equal(await isSignedIn(stage, browser), false);
  }),

  check("M69", once, async (stage) => {
    const { browser } = await signedIn(stage);
    await isNotFollowed(stage, browser, { state: "s" });
  }),
];
