import assert from "node:assert/strict";
import { before, test } from "node:test";
import { onEachMailStage } from "../people/mail-stage.ts";
import {
  allowRegistration,
  chooseFirst,
  isIn,
  peopleAt,
  registrationMail,
  sendForm,
  typeCode,
} from "../people/registration-stage.ts";
import { unjudged } from "../support/unjudged-password.ts";

onEachMailStage("the mail of a registration, through a real mail server", (stage) => {
  before(() => allowRegistration(stage));

  test("arrives in German where the page was German, with a code that works", async () => {
    const sent = await sendForm(stage, {}, stage.idp.browser(), { ui_locales: "de-AT en" });
    assert.match(sent.page.body, /<html lang="de"/);
    const received = stage.server.mails.at(-1);
    assert.deepEqual([received?.from, received?.to], ["signet@acme.example", [sent.email]]);
    const [mail] = sent.mails;
    const { code, link } = registrationMail(sent.mails);
    assert.match(mail?.html ?? "", /<html lang="de" dir="ltr">/);
    assert.match(mail?.text ?? "", /^Guten Tag,$|^Hallo,$/m);
    assert.equal(new URL(link).origin, stage.idp.issuer);
    const page = await typeCode(sent, code);
    assert.match(page.body, /<html lang="de"/);
    assert.ok(isIn(await chooseFirst(sent.browser, page)));
    assert.equal((await peopleAt(stage, sent.email))[0]?.locale, "de");
  });

  test("speaks the language of the person where they are known, and English where nobody says anything else", async () => {
    const owner = await stage.make({ emailVerified: true, passwordHash: unjudged("hash"), profile: { locale: "ja" } });
    const known = await sendForm(stage, { email: owner.email }, stage.idp.browser(), { ui_locales: "de" });
    assert.match(known.mails[0]?.html ?? "", /<html lang="ja"/);
    const plain = await sendForm(stage, {}, stage.idp.browser(), { ui_locales: "tlh" });
    assert.match(plain.mails[0]?.html ?? "", /<html lang="en"/);
    const again = await sendForm(stage, { email: plain.email }, stage.idp.browser(), { ui_locales: "ar" });
    assert.match(again.mails[0]?.html ?? "", /<html lang="ar" dir="rtl">/, "that of the last time they asked");
    assert.ok(isIn(await chooseFirst(again.browser, await typeCode(again, registrationMail(again.mails).code))));
  });
});
