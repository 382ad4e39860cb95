/** Refreshing: lost answers, theft, narrowing, and what must consume nothing. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { decodeJwt } from "jose";
import { changeApplication } from "../../src/identity/applications/applications.ts";
import { endLoginSession } from "../../src/identity/sessions/login-sessions.ts";
import { createHuman } from "../../src/identity/users/humans.ts";
import { setUserState } from "../../src/identity/users/users.ts";
import { refreshTicket } from "../../src/tokens/kinds.ts";
import {
  type Client,
  challenge,
  counts,
  exchange,
  getTokens,
  introspect,
  makeClient,
  post,
  refresh,
  TOKEN,
} from "../support/clients.ts";
import { eventsOf } from "../support/identity.ts";
import { onEachMachine, signInAt, startMachine } from "../support/machine.ts";
import { by, DAY } from "../support/world.ts";

onEachMachine("refreshing", (stage) => {
  let web: Client;
  let other: Client;
  const make = (change = {}) => {
    const { storage, project, acme } = stage.world;
    return makeClient(storage, { projectId: project.id, organizationId: acme.id, method: "basic", change });
  };
  before(async () => {
    web = await make();
    other = await make();
  });
  const start = (scopes = ["openid", "profile", "email", "offline_access"], client = web) =>
    getTokens(stage.node, client, { userId: stage.world.ada.id, scopes, nonce: "once" });
  const sessionOf = (token: string) => stage.node.tokens.tickets.open(refreshTicket, token)?.s ?? "";

  test("gives new tokens of the same session and keeps when the person signed in", async () => {
    const first = await start();
    const answer = await refresh(stage.other, web, first.refresh_token);
    assert.equal(answer.statusCode, 200);
    const second = answer.json();
    assert.notEqual(second.refresh_token, first.refresh_token);
    assert.equal(second.scope, first.scope);
    const [before, after] = [decodeJwt(first.id_token), decodeJwt(second.id_token)];
    for (const claim of ["iss", "sub", "aud", "azp", "auth_time", "sid"])
      assert.deepEqual(after[claim], before[claim], claim);
    // OpenID Connect Core §12.2
    assert.equal(after.nonce, undefined);
    assert.equal(await counts(stage.node, web, second.access_token), true);
    assert.equal(await counts(stage.node, web, first.access_token), true, "the previous access token lives on");
  });

  test("an answer that was lost can be asked for again, across restarts, and the tokens of both answers work", async () => {
    const first = await start();
    const before = await startMachine(stage.database);
    const lost = (await refresh(before, web, first.refresh_token)).json();
    await before.stop();
    const restarted = await startMachine(stage.database);
    const again = (await refresh(restarted, web, first.refresh_token)).json();
    await restarted.stop();
    for (const answer of [lost, again]) assert.equal(await counts(stage.node, web, answer.access_token), true);
    const events = await eventsOf(stage.node.storage.db, sessionOf(first.refresh_token));
    assert.ok(events.includes("app_session.refresh_repeated"));
    assert.equal(
      (await refresh(stage.node, web, lost.refresh_token)).statusCode,
      200,
      "both answers gave the same generation",
    );
    assert.equal((await refresh(stage.node, web, again.refresh_token)).statusCode, 200);
  });

  test("a token two generations old is theft, after a restart too: the session ends with all it gave", async () => {
    const first = await start();
    const second = (await refresh(stage.node, web, first.refresh_token)).json();
    const third = (await refresh(stage.other, web, second.refresh_token)).json();
    const restarted = await startMachine(stage.database);
    const stolen = await refresh(restarted, web, first.refresh_token);
    await restarted.stop();
    assert.equal(stolen.json().error, "invalid_grant");
    assert.match(stolen.json().error_description, /stolen/);
    for (const { access_token, refresh_token } of [first, second, third]) {
      assert.equal(await counts(stage.node, web, access_token), false);
      assert.equal((await refresh(stage.node, web, refresh_token)).json().error, "invalid_grant");
    }
    const events = await eventsOf(stage.node.storage.db, sessionOf(first.refresh_token));
    assert.ok(events.includes("app_session.refresh_theft"));
  });

  test("after the grace window the previous token is theft as well", async () => {
    const first = await start();
    const second = (await refresh(stage.node, web, first.refresh_token)).json();
    await stage.database.advance(61_000);
    assert.equal((await refresh(stage.node, web, first.refresh_token)).json().error, "invalid_grant");
    assert.equal(await counts(stage.node, web, second.access_token), false);
  });

  test("rotated five times within a second, every old one is refused", async () => {
    let current = await start();
    const old: string[] = [];
    for (let n = 0; n < 5; n++) {
      old.push(current.refresh_token);
      current = (await refresh(stage.node, web, current.refresh_token)).json();
    }
    for (const token of old.slice(0, 4))
      assert.equal((await refresh(stage.node, web, token)).json().error, "invalid_grant");
  });

  test("many at once lead to one generation", async () => {
    const first = await start();
    const nodes = [stage.node, stage.other];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => refresh(nodes[n % 2] ?? stage.node, web, first.refresh_token)),
    );
    for (const answer of answers) {
      assert.equal(answer.statusCode, 200, answer.body);
      assert.equal(stage.node.tokens.tickets.open(refreshTicket, answer.json().refresh_token)?.n, 1);
      assert.equal(await counts(stage.node, web, answer.json().access_token), true);
    }
    const events = await eventsOf(stage.node.storage.db, sessionOf(first.refresh_token));
    assert.equal(
      events.filter((type) => type === "app_session.refresh_repeated").length,
      1,
      "one event for the generation",
    );
  });

  test("a generation is repeated thirty times within the window, and the next repeat is refused and ends nothing", async () => {
    const first = await start();
    const second = (await refresh(stage.node, web, first.refresh_token)).json();
    const nodes = [stage.node, stage.other];
    const answers = await Promise.all(
      Array.from({ length: 34 }, (_, n) => refresh(nodes[n % 2] ?? stage.node, web, first.refresh_token)),
    );
    assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 30);
    for (const refused of answers.filter(({ statusCode }) => statusCode !== 200)) {
      assert.equal(refused.json().error, "invalid_grant");
      assert.match(refused.json().error_description, /repeated too often/);
    }
    assert.equal(await counts(stage.node, web, second.access_token), true);
    const third = (await refresh(stage.node, web, second.refresh_token)).json();
    assert.equal(await counts(stage.node, web, third.access_token), true, "its successor works");
    const again = await Promise.all(Array.from({ length: 5 }, () => refresh(stage.other, web, second.refresh_token)));
    assert.ok(
      again.every(({ statusCode }) => statusCode === 200),
      "and has thirty of its own",
    );
    const repeated = async () =>
      (await eventsOf(stage.node.storage.db, sessionOf(first.refresh_token))).filter(
        (type) => type === "app_session.refresh_repeated",
      );
    assert.equal((await repeated()).length, 2, "an event for each generation that was repeated");
    assert.match(
      (await refresh(stage.node, web, first.refresh_token)).json().error_description,
      /stolen/,
      "two generations old is theft",
    );
    assert.equal(await counts(stage.node, web, third.access_token), false);
  });

  test("another client's token is refused, and not consumed", async () => {
    const first = await start();
    assert.equal((await refresh(stage.node, other, first.refresh_token)).json().error, "invalid_grant");
    const unauthenticated = [{ as: { ...web, secret: "wrong" } }, { as: web, method: "pkce" }] as const;
    for (const call of unauthenticated) {
      const form = { grant_type: "refresh_token", refresh_token: first.refresh_token };
      assert.equal((await post(stage.node, TOKEN, form, call)).statusCode, 401);
    }
    const second = (await refresh(stage.node, web, first.refresh_token)).json();
    assert.equal(stage.node.tokens.tickets.open(refreshTicket, second.refresh_token)?.n, 1);
  });

  test("scope narrows the tokens of one answer, never the session", async () => {
    const first = await start();
    const narrow = (await refresh(stage.node, web, first.refresh_token, { scope: "openid email" })).json();
    assert.equal(narrow.scope, "openid email");
    const shown = await introspect(stage.node, web, narrow.access_token);
    assert.equal(shown.scope, "openid email");
    assert.equal(shown.name, undefined);
    assert.ok(shown.email);
    const wide = (await refresh(stage.node, web, narrow.refresh_token)).json();
    assert.equal(wide.scope, first.scope);
  });

  test("a scope without openid narrows as well, and then there is no ID token", async () => {
    const first = await start();
    for (const kind of ["opaque", "jwt"] as const) {
      const client = await make({ tokens: { accessTokenKind: kind }, idTokenUserinfoAssertion: true });
      const { refresh_token } = await start(undefined, client);
      const narrow = (await refresh(stage.node, client, refresh_token, { scope: "email" })).json();
      assert.deepEqual(
        Object.keys(narrow).toSorted(),
        ["access_token", "expires_in", "refresh_token", "scope", "token_type"],
        kind,
      );
      assert.equal(narrow.scope, "email");
      assert.ok((await introspect(stage.other, client, narrow.access_token)).email);
      const wide = (await refresh(stage.node, client, narrow.refresh_token)).json();
      assert.equal(wide.scope, first.scope);
      assert.ok(wide.id_token, "the session has kept it");
    }
  });

  test("a scope that was not granted is refused before anything is consumed", async () => {
    const first = await start(["openid", "offline_access"]);
    for (const scope of [
      "openid profile",
      "profile",
      "openid urn:service:iam:org:project:id:service:aud",
      "x",
      "x".repeat(3_000),
    ]) {
      assert.equal(
        (await refresh(stage.node, web, first.refresh_token, { scope })).json().error,
        "invalid_scope",
        scope,
      );
    }
    const second = (await refresh(stage.node, web, first.refresh_token)).json();
    assert.equal(stage.node.tokens.tickets.open(refreshTicket, second.refresh_token)?.n, 1);
  });

  test("an application that has lost the grant refreshes no more, and can again when it has it back", async () => {
    const client = await make();
    const first = await start(["openid", "offline_access"], client);
    const { storage } = stage.world;
    await storage.transaction((tx) => changeApplication(tx, client.id, { grantTypes: ["authorization_code"] }, by));
    assert.equal((await refresh(stage.other, client, first.refresh_token)).json().error, "unauthorized_client");
    await storage.transaction((tx) =>
      changeApplication(tx, client.id, { grantTypes: ["authorization_code", "refresh_token"] }, by),
    );
    assert.equal((await refresh(stage.other, client, first.refresh_token)).statusCode, 200);
  });

  test("refreshing outlives signing out; its tokens then do not depend on the session that has ended", async () => {
    const { storage, ada } = stage.world;
    const scopes = ["openid", "offline_access"];
    const { code, loginSessionId } = await signInAt(stage.node, {
      applicationId: web.id,
      userId: ada.id,
      challenge,
      scopes,
    });
    const first = (await exchange(stage.node, web, code)).json();
    await storage.transaction((tx) => endLoginSession(tx, loginSessionId, by));
    assert.equal(await counts(stage.other, web, first.access_token), false);
    const second = (await refresh(stage.other, web, first.refresh_token)).json();
    assert.equal(await counts(stage.node, web, second.access_token), true);
    assert.equal(decodeJwt(second.id_token).sid, undefined);
  });

  test("a locked person refreshes no more, also within the grace window, and unlocking does not bring it back", async () => {
    const { storage, acme } = stage.world;
    const eve = await storage.transaction((tx) => createHuman(tx, { organizationId: acme.id, userName: "eve" }, by));
    const first = await getTokens(stage.node, web, { userId: eve.id });
    const second = (await refresh(stage.node, web, first.refresh_token)).json();
    await storage.transaction((tx) => setUserState(tx, eve.id, "lock", by));
    for (const token of [first.refresh_token, second.refresh_token]) {
      assert.equal((await refresh(stage.other, web, token)).json().error, "invalid_grant");
    }
    await storage.transaction((tx) => setUserState(tx, eve.id, "unlock", by));
    assert.equal((await refresh(stage.other, web, second.refresh_token)).json().error, "invalid_grant");
  });

  test("no change of a token opens it", async () => {
    const { refresh_token: token } = await start();
    for (let at = 4; at < token.length; at += 7) {
      const changed = `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
      assert.equal((await refresh(stage.node, web, changed)).json().error, "invalid_grant");
    }
    for (const changed of [token.slice(0, -1), `${token}A`, `${token}=`, token.slice(4), `sga_${token.slice(4)}`]) {
      assert.equal((await refresh(stage.node, web, changed)).json().error, "invalid_grant");
    }
    assert.equal((await refresh(stage.node, web, token)).statusCode, 200);
  });

  test("refreshing moves the idle expiry and never the absolute one", async () => {
    const lifetimes = { codeMs: 60_000, idleMs: 2 * DAY, absoluteMs: 5 * DAY };
    const change = { tokens: { lifetimes: { refreshIdle: (2 * DAY) / 1000, refreshAbsolute: (5 * DAY) / 1000 } } };
    const client = await make(change);
    let { refresh_token } = await getTokens(stage.node, client, { userId: stage.world.ada.id, lifetimes });
    for (const expected of [200, 200, 200, 400]) {
      await stage.database.advance(1.5 * DAY);
      const answer = await refresh(stage.node, client, refresh_token);
      assert.equal(answer.statusCode, expected);
      refresh_token = answer.json().refresh_token;
    }
  });
});
