import assert from "node:assert/strict";
import { test } from "node:test";
import { formatHash, parseHash } from "../../src/passwords/stored-hash.ts";

const salt = "AAECAwQFBgcICQoLDA0ODw";
const tag = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
const good = `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${tag}`;

test("a stored hash says its parameters, salt and hash, and is written as it was read", () => {
  const stored = parseHash(good);
  assert.deepEqual(stored.parameters, { memory: 19_456, passes: 2, parallelism: 1 });
  assert.deepEqual([...stored.salt], [...Array(16).keys()]);
  assert.deepEqual([...stored.tag], [...Array(32).keys()]);
  assert.equal(formatHash(stored), good);
});

const malformed: Record<string, string> = {
  "an empty text": "",
  "a text": "correct horse",
  "no salt": `$argon2id$v=19$m=19456,t=2,p=1$$${tag}`,
  "no hash": `$argon2id$v=19$m=19456,t=2,p=1$${salt}$`,
  "no hash part": `$argon2id$v=19$m=19456,t=2,p=1$${salt}`,
  "a part too many": `${good}$`,
  "a line after it": `${good}\n`,
  "a space before it": ` ${good}`,
  "another variant of argon2": good.replace("argon2id", "argon2i"),
  "another algorithm": "$2b$10$nOUIs5kJ7naTuTFkBy1veuK0kSxUFXfuaOKdOKf9xYT0KKIGSJwFa",
  "another version": good.replace("v=19", "v=16"),
  "no version": good.replace("v=19$", ""),
  "a parameter missing": good.replace(",p=1", ""),
  "parameters in another order": good.replace("m=19456,t=2", "t=2,m=19456"),
  "a number with a leading zero": good.replace("t=2", "t=02"),
  "a negative number": good.replace("t=2", "t=-2"),
  "zero passes": good.replace("t=2", "t=0"),
  "too many passes": good.replace("t=2", "t=65"),
  "too little memory": good.replace("m=19456,t=2,p=1", "m=15,t=2,p=2"),
  "too much memory": good.replace("m=19456", "m=4294967295"),
  "too many lanes": good.replace("p=1", "p=17"),
  "padded base64": `${good}=`,
  "base64 for addresses": good.replace(tag, `${tag.slice(0, -4)}-_-_`),
  "base64 cut in the middle of a byte": good.slice(0, -2),
  "base64 with stray bits": good.replace(tag, `${tag.slice(0, -1)}9`),
  "a short salt": good.replace(salt, "AAECAwQFBg"),
  "a short hash": good.replace(tag, "AAECAwQFBgcICQoLDA0O"),
  "a hash of a megabyte": good + "A".repeat(1_000_000),
};

for (const [name, text] of Object.entries(malformed)) {
  test(`${name} is no stored hash, and the error does not repeat it`, () => {
    assert.throws(
      () => parseHash(text),
      (error: Error) => {
        assert.match(error.message, /^A stored password hash is malformed: it/);
        assert.ok(!error.message.includes(salt.slice(0, 6)) && !error.message.includes(tag.slice(-6)));
        return true;
      },
    );
  });
}
