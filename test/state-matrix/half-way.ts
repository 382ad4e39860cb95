/** Somebody on their way in, stopped at a page while the state is set. */
import assert from "node:assert/strict";
import type { Human } from "../../src/identity/users/humans.ts";
import { sealMailLink } from "../../src/identity/users/mail-link-tickets.ts";
import { type MailLinkPurpose, prepareMailLink } from "../../src/identity/users/mail-links.ts";
import { signetItself } from "../../src/passwords/passwords.ts";
import { readNow } from "../../src/storage/now.ts";
import type { Browser, PageSeen } from "../support/browser.ts";
import { answerOf, authorizeUrl, PASSWORD } from "../support/idp.ts";
import type { HttpScene } from "./http-scene.ts";

export const NEW_PASSWORD = "a violet bicycle at noon";

interface HalfWay {
  readonly browser: Browser;
  readonly page: PageSeen;
}

/** Where each scene has stopped. */
const halfWays = new WeakMap<HttpScene, HalfWay>();

export function stopAt(scene: HttpScene, browser: Browser, page: PageSeen): HttpScene {
  halfWays.set(scene, { browser, page });
  return scene;
}

export function stoppedAt(scene: HttpScene): HalfWay {
  return halfWays.get(scene) ?? assert.fail("nobody is on the way");
}

export function goOn(scene: HttpScene, fields: Record<string, string>, action: string): Promise<PageSeen> {
  const { browser, page } = stoppedAt(scene);
  return browser.submit(page, fields, action);
}

/** One password for all: hashing is slow. */
let hash: Promise<string> | undefined;

export async function givePassword({ idp, world }: HttpScene, changeRequired = false): Promise<void> {
  const { storage, passwords } = idp.node.services;
  hash ??= passwords.hash(PASSWORD, signetItself);
  // As if it had always been so: setting it would end the sessions of the scene.
  await storage.db
    .updateTable("humans")
    .set({ password_hash: await hash, password_change_required: Number(changeRequired) })
    .where("user_id", "=", world.ada.id)
    .execute();
  await forgetAttempts({ idp });
}

/** All of them come from one address. */
export async function forgetAttempts({ idp }: Pick<HttpScene, "idp">): Promise<void> {
  await idp.node.services.storage.db.deleteFrom("proof_attempts").execute();
}

export function begin(
  { idp, client }: HttpScene,
  browser: Browser,
  parameters: Record<string, string> = {},
): Promise<PageSeen> {
  return browser.visit(authorizeUrl(idp, { client, parameters }));
}

export const hasCode = (seen: PageSeen): boolean =>
  seen.url.startsWith("https://app.example/") && answerOf(seen).has("code");

/** The person whom the states are about. */
export const about = (scene: HttpScene, ada: Human): HttpScene => ({ ...scene, world: { ...scene.world, ada } });

export async function openLink(scene: HttpScene, purpose: MailLinkPurpose): Promise<HttpScene> {
  const { storage, tickets } = scene.idp.node.services;
  const link = await prepareMailLink(storage.db, scene.world.ada.id, purpose);
  assert.ok(link);
  const browser = scene.idp.browser();
  const ticket = sealMailLink(tickets, link, await readNow(storage.db));
  return stopAt(scene, browser, await browser.visit(`${scene.idp.issuer}/login/mail?link=${ticket}`));
}
