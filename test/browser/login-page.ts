/** What a person does on the login pages, in a real browser. */
import type { Page } from "playwright-core";
import { type Idp, PASSWORD } from "../support/idp.ts";

/** Both steps; where the first is behind them already, only the second. */
export async function fillIn(page: Page, loginName: string, password = PASSWORD): Promise<void> {
  await page.locator('form[action^="/login"]').first().waitFor();
  if ((await page.locator("input[name=loginName]:not([readonly])").count()) > 0) await fillInName(page, loginName);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export async function fillInName(page: Page, loginName: string): Promise<void> {
  await page.getByLabel("Login name or e-mail").fill(loginName);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByLabel("Password", { exact: true }).waitFor();
}

export function ada(idp: Idp): string {
  return `ada@${idp.world.acme.domain}`;
}

export function bob(idp: Idp): string {
  return `bob@${idp.world.other.domain}`;
}
