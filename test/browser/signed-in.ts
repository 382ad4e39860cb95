/**
 * Somebody is signed in in a real browser without having seen a page there: tests of the sign-in itself go through its
 * pages.
 */
import type { Page } from "playwright-core";
import { type Idp, signInAs } from "../support/idp.ts";

/** Begins at an address that asks who it is, with the cookies of this browser, which then has those that came of it. */
export async function beSignedIn(page: Page, idp: Idp, address: string, loginName: string): Promise<void> {
  const context = page.context();
  const browser = idp.browser();
  for (const { name, value } of await context.cookies(idp.issuer)) browser.cookies.set(name, value);
  const seen = await signInAs(browser, await browser.visit(address), loginName);
  if (seen.url.startsWith(`${idp.issuer}/login`)) throw new Error(`nobody was signed in: ${seen.body}`);
  await context.addCookies(
    [...browser.cookies].map(([name, value]) => ({ name, value, url: idp.issuer, httpOnly: true })),
  );
}
