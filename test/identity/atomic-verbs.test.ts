/** Everything that works once, raced by fifty callers at once over several connections, many rounds. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { addSecret } from "../../src/identity/applications/secrets.ts";
import { readPublicKey } from "../../src/identity/credential-keys/credential.ts";
import { addKey } from "../../src/identity/credential-keys/store.ts";
import { takeAttempt } from "../../src/identity/limits/proof-attempts.ts";
import { useAssertion } from "../../src/identity/limits/used-assertions.ts";
import { createPersonalAccessToken } from "../../src/identity/service-users/personal-access-tokens.ts";
import { createServiceUser, keyOwner } from "../../src/identity/service-users/service-users.ts";
import { authenticateAgain, endLoginSession } from "../../src/identity/sessions/login-sessions.ts";
import { revokeToken } from "../../src/identity/sessions/revoked-tokens.ts";
import { rotateRefreshToken } from "../../src/identity/sessions/rotate-refresh.ts";
import { spendCode } from "../../src/identity/sessions/spend-code.ts";
import { prepareMailLink, setPasswordByLink, verifyEmail } from "../../src/identity/users/mail-links.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { rounds } from "../support/divided.ts";
import { engines, type TestDatabase } from "../support/engines.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by, loginLifetimes, makeWorld, signIn, type World } from "../support/world.ts";

const CALLERS = 50;
const ROUNDS = rounds(100);

for (const engine of engines) {
  describe(`racing on ${engine.name}`, () => {
    let database: TestDatabase;
    let world: World;
    let nodes: Storage[];
    before(async () => {
      database = await engine.fresh();
      world = await makeWorld(await database.open({ connections: 10 }));
      nodes = [world.storage, await database.open({ connections: 10 })];
    });
    after(() => database.drop());

    /** Runs the same call fifty times at once, spread over the nodes. */
    const race = <T>(call: (node: Storage) => Promise<T>): Promise<T[]> =>
      Promise.all(Array.from({ length: CALLERS }, (_, i) => call(nodes[i % nodes.length] ?? world.storage)));
    const won = (results: readonly unknown[]): number => results.filter((result) => result === "won").length;

    test("a code is spent by exactly one of fifty, and the others end what it gave", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { appSessionId } = await signIn(world);
        const code = {
          appSessionId,
          applicationId: world.application.id,
          redirectUri: "https://app.example/callback",
          codeChallenge: "challenge",
          most: 100,
        };
        const results = await race((node) => spendCode(node, code, by));
        assert.equal(results.filter((result) => result !== "lost").length, 1);
        const row = await world.storage.db
          .selectFrom("app_sessions")
          .select(["ended_by"])
          .where("id", "=", appSessionId)
          .executeTakeFirstOrThrow();
        assert.equal(row.ended_by, "code_misused");
      }
    });

    test("fifty refreshes of one token give one generation", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { appSessionId } = await signIn(world, { spent: true });
        const rotation = {
          appSessionId,
          applicationId: world.application.id,
          generation: 0,
          graceMs: 60_000,
          idleMs: 1_000_000,
        };
        const results = await race((node) => rotateRefreshToken(node, rotation, by));
        const outcomes = results.map((result) => result.outcome);
        assert.equal(outcomes.filter((outcome) => outcome === "rotated").length, 1);
        assert.equal(outcomes.filter((outcome) => outcome === "repeated").length, 30);
        assert.equal(outcomes.filter((outcome) => outcome === "lost").length, CALLERS - 31);
        const row = await world.storage.db
          .selectFrom("app_sessions")
          .select(["generation", "ended_at"])
          .where("id", "=", appSessionId)
          .executeTakeFirstOrThrow();
        assert.deepEqual({ ...row }, { generation: 1, ended_at: null });
      }
    });

    test("a mail link that sets a password works for one of fifty", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const link = await prepareMailLink(world.storage.db, world.ada.id, "reset_password");
        assert.ok(link);
        const results = await race((node) =>
          node.transaction((tx) => setPasswordByLink(tx, link, unjudged("hash"), by)),
        );
        assert.equal(won(results), 1);
      }
    });

    test("a mail link that verifies an address works for one of fifty", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const link = await prepareMailLink(world.storage.db, world.bob.id, "verify_email");
        assert.ok(link);
        assert.equal(won(await race((node) => node.transaction((tx) => verifyEmail(tx, link, by)))), 1);
      }
    });

    test("of fifty guesses at once five are looked at", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const results = await race((node) => takeAttempt(node.db, `user:${engine.name}-${round}`));
        assert.equal(results.filter((attempt) => attempt.outcome === "won").length, 5);
      }
    });

    test("an assertion's jti is used by one of fifty", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const assertion = { issuer: "service", jti: `jti-${round}`, expiresAt: Date.now() + 60_000 };
        assert.equal(won(await race((node) => useAssertion(node.db, assertion))), 1);
      }
    });

    test("a token is revoked once, and leaves one event", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const token = { id: `token-${round}`, expiresAt: Date.now() + 60_000, userId: world.ada.id };
        assert.equal(won(await race((node) => node.transaction((tx) => revokeToken(tx, token, by)))), 1);
      }
      const { count } = await world.storage.db
        .selectFrom("events")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("type", "=", "token.revoked")
        .executeTakeFirstOrThrow();
      assert.equal(Number(count), ROUNDS);
    });

    test("fifty that add at once do not exceed a limit together", async () => {
      const made = await world.storage.transaction((tx) =>
        createServiceUser(tx, { organizationId: world.acme.id, userName: "limits" }, by),
      );
      const secrets = await race((node) =>
        node.transaction((tx) => addSecret(tx, world.application.id, by)).catch(() => "full"),
      );
      assert.equal(secrets.filter((secret) => secret !== "full").length, 5);
      const expiresAt = (await world.storage.now()) + 1_000_000;
      const token = { userId: made.id, name: "t", scopes: [], expiresAt };
      const create = (node: Storage) =>
        node.transaction((tx) => createPersonalAccessToken(tx, token, by)).catch(() => "full");
      const tokens = [...(await race(create)), ...(await race(create))];
      assert.equal(tokens.filter((one) => one !== "full").length, 50);
      const { publicKey } = generateKeyPairSync("ed25519");
      const jwk = publicKey.export({ format: "jwk" });
      const keys = await race(async (node) => {
        const credential = await readPublicKey(jwk);
        return node.transaction((tx) => addKey(tx, keyOwner(made), { credential }, by)).catch(() => "full");
      });
      assert.equal(keys.filter((key) => key !== "full").length, 20);
    });

    test("an authentication step is taken once for each cookie, and a session ends once", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { login } = await signIn(world);
        const steps = await race((node) =>
          node.transaction((tx) =>
            authenticateAgain(tx, login, { amr: ["pwd", "otp"], idleMs: loginLifetimes.idleMs }),
          ),
        );
        assert.equal(steps.filter((step) => step !== undefined).length, 1);
        assert.equal(won(await race((node) => node.transaction((tx) => endLoginSession(tx, login.id, by)))), 1);
      }
    });
  });
}
