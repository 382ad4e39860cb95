/** A whole Signet with people of every standing, mails that can be read, and the steps on the way in, one by one. */
import assert from "node:assert/strict";
import { nameKey } from "../../src/identity/names.ts";
import type { PolicySettings } from "../../src/identity/policies/kinds.ts";
import { createHuman, type Human, type NewHuman } from "../../src/identity/users/humans.ts";
import { setUserState } from "../../src/identity/users/users.ts";
import { signetItself } from "../../src/passwords/passwords.ts";
import { comparisonsFor } from "../../src/people/sign-in/compare-password.ts";
import { Browser, type PageSeen } from "../support/browser.ts";
import {
  answerOf,
  authorizeUrl,
  basic,
  CALLBACK,
  type Idp,
  PASSWORD,
  post,
  signInAs,
  startIdp,
} from "../support/idp.ts";
import { mailsInFolder, type ReadMail, readMail } from "../support/mail.ts";
import { sqlite } from "../support/node.ts";
import { setPolicyFreely } from "../support/policies.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by } from "../support/world.ts";

export interface SignInStage {
  readonly idp: Idp;
  readonly hash: string;
  close(): Promise<void>;
}

/** Registration is open in Acme, by mail, with a name and nothing else. */
export async function openSignInStage(
  environment: Record<string, string> = {},
  passwordCost: "cheap" | "real" = "cheap",
): Promise<SignInStage> {
  const idp = await startIdp(sqlite, environment, passwordCost);
  const stage = {
    idp,
    hash: await idp.node.services.passwords.hash(PASSWORD, signetItself),
    close: () => idp.close(),
  };
  await decide(stage, {});
  return stage;
}

export async function decide(stage: SignInStage, settings: Partial<PolicySettings<"registration">>): Promise<void> {
  const { idp } = stage;
  const change = {
    organizationId: idp.world.acme.id,
    settings: { allowed: true, verifyEmail: true, fields: ["name"], ...settings },
  };
  await idp.node.services.storage.transaction((tx) => setPolicyFreely(tx, "registration", change, by));
}

/** What was counted for others is nothing to the next check. */
export async function forgetAll({ idp }: SignInStage): Promise<void> {
  await idp.node.services.storage.db.deleteFrom("proof_attempts").execute();
}

let people = 0;

/**
 * Some names are compared twice on purpose (people/sign-in/compare-password.ts). These are not among them, so that looks and
 * times can be told.
 */
function nextName({ idp }: SignInStage, word: string): string {
  const { secret } = idp.node.services.ring.ticketRoot();
  for (;;) {
    const name = `${word}${++people}`;
    if (comparisonsFor(nameKey(`${name}@${idp.world.acme.domain}`), secret) === 1) return name;
  }
}

/** Somebody of Acme with the usual password and a verified address, unless told otherwise. */
export async function makePerson(stage: SignInStage, change: Partial<NewHuman> = {}): Promise<Human> {
  const { idp, hash } = stage;
  const userName = nextName(stage, "person");
  const usual = {
    organizationId: idp.world.acme.id,
    userName,
    email: `${userName}@mail.example`,
    emailVerified: true,
    passwordHash: unjudged(hash),
  };
  return idp.node.services.storage.transaction((tx) => createHuman(tx, { ...usual, ...change }, by));
}

export const standings = ["right", "locked", "deactivated", "unverified", "no password", "nobody"] as const;
export type Standing = (typeof standings)[number];

/** A login name and an address of somebody who stands so. */
export async function makeStanding(
  stage: SignInStage,
  standing: Standing,
): Promise<{ loginName: string; email: string }> {
  if (standing === "nobody") {
    const ghost = nextName(stage, "ghost");
    return { loginName: `${ghost}@${stage.idp.world.acme.domain}`, email: `${ghost}@mail.example` };
  }
  if (standing === "no password") return makePerson(stage, { passwordHash: undefined });
  if (standing === "unverified") return makePerson(stage, { state: "unverified", emailVerified: false });
  const human = await makePerson(stage);
  const verb = standing === "locked" ? "lock" : standing === "deactivated" ? "deactivate" : undefined;
  if (verb !== undefined)
    await stage.idp.node.services.storage.transaction((tx) => setUserState(tx, human.id, verb, by));
  return human;
}

type Parameters = Record<string, string | undefined>;

export function start({ idp }: SignInStage, browser: Browser, parameters: Parameters = {}): Promise<PageSeen> {
  return browser.visit(authorizeUrl(idp, { client: idp.web, parameters }));
}

/** As far as the page that asks for the password. */
export async function named(
  stage: SignInStage,
  browser: Browser,
  loginName: string,
  parameters: Parameters = {},
): Promise<PageSeen> {
  return browser.submit(await start(stage, browser, { prompt: "login", ...parameters }), { loginName }, "/login");
}

export async function attempt(
  stage: SignInStage,
  loginName: string,
  password: string,
  browser = stage.idp.browser(),
): Promise<number> {
  const page = await named(stage, browser, loginName);
  return (await browser.request("POST", `${stage.idp.issuer}/login/password`, { request: requestOf(page), password }))
    .status;
}

/** Whether an application that shows no page gets somebody from this browser: anybody, or this person. */
export async function isSignedIn(
  stage: SignInStage,
  browser: Browser,
  person?: { id: string; loginName: string },
): Promise<boolean> {
  const answer = answerOf(await start(stage, browser, { prompt: "none", login_hint: person?.loginName }));
  return (
    answer.has("code") && (person === undefined || (await subjectOf(stage, answer.get("code") ?? "")) === person.id)
  );
}

async function subjectOf({ idp }: SignInStage, code: string): Promise<unknown> {
  const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
  const { json } = await post(idp, "/oauth/v2/token", form, { authorization: basic(idp.web) });
  return JSON.parse(Buffer.from(String(json.id_token).split(".")[1] ?? "", "base64url").toString()).sub;
}

export async function signedInBrowser(stage: SignInStage, loginName: string): Promise<Browser> {
  const browser = stage.idp.browser();
  const seen = await signInAs(browser, await start(stage, browser), loginName);
  assert.ok(answerOf(seen).has("code"), seen.body);
  return browser;
}

export function copyOf({ idp }: SignInStage, browser: Browser): Browser {
  const copy = new Browser(idp.node.app, idp.issuer);
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

export function requestOf(page: Pick<PageSeen, "url">): string {
  return new URL(page.url).searchParams.get("request") ?? "";
}

export const nameOf = {
  ada: ({ idp }: SignInStage) => `ada@${idp.world.acme.domain}`,
  bob: ({ idp }: SignInStage) => `bob@${idp.world.other.domain}`,
};

/** Every mail that was sent so far, oldest first. */
export async function mails({ idp }: SignInStage): Promise<ReadMail[]> {
  await idp.node.services.afterAnswer.settled();
  await idp.node.services.mail.flush();
  return mailsInFolder(idp.node.database).map(readMail);
}

export async function lastMailTo(stage: SignInStage, email: string): Promise<ReadMail & { code: string }> {
  const mail = (await mails(stage)).findLast(({ headers }) => headers.get("to")?.includes(email));
  assert.ok(mail, `no mail to ${email}`);
  return {
    ...mail,
    code: /(?<!\d)\d{6}(?!\d)/.exec(mail.text)?.[0] ?? /(?<!\d)\d{3} \d{3}(?!\d)/.exec(mail.text)?.[0] ?? "",
  };
}

/** As far as the page that asks for the code from the mail. */
export async function register(
  stage: SignInStage,
  browser: Browser,
  email: string,
  more: Record<string, string> = {},
): Promise<PageSeen> {
  const page = await start(stage, browser, { prompt: "create" });
  const next = await browser.submit(
    page,
    { email, givenName: "Grace", familyName: "Hopper", ...more },
    "/login/register",
  );
  await stage.idp.node.services.afterAnswer.settled();
  return next;
}
