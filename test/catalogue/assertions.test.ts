/**
 * Group E: what a client signs to authenticate. What service users sign to get a token is read by the same module and
 * tested in oauth/assertions.test.ts; here every forgery is tried as a client's, at each endpoint that takes one.
 */
import assert from "node:assert/strict";
import { createHmac, createPrivateKey, createPublicKey, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { CompactEncrypt, CompactSign, importJWK } from "jose";
import {
  type Client,
  INTROSPECT,
  makeSigningCredential,
  post,
  REVOKE,
  signAssertion,
  TOKEN,
  userinfo,
} from "../support/clients.ts";
import { issuer } from "../support/machine.ts";
import { holdGroup } from "./group.ts";
import { type MachineStage, openMachineStage } from "./machine-stage.ts";

const TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const seconds = () => Math.floor(Date.now() / 1000);
const part = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

function claimsOf(client: Pick<Client, "id">, change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    iss: client.id,
    sub: client.id,
    aud: issuer,
    iat: seconds(),
    exp: seconds() + 60,
    jti: randomUUID(),
    ...change,
  };
}

function keyOf({ credential }: Client) {
  assert.ok(credential);
  return credential;
}

async function sign(
  client: Client,
  header: Record<string, unknown>,
  claims: unknown,
  credential = keyOf(client),
): Promise<string> {
  const bytes = Buffer.from(typeof claims === "string" ? claims : JSON.stringify(claims));
  const protectedHeader = { alg: credential.algorithm, kid: credential.id, ...header };
  return new CompactSign(bytes).setProtectedHeader(protectedHeader).sign(createPrivateKey(credential.privatePem));
}

/** It authenticates nobody, wherever clients authenticate. */
async function isRefused({ node }: MachineStage, client_assertion: string, label: string): Promise<void> {
  const proof = { client_assertion, client_assertion_type: TYPE };
  for (const [path, form] of [
    [TOKEN, { grant_type: "authorization_code", code: "x", redirect_uri: "https://app.example/callback" }],
    [INTROSPECT, { token: "x" }],
    [REVOKE, { token: "x" }],
  ] as const) {
    const answer = await post(node, path, { ...form, ...proof });
    assert.deepEqual(
      [answer.statusCode, answer.json().error],
      [401, "invalid_client"],
      `${label} at ${path}: ${answer.body}`,
    );
  }
}

async function isTaken({ node }: MachineStage, client_assertion: string, label: string): Promise<void> {
  const answer = await post(node, INTROSPECT, { token: "x", client_assertion, client_assertion_type: TYPE });
  assert.equal(answer.statusCode, 200, `${label}: ${answer.body}`);
}

const countUsed = async ({ node }: MachineStage) =>
  (await node.storage.db.selectFrom("used_assertions").select("jti").execute()).length;

holdGroup("E", openMachineStage, {
  async E2(stage) {
    const { signer } = stage;
    const { publicJwk, id } = keyOf(signer);
    const key = createPublicKey({ key: { ...publicJwk }, format: "jwk" });
    const pem = key.export({ type: "spki", format: "pem" }).toString();
    const secrets = [
      pem,
      pem.trimEnd(),
      pem.replaceAll("\n", "\r\n"),
      pem.replaceAll("\n", ""),
      pem.replaceAll(/-.*-|\n/g, ""),
      key.export({ type: "spki", format: "der" }),
      JSON.stringify(publicJwk),
      String(publicJwk.x),
      Buffer.from(String(publicJwk.x), "base64url"),
      id,
      "",
    ];
    for (const secret of secrets) {
      for (const bits of [256, 384, 512]) {
        const input = `${part({ alg: `HS${bits}`, kid: id })}.${part(claimsOf(signer))}`;
        const forged = `${input}.${createHmac(`sha${bits}`, secret).update(input).digest("base64url")}`;
        await isRefused(stage, forged, `HS${bits} with ${String(secret).slice(0, 30)}`);
      }
    }
  },

  async E3(stage) {
    const { signer } = stage;
    const { id } = keyOf(signer);
    const signature = (await signAssertion(signer)).split(".")[2];
    for (const alg of [
      "none",
      "None",
      "NONE",
      "",
      "RS256",
      "PS256",
      "ES384",
      "ES256K",
      "EdDSA",
      "HS256",
      "es256",
      null,
      ["ES256"],
      1,
    ]) {
      const input = `${part({ alg, kid: id })}.${part(claimsOf(signer))}`;
      for (const end of [signature, "", "AA"])
        await isRefused(stage, `${input}.${end}`, `${JSON.stringify(alg)} with "${end}"`);
    }
    await isTaken(stage, await signAssertion(signer), "its own algorithm");
  },

  async E4(stage) {
    const { signer, robot, node } = stage;
    const evil = await makeSigningCredential();
    let visits = 0;
    const collector = createServer((_, response) => {
      visits++;
      response.end(JSON.stringify({ keys: [{ ...evil.publicJwk, kid: evil.id }] }));
    });
    collector.on("connection", () => visits++);
    await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/keys`;
    try {
      for (const header of [
        { jwk: evil.publicJwk },
        { jku: url },
        { x5u: url },
        { x5c: ["MIIB"] },
        { jwk: evil.publicJwk, jku: url, x5u: url },
      ]) {
        for (const kid of [keyOf(signer).id, evil.id, url]) {
          await isRefused(
            stage,
            await sign(signer, { ...header, kid }, claimsOf(signer), evil),
            JSON.stringify(header),
          );
          const assertion = await sign(robot, { ...header, kid }, claimsOf(robot), evil);
          assert.equal(
            (await post(node, TOKEN, { grant_type: GRANT, assertion, scope: "openid" })).json().error,
            "invalid_grant",
          );
        }
      }
      assert.equal(visits, 0);
    } finally {
      await new Promise((resolve) => collector.close(resolve));
    }
  },

  async E7(stage) {
    const { signer } = stage;
    const now = seconds();
    const wrong: Record<string, unknown>[] = [
      ...[undefined, String(now + 60), null, -1, 0, true, [now + 60], {}, 1e300, now - 100].map((exp) => ({ exp })),
      ...["now", null, -1, [now], now + 100, now - 4000].map((iat) => ({ iat })),
      ...[{}, { jti: undefined }].map((claims) => ({ ...claims, iat: undefined, exp: now + 400 })),
      { jti: undefined, iat: now - 320, exp: now + 60 },
      ...[now + 100, "0", null, []].map((nbf) => ({ nbf })),
      { iat: now + 20, exp: now + 10 },
      { iat: now - 200, exp: now - 100 },
    ];
    for (const claims of wrong) await isRefused(stage, await signAssertion(signer, { claims }), JSON.stringify(claims));
    const endless = JSON.stringify(claimsOf(signer)).replace(/"exp":\d+/, '"exp":1e999');
    await isRefused(stage, await sign(signer, {}, endless), "1e999");
    const taken = [
      { iat: now + 20 },
      { iat: now - 60, exp: now - 20 },
      { exp: now + 60.5 },
      { nbf: now },
      { iat: undefined },
    ];
    for (const claims of [...taken, { jti: undefined, iat: now - 200, exp: now + 86_400 }]) {
      await isTaken(stage, await signAssertion(signer, { claims }), JSON.stringify(claims));
    }
  },

  async E8(stage) {
    const { signer, robot, node } = stage;
    const before = await countUsed(stage);
    for (const life of [3601, 86_400, 315_360_000, 1e12]) {
      const claims = { iat: seconds(), exp: seconds() + life };
      await isRefused(stage, await signAssertion(signer, { claims }), String(life));
      const assertion = await signAssertion(robot, { claims });
      assert.equal(
        (await post(node, TOKEN, { grant_type: GRANT, assertion, scope: "openid" })).json().error,
        "invalid_grant",
      );
    }
    for (const jti of ["", 5, null, ["a"], "x".repeat(257), "a\u0000b"]) {
      await isRefused(stage, await signAssertion(signer, { claims: { jti } }), JSON.stringify(jti));
    }
    assert.equal(await countUsed(stage), before);
    await isTaken(stage, await signAssertion(signer), "one that is right");
    assert.equal(await countUsed(stage), before + 1);
  },

  async E11(stage) {
    const { signer, web, world, robot } = stage;
    const { id } = signer;
    const ids: unknown[] = [
      [id],
      { id },
      5,
      null,
      undefined,
      "",
      `${id} `,
      ` ${id}`,
      `${id}\n`,
      `${id}\u0000`,
      `${id}\u200b`,
      id.toUpperCase(),
      id.replace("-", "\u2010"),
      id.replace(/\d/, "\uff11"),
      web.id,
      robot.id,
      world.ada.id,
      randomUUID(),
      issuer,
    ];
    for (const other of ids) {
      const label = JSON.stringify(other) ?? "none";
      await isRefused(stage, await sign(signer, {}, claimsOf(signer, { iss: other, sub: other })), label);
      await isRefused(stage, await sign(signer, {}, claimsOf(signer, { iss: other })), `iss ${label}`);
      await isRefused(stage, await sign(signer, {}, claimsOf(signer, { sub: other })), `sub ${label}`);
    }
  },

  async E14(stage) {
    const { signer } = stage;
    const { id, algorithm } = keyOf(signer);
    const whole = await signAssertion(signer);
    const [header = "", payload = "", signature = ""] = whole.split(".");
    const other: Record<string, string> = {
      "the JSON form": JSON.stringify({ payload, signatures: [{ protected: header, signature }] }),
      "the flat JSON form": JSON.stringify({ payload, protected: header, signature }),
      "two signatures": `${whole}.${signature}`,
      "two of them": `${whole},${whole}`,
      "an empty part in front": `.${whole}`,
      "an empty part behind": `${whole}.`,
      "no payload": `${header}..${signature}`,
      padding: `${header}.${payload}.${signature}==`,
      "the other alphabet": `${header}.${payload}.+${signature.slice(1)}`,
      "a line break": `${header}.\n${payload}.${signature}`,
      "an unknown critical member": await new CompactSign(Buffer.from(JSON.stringify(claimsOf(signer))))
        .setProtectedHeader({ alg: algorithm, kid: id, crit: ["b64"], b64: true })
        .sign(createPrivateKey(keyOf(signer).privatePem)),
    };
    for (const [label, assertion] of Object.entries(other)) await isRefused(stage, assertion, label);
    const doubled = { iss: `"iss":"${signer.id}","iss":"${signer.id}"`, exp: '"exp":1,"exp":' };
    const text = JSON.stringify(claimsOf(signer));
    await isRefused(stage, await sign(signer, {}, text.replace(/"iss":"[^"]*"/, doubled.iss)), "iss twice");
    await isRefused(stage, await sign(signer, {}, text.replace('"exp":', doubled.exp)), "exp twice");
    for (const claims of ["[]", "null", '"x"', "5", "", "{", `${text}${text}`])
      await isRefused(stage, await sign(signer, {}, claims), claims);
    await isTaken(stage, whole, "as it was signed");
  },

  async E15(stage) {
    const { signer, node } = stage;
    const large = { "a megabyte": "A".repeat(1_000_000), "a million dots": ".".repeat(1_000_000) };
    const middling = { "dots within a body": ".".repeat(60_000), "a header of 50 KB": `${"A".repeat(50_000)}.e30.AA` };
    for (const [label, token] of Object.entries({ ...large, ...middling })) {
      const began = performance.now();
      const proof = await post(node, INTROSPECT, { token: "x", client_assertion: token, client_assertion_type: TYPE });
      const grant = await post(node, TOKEN, { grant_type: GRANT, assertion: token, scope: "openid" });
      // Generous: a parser that backtracks takes minutes.
      assert.ok(performance.now() - began < 1000, label);
      const expected = label in large ? [413, 413] : [401, 400];
      assert.deepEqual([proof.statusCode, grant.statusCode], expected, label);
    }
    const padded = await signAssertion(signer, { claims: { padding: "x".repeat(20_000) } });
    await isRefused(stage, padded, "signed well, but larger than any assertion");
  },

  async E16(stage) {
    const { signer, node } = stage;
    const text = Buffer.from(JSON.stringify(claimsOf(signer)));
    const { id, publicJwk } = keyOf(signer);
    const key = await importJWK({ ...publicJwk, alg: "ECDH-ES" });
    const sealed = await new CompactEncrypt(text)
      .setProtectedHeader({ alg: "ECDH-ES", enc: "A256GCM", kid: id })
      .encrypt(key);
    const bomb = `${part({ alg: "PBES2-HS256+A128KW", enc: "A128GCM", p2c: 2_000_000_000, p2s: "AAAA", kid: id })}.AA.AA.AA.AA`;
    const packed = `${part({ alg: "dir", enc: "A128GCM", zip: "DEF", kid: id })}..AA.AA.AA`;
    for (const [label, token] of Object.entries({ sealed, bomb, packed })) {
      const began = performance.now();
      await isRefused(stage, token, label);
      assert.equal(
        (await post(node, TOKEN, { grant_type: GRANT, assertion: token, scope: "openid" })).json().error,
        "invalid_grant",
        label,
      );
      assert.equal((await userinfo(node, token)).statusCode, 401, label);
      assert.ok(performance.now() - began < 1000, label);
    }
  },
});
