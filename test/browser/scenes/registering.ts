/** Somebody makes an account for themselves. */
import type { Page } from "playwright-core";
import type { Stage } from "../stage.ts";
import { type Scene, start } from "./scene.ts";

let newcomers = 0;
/** Up to the code; returns the address it is sent to. */
export async function registerAtNorthwind(page: Page, stage: Stage): Promise<string> {
  const n = ++newcomers;
  await page.goto(start(stage, stage.northwind, { prompt: "create" }));
  await page.getByLabel("E-mail").fill(`lin${n}@mail.example`);
  await page.getByLabel("First name").fill("Lin");
  await page.getByLabel("Last name").fill("Yao");
  await page.getByLabel("Phone").fill("+41 44 123 45 67");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Code").waitFor();
  return `lin${n}@mail.example`;
}

export async function codeFor(stage: Stage, email: string): Promise<string> {
  const { text } = await stage.mailTo(email);
  return /^ {4}(\d{6})$/m.exec(text)?.[1] ?? "";
}

async function reachFirstPassword(page: Page, stage: Stage): Promise<void> {
  const email = await registerAtNorthwind(page, stage);
  await page.getByLabel("Code").fill(await codeFor(stage, email));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("button", { name: "Set password" }).waitFor();
}

export const registering: Record<string, Scene> = {
  register: {
    title: /^Create an account$/,
    reach: (page, stage) => page.goto(start(stage, stage.northwind, { prompt: "create" })),
  },
  "register-with-password": {
    title: /^Create an account$/,
    reach: (page, stage) => page.goto(start(stage, stage.harbour, { prompt: "create" })),
  },
  "register-problems": {
    title: /^Create an account$/,
    async reach(page, stage) {
      await page.goto(start(stage, stage.northwind, { prompt: "create" }));
      await page.getByLabel("E-mail").fill("lin at mail.example");
      await page.getByLabel("Phone").fill("12");
      await page.getByRole("button", { name: "Create account" }).click();
      await page.getByRole("alert").first().waitFor();
    },
  },
  code: { title: /^Check your mail$/, reach: registerAtNorthwind },
  "code-wrong": {
    title: /^Check your mail$/,
    async reach(page, stage) {
      await registerAtNorthwind(page, stage);
      await page.getByLabel("Code").fill("no code");
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByRole("alert").waitFor();
    },
  },
  "first-password": { title: /^Choose a password$/, reach: reachFirstPassword },
  "first-password-common": {
    title: /^Choose a password$/,
    async reach(page, stage) {
      await reachFirstPassword(page, stage);
      await page.getByLabel("Password", { exact: true }).fill("password123");
      await page.getByRole("button", { name: "Set password" }).click();
      await page.getByRole("alert").first().waitFor();
    },
  },
  "registration-closed": {
    title: /^Registration is not open$/,
    reach: (page, stage) => page.goto(start(stage, stage.acme, { prompt: "create" })),
  },
};
