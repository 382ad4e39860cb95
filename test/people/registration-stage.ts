/** People who make accounts for themselves: the form, the mail that follows, the code in it, and the first password. */
import assert from "node:assert/strict";
import type { PolicySettings } from "../../src/identity/policies/kinds.ts";
import type { Browser, PageSeen } from "../support/browser.ts";
import { authorizeUrl, type Registered } from "../support/idp.ts";
import { type ReadMail, readMail } from "../support/mail.ts";
import { setPolicyFreely } from "../support/policies.ts";
import { by } from "../support/world.ts";
import { type MailStage, NEW_PASSWORD } from "./mail-stage.ts";

export const FORM = "/login/register";
export const CODE = "/login/register/code";
export const names = { givenName: "Grace", familyName: "Hopper" };

let addresses = 0;
export const newAddress = (): string => `grace${++addresses}@mail.example`;

export async function allowRegistration(
  { idp, run }: MailStage,
  settings: Partial<PolicySettings<"registration">> = {},
  organizationId = idp.world.acme.id,
): Promise<void> {
  const all = { allowed: true, verifyEmail: true, fields: ["name"], ...settings };
  await run((tx) => setPolicyFreely(tx, "registration", { organizationId, settings: all }, by));
  await forgetThrottling({ idp });
}

/** All tests come from one address. */
export async function forgetThrottling({ idp }: Pick<MailStage, "idp">): Promise<void> {
  await idp.world.storage.db.deleteFrom("proof_attempts").execute();
}

export function openForm(
  { idp }: MailStage,
  browser: Browser,
  { client = idp.web, ...parameters }: Record<string, string> & { client?: Registered } = {},
): Promise<PageSeen> {
  return browser.visit(authorizeUrl(idp, { client, parameters: { prompt: "create", ...parameters } }));
}

export interface SentRegistration {
  readonly browser: Browser;
  readonly email: string;
  /** That asks for the code. */
  readonly page: PageSeen;
  /** What was sent because of it. */
  readonly mails: readonly ReadMail[];
}

/** The form is filled in and sent; whatever follows from it has happened. */
export async function sendForm(
  stage: MailStage,
  fields: Record<string, string> = {},
  browser: Browser = stage.idp.browser(),
  parameters: Record<string, string> = {},
): Promise<SentRegistration> {
  const email = fields.email ?? newAddress();
  await mailsNow(stage);
  const page = await browser.submit(await openForm(stage, browser, parameters), { ...names, ...fields, email }, FORM);
  return { browser, email, page, mails: await mailsNow(stage) };
}

const read = new WeakMap<object, number>();

/** Those that came since somebody asked last. */
export async function mailsNow({ idp, server }: MailStage): Promise<ReadMail[]> {
  await idp.node.services.afterAnswer.settled();
  await idp.node.services.mail.flush();
  const before = read.get(server) ?? 0;
  read.set(server, server.mails.length);
  return server.mails.slice(before).map(({ raw }) => readMail(raw));
}

export interface RegistrationMail {
  readonly code: string;
  readonly link: string;
}

export function registrationMail(mails: readonly ReadMail[]): RegistrationMail {
  assert.equal(mails.length, 1);
  const [mail] = mails;
  const code = /^ {4}(\d{6})$/m.exec(mail?.text ?? "")?.[1];
  const { link } = mail ?? {};
  if (code === undefined || link === undefined) throw new Error(`the mail has no code or no link: ${mail?.text}`);
  return { code, link };
}

export function typeCode(
  { browser, page }: Pick<SentRegistration, "browser" | "page">,
  code: string,
): Promise<PageSeen> {
  return browser.submit(page, { code }, CODE);
}

export function chooseFirst(browser: Browser, page: PageSeen, password = NEW_PASSWORD, more = {}): Promise<PageSeen> {
  return browser.submit(page, { password, ...more }, CODE);
}

export const isIn = (page: PageSeen): boolean => page.url.startsWith("https://app.example/callback?code=");

export function isWrongCode(page: PageSeen): void {
  assert.equal(page.status, 401);
  assert.match(page.body, /That code is not right, or it has expired/);
}

/** A wrong one. */
export const anotherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

export async function peopleAt({ idp }: Pick<MailStage, "idp">, email: string) {
  return idp.world.storage.db
    .selectFrom("humans")
    .innerJoin("users", "users.id", "humans.user_id")
    .select([
      "users.id",
      "users.organization_id",
      "users.user_name",
      "users.state",
      "humans.email_verified",
      "humans.password_hash",
    ])
    .select(["humans.given_name", "humans.family_name", "humans.display_name", "humans.phone", "humans.locale"])
    .where("humans.email_key", "=", email.toLowerCase())
    .orderBy("users.id")
    .execute();
}
