/** What a person does on the login pages, in a real browser. */
import type { Page } from "playwright-core";
import { type Idp, PASSWORD } from "../support/idp.ts";

export async function fillIn(page: Page, loginName: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Login name").fill(loginName);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export function ada(idp: Idp): string {
  return `ada@${idp.world.acme.domain}`;
}

export function bob(idp: Idp): string {
  return `bob@${idp.world.other.domain}`;
}
