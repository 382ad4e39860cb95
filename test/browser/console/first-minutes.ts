/**
 * What the README promises a newcomer: from a fresh start to the sample single-page app, signed in through one's own
 * application.
 */
import type { Page } from "playwright-core";
import { type RunningExample, startExample } from "../../examples/running.ts";
import { freePort } from "../../support/postgres-server.ts";
import { fillIn } from "../login-page.ts";

interface Newcomer {
  /** Where Signet said that it is ready. */
  readonly url: string;
  /** What it has shown once. */
  readonly loginName: string;
  readonly password: string;
  /** After each step, for pictures. */
  readonly look?: (step: string) => Promise<void>;
}

/** Ends at the example, where the newcomer is signed in. */
export async function firstMinutes(
  page: Page,
  { url, loginName, password, look = async () => {} }: Newcomer,
): Promise<RunningExample> {
  await page.goto(`${url}/console`);
  await fillIn(page, loginName, password);
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  await look("console-home-new");

  await page.getByRole("link", { name: "Create a project" }).click();
  await page.getByRole("button", { name: "Create project" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Acme CRM");
  await dialog.getByRole("button", { name: "Create project" }).click();
  await page.getByRole("heading", { level: 1, name: "Acme CRM" }).waitFor();

  const port = await freePort();
  await page.getByRole("link", { name: "Create application" }).first().click();
  await page.getByRole("radio", { name: /^User Agent/ }).click();
  await page.getByLabel("Name").fill("Acme in the browser");
  await look("console-wizard");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Redirect URI 1", { exact: true }).fill(`http://localhost:${port}/callback`);
  await page.getByLabel("Post-logout redirect URI 1", { exact: true }).fill(`http://localhost:${port}/`);
  await look("console-wizard-addresses");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Create application" }).click();
  await page.waitForURL(/\/applications\/[^/]+\/code$/);
  await page.getByRole("heading", { level: 1, name: "Acme in the browser" }).waitFor();
  await look("console-code");

  const CLIENT_ID = /\/applications\/([^/]+)\//.exec(page.url())?.[1] ?? "";
  const example = startExample("spa", { CLIENT_ID, ISSUER: url, PORT: String(port) });
  await page.goto(await example.printed(/Open (http:\S+)/));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  // The session of the Console counts here, too: there is nothing to fill in.
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  await look("example-spa");
  return example;
}
