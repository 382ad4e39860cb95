/** Somebody guesses at the secret of a client. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { setApplicationState } from "../../src/identity/applications/applications.ts";
import { createServiceUser, replaceSecret } from "../../src/identity/service-users/service-users.ts";
import { watchSecrets } from "../../src/oauth/client-auth/wrong-secrets.ts";
import { type OauthError, SlowedClient } from "../../src/oauth/errors.ts";
import { enginesOf } from "../support/engines.ts";
import { basic, type Idp, signInToWeb, startIdp } from "../support/idp.ts";
import { startTestNode, type TestNode } from "../support/node.ts";
import { by } from "../support/world.ts";

/** So many may be wrong. */
const FREE = 20;

for (const engine of enginesOf(import.meta.filename)) {
  describe(`guessing at client secrets, on ${engine.name}`, () => {
    let idp: Idp;
    before(async () => {
      idp = await startIdp(engine);
    });
    after(() => idp.close());
    let attacker = "";
    let addresses = 0;
    beforeEach(() => {
      attacker = `203.0.113.${++addresses}`;
    });

    const ask = async (
      form: Record<string, string>,
      { from = attacker, authorization, path = "/oauth/v2/introspect", node = idp.node }: Asked = {},
    ) => {
      const { statusCode, headers, body } = await node.app.inject({
        method: "POST",
        url: path,
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          ...(authorization === undefined ? {} : { authorization }),
        },
        payload: new URLSearchParams(form).toString(),
        remoteAddress: from,
      });
      return { status: statusCode, headers, json: body === "" ? {} : JSON.parse(body) };
    };
    interface Asked {
      readonly from?: string;
      readonly authorization?: string;
      readonly path?: string;
      readonly node?: TestNode;
    }
    const wrongly = (n: number, asked: Asked = {}) =>
      ask({ token: "x" }, { ...asked, authorization: basic({ ...idp.web, secret: `guess ${n}` }) });
    const rightly = (asked: Asked = {}) => ask({ token: "x" }, { ...asked, authorization: basic(idp.web) });
    const counted = async () =>
      (
        await idp.world.storage.db
          .selectFrom("proof_attempts")
          .select("subject")
          .where("subject", "like", "client:%")
          .execute()
      ).map(({ subject }) => subject);

    test("from one address the client has to wait after twenty, at every endpoint and with the right secret; elsewhere it goes on", async () => {
      const { refresh_token } = await signInToWeb(idp);
      for (let n = 0; n < FREE; n++) {
        const { status, json, headers } = await wrongly(n);
        assert.deepEqual(
          [status, json.error, headers["retry-after"]],
          [401, "invalid_client", undefined],
          `guess ${n}`,
        );
      }
      const ways: Record<string, Record<string, string>> = {
        "/oauth/v2/introspect": { token: "x" },
        "/oauth/v2/revoke": { token: "x" },
        "/oauth/v2/token": { grant_type: "refresh_token", refresh_token: String(refresh_token) },
      };
      for (const [path, form] of Object.entries(ways)) {
        const slowed = await ask(form, { path, authorization: basic(idp.web) });
        assert.equal(slowed.status, 429, path);
        assert.equal(slowed.json.error, "temporarily_unavailable");
        assert.match(
          slowed.json.error_description,
          /wrong secrets were sent for this client from this address.*seconds\.$/,
        );
        assert.ok(Number(slowed.headers["retry-after"]) >= 1);
        assert.equal(slowed.headers["www-authenticate"], undefined);
      }
      // By the body it is the same client.
      assert.equal((await ask({ token: "x", client_id: idp.web.application.id, client_secret: "guess" })).status, 429);
      assert.equal((await rightly({ from: "198.51.100.1" })).status, 200, "from elsewhere");
      const other = await idp.register("web", { authMethod: "basic" });
      assert.equal(
        (await ask({ token: "x" }, { authorization: basic(other) })).status,
        200,
        "another client from there",
      );
    });

    test("an IPv6 network is one address, and a forged header makes no other", async () => {
      for (let n = 0; n < FREE; n++)
        assert.equal((await wrongly(n, { from: `2001:db8:1:${addresses}::${n + 1}` })).status, 401);
      assert.equal((await rightly({ from: `2001:db8:1:${addresses}::ffff` })).status, 429);
      assert.equal((await rightly({ from: `2001:db8:2:${addresses}::1` })).status, 200);
    });

    test("another node learns it by its own next failure, and counts on", async () => {
      const beside = await startTestNode({ beside: idp.node });
      try {
        for (let n = 0; n < FREE; n++) await wrongly(n);
        assert.equal((await wrongly(0, { node: beside })).status, 429);
        assert.equal((await rightly({ node: beside })).status, 429);
        assert.equal((await rightly({ node: beside, from: "198.51.100.2" })).status, 200);
      } finally {
        await beside.close();
      }
    });

    test("a service user's secret is counted in the same way", async () => {
      const { user, secret } = await idp.world.storage.transaction(async (tx) => {
        const made = await createServiceUser(
          tx,
          { organizationId: idp.world.acme.id, userName: `robot${addresses}`, name: "Robot" },
          by,
        );
        return { user: made, ...(await replaceSecret(tx, made.id, by)) };
      });
      const enter = (client_secret: string, from = attacker) =>
        ask(
          { grant_type: "client_credentials", scope: "openid", client_id: user.id, client_secret },
          { path: "/oauth/v2/token", from },
        );
      for (let n = 0; n < FREE; n++) assert.equal((await enter(`guess ${n}`)).status, 401);
      assert.equal((await enter(secret)).status, 429);
      assert.equal((await enter(secret, "198.51.100.3")).status, 200);
    });

    test("a client that does not exist, is not active, or has no secret makes nothing grow, and is never told apart", async () => {
      const before = await counted();
      const inactive = await idp.register("web", { authMethod: "basic" });
      await idp.world.storage.transaction((tx) => setApplicationState(tx, inactive.application.id, "deactivate", by));
      for (let n = 0; n < FREE + 5; n++) {
        const unknown = { application: { ...idp.web.application, id: crypto.randomUUID() }, secret: "guess" };
        const answers = [];
        for (const client of [unknown, { ...inactive, secret: "guess" }, { ...idp.spa, secret: "guess" }]) {
          const { status, json } = await ask({ token: "x" }, { authorization: basic(client) });
          answers.push({ status, json });
        }
        for (const answer of answers) assert.deepEqual(answer, answers[0]);
        assert.equal(answers[0]?.status, 401);
      }
      assert.deepEqual(await counted(), before);
    });

    test("a right secret writes nothing, also after wrong ones", async () => {
      await wrongly(0);
      const rows = () =>
        idp.world.storage.db.selectFrom("proof_attempts").selectAll().where("subject", "like", "client:%").execute();
      const before = await rows();
      for (let n = 0; n < 5; n++) assert.equal((await rightly()).status, 200);
      assert.deepEqual(await rows(), before);
    });

    test("fifty wrong ones at once are as few as one after the other", async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => wrongly(n)));
      const looked = answers.filter(({ status }) => status === 401).length;
      // What is compared before the first failures are written is told, and never more than a secret that was wrong.
      assert.ok(looked <= FREE, `${looked} were answered`);
      assert.ok(answers.every(({ status }) => status === 401 || status === 429));
    });

    test("what a node remembers is bounded, over when the wait is, and nobody else's", async () => {
      let now = 0;
      const watch = watchSecrets({ clock: () => now, most: 2 });
      const credentials = (n: number) =>
        ({ method: "basic", clientId: `client${n}`, secret: "x", network: `n${n}`, requestId: "r" }) as const;
      const { db } = idp.world.storage;
      let last: OauthError | undefined;
      for (let n = 0; n < FREE; n++) last = await watch.count(db, credentials(1));
      assert.equal(last?.code, "invalid_client");
      assert.throws(() => watch.refuseWhileSlowed(credentials(1)), SlowedClient);
      watch.refuseWhileSlowed(credentials(2));
      now += 60_001;
      watch.refuseWhileSlowed(credentials(1));
      for (let client = 3; client < 6; client++) {
        for (let n = 0; n < FREE; n++) await watch.count(db, credentials(client));
      }
      const refused = [3, 4, 5].filter((client) => {
        try {
          watch.refuseWhileSlowed(credentials(client));
          return false;
        } catch {
          return true;
        }
      });
      assert.deepEqual(
        refused,
        [4, 5],
        "the oldest is compared again, and its next failure is refused by the database",
      );
      assert.ok((await watch.count(db, credentials(3))) instanceof SlowedClient);
    });
  });
}
