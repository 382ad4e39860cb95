import assert from "node:assert/strict";
import { argon2Sync } from "node:crypto";
import { after, describe, test } from "node:test";
import { SignetError } from "../../src/errors/signet-error.ts";
import { openPasswords, signetItself } from "../../src/passwords/passwords.ts";
import { parseHash } from "../../src/passwords/stored-hash.ts";

const cheap = { memory: 64, passes: 1, parallelism: 1 };
const passwords = openPasswords({ threads: 2, parameters: cheap });
after(() => passwords.close());

describe("a password", () => {
  test("is right when it is the one that was set, and wrong when it differs in any way", async () => {
    const hash = await passwords.hash("correct horse", signetItself);
    assert.equal(await passwords.verify(hash, "correct horse", signetItself), "right");
    for (const other of ["Correct horse", "correct horse ", "correct hors", "", "correct horse\0"]) {
      assert.equal(await passwords.verify(hash, other, signetItself), "wrong");
    }
  });

  test("is stored with OWASP's parameters unless others are asked for", async () => {
    const standard = openPasswords({ threads: 1 });
    try {
      const hash = await standard.hash("correct horse", signetItself);
      assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
      assert.equal(await standard.verify(hash, "correct horse", signetItself), "right");
    } finally {
      await standard.close();
    }
    assert.match(await passwords.hash("correct horse", signetItself), /^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    assert.throws(() => openPasswords({ parameters: { memory: 7, passes: 1, parallelism: 1 } }), RangeError);
  });

  test("gets a new salt each time, so that two people with the same one cannot be told", async () => {
    const [one, other] = await Promise.all([
      passwords.hash("correct horse", signetItself),
      passwords.hash("correct horse", signetItself),
    ]);
    assert.notEqual(one, other);
    assert.notDeepEqual(parseHash(one).salt, parseHash(other).salt);
  });

  test("is hashed as Node's own argon2id hashes its UTF-8 bytes", async () => {
    const { salt, tag } = parseHash(await passwords.hash("pässword", signetItself));
    const expected = (message: string) => argon2Sync("argon2id", { message, nonce: salt, tagLength: 32, ...cheap });
    assert.deepEqual(Buffer.from(tag), expected("pässword"));
    assert.notDeepEqual(Buffer.from(tag), expected("password"));
  });

  test("is the same however the keyboard composes its characters, and another when the characters are others", async () => {
    const composed = await passwords.hash("Zo\u00eb \ufb01ne \u2460", signetItself);
    assert.equal(await passwords.verify(composed, "Zoe\u0308 fine 1", signetItself), "right");
    const decomposed = await passwords.hash("Zoe\u0308 fine 1", signetItself);
    assert.equal(await passwords.verify(decomposed, "Zo\u00eb \ufb01ne \u2460", signetItself), "right");
    assert.equal(await passwords.verify(composed, "Zoe fine 1", signetItself), "wrong");
    assert.equal(await passwords.verify(composed, "zoe\u0308 fine 1", signetItself), "wrong");
  });
});

describe("a hash made with other parameters", () => {
  const variants = [
    { ...cheap, memory: 128 },
    { ...cheap, passes: 2 },
    { ...cheap, parallelism: 2 },
  ];
  for (const parameters of variants) {
    test(`is still right, but outdated (${JSON.stringify(parameters)})`, async () => {
      const former = openPasswords({ threads: 1, parameters });
      const hash = await former.hash("correct horse", signetItself);
      assert.equal(await former.verify(hash, "correct horse", signetItself), "right");
      await former.close();
      assert.equal(await passwords.verify(hash, "correct horse", signetItself), "right-but-outdated");
      assert.equal(await passwords.verify(hash, "wrong horse", signetItself), "wrong");
    });
  }

  test("is outdated too when its salt is shorter than ours", async () => {
    const reference = openPasswords({ threads: 1, parameters: { memory: 256, passes: 2, parallelism: 1 } });
    const hash = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
    assert.equal(await reference.verify(hash, "password", signetItself), "right-but-outdated");
    await reference.close();
  });
});

describe("a hash made by argon2's reference implementation", () => {
  // From its own src/test.c.
  const hashes = [
    "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
    "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
  ];
  for (const hash of hashes) {
    test(`lets its password in and no other (${hash.slice(0, 28)})`, async () => {
      assert.equal(await passwords.verify(hash, "password", signetItself), "right-but-outdated");
      assert.equal(await passwords.verify(hash, "passwore", signetItself), "wrong");
    });
  }
});

describe("a damaged hash", () => {
  test("is an error and never right, nor does the error repeat it or the password", async () => {
    const hash = await passwords.hash("correct horse", signetItself);
    await assert.rejects(passwords.verify(hash.slice(0, -2), "correct horse", signetItself), (error: Error) => {
      assert.match(error.message, /malformed/);
      assert.doesNotMatch(error.stack ?? "", /correct horse/);
      assert.ok(!`${error.stack}${error.cause}`.includes(hash.slice(30, 50)));
      return true;
    });
    assert.equal(await passwords.verify(hash, "correct horse", signetItself), "right");
  });
});

describe("a password of more than 1024 bytes", () => {
  const longest = "é".repeat(512);

  test("cannot be set, and the longest allowed one can", async () => {
    for (const tooLong of [`${longest}!`, "x".repeat(2049), "x".repeat(1_000_000)]) {
      await assert.rejects(passwords.hash(tooLong, signetItself), (error: unknown) => {
        assert.ok(error instanceof SignetError);
        assert.equal(error.code, "bad_request");
        assert.equal(error.field, "password");
        assert.ok(!error.message.includes("xx") && !error.message.includes("é"));
        return true;
      });
    }
    assert.equal(await passwords.verify(await passwords.hash(longest, signetItself), longest, signetItself), "right");
  });

  test("is wrong even where the allowed part, or nothing, would be right", async () => {
    assert.equal(
      await passwords.verify(await passwords.hash(longest, signetItself), `${longest}!`, signetItself),
      "wrong",
    );
    const empty = await passwords.hash("", signetItself);
    assert.equal(await passwords.verify(empty, `${longest}!`, signetItself), "wrong");
    assert.equal(await passwords.verify(empty, "", signetItself), "right");
  });

  test("is measured after its characters are composed, so that the keyboard does not decide", async () => {
    const hash = await passwords.hash(longest, signetItself);
    assert.equal(await passwords.verify(hash, longest.normalize("NFD"), signetItself), "right");
    assert.equal(await passwords.verify(hash, `${longest.normalize("NFD")}!`, signetItself), "wrong");
  });
});

describe("a user who does not exist", () => {
  test("has no right password", async () => {
    for (const password of ["correct horse", "", "x".repeat(5000)])
      assert.equal(await passwords.verifyNobody(password, signetItself), "wrong");
  });
});
