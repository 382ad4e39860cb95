import assert from "node:assert/strict";
import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { before, test } from "node:test";
import { basic, post } from "../support/idp.ts";
import { eventsAbout, type Granted, makeGranted } from "./granted.ts";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

const redirectUris = ["https://app.example/callback"];
const pem = (key: ReturnType<typeof createPublicKey>) => key.export({ type: "spki", format: "pem" }).toString();

onEachApi("credentials of applications over the API", (stage) => {
  let granted: Granted;
  before(async () => {
    granted = await makeGranted(stage);
  });
  const register = async (authMethod: string, projectId = granted.projectId) => {
    const body = { name: "Shop", type: "web", redirectUris, authMethod };
    const { json, status } = await stage.owner.post(`/projects/${projectId}/applications`, body);
    assert.equal(status, 201);
    return { id: json.id as string, path: `/applications/${json.id}`, secret: json.secret as string };
  };
  /** Whether the application is let in with this secret: a token that is none of ours is then answered as inactive. */
  const letsIn = async (id: string, secret: string): Promise<boolean> => {
    const application = { ...stage.api.idp.web.application, id };
    const { status } = await post(
      stage.api.idp,
      "/oauth/v2/introspect",
      { token: "x" },
      { authorization: basic({ application, secret }) },
    );
    return status === 200;
  };
  const ids = ({ json }: { json: { items: { id: string }[] } }) => json.items.map(({ id }) => id);

  test("a second secret works beside the first, until either is removed", async () => {
    const { id, path, secret } = await register("basic");
    const added = await granted.projectOwner.post(`${path}/secrets`);
    assert.equal(added.status, 201, added.body);
    assert.deepEqual(Object.keys(added.json), ["id", "secret"]);
    assert.ok((await letsIn(id, secret)) && (await letsIn(id, added.json.secret)));
    const listed = await granted.projectViewer.get(`${path}/secrets`);
    assert.equal(listed.json.items.length, 2);
    assert.deepEqual(Object.keys(listed.json.items[0]), ["id", "createdAt"]);
    const former = ids(listed).find((one) => one !== added.json.id);
    assert.equal((await granted.projectOwner.delete(`${path}/secrets/${former}`)).status, 204);
    assert.deepEqual([await letsIn(id, secret), await letsIn(id, added.json.secret)], [false, true]);
    assert.equal(
      (await unchanged(stage.api, () => granted.projectOwner.delete(`${path}/secrets/${former}`))).status,
      204,
    );
    const secretEvents = ["application_secret.created", "application_secret.created", "application_secret.deleted"];
    assert.deepEqual(await eventsAbout(stage.api, id), ["application.created", ...secretEvents]);
  });

  test("a new secret in place of all others ends those at once", async () => {
    const { id, path, secret } = await register("post");
    const second = (await granted.projectOwner.post(`${path}/secrets`)).json.secret;
    await granted.projectOwner.patch(path, { authMethod: "basic" });
    assert.ok((await letsIn(id, secret)) && (await letsIn(id, second)));
    const replaced = await granted.projectOwner.post(`${path}/regenerate-secret`);
    assert.equal(replaced.status, 200, replaced.body);
    assert.deepEqual(
      [await letsIn(id, secret), await letsIn(id, second), await letsIn(id, replaced.json.secret)],
      [false, false, true],
    );
    assert.deepEqual(ids(await granted.projectOwner.get(`${path}/secrets`)), [replaced.json.id]);
  });

  test("a lost answer is given again with the same Idempotency-Key: the same secret, and not a second one", async () => {
    const { path } = await register("basic");
    const call = () => granted.projectOwner.post(`${path}/secrets`, undefined, { "idempotency-key": "once" });
    const [first, again] = [await call(), await call()];
    assert.deepEqual([again.status, again.json], [201, first.json]);
    assert.equal((await granted.projectOwner.get(`${path}/secrets`)).json.items.length, 2);
  });

  test("there is a limit to how many secrets an application has", async () => {
    const { path } = await register("basic");
    for (let n = 1; n < 5; n++) assert.equal((await granted.projectOwner.post(`${path}/secrets`)).status, 201);
    assertProblem(await unchanged(stage.api, () => granted.projectOwner.post(`${path}/secrets`)), 409, "wrong_state");
  });

  for (const method of ["pkce", "private_key_jwt"]) {
    test(`an application with the method ${method} is given no secret, and told what to do`, async () => {
      const { path } = await register(method);
      for (const call of ["secrets", "regenerate-secret"]) {
        const answer = await unchanged(stage.api, () => granted.projectOwner.post(`${path}/${call}`));
        assertProblem(answer, 409, "wrong_state");
        assert.match(answer.json.detail, /change it to basic or post/);
      }
      assert.deepEqual((await granted.projectOwner.get(`${path}/secrets`)).json, { items: [] });
    });
  }

  test("a key pair is made, and its key file is shown once; the private half is kept nowhere", async () => {
    const { id, path } = await register("private_key_jwt");
    const made = await granted.projectOwner.post(`${path}/keys`, {});
    assert.equal(made.status, 201, made.body);
    const { keyFile, warnings, ...key } = made.json;
    assert.deepEqual(warnings, []);
    assert.deepEqual(
      { ...keyFile, key: "" },
      { type: "application", keyId: key.id, key: "", expirationDate: key.expiresAt, appId: id, clientId: id },
    );
    const publicJwk = createPublicKey(createPrivateKey(keyFile.key)).export({ format: "jwk" });
    assert.deepEqual([key.algorithm, key.publicJwk], ["RS256", publicJwk]);
    const listed = await granted.projectViewer.get(`${path}/keys`);
    assert.deepEqual(listed.json, { items: [key] });
    assert.doesNotMatch(listed.body, /PRIVATE|"d"/);
    assert.deepEqual(await eventsAbout(stage.api, id), ["application.created", "application_key.created"]);
  });

  test("a public key is taken as PEM or as JWK, for as long as asked, and no key file is answered", async () => {
    const { path } = await register("private_key_jwt");
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const expiresAt = new Date(Date.now() + 60 * 86_400_000).toISOString();
    const jwk = publicKey.export({ format: "jwk" });
    for (const given of [pem(publicKey), jwk, { ...jwk, kid: "theirs", use: "sig" }]) {
      const { status, json, body } = await granted.projectOwner.post(`${path}/keys`, { publicKey: given, expiresAt });
      assert.equal(status, 201, body);
      assert.deepEqual(
        [json.algorithm, json.publicJwk, json.expiresAt, "keyFile" in json],
        ["ES256", jwk, expiresAt, false],
      );
    }
  });

  test("what is no public key, or ends at no possible time, is refused", async () => {
    const { path } = await register("private_key_jwt");
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const refused = [
      [{ publicKey: "hello" }, "publicKey"],
      [{ publicKey: privateKey.export({ type: "pkcs8", format: "pem" }) }, "publicKey"],
      [{ publicKey: privateKey.export({ format: "jwk" }) }, "publicKey"],
      [{ publicKey: { kty: "oct", k: "c2VjcmV0" } }, "publicKey"],
      [{ publicKey: {} }, "publicKey"],
      [{ publicKey: 5 }, "publicKey"],
      [{ publicKey: pem(generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey) }, "publicKey"],
      [{ publicKey: pem(publicKey), expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt"],
      [{ publicKey: pem(publicKey), expiresAt: "2999-01-01T00:00:00Z" }, "expiresAt"],
      [{ publicKey: pem(publicKey), expiresAt: "tomorrow" }, "expiresAt"],
      [{ publicKey: pem(publicKey), id: "mine" }, "id"],
    ] as const;
    for (const [body, field] of refused) {
      const answer = await unchanged(stage.api, () => granted.projectOwner.post(`${path}/keys`, body));
      assertProblem(answer, 400, "invalid_input");
      assert.equal(answer.json.errors[0].field.split(".")[0], field);
      assert.doesNotMatch(answer.body, /PRIVATE KEY|c2VjcmV0/);
    }
  });

  test("a removed key is gone, with one event, and removing it again is no error", async () => {
    const { id, path } = await register("private_key_jwt");
    const publicKey = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
    const { json } = await granted.projectOwner.post(`${path}/keys`, { publicKey });
    assert.equal(json.algorithm, "EdDSA");
    assert.equal((await granted.projectOwner.delete(`${path}/keys/${json.id}`)).status, 204);
    assert.equal(
      (await unchanged(stage.api, () => granted.projectOwner.delete(`${path}/keys/${json.id}`))).status,
      204,
    );
    assert.deepEqual((await granted.projectOwner.get(`${path}/keys`)).json, { items: [] });
    assert.deepEqual(await eventsAbout(stage.api, id), [
      "application.created",
      "application_key.created",
      "application_key.deleted",
    ]);
  });

  test("a secret or key of another application is not reached through one's own", async () => {
    const neighbour = await makeGranted(stage);
    const theirs = await register("basic", neighbour.projectId);
    const publicKey = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
    const key = (await neighbour.projectOwner.post(`${theirs.path}/keys`, { publicKey })).json.id;
    const [secret] = ids(await neighbour.projectOwner.get(`${theirs.path}/secrets`));
    const mine = await register("basic");
    for (const own of [mine, await register("private_key_jwt")]) {
      await unchanged(stage.api, async () => {
        assert.equal((await granted.projectOwner.delete(`${own.path}/secrets/${secret}`)).status, 204);
        assert.equal((await granted.projectOwner.delete(`${own.path}/keys/${key}`)).status, 204);
      });
    }
    assert.ok(await letsIn(theirs.id, theirs.secret));
    const direct = await unchanged(stage.api, () =>
      Promise.all([
        granted.projectOwner.get(`${theirs.path}/secrets`),
        granted.projectOwner.get(`${theirs.path}/keys`),
        granted.projectOwner.post(`${theirs.path}/secrets`),
        granted.projectOwner.post(`${theirs.path}/regenerate-secret`),
        granted.projectOwner.delete(`${theirs.path}/secrets/${secret}`),
        granted.projectOwner.post(`${theirs.path}/keys`, { publicKey }),
        granted.projectOwner.delete(`${theirs.path}/keys/${key}`),
      ]),
    );
    for (const answer of direct) assertProblem(answer, 404, "unknown_resource");
  });

  test("who may only see the project makes and removes no credential, and who manages a grant sees none", async () => {
    const { path } = await register("basic");
    const [secret] = ids(await stage.owner.get(`${path}/secrets`));
    const calls = (manager: typeof granted.projectViewer) => [
      manager.post(`${path}/secrets`),
      manager.post(`${path}/regenerate-secret`),
      manager.delete(`${path}/secrets/${secret}`),
      manager.post(`${path}/keys`, {}),
      manager.delete(`${path}/keys/nothing`),
    ];
    const viewing = await unchanged(stage.api, () => Promise.all(calls(granted.projectViewer)));
    for (const answer of viewing) assertProblem(answer, 403, "permission_missing");
    for (const manager of [granted.grantOwner, stage.otherOwner]) {
      const seen = [manager.get(`${path}/secrets`), manager.get(`${path}/keys`)];
      const answers = await unchanged(stage.api, () => Promise.all([...calls(manager), ...seen]));
      for (const answer of answers) assertProblem(answer, 404, "unknown_resource");
    }
    for (const call of ["secrets", "keys"]) {
      assertProblem(await stage.owner.get(`/applications/nothing/${call}`), 404, "unknown_resource");
      const body = call === "keys" ? {} : undefined;
      assertProblem(
        await unchanged(stage.api, () => stage.owner.post(`/applications/nothing/${call}`, body)),
        404,
        "unknown_resource",
      );
    }
  });
});
