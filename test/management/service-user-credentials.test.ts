import assert from "node:assert/strict";
import { createPublicKey } from "node:crypto";
import { test } from "node:test";
import { managementToken } from "../support/api.ts";
import { makeSigningCredential, type SigningCredential, signAssertion } from "../support/clients.ts";
import { dump } from "../support/dump.ts";
import { post } from "../support/idp.ts";
import { atAcme, counts, eventsOf, makeRobot } from "./people.ts";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

const DAY = 86_400_000;
const later = (ms: number) => new Date(Date.now() + ms).toISOString();

onEachApi("credentials of service users over the API", (stage) => {
  const types = async (id: string) => (await eventsOf(stage, id)).map(({ type }) => type);

  /** With a key, as RFC 7523 says. */
  async function tokenBy(id: string, credential: SigningCredential): Promise<unknown> {
    const assertion = await signAssertion({ id, credential }, { claims: { aud: stage.api.idp.issuer } });
    const form = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion, scope: "openid" };
    return (await post(stage.api.idp, "/oauth/v2/token", form)).json.access_token;
  }

  test("a new secret works from now on, is told this once, and ends what was got with the former one", async () => {
    const { id, path } = await makeRobot(stage);
    const first = await stage.acmeOwner.post(`${path}/regenerate-secret`);
    assert.deepEqual([first.status, Object.keys(first.json), first.json.clientId], [200, ["clientId", "secret"], id]);
    const token = await managementToken(stage.api.idp, id, first.json.secret, "openid");
    const seen = await stage.acmeOwner.get(path);
    assert.equal(seen.json.hasSecret, true);
    assert.ok(!seen.body.includes(first.json.secret));
    assert.ok(!JSON.stringify(await dump(stage.api.idp.node.services.storage)).includes(first.json.secret));

    const second = await stage.acmeOwner.post(`${path}/regenerate-secret`);
    assert.notEqual(second.json.secret, first.json.secret);
    assert.equal(await counts(stage, token), false);
    await assert.rejects(managementToken(stage.api.idp, id, first.json.secret, "openid"), /invalid_client/);
    assert.equal(await counts(stage, await managementToken(stage.api.idp, id, second.json.secret, "openid")), true);
    assert.deepEqual(await types(id), ["user.created", "service_user_secret.created", "service_user_secret.created"]);
  });

  test("a secret is removed once, and ends what was got with it", async () => {
    const { id, path } = await makeRobot(stage);
    assert.equal((await unchanged(stage.api, () => stage.acmeOwner.delete(`${path}/secret`))).status, 204);
    const { secret } = (await stage.acmeOwner.post(`${path}/regenerate-secret`)).json;
    const token = await managementToken(stage.api.idp, id, secret, "openid");
    assert.equal((await stage.acmeOwner.delete(`${path}/secret`)).status, 204);
    assert.equal(await counts(stage, token), false);
    await assert.rejects(managementToken(stage.api.idp, id, secret, "openid"), /invalid_client/);
    assert.equal((await stage.acmeOwner.get(path)).json.hasSecret, false);
    assert.equal((await unchanged(stage.api, () => stage.acmeOwner.delete(`${path}/secret`))).status, 204);
    assert.deepEqual(await types(id), ["user.created", "service_user_secret.created", "service_user_secret.deleted"]);
  });

  test("a key that is made comes as a key file, this once, and gets tokens until it is removed", async () => {
    const { id, path } = await makeRobot(stage);
    const made = await stage.acmeOwner.post(`${path}/keys`, { expiresAt: later(DAY) });
    assert.equal(made.status, 201, made.body);
    const { keyFile, warnings, ...key } = made.json;
    assert.deepEqual(warnings, []);
    assert.deepEqual(Object.keys(keyFile).toSorted(), ["expirationDate", "key", "keyId", "type", "userId"]);
    assert.deepEqual(
      [keyFile.type, keyFile.keyId, keyFile.userId, keyFile.expirationDate],
      ["serviceaccount", key.id, id, key.expiresAt],
    );
    assert.deepEqual((await stage.acmeOwner.get(`${path}/keys`)).json, { items: [key] });
    const [line] = keyFile.key.split("\n").slice(1);
    assert.ok(!JSON.stringify(await dump(stage.api.idp.node.services.storage)).includes(line));

    const credential = { id: key.id, algorithm: "RS256", publicJwk: key.publicJwk, privatePem: keyFile.key } as const;
    const token = await tokenBy(id, credential);
    assert.equal(await counts(stage, token), true);
    assert.equal((await stage.acmeOwner.delete(`${path}/keys/${key.id}`)).status, 204);
    assert.equal(await counts(stage, token), false);
    assert.equal(await tokenBy(id, credential), undefined);
    assert.equal((await unchanged(stage.api, () => stage.acmeOwner.delete(`${path}/keys/${key.id}`))).status, 204);
    assert.deepEqual((await stage.acmeOwner.get(`${path}/keys`)).json, { items: [] });
    assert.deepEqual(await types(id), ["user.created", "service_user_key.created", "service_user_key.deleted"]);
  });

  test("a public key is uploaded as JWK or PEM, and gets tokens by its own algorithm", async () => {
    const { id, path } = await makeRobot(stage);
    for (const algorithm of ["ES256", "EdDSA", "PS256"] as const) {
      const credential = await makeSigningCredential(algorithm);
      const jwk = { ...credential.publicJwk, ...(algorithm === "PS256" ? { alg: algorithm } : {}) };
      const added = await stage.acmeOwner.post(`${path}/keys`, { publicKey: jwk });
      assert.equal(added.status, 201, added.body);
      assert.deepEqual([added.json.algorithm, added.json.keyFile], [algorithm, undefined]);
      assert.ok(Math.abs(Date.parse(added.json.expiresAt) - Date.now() - 365 * DAY) < DAY);
      assert.equal(await counts(stage, await tokenBy(id, { ...credential, id: added.json.id })), true);
    }
    const { privatePem, ...credential } = await makeSigningCredential();
    const publicKey = createPublicKey(privatePem).export({ type: "spki", format: "pem" });
    const added = await stage.acmeOwner.post(`${path}/keys`, { publicKey });
    assert.equal(await counts(stage, await tokenBy(id, { ...credential, privatePem, id: added.json.id })), true);
    assert.equal((await stage.acmeOwner.get(`${path}/keys`)).json.items.length, 4);
  });

  test("the same key twice in one organization gets a warning; that another organization has it is told to nobody", async () => {
    const { publicJwk } = await makeSigningCredential();
    const upload = async (manager: typeof stage.acmeOwner, path: string) => {
      const added = await manager.post(`${path}/keys`, { publicKey: publicJwk });
      assert.equal(added.status, 201, added.body);
      return added.json.warnings.map(({ code }: { code: string }) => code);
    };
    const [one, two] = [await makeRobot(stage), await makeRobot(stage)];
    const { other } = stage.api.idp.world;
    const foreign = await stage.owner.post(`/organizations/${other.id}/service-users`, {
      userName: `robot-of-${one.id}`,
    });
    const elsewhere = `/service-users/${foreign.json.id}`;
    assert.deepEqual(await upload(stage.otherOwner, elsewhere), []);
    assert.deepEqual(await upload(stage.acmeOwner, one.path), [], "the other organization's is not told");
    assert.deepEqual(await upload(stage.acmeOwner, two.path), ["key_known"]);
    assert.deepEqual(await upload(stage.acmeOwner, two.path), ["key_known"], "also where it is one's own");
    const { application } = stage.api.idp.world;
    assert.deepEqual(await upload(stage.acmeOwner, `/applications/${application.id}`), ["key_known"]);
    const made = await stage.acmeOwner.post(`${one.path}/keys`, {});
    assert.deepEqual(made.json.warnings, []);
  });

  test("a key that is private, weak, foreign to us or endless is refused by field", async () => {
    const { path } = await makeRobot(stage);
    const { privatePem, publicJwk } = await makeSigningCredential();
    for (const [body, field] of [
      [{ publicKey: privatePem }, "publicKey"],
      [{ publicKey: { ...publicJwk, d: "AAAA" } }, "publicKey"],
      [{ publicKey: "no key" }, "publicKey"],
      [{ publicKey: { kty: "oct", k: "AAAA" } }, "publicKey"],
      [{ publicKey: { ...publicJwk, alg: "HS256" } }, "publicKey"],
      [{ publicKey: publicJwk, expiresAt: later(-DAY) }, "expiresAt"],
      [{ publicKey: publicJwk, expiresAt: later(4000 * DAY) }, "expiresAt"],
      [{ publicKey: publicJwk, expiresAt: "tomorrow" }, "expiresAt"],
      [{ publicKey: publicJwk, userId: stage.owner.userId }, "userId"],
    ] as const) {
      const answer = await unchanged(stage.api, () => stage.acmeOwner.post(`${path}/keys`, body));
      assertProblem(answer, 400, "invalid_input");
      assert.equal(answer.json.errors[0].field, field, answer.body);
      assert.ok(!answer.body.includes("AAAA") && !answer.body.includes("PRIVATE KEY-----"));
    }
  });

  test("the answer that holds the key file can be asked for again by the same key", async () => {
    const { path } = await makeRobot(stage);
    const key = { "idempotency-key": "the-key-file" };
    const first = await stage.acmeOwner.post(`${path}/keys`, {}, key);
    const again = await unchanged(stage.api, () => stage.acmeOwner.post(`${path}/keys`, {}, key));
    assert.deepEqual([again.status, again.json], [201, first.json]);
    assert.equal((await stage.acmeOwner.get(`${path}/keys`)).json.items.length, 1);
  });

  test("a key is removed only through the service user whose it is", async () => {
    const [one, other] = [await makeRobot(stage), await makeRobot(stage)];
    const { publicJwk } = await makeSigningCredential();
    const { id } = (await stage.acmeOwner.post(`${other.path}/keys`, { publicKey: publicJwk })).json;
    assert.equal((await unchanged(stage.api, () => stage.acmeOwner.delete(`${one.path}/keys/${id}`))).status, 204);
  });

  test("who is elsewhere, or may only see, gets and removes no credential", async () => {
    const { path } = await makeRobot(stage);
    const { publicJwk } = await makeSigningCredential();
    const { id } = (await stage.acmeOwner.post(`${path}/keys`, { publicKey: publicJwk })).json;
    const viewer = await atAcme(stage, "ORG_OWNER_VIEWER");
    assert.equal((await viewer.get(`${path}/keys`)).json.items.length, 1);
    assertProblem(await stage.otherOwner.get(`${path}/keys`), 404, "unknown_resource");
    for (const [manager, status, code] of [
      [stage.otherOwner, 404, "unknown_resource"],
      [viewer, 403, "permission_missing"],
    ] as const) {
      const answers = await unchanged(stage.api, async () => [
        await manager.post(`${path}/regenerate-secret`),
        await manager.delete(`${path}/secret`),
        await manager.post(`${path}/keys`, { publicKey: publicJwk }),
        await manager.delete(`${path}/keys/${id}`),
      ]);
      for (const answer of answers) assertProblem(answer, status, code);
    }
  });
});
