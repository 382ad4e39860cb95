/** People with passkeys in software, and what their browser does with the forms for them. */
import { addPasskey, newPasskeyOptions } from "../../src/identity/factors/add-passkey.ts";
import { relyingPartyAt } from "../../src/identity/factors/passkeys.ts";
import type { PolicySettings } from "../../src/identity/policies/kinds.ts";
import { createHuman, type Human } from "../../src/identity/users/humans.ts";
import { signetItself } from "../../src/passwords/passwords.ts";
import { Authenticator, type Cheat } from "../support/authenticator.ts";
import { type Browser, findForm, type PageSeen } from "../support/browser.ts";
import { authorizeUrl, type Idp, PASSWORD, signInAs } from "../support/idp.ts";
import { setPolicyFreely } from "../support/policies.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by } from "../support/world.ts";

export class PasskeyStage {
  readonly idp: Idp;
  #people = 0;
  #hash: Promise<string> | undefined;

  constructor(idp: Idp) {
    this.idp = idp;
  }

  get storage() {
    return this.idp.world.storage;
  }

  async person(organizationId = this.idp.world.acme.id): Promise<Human> {
    this.#hash ??= this.idp.node.services.passwords.hash(PASSWORD, signetItself);
    const userName = `key${++this.#people}`;
    const input = {
      organizationId,
      userName,
      email: `${userName}@mail.example`,
      emailVerified: true,
      passwordHash: unjudged(await this.#hash),
    };
    return this.storage.transaction((tx) => createHuman(tx, input, by));
  }

  /** Somebody's passkey, which was added before. */
  async passkeyOf(human: Human, cheat: Cheat = {}): Promise<Authenticator> {
    const authenticator = new Authenticator(this.idp.issuer);
    const [relyingParty, challenge] = [
      relyingPartyAt(this.idp.issuer, "Acme"),
      { value: crypto.randomUUID(), expiresAt: Date.now() + 60_000 },
    ];
    const response = authenticator.create(
      await newPasskeyOptions(this.storage.db, relyingParty, human, asBytes(challenge.value)),
      cheat,
    );
    const given = {
      relyingParty,
      userId: human.id,
      challenge: { ...challenge, value: asBytes(challenge.value) },
      response,
      otherwise: "Key",
    };
    const { outcome } = await addPasskey(this.storage, given, by);
    if (outcome !== "won") throw new Error("the passkey was not added");
    return authenticator;
  }

  decide(settings: Partial<PolicySettings<"secondFactor">>, organizationId = this.idp.world.acme.id): Promise<unknown> {
    const decided = { mode: "optional", allowed: ["passkey", "totp", "email_code"], ...settings };
    return this.storage.transaction((tx) =>
      setPolicyFreely(tx, "secondFactor", { organizationId, settings: decided }, by),
    );
  }

  /** The page for the login name. */
  start(browser: Browser, parameters: Record<string, string> = {}): Promise<PageSeen> {
    return browser.visit(authorizeUrl(this.idp, { client: this.idp.web, parameters }));
  }

  /** Up to what comes after the password. `canPasskeys`: as the script says it. */
  async withPassword(browser: Browser, human: Human, { canPasskeys = false } = {}): Promise<PageSeen> {
    const page = await this.start(browser);
    if (!canPasskeys) return signInAs(browser, page, human.loginName);
    const next = await browser.submit(page, { loginName: human.loginName }, "/login");
    return browser.submit(next, { password: PASSWORD, passkeys: "1" }, "/login/password");
  }

  /** So that nobody has to wait because of those before. */
  async forgive(): Promise<void> {
    await this.storage.db.deleteFrom("proof_attempts").execute();
  }
}

function asBytes(text: string): string {
  return Buffer.from(text).toString("base64url");
}

/** What the page asks the device. */
export function questionIn<Options>({ body }: PageSeen, action: string): Options {
  const [, attributes = ""] =
    [...body.matchAll(/<form class="passkey"([^>]*)>/g)].find(([form]) => form.includes(`action="${action}"`)) ?? [];
  const text = /data-options="([^"]*)"/.exec(attributes)?.[1];
  if (text === undefined) throw new Error(`the page asks no device: ${body.slice(0, 1_000)}`);
  return JSON.parse(text.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
}

/** The fields of the form, as the script would send them. */
export function fieldsWith(page: PageSeen, action: string, credential: string): Record<string, string> {
  return { ...findForm(page.body, action).hidden, credential };
}
