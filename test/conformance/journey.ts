/**
 * Being the client: sending a browser to the authorization endpoint and reading what comes back, however it travels.
 */
import assert from "node:assert/strict";
import { decodeJwt } from "jose";
import { type Browser, findForm, type PageSeen } from "../support/browser.ts";
import { allow, authorizeUrl, CALLBACK, type Registered, signInAs } from "../support/idp.ts";
import { redeem } from "./machine.ts";
import { ISSUER, type Stage, signedInBrowser } from "./stage.ts";

/** 43 characters, as the SHA-256 that many clients send. */
export const NONCE = "n-0S6_WzA2Mj.IfsCyfjTLQ~rIu2yuUCH4iaMlBcOuY";

export interface Journey {
  /** The web application, unless another is named. */
  readonly client?: Registered;
  /** One in which Ada is signed in, unless another is named. */
  readonly browser?: Browser;
  readonly parameters?: Record<string, string | undefined>;
}

export interface Answer {
  readonly via: "query" | "fragment" | "form_post";
  /** As it was sent, before any parameter of the answer was read. */
  readonly address: string;
  readonly parameters: URLSearchParams;
}

export function addressFor({ idp, plan }: Stage, { client = idp.web, parameters = {} }: Journey): string {
  const usual = {
    response_type: plan.responseType,
    nonce: NONCE,
    response_mode: plan.formPost ? "form_post" : undefined,
  };
  return authorizeUrl(idp, { client, parameters: { ...usual, ...parameters } });
}

/** Goes there, and signs nobody in. */
export function ask(stage: Stage, journey: Journey = {}): Promise<PageSeen> {
  return (journey.browser ?? signedInBrowser(stage)).visit(addressFor(stage, journey));
}

export function isLoginPage({ url, body }: PageSeen): boolean {
  // Whose session is only too old is asked for the password and not for the name.
  return (
    [`${ISSUER}/login?`, `${ISSUER}/login/password?`].some((page) => url.startsWith(page)) &&
    body.includes('name="loginName"')
  );
}

/** Ada signs in on the page that is shown. */
export function signInOn({ idp }: Stage, browser: Browser, page: PageSeen): Promise<PageSeen> {
  assert.ok(isLoginPage(page), `not a login page: ${page.status} ${page.url}`);
  return signInAs(browser, page, `ada@${idp.world.acme.domain}`);
}

/** Undefined when the browser has stayed with us. */
export function answerIn(seen: PageSeen): Answer | undefined {
  const { location } = seen.headers;
  if (typeof location === "string" && !location.startsWith(ISSUER)) {
    const hash = location.indexOf("#");
    const query = location.indexOf("?");
    if (hash >= 0)
      return { via: "fragment", address: location, parameters: new URLSearchParams(location.slice(hash + 1)) };
    return {
      via: "query",
      address: location,
      parameters: new URLSearchParams(query < 0 ? "" : location.slice(query + 1)),
    };
  }
  if (!/<form method="post" action="https:\/\/app\.example\//.test(seen.body)) return undefined;
  const { action, hidden } = findForm(seen.body);
  return { via: "form_post", address: action, parameters: new URLSearchParams(hidden) };
}

/** Goes there, signs in where that is asked for, and comes back with the answer. */
export async function walk(stage: Stage, journey: Journey = {}): Promise<Answer> {
  const browser = journey.browser ?? signedInBrowser(stage);
  const first = await ask(stage, { ...journey, browser });
  const seen = isLoginPage(first) ? await signInOn(stage, browser, first) : first;
  return arrived(seen.url.includes("/login/consent?") ? await allow(browser, seen) : seen);
}

export function arrived(seen: PageSeen): Answer {
  const answer = answerIn(seen);
  assert.ok(answer, `the client got no answer: ${seen.status} ${seen.url} ${seen.body.slice(-600)}`);
  return answer;
}

export interface Signed {
  readonly answer: Answer;
  /** Of the token endpoint, or of the authorization endpoint where that gives them. */
  readonly tokens: Record<string, unknown>;
  readonly idToken: string;
  /** Empty where none comes. */
  readonly accessToken: string;
  /** Of the ID token. */
  readonly claims: Record<string, unknown>;
}

/** The whole way to the ID token. */
export async function complete(stage: Stage, journey: Journey = {}): Promise<Signed> {
  return finish(stage, await walk(stage, journey), journey);
}

/** From the answer to the ID token. */
export async function finish(stage: Stage, answer: Answer, { client, parameters }: Journey = {}): Promise<Signed> {
  assert.equal(answer.parameters.get("error"), null, `${answer.parameters}`);
  const code = answer.parameters.get("code");
  const redirectUri = parameters?.redirect_uri ?? CALLBACK;
  const tokens =
    code === null
      ? Object.fromEntries(answer.parameters)
      : await redeem(stage, code, { ...(client && { client }), redirectUri }).then(json);
  const idToken = String(tokens.id_token);
  return { answer, tokens, idToken, accessToken: String(tokens.access_token ?? ""), claims: decodeJwt(idToken) };
}

function json(response: { status: number; json: Record<string, unknown>; body: string }): Record<string, unknown> {
  assert.equal(response.status, 200, response.body);
  return response.json;
}

/** We kept the person, showed an error, and sent nobody anywhere. */
export function stoppedHere(seen: PageSeen): void {
  assert.equal(seen.status, 400, seen.url);
  assert.equal(answerIn(seen), undefined);
  assert.equal(seen.headers.location, undefined);
  assert.match(String(seen.headers["content-type"]), /^text\/html/);
}
