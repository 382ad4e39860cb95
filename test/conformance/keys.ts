/** A19, A20 and M55: the published keys. */
import assert from "node:assert/strict";
import { decodeProtectedHeader, importJWK, type JWK, jwtVerify } from "jose";
import { rotate } from "../../src/keys/key-store.ts";
import { makeTestKey } from "../support/keys.ts";
import { complete } from "./journey.ts";
import { fetchJson, keySet, publishedKeys } from "./machine.ts";
import { once } from "./plans.ts";
import { type Check, check, type Stage } from "./stage.ts";

const privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

async function checkKeySet(stage: Stage): Promise<void> {
  const { status, headers } = await fetchJson(stage, "/oauth/v2/keys");
  assert.equal(status, 200);
  assert.match(String(headers["content-type"]), /^application\/(json|jwk-set\+json)\b/);
  const { keys } = await keySet(stage);
  assert.ok(keys.length > 0);
  for (const key of keys) {
    for (const member of privateMembers) assert.ok(!(member in key), member);
    const imported = await importJWK(key, key.alg);
    assert.ok(!(imported instanceof Uint8Array) && imported.type === "public");
  }
}

async function checkKeyIds(stage: Stage): Promise<JWK[]> {
  const { keys } = await keySet(stage);
  for (const { kid } of keys) assert.ok(typeof kid === "string" && kid !== "");
  assert.equal(new Set(keys.map(({ kid }) => kid)).size, keys.length);
  return keys;
}

export const keyChecks: readonly Check[] = [
  check("A19", once, checkKeySet),

  check("A20", once, async (stage) => {
    await checkKeyIds(stage);
  }),

  check("M55", once, async (stage) => {
    const { storage, vault, ring } = stage.idp.node.services;
    const before = await complete(stage);
    await rotate({ storage, vault, make: makeTestKey }, { immediately: true, actor: { kind: "operator" } });
    await ring.refresh();

    const after = await complete(stage);
    assert.notEqual(decodeProtectedHeader(after.idToken).kid, decodeProtectedHeader(before.idToken).kid);
    for (const { idToken } of [before, after]) await jwtVerify(idToken, await publishedKeys(stage));
    await checkKeySet(stage);
    await checkKeyIds(stage);
  }),
];
