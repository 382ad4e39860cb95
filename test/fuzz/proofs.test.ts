/**
 * What people prove themselves with, and what devices and clients send for it: written and read back, changed and
 * refused.
 */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { describe, test } from "node:test";
import fc from "fast-check";
import { TOTP } from "otpauth";
import { SignetError } from "../../src/errors/signet-error.ts";
import { encodeImage } from "../../src/identity/branding/encode-image.ts";
import { readPublicKey } from "../../src/identity/credential-keys/credential.ts";
import { readProof, readRegistration } from "../../src/identity/factors/passkey-responses.ts";
import { matchingStep, newTotpSecret, totpAddress } from "../../src/identity/factors/totp.ts";
import { domainName, userName } from "../../src/identity/names.ts";
import { matchesHash, newSecret } from "../../src/identity/secrets.ts";
import { parseMasterKey } from "../../src/keys/master-key.ts";
import { passwordBytes } from "../../src/passwords/password-bytes.ts";
import { formatHash, parseHash } from "../../src/passwords/stored-hash.ts";
import { totpInstructions } from "../../src/people/factors/factor-parts.ts";
import { wordsIn } from "../../src/texts/words.ts";
import { picture } from "../support/pictures.ts";
import { oddText } from "./odd-texts.ts";

/** Objects as JSON makes them. */
const plain = <T>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(members, { noNullPrototype: true });

const refused = (error: unknown) => error instanceof SignetError && error.code === "invalid_input";

describe("codes from an app", () => {
  const moment = fc.integer({ min: 0, max: 4_102_444_800_000 });

  test("are right for their half minute and the two beside it, however they are typed, and for no other", () => {
    const secret = newTotpSecret();
    const spaced = fc.constantFrom("", " ", "-", "\u00a0");
    fc.assert(
      fc.property(moment, fc.integer({ min: -5, max: 5 }), spaced, (at, steps, space) => {
        const code = new TOTP({ secret }).generate({ timestamp: at });
        const typed = `${code.slice(0, 3)}${space}${code.slice(3)}`;
        const step = matchingStep(secret, typed, at + steps * 30_000);
        if (Math.abs(steps) <= 1) assert.notEqual(step, undefined);
        // Two codes may be the same by chance, once in some hundred thousand.
        else if (step !== undefined) assert.ok(Math.abs(step - Math.floor(at / 30_000) - steps) <= 1);
      }),
    );
  });

  test("have a picture that can be drawn, whatever people and organizations are called", () => {
    const secret = newTotpSecret();
    const letters = fc.constantFrom(..."aé株𠮷:%/ ");
    const name = fc.array(letters, { maxLength: 460 }).map((all) => all.join(""));
    fc.assert(
      fc.property(name, name, (issuer, label) => {
        assert.match(totpInstructions(wordsIn("en"), secret, { issuer, label }).text, /<svg /);
        const { searchParams, protocol } = new URL(totpAddress(secret, { issuer, label }));
        assert.equal(`${protocol} ${searchParams.get("secret")}`, `otpauth: ${secret}`);
      }),
    );
    // The longest that there can be: this was the answer 500 once.
    const person = `${userName("𠮷".repeat(200))}@${domainName(`${"a".repeat(60)}.example`)}`;
    assert.match(totpInstructions(wordsIn("ja"), secret, { issuer: "𠮷".repeat(200), label: person }).text, /<svg /);
  });
});

describe("what a device sends", () => {
  const text = fc.stringMatching(/^[\w-]{1,40}$/);
  const registration = plain({ id: text, response: plain({ clientDataJSON: text, attestationObject: text }) });
  const proof = plain({
    id: text,
    response: plain({ clientDataJSON: text, authenticatorData: text, signature: text }),
  });

  test("is read as it was written", () => {
    fc.assert(fc.property(registration, (given) => assert.deepEqual(readRegistration(JSON.stringify(given)), given)));
    fc.assert(fc.property(proof, (given) => assert.deepEqual(readProof(JSON.stringify(given)), given)));
  });

  test("is nothing with a part that is missing, of another type or not base64url", () => {
    const wrong = fc.oneof(
      fc.constantFrom(undefined, null, 1, "", "a b", "=", {}, []),
      fc.string({ minLength: 5000, maxLength: 5000 }),
    );
    fc.assert(
      fc.property(proof, fc.constantFrom("clientDataJSON", "signature"), wrong, (given, member, value) => {
        assert.equal(
          readProof(JSON.stringify({ ...given, response: { ...given.response, [member]: value } })),
          undefined,
        );
      }),
    );
  });
});

describe("public keys that are uploaded", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();

  test("are read from PEM and from a JWK alike", async () => {
    const jwk = publicKey.export({ format: "jwk" });
    const [fromPem, fromJwk] = [await readPublicKey(pem), await readPublicKey({ ...jwk, kty: "EC" })];
    assert.deepEqual([fromPem.algorithm, fromPem.publicJwk], [fromJwk.algorithm, fromJwk.publicJwk]);
  });

  test("are refused or read, with any character changed, and a private half is never taken", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(pem.length - 1), oddText(["A", "\n", "-"]), async (at, piece) => {
        await readPublicKey(pem.slice(0, at) + piece + pem.slice(at + 1)).catch((error) =>
          assert.ok(refused(error), String(error)),
        );
      }),
    );
    await assert.rejects(readPublicKey(privateKey.export({ type: "pkcs8", format: "pem" }).toString()), refused);
  });

  test("are refused or read as a JWK of any members", async () => {
    const member = fc.constantFrom("kty", "crv", "x", "y", "n", "e", "alg", "d", "k", "__proto__", "key_ops", "use");
    const value = fc.oneof(
      fc.constantFrom("EC", "RSA", "OKP", "oct", "P-256", "P-521", "Ed25519", "AQAB"),
      fc.jsonValue(),
      oddText(),
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(member, value, { maxKeys: 6 }), async (jwk) => {
        // As it comes out of the body of a request, which a schema has looked at only in part.
        const given = JSON.parse(JSON.stringify({ kty: "EC", ...jwk }));
        await readPublicKey(given).catch((error) => assert.ok(refused(error), String(error)));
      }),
    );
  });
});

describe("pictures that are uploaded", () => {
  test("are drawn anew or refused, with any of their bytes changed or cut off", async () => {
    for (const format of ["png", "jpeg", "webp"] as const) {
      const bytes = await picture(24, 12).toFormat(format).toBuffer();
      const change = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 }));
      await fc.assert(
        fc.asyncProperty(fc.array(change, { maxLength: 6 }), fc.nat(bytes.length), async (changes, cut) => {
          const changed = Buffer.from(bytes);
          for (const [at, byte] of changes) changed[at] = byte;
          const data = changed.subarray(0, changes.length === 0 ? cut : bytes.length).toString("base64");
          const drawn = await encodeImage("logo", data).catch((error) => assert.ok(refused(error), String(error)));
          if (drawn) assert.match(Buffer.from(drawn.base64, "base64").toString("latin1", 0, 12), /^RIFF.{4}WEBP$/s);
        }),
        { numRuns: 30 },
      );
    }
  });
});

describe("secrets", () => {
  test("of machines match their own hash and no other", () => {
    const { secret, hash } = newSecret();
    assert.ok(matchesHash(secret, hash));
    fc.assert(
      fc.property(oddText(["sgx_", secret, secret.slice(4)]), (text) =>
        assert.equal(matchesHash(text, hash), text === secret),
      ),
    );
  });

  test("a stored password hash is read as it was written, and not at all with a character changed", () => {
    const bytes = (least: number) => fc.uint8Array({ minLength: least, maxLength: 64 });
    const stored = plain({
      parameters: plain({
        memory: fc.integer({ min: 128, max: 2 ** 21 }),
        passes: fc.integer({ min: 1, max: 64 }),
        parallelism: fc.integer({ min: 1, max: 16 }),
      }),
      salt: bytes(8),
      tag: bytes(16),
    });
    fc.assert(
      fc.property(stored, fc.nat(), oddText(["$", ",", "="]), (hash, at, piece) => {
        const text = formatHash(hash);
        assert.deepEqual(parseHash(text), hash);
        const place = at % text.length;
        const changed = text.slice(0, place) + piece + text.slice(place + 1);
        try {
          assert.equal(formatHash(parseHash(changed)), changed, "one spelling only");
        } catch (error) {
          assert.match(String(error), /malformed/);
        }
      }),
    );
  });

  test("a master key is read as it was written, and has one spelling", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.constantFrom("", "=", "\n", " "),
        (bytes, after) => {
          const read = parseMasterKey(`${Buffer.from(bytes).toString("base64url")}${after}`);
          if (new Set(bytes).size < 8) assert.ok("problem" in read);
          else assert.deepEqual("key" in read && Uint8Array.from(read.key), bytes);
        },
      ),
    );
    fc.assert(
      fc.property(oddText(["A".repeat(42), "q", "-", "="]), (text) => {
        const read = parseMasterKey(text);
        if ("key" in read) assert.equal(read.key.toString("base64url"), text.trim().replace(/=+$/, ""));
      }),
    );
  });

  test("a password is the same bytes however its letters are put together, and never more than fit", () => {
    fc.assert(
      fc.property(oddText(["é", "ﬁ", "가"]), (text) => {
        const [given, composed, apart] = [text, text.normalize("NFC"), text.normalize("NFD")].map(passwordBytes);
        if (given !== "too-long" && composed !== "too-long" && apart !== "too-long") {
          assert.deepEqual(given, composed);
          assert.deepEqual(given, apart);
        }
        assert.ok(given === "too-long" || (given?.length ?? 0) <= 1024);
      }),
    );
  });
});
