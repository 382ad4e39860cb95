/**
 * Fifty at once, from outside, over two nodes on one database: one success for a code, one lineage for a refresh token.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { App } from "../../src/http/app.ts";
import { codeTicket } from "../../src/tokens/kinds.ts";
import { rounds } from "../support/divided.ts";
import { engines } from "../support/engines.ts";
import { basic, CALLBACK, type Idp, type Registered, startIdp } from "../support/idp.ts";
import { startTestNode, type TestNode } from "../support/node.ts";
import { signIn } from "../support/world.ts";

const CALLERS = 50;
const ROUNDS = rounds(100);

for (const engine of engines) {
  describe(`fifty at once, on ${engine.name}`, () => {
    let idp: Idp;
    let second: TestNode;
    let nodes: App[];
    let client: Registered;
    before(async () => {
      idp = await startIdp(engine);
      // ES256, because a thousand RSA signatures would be most of the time this takes.
      client = await idp.register("web", { authMethod: "basic", tokens: { idTokenAlgorithm: "ES256" } });
      second = await startTestNode({ engine, beside: idp.node });
      nodes = [idp.node.app, second.app];
    });
    after(async () => {
      await second.close();
      await idp.close();
    });

    const send = async (app: App | undefined, form: Record<string, string>): Promise<Record<string, string>> => {
      const response = await (app ?? idp.node.app).inject({
        method: "POST",
        url: "/oauth/v2/token",
        headers: { "content-type": "application/x-www-form-urlencoded", authorization: basic(client) },
        payload: new URLSearchParams(form).toString(),
      });
      assert.ok([200, 400].includes(response.statusCode), response.body);
      return response.json();
    };
    const race = (form: Record<string, string>) =>
      Promise.all(Array.from({ length: CALLERS }, (_, i) => send(nodes[i % nodes.length], form)));
    /** A code as the authorization endpoint would give it. */
    const newCode = async (): Promise<{ code: string; appSessionId: string }> => {
      const { appSessionId } = await signIn(idp.world, { applicationId: client.application.id });
      await idp.node.services.storage.db
        .updateTable("app_sessions")
        .set({ code_challenge: "" })
        .where("id", "=", appSessionId)
        .execute();
      return { code: idp.node.services.tickets.seal(codeTicket, { s: appSessionId }), appSessionId };
    };
    const active = async (token: string | undefined): Promise<boolean> => {
      const response = await second.app.inject({
        url: "/oauth/v2/userinfo",
        headers: { authorization: `Bearer ${token}` },
      });
      return response.statusCode === 200;
    };

    test("a code is redeemed once, and what it gave ends with the second use", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { code } = await newCode();
        const answers = await race({ grant_type: "authorization_code", code, redirect_uri: CALLBACK });
        const tokens = answers.filter((answer) => answer.access_token !== undefined);
        assert.equal(tokens.length, 1);
        assert.ok(
          answers
            .filter((answer) => answer.access_token === undefined)
            .every((answer) => answer.error === "invalid_grant"),
        );
        assert.equal(await active(tokens[0]?.access_token), false);
      }
    });

    test("a refresh token has one lineage: whoever got an answer got the same generation, and it goes on from there", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { code, appSessionId } = await newCode();
        const first = await send(nodes[0], { grant_type: "authorization_code", code, redirect_uri: CALLBACK });
        const answers = await race({ grant_type: "refresh_token", refresh_token: first.refresh_token ?? "" });
        const given = answers.filter((answer) => answer.refresh_token !== undefined);
        assert.ok(given.length >= 1 && given.length <= 31);
        const row = await idp.node.services.storage.db
          .selectFrom("app_sessions")
          .select(["generation", "ended_at"])
          .where("id", "=", appSessionId)
          .executeTakeFirstOrThrow();
        assert.deepEqual({ ...row }, { generation: 1, ended_at: null });
        assert.ok(await active(given[0]?.access_token));
        const next = await send(nodes[1], {
          grant_type: "refresh_token",
          refresh_token: given.at(-1)?.refresh_token ?? "",
        });
        assert.ok(next.access_token);
      }
    });
  });
}
