/**
 * A backup made while Signet serves, and restored when all else is lost: what was true then is true again, and nothing
 * else.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { Browser } from "../support/browser.ts";
import { dump } from "../support/dump.ts";
import { authorize, basic, CALLBACK, type Idp, post, signInToWeb, startIdp } from "../support/idp.ts";
import { startTestNode, type TestNode } from "../support/node.ts";
import { freePort } from "../support/postgres-server.ts";
import { newFolder, runSignet } from "../support/signet.ts";
import { type BackupPlace, postgresPlace, type RestoredPlace, sqlitePlace } from "./backup-places.ts";

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
}

const places = { sqlite: sqlitePlace, postgres: postgresPlace };
for (const [name, makePlace] of Object.entries(places)) {
  describe(`an instance on ${name} that was restored from a backup`, () => {
    let place: BackupPlace;
    let restored: RestoredPlace;
    /** The node that is asked: first the one that was lost, then the restored one. */
    let idp: Idp;
    let node: TestNode;
    let masterKey: string;
    const earlier = {} as Record<"kept" | "rotated" | "revokedLater" | "revoked", Tokens>;
    const since = {} as Record<"rotated" | "begun", Tokens>;
    const codes = { spent: "", open: "" };
    let browser: Browser;

    const call = (path: string, form: Record<string, string>) =>
      post(idp, path, form, { authorization: basic(idp.web) });
    const isActive = async (token: string) => (await call("/oauth/v2/introspect", { token })).json.active;
    const refresh = (token: string) => call("/oauth/v2/token", { grant_type: "refresh_token", refresh_token: token });
    const spend = (code: string) =>
      call("/oauth/v2/token", { grant_type: "authorization_code", code, redirect_uri: CALLBACK });
    const signedIn = async () => (await signInToWeb(idp)) as unknown as Tokens;
    const refreshed = async (token: string) => {
      const answer = await refresh(token);
      assert.equal(answer.status, 200, answer.body);
      return answer.json as unknown as Tokens;
    };
    async function newCode(): Promise<string> {
      const answer = await authorize(idp, { client: idp.web, parameters: { scope: "openid offline_access" } }, browser);
      return answer.get("code") ?? "";
    }
    async function content() {
      const storage = await (await restored.engine.fresh()).open({ readOnly: true });
      return dump(storage).finally(() => storage.close());
    }

    before(async () => {
      place = await makePlace();
      idp = await startIdp(place.engine);
      masterKey = idp.node.masterKey;
      browser = idp.browser();
      codes.spent = await newCode();
      assert.equal((await spend(codes.spent)).status, 200);
      for (const which of ["kept", "rotated", "revokedLater", "revoked"] as const) earlier[which] = await signedIn();
      assert.equal((await call("/oauth/v2/revoke", { token: earlier.revoked.refresh_token })).status, 200);
      codes.open = await newCode();

      // It goes on serving, and changing, all the while.
      let isDone = false;
      const busy = (async () => {
        let served = 0;
        for (; !isDone || served === 0; served++) await refreshed((await signedIn()).refresh_token);
        return served;
      })();
      await place.backUp(masterKey);
      isDone = true;
      assert.ok((await busy) > 0);

      since.rotated = await refreshed(earlier.rotated.refresh_token);
      since.begun = await signedIn();
      assert.equal((await call("/oauth/v2/revoke", { token: earlier.revokedLater.refresh_token })).status, 200);
      assert.equal((await spend(codes.open)).status, 200);
      await idp.node.close();
      restored = await place.restore();
    });
    after(async () => {
      await node?.close();
      await place?.close();
    });

    test("does not start with another master key or without one, says why, and changes nothing", async () => {
      const cwd = newFolder();
      const stored = await content();
      const environment = { SIGNET_DATABASE_URL: restored.url, SIGNET_PORT: `${await freePort()}` };
      const wrong = await runSignet(["serve"], {
        cwd,
        environment: { ...environment, SIGNET_MASTER_KEY: randomBytes(32).toString("base64url") },
      });
      assert.equal(wrong.code, 2, wrong.stderr);
      assert.match(
        wrong.stderr,
        /^signet: This database is sealed under the master key \S+, but the one given is \S+\./,
      );
      const none = await runSignet(["serve"], { cwd, environment });
      assert.equal(none.code, 2, none.stderr);
      const says = {
        sqlite: /^signet: The master key file \S+ is missing, but the database is sealed under the master key/,
        postgres: /needs a master key/,
      };
      assert.match(none.stderr, says[name === "sqlite" ? "sqlite" : "postgres"]);
      assert.deepEqual(await content(), stored);
    });

    test("with its master key starts", async () => {
      node = await startTestNode({ engine: restored.engine, environment: { SIGNET_MASTER_KEY: masterKey } });
      idp = { ...idp, node };
      assert.equal((await node.app.inject({ url: "/readyz" })).statusCode, 200);
    });

    test("takes access tokens and refresh tokens from before, and rotates them", async () => {
      assert.equal(await isActive(earlier.kept.access_token), true);
      const next = await refreshed(earlier.kept.refresh_token);
      assert.notEqual(next.refresh_token, earlier.kept.refresh_token);
      assert.equal(await isActive(next.access_token), true);
    });

    test("goes on with a session whose refresh token was rotated since: nobody is taken for a thief", async () => {
      assert.equal(await isActive(since.rotated.access_token), true);
      assert.equal((await refresh(since.rotated.refresh_token)).status, 200);
    });

    test("refuses what was revoked before", async () => {
      assert.equal(await isActive(earlier.revoked.access_token), false);
      assert.equal((await refresh(earlier.revoked.refresh_token)).json.error, "invalid_grant");
    });

    test("knows nothing of what was revoked since: it has to be revoked again, and then is", async () => {
      assert.equal(await isActive(earlier.revokedLater.access_token), true);
      assert.equal((await call("/oauth/v2/revoke", { token: earlier.revokedLater.refresh_token })).status, 200);
      assert.equal(await isActive(earlier.revokedLater.access_token), false);
      assert.equal((await refresh(earlier.revokedLater.refresh_token)).json.error, "invalid_grant");
    });

    test("refuses tokens of sessions that began since", async () => {
      assert.equal(await isActive(since.begun.access_token), false);
      assert.equal((await refresh(since.begun.refresh_token)).json.error, "invalid_grant");
      const headers = { authorization: `Bearer ${since.begun.access_token}` };
      assert.equal((await node.app.inject({ url: "/oauth/v2/userinfo", headers })).statusCode, 401);
    });

    test("refuses a code that was spent before", async () => {
      assert.equal((await spend(codes.spent)).json.error, "invalid_grant");
    });

    test("publishes the keys that verify ID tokens from before", async () => {
      const keys = (await node.app.inject({ url: "/oauth/v2/keys" })).json() as JSONWebKeySet;
      const { payload } = await jwtVerify(earlier.kept.id_token, createLocalJWKSet(keys), { issuer: idp.issuer });
      assert.equal(payload.sub, idp.world.ada.id);
    });

    test("goes on with the sessions of browsers: nobody types a password", async () => {
      const visitor = new Browser(node.app, idp.issuer);
      for (const [cookie, value] of browser.cookies) visitor.cookies.set(cookie, value);
      const seen = await visitor.request(
        "GET",
        `/oauth/v2/authorize?${new URLSearchParams({ client_id: idp.web.application.id, redirect_uri: CALLBACK, response_type: "code", scope: "openid", prompt: "none" })}`,
      );
      assert.match(seen.location ?? "", /^https:\/\/app\.example\/callback\?code=/);
    });
  });
}
