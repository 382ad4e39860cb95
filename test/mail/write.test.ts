import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { composeMail } from "../../src/mail/compose.ts";
import { MailFailure } from "../../src/mail/failure.ts";
import { senderAddress } from "../../src/mail/sender-address.ts";
import { type AboutAccount, type Mail, writeMail } from "../../src/mail/write.ts";
import { readMail } from "../support/mail.ts";

const HOUR = 3_600_000;
const LINK = "https://id.example/login/mail?link=sgm_AbC-_123";
const from = { name: "Acme", address: "signet@id.example" };

function about(change: Partial<AboutAccount> = {}): AboutAccount {
  return {
    kind: "invitation",
    language: "en",
    to: "ada@mail.example",
    loginName: "ada@acme.example",
    displayName: "Ada Lovelace",
    organizationName: "Acme",
    link: LINK,
    linkLifeMs: 72 * HOUR,
    ...change,
  };
}

async function bytesOf(mail: Mail): Promise<string> {
  return (await composeMail(writeMail(mail, "id.example"), { id: "m-1", from })).bytes.toString("utf8");
}
const read = async (mail: Mail) => readMail(await bytesOf(mail));

describe("what mails say", () => {
  for (const [kind, says] of [
    ["invitation", [/account at Acme/, /72 hours/, /Hello Ada Lovelace,/]],
    ["reset_password", [/new password for ada@acme\.example/, /1 hour/, /stays as it is/]],
    ["verify_email", [/belongs to ada@acme\.example/, /72 hours/]],
  ] as const) {
    test(`${kind}: who it is for, what to do, how long the link works, the same in text and HTML`, async () => {
      const mail = await read(about({ kind, linkLifeMs: kind === "reset_password" ? HOUR : 72 * HOUR }));
      assert.equal(mail.link, LINK);
      assert.ok(mail.html.includes(`href="${LINK}"`));
      for (const words of [...says, /ada@acme\.example/, /works once/]) {
        assert.match(mail.text, words);
        assert.match(mail.html, words);
      }
    });
  }

  test("registration: the code and the link, in the subject what is needed first, and no word that the visitor chose", async () => {
    const mail = await read(about({ kind: "registration", code: "012345", displayName: "You won, call me" }));
    assert.equal(mail.headers.get("subject"), "012345 is your code");
    assert.match(mail.text, /^ {4}012345$/m);
    assert.match(mail.html, />012345<\/p>/);
    assert.equal(mail.link, LINK);
    assert.match(mail.text, /^Hello,$/m);
    assert.doesNotMatch(mail.text + mail.html, /You won/);
  });

  test("account_exists: with which name, and what to do when it is forgotten", async () => {
    const mail = await read(about({ kind: "account_exists", linkLifeMs: HOUR }));
    assert.match(mail.text, /You have one already: ada@acme\.example/);
    assert.match(mail.text, /1 hour/);
    assert.equal(mail.link, LINK);
  });

  test("a test mail has nothing to open", async () => {
    const mail = await read({ kind: "test", to: "ops@mail.example" });
    assert.equal(mail.link, undefined);
    assert.match(mail.text, /This is a test/);
    assert.doesNotMatch(mail.html, /<a /);
  });

  test("nothing is loaded from anywhere, and no other address is in it than the link", async () => {
    for (const kind of ["invitation", "reset_password", "verify_email", "registration", "account_exists"] as const) {
      const { html } = await read(about({ kind }));
      assert.doesNotMatch(html, /<img|<script|<link|<iframe|src=|url\(|@import/i);
      assert.deepEqual(new Set(html.match(/https?:\/\/[^\s"<]+/g)), new Set([LINK]));
    }
  });

  test("has the headers of a mail that a machine wrote, and an id that is the same for every attempt", async () => {
    const { headers } = await read(about());
    assert.equal(headers.get("from"), "Acme <signet@id.example>");
    assert.equal(headers.get("to"), "ada@mail.example");
    assert.equal(headers.get("message-id"), "<m-1@id.example>");
    assert.equal(headers.get("auto-submitted"), "auto-generated");
    assert.deepEqual([headers.has("x-mailer"), headers.has("bcc"), headers.has("reply-to")], [false, false, false]);
  });

  test("any writing arrives as it is", async () => {
    const mail = await read(
      about({ displayName: "Žofia Müller-Łęcka 李", organizationName: "Große Öffnung 株式会社" }),
    );
    assert.match(mail.text, /Hello Žofia Müller-Łęcka 李,/);
    assert.match(mail.html, /Große Öffnung 株式会社/);
    assert.match(mail.headers.get("subject") ?? "", /^[ -~]+$/, "encoded");
  });
});

describe("names that want to be more than names", () => {
  const attempts = [
    "Ada\r\nBcc: eve@evil.example",
    "Ada\nX-Evil: 1",
    "Ada\r\n\r\n<h1>Hello</h1>",
    "Ada\u2028Bcc: eve@evil.example",
    "Ada\0Bcc: x",
    "Your prize: https://evil.example/win",
    "www.evil.example",
    "evil.example",
    "<a href=//evil.example>click</a>",
    "eve@evil.example",
    "=?utf-8?Q?=0D=0ABcc:_eve@evil.example?=",
    `${"long ".repeat(40)}`,
  ];
  for (const attempt of attempts) {
    test(`${JSON.stringify(attempt.slice(0, 40))} adds no header, no recipient, no markup and no address`, async () => {
      for (const mail of [about({ displayName: attempt }), about({ organizationName: attempt })]) {
        const raw = await bytesOf(mail);
        const { headers, text, html } = readMail(raw);
        assert.deepEqual(
          [...headers.keys()].toSorted(),
          [...readMail(await bytesOf(about())).headers.keys()].toSorted(),
        );
        assert.equal(headers.get("to"), "ada@mail.example");
        const plain = readMail(await bytesOf(about({ displayName: "" })));
        const neutral = readMail(await bytesOf(about({ organizationName: "" })));
        assert.ok([plain.text, neutral.text].includes(text), `the name was left out: ${text}`);
        assert.ok([plain.html, neutral.html].includes(html));
      }
    });
  }

  test("markup that is part of an ordinary name is shown, not done", async () => {
    const mail = await read(about({ displayName: `O'Neil & "Sons"` }));
    assert.match(mail.html, /Hello O&#39;Neil &amp; &quot;Sons&quot;,/);
    assert.match(mail.text, /Hello O'Neil & "Sons",/);
  });

  for (const to of [
    "ada@mail.example\r\nBcc: eve@evil.example",
    "ada@mail.example, eve@evil.example",
    "ada@mail.example>\r\nRCPT TO:<eve@evil.example",
    '"ada@evil.example"@mail.example',
    "ada@evil.example@mail.example",
    "Ada <eve@evil.example>",
    "ada@mail.example ",
    "@mail.example",
    "ada",
    "",
  ]) {
    test(`an address like ${JSON.stringify(to)} is never written to`, async () => {
      await assert.rejects(
        bytesOf(about({ to })),
        (error) => error instanceof MailFailure && error.reason === "address_unusable" && error.permanent,
      );
    });
  }
});

describe("who mails come from", () => {
  test("is what the operator set, or signet@ the host of the pages", () => {
    assert.deepEqual(senderAddress("signet@acme.example", "https://id.example"), {
      name: "",
      address: "signet@acme.example",
    });
    assert.deepEqual(senderAddress("Acme Login <signet@acme.example>", "https://id.example"), {
      name: "Acme Login",
      address: "signet@acme.example",
    });
    assert.deepEqual(senderAddress('"Acme, Inc." <signet@acme.example>', "https://id.example").name, "Acme, Inc.");
    assert.equal(senderAddress(undefined, "https://id.example:8443").address, "signet@id.example");
    assert.equal(senderAddress(undefined, "http://127.0.0.1:8080").address, "signet@[127.0.0.1]");
    assert.equal(senderAddress(undefined, "http://[::1]:8080").address, "signet@[IPv6:::1]");
  });
});
