import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { NONCE_BYTES, open, seal, TAG_BYTES, xaesKey } from "../../src/tickets/xaes.ts";

describe("XAES-256-GCM", () => {
  const nonce = Buffer.from("ABCDEFGHIJKLMNOPQRSTUVWX");
  const plaintext = Buffer.from("XAES-256-GCM");

  // https://c2sp.org/XAES-256-GCM, test vectors. The first has no carry when the CMAC sub-key is doubled, the second
  // has.
  const published = [
    { key: 0x01, associated: "", sealed: "ce546ef63c9cc60765923609b33a9a1974e96e52daf2fcf7075e2271" },
    {
      key: 0x03,
      associated: "c2sp.org/XAES-256-GCM",
      sealed: "986ec1832593df5443a179437fd083bf3fdb41abd740a21f71eb769d",
    },
  ];
  for (const vector of published) {
    test(`seals and opens as published (key ${vector.key})`, () => {
      const key = xaesKey(Buffer.alloc(32, vector.key));
      const associated = Buffer.from(vector.associated);
      const sealed = seal(key, plaintext, associated, nonce);
      assert.equal(sealed.toString("hex"), nonce.toString("hex") + vector.sealed);
      assert.deepEqual(open(key, sealed, associated), plaintext);
      assert.equal(open(xaesKey(Buffer.alloc(32, 0x02)), sealed, associated), undefined);
      assert.equal(open(key, sealed, Buffer.from("something else")), undefined);
    });
  }

  test("opens what it sealed, whatever it is, and nothing when one byte of key, context or message differs", () => {
    const bytes = (minLength: number, maxLength: number) => fc.uint8Array({ minLength, maxLength });
    fc.assert(
      fc.property(
        bytes(32, 32),
        bytes(0, 300),
        bytes(0, 40),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (key, message, context, at, by) => {
          const sealed = seal(xaesKey(Buffer.from(key)), message, context);
          assert.equal(sealed.length, NONCE_BYTES + message.length + TAG_BYTES);
          assert.deepEqual(open(xaesKey(Buffer.from(key)), sealed, context), Buffer.from(message));
          const changed = (original: Uint8Array) =>
            Buffer.from(original.map((byte, i) => (i === at % original.length ? byte ^ by : byte)));
          assert.equal(open(xaesKey(changed(key)), sealed, context), undefined);
          assert.equal(open(xaesKey(Buffer.from(key)), changed(sealed), context), undefined);
          if (context.length > 0) assert.equal(open(xaesKey(Buffer.from(key)), sealed, changed(context)), undefined);
        },
      ),
    );
  });

  test("no two messages share a nonce, and a process changes the half that derives their key from time to time", () => {
    const key = xaesKey(Buffer.alloc(32, 1));
    const sealed = Array.from({ length: 1_000 }, () => seal(key, plaintext, Buffer.alloc(0)));
    assert.equal(new Set(sealed.map((one) => one.toString("hex", 0, NONCE_BYTES))).size, sealed.length);
    const half = () => seal(key, plaintext, Buffer.alloc(0)).toString("hex", 0, NONCE_BYTES / 2);
    const before = half();
    assert.equal(half(), before);
    key.half.used = 2 ** 20;
    assert.notEqual(half(), before);
  });

  test("what another process sealed opens too, also when many did, and what is made up is not kept", () => {
    const secret = Buffer.alloc(32, 1);
    const here = xaesKey(secret);
    for (let process = 0; process < 1_100; process++) {
      assert.deepEqual(open(here, seal(xaesKey(secret), plaintext, Buffer.alloc(0)), Buffer.alloc(0)), plaintext);
    }
    assert.ok(here.derived.size <= 1_000);
    const { size } = here.derived;
    for (let n = 0; n < 10; n++)
      assert.equal(
        open(here, seal(xaesKey(Buffer.alloc(32, 2)), plaintext, Buffer.alloc(0)), Buffer.alloc(0)),
        undefined,
      );
    assert.equal(here.derived.size, size);
  });

  test("what is too short to be sealed does not open", () => {
    const key = xaesKey(Buffer.alloc(32, 1));
    for (let length = 0; length < NONCE_BYTES + TAG_BYTES; length++)
      assert.equal(open(key, Buffer.alloc(length), Buffer.alloc(0)), undefined);
  });
});
