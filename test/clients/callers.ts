/** Programs that call an API of Acme with a token of their own. */
import assert from "node:assert/strict";
import type { AccessTokenSettings } from "../../src/identity/applications/types.ts";
import { type Idp, post } from "../support/idp.ts";
import { addServiceUser } from "./stage.ts";

export interface Caller {
  readonly id: string;
  /** A new access token, with the project in its audience unless it is meant for nobody. */
  token(audience?: "project" | "nobody"): Promise<string>;
  revoke(token: string): Promise<void>;
}

export async function addCaller(idp: Idp, tokens: AccessTokenSettings = {}): Promise<Caller> {
  const { id, secret } = await addServiceUser(idp, `caller-${crypto.randomUUID()}`, tokens);
  const proof = { client_id: id, client_secret: secret };
  return {
    id,
    async token(audience = "project") {
      const scope =
        audience === "project" ? { scope: `urn:service:iam:org:project:id:${idp.world.project.id}:aud` } : {};
      const answer = await post(idp, "/oauth/v2/token", { grant_type: "client_credentials", ...proof, ...scope });
      assert.equal(answer.status, 200, answer.body);
      return String(answer.json.access_token);
    },
    async revoke(token) {
      assert.equal((await post(idp, "/oauth/v2/revoke", { token, ...proof })).status, 200);
    },
  };
}

/** How an API answers whoever comes with this token, or without any. */
export async function call(url: string, token?: string): Promise<{ status: number; body: string }> {
  const response = await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.text() };
}
