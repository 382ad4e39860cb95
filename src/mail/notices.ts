/** What a notice says: what has happened, when, and what to do if it was somebody else. */
import type { TextKey, Words } from "../texts/words.ts";
import type { NoticeMail } from "./requests.ts";
import type { AboutNotice, Content } from "./write.ts";

const keys: Record<NoticeMail, readonly [subject: TextKey, text: TextKey]> = {
  new_sign_in: ["mail.signInNew.subject", "mail.signInNew.text"],
  password_changed: ["mail.passwordChanged.subject", "mail.passwordChanged.text"],
  factor_added: ["mail.factorAdded.subject", "mail.factorAdded.text"],
  factor_removed: ["mail.factorRemoved.subject", "mail.factorRemoved.text"],
  email_changed: ["mail.emailChanged.subject", "mail.emailChanged.text"],
  recovery_code_used: ["mail.recoveryUsed.subject", "mail.recoveryUsed.text"],
};

const factorNames: Readonly<Record<string, TextKey>> = {
  passkey: "security.passkey",
  totp: "security.totp",
  email_code: "security.emailCode",
  recovery_codes: "security.recoveryCodes",
};

export function noticeContent(words: Words, about: AboutNotice): Content {
  const { kind, loginName, browser, system, left = 0 } = about;
  const factor = factorNames[about.factor ?? ""];
  const [subject, text] = keys[kind];
  const values = {
    loginName,
    left,
    time: words.moment(about.at),
    browser:
      browser === undefined
        ? words.say("browser.unknown")
        : words.say("browser.on", { browser, system: system ?? "?" }),
    factor: factor === undefined ? "" : words.say(factor),
  };
  const said = kind === "factor_removed" && factor === undefined ? "mail.factorRemoved.textAll" : text;
  return {
    subject: words.say(subject),
    before: [words.say(said, values)],
    // Who has lost the address may have lost the account: the people who manage it can help, a page that asks for a
    // password cannot.
    ...(kind === "email_changed" ? {} : { action: { label: words.say("mail.notice.action"), link: about.link } }),
    after: [
      words.say("mail.notice.you"),
      words.say(kind === "email_changed" ? "mail.emailChanged.notYou" : "mail.notice.notYou"),
    ],
  };
}
