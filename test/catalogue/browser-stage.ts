/** A whole Signet with somebody signed in at it, and what the rows about browsers ask it. */
import assert from "node:assert/strict";
import { Browser, type PageSeen } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  authorizeUrl,
  basic,
  CALLBACK,
  type Idp,
  post,
  type Registered,
  startIdp,
} from "../support/idp.ts";
import { sqlite } from "../support/node.ts";

export interface BrowserStage {
  readonly idp: Idp;
  readonly cookies: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

export async function openBrowserStage(): Promise<BrowserStage> {
  const idp = await startIdp(sqlite);
  const browser = idp.browser();
  await authorize(idp, { client: idp.web }, browser);
  return { idp, cookies: new Map(browser.cookies), close: () => idp.close() };
}

export function signedIn({ idp, cookies }: BrowserStage): Browser {
  const browser = new Browser(idp.node.app, idp.issuer);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

type Parameters = Record<string, string | undefined>;

/** Ada is signed in, so the answer comes at once. */
export function ask(stage: BrowserStage, client: Registered, parameters: Parameters = {}): Promise<PageSeen> {
  return signedIn(stage).visit(authorizeUrl(stage.idp, { client, parameters }));
}

export async function errorOf(stage: BrowserStage, client: Registered, parameters: Parameters): Promise<string | null> {
  return answerOf(await ask(stage, client, parameters)).get("error");
}

export async function codeOf(stage: BrowserStage, client: Registered, parameters: Parameters = {}): Promise<string> {
  const code = answerOf(await ask(stage, client, parameters)).get("code");
  assert.ok(code);
  return code;
}

/** A page of ours, whether or not somebody is signed in, and no way from it to where the request wanted to go. */
export async function isStoppedHere(stage: BrowserStage, client: Registered, parameters: Parameters): Promise<void> {
  const url = authorizeUrl(stage.idp, { client, parameters });
  for (const browser of [signedIn(stage), stage.idp.browser()]) {
    const seen = await browser.request("GET", url);
    assert.deepEqual([seen.status, seen.location], [400, undefined], JSON.stringify(parameters));
    // The choice of a language asks for the same page again.
    const rest = seen.body.replace(/<details class="languages">[\s\S]*?<\/details>/, "");
    assert.doesNotMatch(rest, /<form|http-equiv|<script/, JSON.stringify(parameters));
  }
}

export interface Answer {
  readonly status: number;
  readonly json: Record<string, unknown>;
}

/** With Basic, unless the client has no secret. */
export function redeem(
  stage: BrowserStage,
  client: Registered,
  code: string,
  change: Parameters = {},
): Promise<Answer> {
  const isPublic = client.secret === "";
  const all = {
    grant_type: "authorization_code",
    code,
    redirect_uri: CALLBACK,
    ...(isPublic ? { client_id: client.application.id } : {}),
    ...change,
  };
  const form = Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return post(stage.idp, "/oauth/v2/token", form, isPublic ? {} : { authorization: basic(client) });
}

/** Once more with everything right: whether the code was burned before. */
export async function isBurned(
  stage: BrowserStage,
  client: Registered,
  code: string,
  change: Parameters = {},
): Promise<boolean> {
  const { status, json } = await redeem(stage, client, code, change);
  return status === 400 && json.error === "invalid_grant";
}
