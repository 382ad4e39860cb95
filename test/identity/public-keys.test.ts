/** Which public keys are taken: what an RSA key must have beside its length, as PEM and as JWK. */
import assert from "node:assert/strict";
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { readPublicKey } from "../../src/identity/credential-keys/credential.ts";
import { code } from "../support/each-engine.ts";

const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const { n = "", e = "" } = publicKey.export({ format: "jwk" });
const good = { kty: "RSA", n, e };

/** A whole number as a JWK has it, big-endian. */
const number = (value: bigint) => {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex").toString("base64url");
};
const modulus = BigInt(`0x${Buffer.from(n, "base64url").toString("hex")}`);

/** In both writings, as far as the platform writes such a key at all. */
async function isRefused(jwk: object, said: RegExp): Promise<void> {
  const full = { ...good, ...jwk };
  await assert.rejects(readPublicKey(full), code("invalid_input", said), JSON.stringify(jwk));
  const pem = createPublicKey({ key: full, format: "jwk" }).export({ type: "spki", format: "pem" }).toString();
  await assert.rejects(readPublicKey(pem), code("invalid_input", said));
}

test("a key with the usual exponent, or a larger odd one, is taken", async () => {
  assert.equal((await readPublicKey({ ...good })).algorithm, "RS256");
  assert.equal((await readPublicKey(publicKey.export({ type: "spki", format: "pem" }).toString())).algorithm, "RS256");
  assert.equal((await readPublicKey({ ...good, e: number(65_539n) })).algorithm, "RS256");
  assert.equal((await readPublicKey({ ...good, e: number(2n ** 32n + 1n) })).algorithm, "RS256");
});

test("an exponent that is small, even or huge is refused", async () => {
  for (const exponent of [1n, 2n, 3n, 17n, 65_535n, 65_536n, 65_538n, 2n ** 256n + 1n, 2n ** 2047n + 1n]) {
    await isRefused({ e: number(exponent) }, /odd exponent of at least 65537/);
  }
});

test("an even modulus is refused: anybody can take it apart", async () => {
  await isRefused({ n: number(modulus - 1n) }, /even modulus/);
  await isRefused({ n: number(2n ** 2047n) }, /even modulus/);
});

test("a modulus of too few or too many bits is refused before anything else is looked at", async () => {
  await isRefused({ n: number(2n ** 1023n + 1n) }, /2048 to 8192 bits/);
  await isRefused({ n: number(2n ** 8200n + 1n) }, /2048 to 8192 bits/);
});
