/** A64, M03, M42 and M43: how a client proves itself when it redeems a code. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { importPKCS8, SignJWT } from "jose";
import { v7 as newId } from "uuid";
import { makeCredential } from "../../src/identity/credential-keys/credential.ts";
import { addKey } from "../../src/identity/credential-keys/store.ts";
import { hashSecret } from "../../src/identity/secrets.ts";
import { now } from "../../src/storage/now.ts";
import { pkce, type Registered } from "../support/idp.ts";
import { by } from "../support/world.ts";
import { walk } from "./journey.ts";
import { redeem } from "./machine.ts";
import { codePlans } from "./plans.ts";
import { type Check, check, ISSUER, type Stage } from "./stage.ts";

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

async function codeFor(stage: Stage, client: Registered, parameters: Record<string, string> = {}): Promise<string> {
  return (await walk(stage, { client, parameters })).parameters.get("code") ?? "";
}

/** RFC 6749 appendix B. */
function formEncoded(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}

/** Ours are made without special characters; one that was brought along may have them. */
async function giveSecret({ idp }: Stage, { application }: Registered, secret: string): Promise<void> {
  const row = { id: newId(), application_id: application.id, hash: hashSecret(secret), created_at: now };
  await idp.node.services.storage.db.insertInto("application_secrets").values(row).execute();
}

async function clientAssertion(stage: Stage, { application }: Registered): Promise<string> {
  const credential = await makeCredential();
  const owner = { kind: "application", id: application.id, organizationId: stage.idp.world.acme.id } as const;
  await stage.idp.node.services.storage.transaction((tx) => addKey(tx, owner, { credential }, by));
  return new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: "RS256", kid: credential.id })
    .setIssuer(application.id)
    .setSubject(application.id)
    .setAudience(ISSUER)
    .setIssuedAt()
    .setExpirationTime("1m")
    .sign(await importPKCS8(credential.privateKey, "RS256"));
}

export const clientAuthenticationChecks: readonly Check[] = [
  check("A64", codePlans, async (stage) => {
    const client = await stage.idp.register("web", { authMethod: "basic" });
    const secret = "a+b c%2B:/?&=~!*'()é☃";
    await giveSecret(stage, client, secret);
    const pair = `${formEncoded(client.application.id)}:${formEncoded(secret)}`;
    const headers = { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
    const { status, body } = await redeem(stage, await codeFor(stage, client), { headers });
    assert.equal(status, 200, body);
  }),

  check("M03", codePlans, async (stage) => {
    const client = await stage.idp.register("web", { authMethod: "post" });
    const form = { client_id: client.application.id, client_secret: client.secret };
    const { status, body } = await redeem(stage, await codeFor(stage, client), { form, headers: {} });
    assert.equal(status, 200, body);
  }),

  check("M42", codePlans, async (stage) => {
    const { verifier, challenge } = pkce();
    const parameters = { code_challenge: challenge, code_challenge_method: "S256" };
    const right = { form: { code_verifier: verifier } };
    assert.equal((await redeem(stage, await codeFor(stage, stage.idp.web, parameters), right)).status, 200);
    for (const form of [{}, { code_verifier: pkce().verifier }]) {
      const { status, json } = await redeem(stage, await codeFor(stage, stage.idp.web, parameters), { form });
      assert.deepEqual([status, json.error], [400, "invalid_grant"]);
    }
  }),

  check("M43", codePlans, async (stage) => {
    const client = await stage.idp.register("web", { authMethod: "private_key_jwt" });
    const form = { client_assertion_type: ASSERTION_TYPE, client_assertion: await clientAssertion(stage, client) };
    const { status, body } = await redeem(stage, await codeFor(stage, client), { form, headers: {} });
    assert.equal(status, 200, body);
  }),
];
