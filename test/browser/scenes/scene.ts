/** A page, and how somebody gets there: from nothing, in a browser of their own. */
import type { Page } from "playwright-core";
import { authorizeUrl } from "../../support/idp.ts";
import { fillIn } from "../login-page.ts";
import { beSignedIn } from "../signed-in.ts";
import type { Place, Stage } from "../stage.ts";

export interface Scene {
  /** The heading. */
  readonly title: RegExp;
  reach(page: Page, stage: Stage): Promise<unknown>;
}

export function start(stage: Stage, place: Place = stage.acme, parameters: Record<string, string> = {}): string {
  return authorizeUrl(stage.idp, { client: place.app, parameters: { redirect_uri: stage.callback, ...parameters } });
}

/** Up to the application. */
export async function signIn(
  page: Page,
  stage: Stage,
  loginName: string,
  parameters: Record<string, string> = {},
): Promise<void> {
  await page.goto(start(stage, stage.acme, { prompt: "login", ...parameters }));
  await fillIn(page, loginName);
  await page.getByRole("heading", { name: "Welcome" }).waitFor();
}

/** The same, where only what comes after it is looked at. */
export function signedIn(page: Page, stage: Stage, loginName: string): Promise<void> {
  return beSignedIn(page, stage.idp, start(stage, stage.acme, { prompt: "login" }), loginName);
}

/** Whatever language the button speaks. */
export const submit = (page: Page) => page.locator("main form button:not(.reveal)").first().click();
