/** The second proof, and setting one up on the way in. */
import type { Page } from "playwright-core";
import { makeRecoveryCodes } from "../../../src/identity/factors/recovery-codes.ts";
import { addTotp, newTotpSecret } from "../../../src/identity/factors/totp.ts";
import type { Human } from "../../../src/identity/users/humans.ts";
import { readNow } from "../../../src/storage/now.ts";
import { by } from "../../support/world.ts";
import { fillIn } from "../login-page.ts";
import type { Stage } from "../stage.ts";
import { codeFrom } from "../totp-code.ts";
import { type Scene, start } from "./scene.ts";

/** Somebody with an app and recovery codes. */
export async function withApp(
  stage: Stage,
): Promise<{ human: Human; secret: string; recoveryCodes: readonly string[] }> {
  const { storage, vault } = stage.idp.node.services;
  const human = await stage.person({ emailVerified: true });
  const secret = newTotpSecret();
  const before = codeFrom(secret, (await readNow(storage.db)) - 30_000);
  await addTotp(storage, vault, { userId: human.id, secret, name: "", code: before }, by);
  const recoveryCodes = await storage.transaction((tx) => makeRecoveryCodes(tx, human.id, by));
  return { human, secret, recoveryCodes };
}

export async function upToTheSecondProof(page: Page, stage: Stage, human: Human): Promise<void> {
  await page.goto(start(stage));
  await fillIn(page, human.loginName);
  await page.getByRole("heading", { name: "One more step" }).waitFor();
}

/** In the organization that asks everybody for one. */
export async function upToEnrolment(page: Page, stage: Stage): Promise<Human> {
  const human = await stage.person({ organizationId: stage.strict.organization.id, emailVerified: true });
  await page.goto(start(stage, stage.strict));
  await fillIn(page, human.loginName);
  await page.getByRole("heading", { name: "Add a second factor" }).waitFor();
  return human;
}

const title = /One more step/;

export const secondFactor: Record<string, Scene> = {
  "factor-code": { title, reach: async (page, stage) => upToTheSecondProof(page, stage, (await withApp(stage)).human) },
  "factor-wrong": {
    title,
    async reach(page, stage) {
      await upToTheSecondProof(page, stage, (await withApp(stage)).human);
      await page.getByLabel("Code", { exact: true }).fill("000000");
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByRole("alert").waitFor();
    },
  },
  "factor-recovery": {
    title,
    async reach(page, stage) {
      await upToTheSecondProof(page, stage, (await withApp(stage)).human);
      await page.getByRole("link", { name: "Use a recovery code" }).click();
      await page.getByLabel("Recovery code").waitFor();
    },
  },
  enrol: { title: /Add a second factor/, reach: upToEnrolment },
  "enrol-app": {
    title: /Authenticator app/,
    async reach(page, stage) {
      await upToEnrolment(page, stage);
      await page.getByRole("link", { name: /Authenticator app/ }).click();
      await page.getByLabel("Code", { exact: true }).waitFor();
    },
  },
  "enrol-mail": {
    title: /Code by e-mail/,
    async reach(page, stage) {
      await upToEnrolment(page, stage);
      await page.getByRole("link", { name: /Code by e-mail/ }).click();
      await page.getByRole("button", { name: "Send the code" }).click();
      await page.getByLabel("Code", { exact: true }).waitFor();
    },
  },
  "enrol-passkey": {
    title: /Passkey/,
    async reach(page, stage) {
      await upToEnrolment(page, stage);
      await page.getByRole("link", { name: /Passkey/ }).click();
      await page.getByRole("link", { name: "Choose something else" }).waitFor();
    },
  },
};
