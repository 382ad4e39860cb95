import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { resetPolicy, setPolicy } from "../../src/identity/policies/policies.ts";
import type { Language } from "../../src/texts/languages.ts";
import type { Browser } from "../support/browser.ts";
import { enginesOf } from "../support/engines.ts";
import { authorizeUrl, type Idp, signInAs, startIdp } from "../support/idp.ts";
import { by } from "../support/world.ts";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`the languages that pages offer, on ${engine.name}`, () => {
    let idp: Idp;
    before(async () => {
      idp = await startIdp(engine);
    });
    after(() => idp.close());
    afterEach(() =>
      idp.world.storage.transaction(async (tx) => {
        await resetPolicy(tx, "languages", { organizationId: idp.world.acme.id }, by);
        await resetPolicy(tx, "languages", {}, by);
      }),
    );

    const decide = (settings: { default: Language; offered: Language[] }, organizationId?: string) =>
      idp.world.storage.transaction((tx) => setPolicy(tx, "languages", { organizationId, settings }, by));
    /** The page for the login name, asked for by a browser that prefers something. */
    const see = async (
      preferred: string,
      parameters: Record<string, string> = {},
      { browser = idp.browser(), more = "" } = {},
    ) => {
      const { url } = await browser.visit(authorizeUrl(idp, { client: idp.web, parameters }));
      return ask(url.slice(idp.issuer.length) + more, preferred, browser);
    };
    const ask = async (url: string, preferred: string, browser = idp.browser()) => {
      const headers = {
        ...{ host: new URL(idp.issuer).host, accept: "text/html", "accept-language": preferred },
        cookie: cookiesOf(browser),
      };
      return (await idp.node.app.inject({ url, headers })).body;
    };
    const cookiesOf = (browser: Browser) => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const languageOf = (page: string) => /<html lang="(\w+)"/.exec(page)?.[1];
    const choiceOn = (page: string) => [...page.matchAll(/name="lang" value="(\w+)"/g)].map(([, language]) => language);

    test("what is not offered is passed over, whoever names it", async () => {
      await decide({ default: "de", offered: ["fr", "de", "ar"] }, idp.world.acme.id);
      assert.equal(languageOf(await see("en")), "de");
      assert.equal(languageOf(await see("en, fr;q=0.2")), "fr");
      assert.equal(languageOf(await see("fr", { ui_locales: "en ar" })), "ar");
      assert.equal(languageOf(await see("fr", { ui_locales: "en" })), "fr");
      assert.equal(languageOf(await see("en", {}, { more: "&lang=it" })), "de");
      assert.equal(languageOf(await see("en", {}, { more: "&lang=fr" })), "fr");
    });

    test("a choice that was made where more was offered is passed over, and counts again where it is offered", async () => {
      const browser = idp.browser();
      browser.cookies.set("signet-language", "it");
      assert.equal(languageOf(await see("fr", {}, { browser })), "it");
      await decide({ default: "de", offered: ["fr", "de"] }, idp.world.acme.id);
      assert.equal(languageOf(await see("fr", {}, { browser })), "fr");
      await decide({ default: "de", offered: ["de", "it"] }, idp.world.acme.id);
      assert.equal(languageOf(await see("fr", {}, { browser })), "it");
    });

    test("the footer offers these, in their order, and no choice where there is one", async () => {
      assert.equal(choiceOn(await see("en")).length, 12);
      await decide({ default: "de", offered: ["fr", "de"] }, idp.world.acme.id);
      assert.deepEqual(choiceOn(await see("en")), ["fr", "de"]);
      await decide({ default: "tr", offered: ["tr"] }, idp.world.acme.id);
      const only = await see("en");
      assert.equal(languageOf(only), "tr");
      assert.deepEqual(choiceOn(only), []);
      assert.ok(!only.includes('class="languages"'));
    });

    test("the instance decides where the organization has not, and on no page of an organization that has", async () => {
      await decide({ default: "pl", offered: ["pl", "nl"] });
      assert.equal(languageOf(await see("en")), "pl");
      assert.equal(languageOf(await ask("/logout/done", "en")), "pl");
      await decide({ default: "de", offered: ["de", "en"] }, idp.world.acme.id);
      assert.equal(languageOf(await see("en")), "en");
      assert.equal(languageOf(await see("pl")), "de");
    });

    test("the account page follows the organization of the person, and branding that is set beside is kept", async () => {
      await decide({ default: "de", offered: ["de", "fr"] }, idp.world.acme.id);
      const browser = idp.browser();
      await signInAs(
        browser,
        await browser.visit(authorizeUrl(idp, { client: idp.web })),
        `ada@${idp.world.acme.domain}`,
      );
      const account = await browser.visit(`${idp.issuer}/account`);
      assert.equal(languageOf(account.body), "de");
      assert.deepEqual(choiceOn(account.body), ["de", "fr"]);
      assert.match(account.body, /Acme/);
    });

    test("a page that belongs to nobody knows every language", async () => {
      await decide({ default: "pl", offered: ["pl", "nl"] });
      assert.equal(languageOf(await ask("/login", "ja")), "ja");
    });
  });
}
