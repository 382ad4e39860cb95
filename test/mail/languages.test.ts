import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { composeMail } from "../../src/mail/compose.ts";
import { personalMails } from "../../src/mail/requests.ts";
import { type AboutAccount, writeMail } from "../../src/mail/write.ts";
import { languages } from "../../src/texts/languages.ts";
import { texts } from "../../src/texts/words.ts";
import { readMail } from "../support/mail.ts";

const LINK = `https://id.example/login/mail?link=sgm_${"AbC-_123".repeat(30)}`;
const HOUR = 3_600_000;

const broughtByCode: readonly string[] = ["second_factor_code", "email_change_code", "unblock_code"];

for (const language of languages) {
  describe(`mails in ${language}`, () => {
    for (const kind of personalMails) {
      test(`${kind}: nothing is left open, the link is in one piece, and nothing comes from elsewhere`, async () => {
        const about: AboutAccount = {
          kind,
          language,
          to: "ada@mail.example",
          loginName: "ada@acme.example",
          displayName: "Ada",
          organizationName: "Acme",
          link: LINK,
          linkLifeMs: 72 * HOUR,
          ...(kind === "registration" || broughtByCode.includes(kind) ? { code: "012345" } : {}),
        };
        const written = writeMail(about, "id.example");
        const { bytes } = await composeMail(written, {
          id: "m-1",
          from: { name: "Acme", address: "signet@id.example" },
        });
        const mail = readMail(bytes.toString("utf8"));
        for (const part of [written.subject, mail.text, mail.html]) {
          assert.doesNotMatch(part, /[{}]|\bundefined\b|\bnull\b|\bNaN\b/);
          assert.doesNotMatch(part, / {2}[^ 0]/, "a gap where a word should be");
        }
        assert.ok(written.subject.length > 3 && !/[\r\n]/.test(written.subject), written.subject);
        assert.match(mail.html, new RegExp(`<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">`));
        assert.doesNotMatch(mail.html, /<img|<script|<link|<iframe|src=|url\(|@import/i);
        if (broughtByCode.includes(kind)) {
          assert.equal(mail.link, undefined);
        } else {
          assert.equal(mail.link, LINK);
          assert.equal(mail.html.split(`href="${LINK}"`).length, 3, "as a button, and as text to copy");
        }
        if (about.code !== undefined) {
          assert.match(mail.text, /^ {4}012345$/m);
          assert.ok(written.subject.includes("012345"));
        }
        if (language !== "en")
          assert.notEqual(written.subject, writeMail({ ...about, language: "en" }, "id.example").subject);
      });
    }

    test("says who, where and how long wherever the sentence has a place for it", () => {
      const values = { place: "Acme", loginName: "ada@acme.example", code: "012345" };
      const about = {
        language,
        to: "ada@mail.example",
        loginName: values.loginName,
        displayName: "Ada",
        organizationName: values.place,
      };
      for (const kind of ["invitation", "reset_password", "verify_email", "registration", "account_exists"] as const) {
        const { subject, text } = writeMail(
          { ...about, kind, link: LINK, linkLifeMs: HOUR, code: values.code },
          "id.example",
        );
        const name = {
          invitation: "invitation",
          reset_password: "reset",
          verify_email: "verify",
          registration: "registration",
          account_exists: "exists",
        };
        const prefix = `mail.${name[kind]}.`;
        for (const [key, sentence] of Object.entries(texts[language])) {
          if (!key.startsWith(prefix)) continue;
          const filled = sentence.replace(/\{(\w+)\}/g, (_, value: keyof typeof values) => values[value]);
          assert.ok(`${subject}\n${text}`.includes(filled), `${key}: ${filled}`);
        }
      }
    });
  });
}
