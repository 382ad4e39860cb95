/** Getting tokens of every kind, and asking the management API about them. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createPersonalAccessToken } from "../../src/identity/service-users/personal-access-tokens.ts";
import { createServiceUser, replaceSecret } from "../../src/identity/service-users/service-users.ts";
import { personalAccessTicket } from "../../src/tokens/kinds.ts";
import { type Answer, type Api, type Manager, managementToken } from "../support/api.ts";
import { authorize, basic, CALLBACK, post, type Registered } from "../support/idp.ts";
import { by, DAY } from "../support/world.ts";

export interface Robot {
  readonly id: string;
  /** Got with its secret; meant for the project. */
  readonly token: string;
  readonly personal: string;
  readonly row: { readonly id: string; readonly scopes: readonly string[]; readonly expiresAt: number };
}

/** `api` is asked for with every call: it is there only when the tests run. */
export function tokenStage(api: () => Api) {
  const inspect = (body: unknown, as: Manager = api().owner): Promise<Answer> => as.post("/tokens/inspect", body);
  return {
    inspect,
    revoke: (body: unknown, as: Manager = api().owner): Promise<Answer> => as.post("/tokens/revoke", body),
    /** What is told about a token that is known. */
    async told(token: unknown, as?: Manager): Promise<Answer["json"]> {
      const { status, json, body } = await inspect({ token }, as);
      assert.equal(status, 200, body);
      return json;
    },
    async introspect(token: unknown): Promise<Record<string, unknown>> {
      const { idp } = api();
      return (await post(idp, "/oauth/v2/introspect", { token: String(token) }, { authorization: basic(idp.web) }))
        .json;
    },
    async newCode(client: Registered, scope = "openid offline_access"): Promise<string> {
      return (await authorize(api().idp, { client, parameters: { scope } })).get("code") ?? "";
    },
    async exchange(client: Registered, code: string): Promise<Record<string, unknown>> {
      const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
      return (await post(api().idp, "/oauth/v2/token", form, { authorization: basic(client) })).json;
    },
    /** Of the web application. */
    refresh(token: unknown) {
      const form = { grant_type: "refresh_token", refresh_token: String(token) };
      return post(api().idp, "/oauth/v2/token", form, { authorization: basic(api().idp.web) });
    },
    /** A service user of Acme with a secret and a personal access token. */
    async makeRobot(): Promise<Robot> {
      const { storage, tickets } = api().idp.node.services;
      const { acme, project } = api().idp.world;
      const scope = `openid urn:service:iam:org:project:id:${project.id}:aud`;
      const { id, secret, row } = await storage.transaction(async (tx) => {
        const user = await createServiceUser(tx, { organizationId: acme.id, userName: `robot-${randomUUID()}` }, by);
        const made = await replaceSecret(tx, user.id, by);
        const input = { userId: user.id, name: "ci", scopes: scope.split(" "), expiresAt: Date.now() + 10 * DAY };
        return { id: user.id, secret: made.secret, row: await createPersonalAccessToken(tx, input, by) };
      });
      const personal = tickets.seal(personalAccessTicket, { p: row.id, u: id });
      return { id, token: await managementToken(api().idp, id, secret, scope), personal, row };
    },
  };
}
