/** Assertions: what a service user or a client signs, and every way in which one can be wrong. */
import assert from "node:assert/strict";
import { createHmac, createPrivateKey, createPublicKey, randomUUID, sign } from "node:crypto";
import { before, test } from "node:test";
import { CompactEncrypt, CompactSign, exportSPKI, importJWK } from "jose";
import { addKey, deleteKey } from "../../src/identity/credential-keys/store.ts";
import { createOrganization, setOrganizationState } from "../../src/identity/organizations.ts";
import { keyOwner } from "../../src/identity/service-users/service-users.ts";
import { deleteUser, setUserState } from "../../src/identity/users/users.ts";
import {
  type Client,
  getTokens,
  makeClient,
  makeServiceUser,
  makeSigningCredential,
  post,
  type SigningCredential,
  signAssertion,
  TOKEN,
} from "../support/clients.ts";
import { issuer, type Machine, onEachMachine, tokenUrl } from "../support/machine.ts";
import { by } from "../support/world.ts";

const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const CLIENT_ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const rsa = makeSigningCredential("RS256");
const seconds = () => Math.floor(Date.now() / 1000);

/** Another id each time: one key may belong to one user only. */
const anew = (credential: SigningCredential): SigningCredential => ({ ...credential, id: randomUUID() });

type Robot = Awaited<ReturnType<typeof makeServiceUser>>;

onEachMachine("assertions", (stage) => {
  let robot: Robot;
  let rsaRobot: Robot;
  let app: Client;
  before(async () => {
    const { storage, acme, project } = stage.world;
    robot = await makeServiceUser(storage, acme.id);
    rsaRobot = await makeServiceUser(storage, acme.id, anew(await rsa));
    app = await makeClient(storage, { projectId: project.id, organizationId: acme.id, method: "private_key_jwt" });
  });
  const bearer = (assertion: string, scope = "openid", node: Machine = stage.node) =>
    post(node, TOKEN, { grant_type: GRANT, assertion, scope });
  const asClient = (client_assertion: string, node: Machine = stage.node) =>
    post(node, TOKEN, {
      grant_type: "authorization_code",
      code: "x",
      client_assertion,
      client_assertion_type: CLIENT_ASSERTION,
    });
  /** The one answer to everything whose signature is not known to be good. */
  const refusedUnread = async (assertion: string, label: string) => {
    const answer = await bearer(assertion);
    assert.equal(answer.statusCode, 400, label);
    assert.equal(answer.json().error, "invalid_grant", label);
    assert.match(answer.json().error_description, /^The assertion is not accepted\./, label);
  };
  const refused = async (assertion: string, says: RegExp, label = "") => {
    const answer = await bearer(assertion);
    assert.equal(answer.json().error, "invalid_grant", label);
    assert.match(answer.json().error_description, says, label);
  };
  const signedBy = async (header: Record<string, unknown>, claims: unknown, credential = robot.credential) => {
    return new CompactSign(Buffer.from(typeof claims === "string" ? claims : JSON.stringify(claims)))
      .setProtectedHeader({ alg: credential.algorithm, kid: credential.id, ...header })
      .sign(createPrivateKey(credential.privatePem));
  };
  const plain = (change = {}) => ({
    iss: robot.id,
    sub: robot.id,
    aud: issuer,
    iat: seconds(),
    exp: seconds() + 60,
    ...change,
  });
  const part = (value: unknown) =>
    Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

  test("a service user gets tokens whose client and first audience it is", async () => {
    for (const aud of [issuer, tokenUrl, [issuer], [issuer, tokenUrl]]) {
      const answer = await bearer(
        await signAssertion(robot, { claims: { aud } }),
        "openid profile offline_access unknown",
      );
      assert.equal(answer.statusCode, 200, JSON.stringify(aud));
      const body = answer.json();
      assert.deepEqual(Object.keys(body).toSorted(), ["access_token", "expires_in", "id_token", "scope", "token_type"]);
      assert.equal(body.scope, "openid profile");
      const claims = JSON.parse(Buffer.from(body.id_token.split(".")[1], "base64url").toString());
      assert.equal(claims.sub, robot.id);
      assert.equal(claims.aud, robot.id);
    }
  });

  test("every algorithm that a key can have works", async () => {
    for (const algorithm of ["RS256", "PS256", "ES256", "EdDSA"] as const) {
      const credential = algorithm === "RS256" ? anew(await rsa) : await makeSigningCredential(algorithm);
      const user = await makeServiceUser(stage.world.storage, stage.world.acme.id, credential);
      assert.equal((await bearer(await signAssertion(user))).statusCode, 200, algorithm);
    }
  });

  test("scope must contain openid, and asking without it spends nothing", async () => {
    const assertion = await signAssertion(robot);
    for (const scope of ["", "profile", "OPENID"])
      assert.equal((await bearer(assertion, scope)).json().error, "invalid_scope", scope);
    assert.equal((await bearer(assertion)).statusCode, 200);
  });

  test("E2: the public key is no shared secret", async () => {
    const { credential } = rsaRobot;
    const key = createPublicKey({ key: { ...credential.publicJwk }, format: "jwk" });
    const spki = key.export({ type: "spki", format: "pem" }).toString();
    const secrets: (string | Buffer)[] = [
      spki,
      spki.trimEnd(),
      spki.replaceAll("\n", "\r\n"),
      key.export({ type: "pkcs1", format: "pem" }).toString(),
      key.export({ type: "spki", format: "der" }),
      JSON.stringify(credential.publicJwk),
      await exportSPKI(key),
    ];
    for (const secret of secrets)
      for (const [alg, hash] of [
        ["HS256", "sha256"],
        ["HS384", "sha384"],
        ["HS512", "sha512"],
      ] as const) {
        const input = `${part({ alg, kid: credential.id })}.${part(plain({ iss: rsaRobot.id, sub: rsaRobot.id }))}`;
        await refusedUnread(`${input}.${createHmac(hash, secret).update(input).digest("base64url")}`, alg);
      }
  });

  test("E3: the algorithm is the key's", async () => {
    const { credential } = rsaRobot;
    const claims = plain({ iss: rsaRobot.id, sub: rsaRobot.id });
    await refusedUnread(await signedBy({ alg: "PS256" }, claims, credential), "PS256 with an RS256 key");
    await refusedUnread(await signedBy({ alg: "RS512" }, claims, credential), "RS512 with an RS256 key");
    for (const alg of ["none", "None", "", "ES256", "EdDSA", "HS256"]) {
      const input = `${part({ alg, kid: credential.id })}.${part(claims)}`;
      const signature = (await signAssertion(rsaRobot)).split(".")[2];
      await refusedUnread(`${input}.${signature}`, alg);
      await refusedUnread(`${input}.`, `${alg} without a signature`);
    }
  });

  test("E4: a key in the header is nobody's key", async () => {
    const evil = await makeSigningCredential();
    for (const header of [
      { jwk: evil.publicJwk },
      { jku: "http://127.0.0.1:1/keys" },
      { x5u: "http://127.0.0.1:1/x" },
      { x5c: ["MIIB"] },
    ]) {
      await refusedUnread(
        await signedBy({ ...header, kid: robot.credential.id }, plain(), evil),
        Object.keys(header).join(),
      );
      await refusedUnread(await signedBy({ ...header, kid: evil.id }, plain(), evil), Object.keys(header).join());
    }
  });

  test("E6: a jti works once, on all nodes; without one, an assertion works until it expires", async () => {
    const assertion = await signAssertion(robot);
    const answers = await Promise.all(
      [0, 1, 2, 3].map((n) => bearer(assertion, "openid", n % 2 ? stage.node : stage.other)),
    );
    assert.equal(answers.filter((answer) => answer.statusCode === 200).length, 1);
    await refused(assertion, /jti has been used/);
    const another = await makeServiceUser(stage.world.storage, stage.world.acme.id);
    const shared = randomUUID();
    for (const user of [robot, another])
      assert.equal((await bearer(await signAssertion(user, { claims: { jti: shared } }))).statusCode, 200);
    const free = await signAssertion(robot, { claims: { jti: undefined } });
    for (let n = 0; n < 3; n++) assert.equal((await bearer(free)).statusCode, 200);
  });

  test("E6: a wrong signature does not use up a jti", async () => {
    const jti = randomUUID();
    const evil = await makeSigningCredential();
    await refusedUnread(await signedBy({ kid: robot.credential.id }, plain({ jti }), evil), "forged");
    assert.equal((await bearer(await signAssertion(robot, { claims: { jti } }))).statusCode, 200);
  });

  test("E7, E8: times must be there, be numbers, and be near now", async () => {
    const now = seconds();
    const wrong: [Record<string, unknown>, RegExp][] = [
      [{ exp: undefined }, /exp must be there/],
      [{ exp: String(now + 60) }, /exp must be there/],
      [{ exp: null }, /exp must be there/],
      [{ exp: -1 }, /exp must be there/],
      [{ exp: [now + 60] }, /exp must be there/],
      [{ exp: 1e300 }, /at most 3600 seconds/],
      [{ iat: now, exp: now + 3601 }, /at most 3600 seconds/],
      [{ exp: now + 315_360_000 }, /at most 3600 seconds/],
      [{ exp: now - 100, iat: now - 200 }, /exp was 1\d\d seconds ago/],
      [{ iat: undefined, exp: now + 400 }, /exp must be at most 300 seconds ahead/],
      [{ iat: undefined, exp: now - 100 }, /exp was 1\d\d seconds ago/],
      [{ iat: "now" }, /iat must be a number/],
      [{ iat: null }, /iat must be a number/],
      [{ iat: now + 100, exp: now + 200 }, /(9\d|100) seconds in the future/],
      [{ iat: now - 4000 }, /at most 3600 seconds/],
      [{ iat: now + 20, exp: now + 10 }, /exp must be after iat/],
      [{ nbf: now + 100 }, /seconds in the future/],
      [{ nbf: "0" }, /nbf must be a number/],
    ];
    for (const [claims, says] of wrong)
      await refused(await signAssertion(robot, { claims }), says, JSON.stringify(claims));
    const right = [
      { iat: now + 20 },
      { exp: now - 20, iat: now - 60 },
      { exp: now + 3600, iat: now },
      { exp: now + 60.5 },
      { nbf: now },
      { iat: undefined },
    ];
    for (const claims of right)
      assert.equal((await bearer(await signAssertion(robot, { claims }))).statusCode, 200, JSON.stringify(claims));
    await refused(await signedBy({}, JSON.stringify(plain()).replace(/"exp":\d+/, '"exp":1e999')), /exp must be there/);
  });

  test("E10, E20: only for us", async () => {
    const others = [
      "https://other.example",
      `${issuer}/`,
      "https://evil.example/oauth/v2/introspect",
      tokenUrl.replace("/token", "/userinfo"),
      [issuer, "https://other.example"],
      "",
      undefined,
      null,
      5,
      [],
      {},
      ["x"],
      [[issuer]],
    ];
    for (const aud of others)
      await refused(await signAssertion(robot, { claims: { aud } }), /aud must be/, JSON.stringify(aud));
  });

  test("E10: a client's assertion is for us alone", async () => {
    const introspectUrl = tokenUrl.replace("/token", "/introspect");
    const revokeUrl = tokenUrl.replace("/token", "/revoke");
    for (const aud of [
      issuer,
      tokenUrl,
      [issuer],
      [tokenUrl],
      [issuer, tokenUrl],
      introspectUrl,
      [tokenUrl, introspectUrl, revokeUrl],
    ]) {
      assert.equal(
        (await asClient(await signAssertion(app, { claims: { aud } }))).json().error,
        "invalid_grant",
        JSON.stringify(aud),
      );
    }
    for (const aud of [
      [],
      [issuer, "https://evil.example"],
      ["https://evil.example"],
      [issuer, null],
      undefined,
      "https://evil.example/oauth/v2/introspect",
    ]) {
      const answer = await asClient(await signAssertion(app, { claims: { aud } }));
      assert.equal(answer.statusCode, 401, JSON.stringify(aud));
      assert.match(answer.json().error_description, /aud must be .*, and nobody else/);
    }
  });

  test("a client's assertion without jti is good for five minutes after iat, whatever exp says; on all nodes, as often as it comes", async () => {
    const now = seconds();
    const good = [
      {},
      { exp: now + 86_400 * 365 },
      { iat: now - 280 },
      { iat: now - 280, exp: now + 7_200 },
      { iat: undefined },
    ];
    for (const claims of good) {
      const assertion = await signAssertion(app, { claims: { jti: undefined, ...claims } });
      for (const node of [stage.node, stage.other]) {
        assert.equal((await asClient(assertion, node)).json().error, "invalid_grant", JSON.stringify(claims));
      }
    }
    const bad: [Record<string, unknown>, RegExp][] = [
      [{ iat: now - 320, exp: now + 3_600 }, /signed 3\d\d seconds ago .* without jti/],
      [{ iat: now - 320, exp: now + 86_400 * 365 }, /without jti/],
      [{ iat: now - 100, exp: now - 50 }, /exp was \d+ seconds ago/],
      [{ iat: undefined, exp: now + 400 }, /at most 300 seconds ahead/],
      [{ iat: undefined, exp: now + 86_400 }, /at most 300 seconds ahead/],
      [{ iat: undefined, exp: undefined }, /exp must be there/],
      [{ iat: now + 100, exp: now + 200 }, /seconds in the future/],
    ];
    for (const [claims, says] of bad) {
      const answer = await asClient(await signAssertion(app, { claims: { jti: undefined, ...claims } }));
      assert.equal(answer.statusCode, 401, JSON.stringify(claims));
      assert.match(answer.json().error_description, says, JSON.stringify(claims));
    }
    const late = await signAssertion(app, { claims: { jti: randomUUID(), iat: now - 320, exp: now + 300 } });
    assert.equal((await asClient(late)).json().error, "invalid_grant", "with a jti it is good until exp");
    const longLived = await asClient(await signAssertion(app, { claims: { exp: now + 7_200 } }));
    assert.match(
      longLived.json().error_description,
      /at most 3600 seconds/,
      "a jti would have to be remembered for too long",
    );
  });

  test("without kid the only key of that algorithm is used; where several fit, or none, it has to be named", async () => {
    const { storage, acme, project } = stage.world;
    const client = await makeClient(storage, {
      projectId: project.id,
      organizationId: acme.id,
      method: "private_key_jwt",
    });
    const user = await makeServiceUser(storage, acme.id);
    const owners = [
      { as: client, owner: { kind: "application", id: client.id, organizationId: acme.id } as const, send: asClient },
      { as: user, owner: keyOwner(user.user), send: (assertion: string) => bearer(assertion) },
    ];
    for (const { as, owner, send } of owners) {
      const unnamed = () => signAssertion(as, { header: { kid: undefined } });
      const isLetIn = async () => {
        const { statusCode, json } = await send(await unnamed());
        return statusCode === 200 || (owner.kind === "application" && json().error === "invalid_grant");
      };
      const add = async (credential: SigningCredential) => {
        await storage.transaction((tx) => addKey(tx, owner, { credential }, by));
        return credential;
      };
      assert.equal(await isLetIn(), true);
      await add(await makeSigningCredential("EdDSA"));
      assert.equal(await isLetIn(), true, "a key of another algorithm does not fit");
      const second = await add(await makeSigningCredential());
      assert.equal(await isLetIn(), false, "two keys fit");
      const answer = await send(await unnamed());
      assert.match(answer.json().error_description, /kid/, "the way out is named");
      const named = await send(await signAssertion(as));
      assert.notEqual(named.statusCode, 401, "by kid it goes on");
      await storage.db.updateTable("credential_keys").set({ expires_at: 1 }).where("id", "=", second.id).execute();
      assert.equal(await isLetIn(), true, "one that has expired does not count");
      const evil = await makeSigningCredential();
      const forged = await send(await signAssertion({ id: as.id, credential: evil }, { header: { kid: undefined } }));
      assert.equal(forged.json().error, owner.kind === "application" ? "invalid_client" : "invalid_grant");
      for (const alg of ["none", "HS256", "ES384", "a\u0000b", "x".repeat(200)]) {
        const [, payload = "", signature = ""] = (await unnamed()).split(".");
        assert.ok([400, 401].includes((await send(`${part({ alg })}.${payload}.${signature}`)).statusCode), alg);
      }
    }
  });

  test("a token of a service user that named no key ends with the key that signed", async () => {
    const { storage, acme } = stage.world;
    const user = await makeServiceUser(storage, acme.id);
    const { access_token } = (await bearer(await signAssertion(user, { header: { kid: undefined } }))).json();
    const info = () =>
      stage.other.app.inject({ url: "/oauth/v2/userinfo", headers: { authorization: `Bearer ${access_token}` } });
    assert.equal((await info()).statusCode, 200);
    await storage.transaction((tx) => deleteKey(tx, keyOwner(user.user), user.credential.id, by));
    assert.equal((await info()).statusCode, 401);
  });

  test("a client's jti works once; its type must be named; client_id may only agree", async () => {
    const assertion = await signAssertion(app);
    assert.equal((await asClient(assertion)).json().error, "invalid_grant");
    const again = await asClient(assertion, stage.other);
    assert.equal(again.statusCode, 401);
    assert.match(again.json().error_description, /jti has been used/);
    const form = { grant_type: "authorization_code", code: "x", client_assertion: await signAssertion(app) };
    assert.equal((await post(stage.node, TOKEN, form)).json().error, "invalid_request");
    assert.equal(
      (await post(stage.node, TOKEN, { ...form, client_assertion_type: "x" })).json().error,
      "invalid_request",
    );
    const typed = { ...form, client_assertion_type: CLIENT_ASSERTION };
    assert.equal((await post(stage.node, TOKEN, { ...typed, client_id: robot.id })).json().error, "invalid_client");
    assert.equal((await post(stage.node, TOKEN, { ...typed, client_id: app.id })).json().error, "invalid_grant");
    const stale = await asClient(await signAssertion(app, { claims: { exp: seconds() - 100, iat: seconds() - 200 } }));
    assert.match(stale.json().error_description, /exp was 1\d\d seconds ago/);
  });

  test("one's key is not another's", async () => {
    const foreign = await signAssertion({ id: app.id, credential: robot.credential });
    assert.equal((await asClient(foreign)).statusCode, 401);
    await refusedUnread(await signAssertion({ id: robot.id, credential: app.credential }), "an application's key");
    await refusedUnread(await signAssertion({ id: robot.id, credential: rsaRobot.credential }), "another user's key");
  });

  test("E11, E19: iss and sub are one and the same id of a service user", async () => {
    const { ada } = stage.world;
    const ids: unknown[] = [
      [robot.id],
      { id: robot.id },
      5,
      null,
      undefined,
      "",
      `${robot.id} `,
      ` ${robot.id}`,
      robot.id.toUpperCase(),
      `${robot.id}\u0000`,
      ada.id,
      app.id,
      randomUUID(),
      issuer,
    ];
    for (const id of ids) await refusedUnread(await signedBy({}, plain({ iss: id, sub: id })), JSON.stringify(id));
    await refusedUnread(await signedBy({}, plain({ iss: rsaRobot.id })), "iss of another");
    await refusedUnread(await signedBy({}, plain({ sub: ada.id })), "sub of another");
    await refusedUnread(await signedBy({}, plain({ sub: undefined })), "no sub");
  });

  test("E12: our own tokens are no assertions", async () => {
    const { storage, project, acme, ada } = stage.world;
    const change = { tokens: { accessTokenKind: "jwt" } } as const;
    const client = await makeClient(storage, {
      projectId: project.id,
      organizationId: acme.id,
      method: "basic",
      change,
    });
    const { id_token, access_token } = await getTokens(stage.node, client, { userId: ada.id });
    for (const token of [id_token, access_token]) {
      await refusedUnread(token, "as a grant");
      assert.equal((await asClient(token)).statusCode, 401);
    }
    const info = await stage.node.app.inject({
      url: "/oauth/v2/userinfo",
      headers: { authorization: `Bearer ${await signAssertion(robot)}` },
    });
    assert.equal(info.statusCode, 401);
  });

  test("E14: one form, one meaning", async () => {
    const [header = "", payload = "", signature = ""] = (await signAssertion(robot)).split(".");
    await refusedUnread(JSON.stringify({ payload, signatures: [{ protected: header, signature }] }), "JSON form");
    await refusedUnread(JSON.stringify({ payload, protected: header, signature }), "flattened");
    // Properly signed, so that nothing but the header speaks against them.
    const signedAs = (text: string) => {
      const input = `${part(text)}.${part(plain())}`;
      const key = { key: createPrivateKey(robot.credential.privatePem), dsaEncoding: "ieee-p1363" } as const;
      return `${input}.${sign("sha256", Buffer.from(input), key).toString("base64url")}`;
    };
    const good = `"alg":"ES256","kid":"${robot.credential.id}"`;
    assert.equal((await bearer(signedAs(`{${good}}`))).statusCode, 200);
    assert.equal((await bearer(signedAs(`{${good},"typ":"JWT","x":{"alg":"none"}}`))).statusCode, 200);
    for (const text of [
      '"crit":["x"],"x":1',
      '"crit":["exp"],"exp":1',
      '"crit":[]',
      '"b64":false',
      '"b64":true',
      '"kid":"other"',
      good,
    ]) {
      await refusedUnread(signedAs(`{${text},${good}}`), text);
    }
    const twice = JSON.stringify(plain()).replace("{", `{"aud":"${issuer}",`);
    await refusedUnread(await signedBy({}, twice), "aud twice");
    await refusedUnread(
      await signedBy({}, JSON.stringify(plain()).replace("{", '{"\\u0065xp":1,')),
      "exp twice, once in disguise",
    );
    for (const kid of [undefined, 5, "", "x".repeat(129), "a\u0000b", [robot.credential.id]]) {
      await refusedUnread(`${part({ alg: "ES256", kid })}.${payload}.${signature}`, `kid ${String(kid)}`);
    }
    for (const text of ["[]", "5", "null", '"x"', "{", ""]) await refusedUnread(await signedBy({}, text), text);
    for (const changed of [
      `${header}.${payload}`,
      `${header}.${payload}.${signature}.`,
      `.${payload}.${signature}`,
      ` ${header}.${payload}.${signature}`,
      `${header}.${payload}.${signature}=`,
      `${header}.${payload}.${signature.slice(0, -2)}`,
    ]) {
      await refusedUnread(changed, changed.slice(-20));
    }
  });

  test("E15: what is too large is not read", async () => {
    await refusedUnread(await signAssertion(robot, { claims: { padding: "x".repeat(16_384) } }), "over 16 KiB");
    await refusedUnread(".".repeat(60_000), "dots");
    const huge = await bearer(`${"x".repeat(500_000)}.${"y".repeat(500_000)}.z`);
    assert.equal(huge.statusCode, 413);
    assert.equal(huge.json().error, "invalid_request");
  });

  test("E16: an encrypted JWT is not opened", async () => {
    const key = await importJWK({ ...rsaRobot.credential.publicJwk, alg: "RSA-OAEP-256" });
    const text = Buffer.from(JSON.stringify(plain()));
    await refusedUnread(
      await new CompactEncrypt(text).setProtectedHeader({ alg: "RSA-OAEP-256", enc: "A256GCM" }).encrypt(key),
      "JWE",
    );
  });

  test("E18: whoever may not act gets no token, and what it has ends, on every node at once", async () => {
    const { storage, acme } = stage.world;
    const run = storage.transaction.bind(storage);
    const ends: Record<string, (user: Robot) => Promise<unknown>> = {
      deactivated: (user) => run((tx) => setUserState(tx, user.id, "deactivate", by)),
      locked: (user) => run((tx) => setUserState(tx, user.id, "lock", by)),
      deleted: (user) => run((tx) => deleteUser(tx, user.id, by)),
      "its key removed": (user) => run((tx) => deleteKey(tx, keyOwner(user.user), user.credential.id, by)),
      "its key expired": (user) =>
        storage.db.updateTable("credential_keys").set({ expires_at: 1 }).where("id", "=", user.credential.id).execute(),
      "its organization deactivated": (user) =>
        run((tx) => setOrganizationState(tx, user.user.organizationId, "deactivate", by)),
    };
    for (const [name, end] of Object.entries(ends)) {
      const organization = name.includes("organization")
        ? await run((tx) => createOrganization(tx, { name: "Gone", domain: `${randomUUID()}.example` }, by))
        : acme;
      const user = await makeServiceUser(storage, organization.id);
      const { access_token } = (await bearer(await signAssertion(user))).json();
      const info = () =>
        stage.other.app.inject({ url: "/oauth/v2/userinfo", headers: { authorization: `Bearer ${access_token}` } });
      assert.equal((await info()).statusCode, 200, name);
      await end(user);
      assert.equal(
        (await bearer(await signAssertion(user), "openid", stage.other)).json().error,
        "invalid_grant",
        name,
      );
      assert.equal((await info()).statusCode, 401, name);
    }
  });
});
