/** The person's part: from a client's page to Signet's, and with name and password back to the client. */
import assert from "node:assert/strict";
import type { PageSeen } from "../support/browser.ts";
import { type Idp, PASSWORD } from "../support/idp.ts";
import { WebBrowser } from "../support/web-browser.ts";

export interface Arrival {
  readonly browser: WebBrowser;
  /** Where the client has let the browser end. */
  readonly page: PageSeen;
}

/** Opens the client's page, signs in where Signet asks for it, and goes on to wherever that leads. */
export async function signInTo(idp: Idp, url: string, loginName: string, browser = new WebBrowser()): Promise<Arrival> {
  return { browser, page: await answerSignet(idp, browser, await browser.visit(url), loginName) };
}

/** For a client whose first page is one of its own: `page` is what follows. */
export async function answerSignet(
  idp: Idp,
  browser: WebBrowser,
  page: PageSeen,
  loginName: string,
): Promise<PageSeen> {
  assert.ok(
    page.url.startsWith(`${idp.issuer}/login`),
    `the client did not send to Signet, but showed ${page.url}: ${page.body}`,
  );
  const next = await browser.submit(page, { loginName }, "/login");
  return browser.submit(next, { password: PASSWORD }, "/login/password");
}

/** Of Acme, whose applications these are. */
export const ada = (idp: Idp) => `ada@${idp.world.acme.domain}`;
/** Of another organization, to which nothing is granted. */
export const bob = (idp: Idp) => `bob@${idp.world.other.domain}`;

/** What a client says in JSON. */
export function told(page: PageSeen): Record<string, unknown> {
  try {
    return JSON.parse(page.body);
  } catch {
    return assert.fail(`${page.url} answers ${page.status} and no JSON: ${page.body.slice(0, 2000)}`);
  }
}

/** Signet says no on a page of its own. */
export function assertRefused(idp: Idp, { url, body }: PageSeen): void {
  assert.equal(new URL(url).origin, idp.issuer, `${url}: ${body}`);
  assert.ok(body.includes("You have no access to this application"), body);
}
