/**
 * Names, addresses and what is searched for: one spelling for each, found again by what it says, and the same after
 * storing.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { SignetError } from "../../src/errors/signet-error.ts";
import { readRoleList } from "../../src/identity/effective-roles.ts";
import { nameHolds, searchText } from "../../src/identity/listing.ts";
import { readMetadataList } from "../../src/identity/metadata.ts";
import { displayText, emailAddress, nameKey } from "../../src/identity/names.ts";
import { distinctKeys } from "../../src/identity/role-keys.ts";
import { queryWords, searchWords } from "../../src/identity/users/search-words.ts";
import { composeMail } from "../../src/mail/compose.ts";
import { MailFailure } from "../../src/mail/failure.ts";
import { toEventView } from "../../src/management/resources/events.ts";
import { oddText } from "./odd-texts.ts";

const letters = [
  "Ada",
  "ß",
  "ſ",
  "İ",
  "ı",
  "Σ",
  "ς",
  "ﬃ",
  "Ǆ",
  "é",
  "e\u0301",
  "가",
  "\u1100\u1161",
  "ά",
  " ",
  "-",
  "@",
  ".",
];
const anyName = oddText(letters);

/** Undefined for what is refused. */
function kept<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SignetError) return undefined;
    throw error;
  }
}

describe("a name", () => {
  test("is compared by what it says, not by how its letters are written", () => {
    fc.assert(
      fc.property(anyName, (text) => {
        const key = nameKey(text);
        assert.equal(nameKey(key), key);
        for (const form of ["NFC", "NFD", "NFKC", "NFKD"] as const) assert.equal(nameKey(text.normalize(form)), key);
        assert.equal(nameKey(key.toUpperCase()), key);
      }),
    );
  });

  test("that is shown holds nothing that breaks a line or turns it round", () => {
    fc.assert(
      fc.property(anyName, (text) => {
        const shown = kept(() => displayText("name", text));
        if (shown === undefined) return;
        assert.doesNotMatch(shown, /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        assert.ok(shown.isWellFormed() && [...shown].length <= 200 && shown.trim() === shown);
      }),
    );
  });

  test("is found by what is in it", () => {
    fc.assert(
      fc.property(anyName, fc.nat(30), fc.nat(30), (text, from, length) => {
        const shown = kept(() => displayText("name", text));
        if (shown === undefined) return;
        const part = [...shown].slice(from, from + length).join("");
        // Half of a letter that is put together of several is another letter.
        if (/^\p{M}|\p{M}$/u.test(part.normalize("NFD")) || nameKey(part) !== nameKey(part.normalize("NFD"))) return;
        const asked = kept(() => searchText(part));
        if (asked !== undefined && nameKey(shown).includes(nameKey(part.trim()))) assert.ok(nameHolds(shown, asked));
      }),
    );
  });

  test("of a person is found by each of its words", () => {
    fc.assert(
      fc.property(
        fc.array(oddText(["Ada", "Anne-Marie", "O'Neil", "ada@acme", "Σίσυφος", "Ünal", "株"]), { maxLength: 4 }),
        (words) => {
          const text = words.join(" ");
          // Of a text, the first 24 words count, with the parts of each.
          if (text.normalize("NFKC").split(/[^\p{L}\p{M}\p{N}]+/u).length > 6) return;
          const found = searchWords([text]);
          for (const word of queryWords(text))
            assert.ok(
              found.some((one) => one.startsWith(word)),
              word,
            );
        },
      ),
    );
  });
});

describe("a mail address", () => {
  test("that is kept can be written to, and adds no header to the mail", async () => {
    const address = fc.oneof(oddText(["ada", "@", "acme", ".example", "+", "-", "ü"]), fc.emailAddress());
    await fc.assert(
      fc.asyncProperty(address, anyName, anyName, async (text, subject, name) => {
        const to = kept(() => emailAddress(text));
        if (to === undefined) return;
        const mail = { to, subject: `Hello ${subject}`, text: "Hello\n", html: "<p>Hello" };
        const composed = await composeMail(mail, { id: "1", from: { name, address: "signet@acme.example" } }).catch(
          (error) => {
            assert.ok(error instanceof MailFailure && error.message.includes("address_unusable"), String(error));
          },
        );
        if (!composed) return;
        assert.equal(composed.to, to);
        const head = composed.bytes.toString().split("\r\n\r\n", 1)[0] ?? "";
        const names = head.split(/\r\n(?![ \t])/).map((line) => line.slice(0, line.indexOf(":")));
        assert.deepEqual(names.toSorted(), expectedHeaders);
      }),
    );
  });
});

const expectedHeaders = [
  "Auto-Submitted",
  "Content-Type",
  "Date",
  "From",
  "MIME-Version",
  "Message-ID",
  "Subject",
  "To",
  "X-Auto-Response-Suppress",
];

describe("lists that a statement makes of several rows", () => {
  test("give back the keys and values of metadata, whatever is in them", () => {
    // As identity/metadata.ts has it written in SQL.
    const escaped = (text: string) => text.replaceAll("%", "%25").replaceAll(",", "%2C");
    const text = oddText([",", "%", "%2C", "%25", "a"]);
    fc.assert(
      fc.property(
        fc.array(fc.record({ key: text, value: text }, { noNullPrototype: true }), { minLength: 1, maxLength: 6 }),
        (entries) => {
          const list = entries.map(({ key, value }) => `${escaped(key)},${escaped(value)}`).join(",");
          assert.deepEqual(readMetadataList(list), entries);
        },
      ),
    );
  });

  test("give back the roles of every project", () => {
    const word = fc.stringMatching(/^[\w.:/-]{1,10}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word), { maxLength: 8 }), (pairs) => {
        const roles = readRoleList(pairs.map((pair) => pair.join(" ")).join(",") || null);
        for (const [project, role] of pairs) assert.ok(roles.get(project)?.includes(role));
        assert.equal([...roles.values()].flat().length, pairs.length);
      }),
    );
  });

  test("of keys have each of them once, in one order", () => {
    fc.assert(
      fc.property(fc.array(oddText(["a", "b"]), { maxLength: 8 }), (keys) => {
        const once = distinctKeys(keys);
        assert.deepEqual(distinctKeys([...once, ...keys].reverse()), once);
      }),
    );
  });
});

describe("an event in the export", () => {
  test("is one line, and is read as it was written", () => {
    const detail = fc.dictionary(oddText(["\n", "\u2028", "a"]), fc.jsonValue({ maxDepth: 2 }), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(detail, oddText(["\r\n"]), (given, id) => {
        const view = toEventView({
          ...{ id: "1", at: 0, type: "user.changed", organizationId: null, requestId: null, detail: given },
          ...{ actor: { kind: "user", id }, resource: { kind: "user", id: null } },
        });
        const line = JSON.stringify(view);
        assert.doesNotMatch(line, /[\r\n]/);
        assert.deepEqual(JSON.parse(line), JSON.parse(JSON.stringify({ ...view, detail: given })));
      }),
    );
  });
});
