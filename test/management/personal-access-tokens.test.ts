import assert from "node:assert/strict";
import { test } from "node:test";
import { createProject } from "../../src/identity/projects.ts";
import { dump } from "../support/dump.ts";
import { by } from "../support/world.ts";
import { atAcme, counts, eventsOf, makeRobot } from "./people.ts";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

const DAY = 86_400_000;
const later = (ms: number) => new Date(Date.now() + ms).toISOString();
const SERVICE = "urn:service:iam:org:project:id:service:aud";

onEachApi("personal access tokens over the API", (stage) => {
  const world = () => stage.api.idp.world;
  const audience = (projectId: string) => `urn:service:iam:org:project:id:${projectId}:aud`;

  test("a token is told this once, works until it is revoked, and is listed for a while after that", async () => {
    const { id, path } = await makeRobot(stage, { name: "Robby" });
    const tokens = `${path}/personal-access-tokens`;
    assert.deepEqual((await stage.acmeOwner.get(tokens)).json, { items: [] });
    const expiresAt = later(DAY);
    const made = await stage.acmeOwner.post(tokens, { name: "CI", scopes: ["openid", "profile", "openid"], expiresAt });
    assert.equal(made.status, 201, made.body);
    const { token, ...shown } = made.json;
    assert.match(token, /^sgp_/);
    assert.deepEqual(shown, {
      id: shown.id,
      name: "CI",
      scopes: ["openid", "profile"],
      createdAt: shown.createdAt,
      expiresAt,
    });
    assert.ok(!JSON.stringify(await dump(stage.api.idp.node.services.storage)).includes(token));
    assert.deepEqual((await stage.acmeOwner.get(tokens)).json, { items: [shown] });

    assert.equal(await counts(stage, token), true);
    const [used] = (await stage.acmeOwner.get(tokens)).json.items;
    assert.ok(Math.abs(Date.parse(used.lastUsedAt) - Date.now()) < 60_000);
    assert.equal((await stage.acmeOwner.delete(`${tokens}/${shown.id}`)).status, 204);
    assert.equal(await counts(stage, token), false);
    assert.equal((await unchanged(stage.api, () => stage.acmeOwner.delete(`${tokens}/${shown.id}`))).status, 204);
    const [revoked] = (await stage.acmeOwner.get(tokens)).json.items;
    assert.deepEqual(revoked, { ...used, revokedAt: revoked.revokedAt });
    const events = (await eventsOf(stage, id)).map(({ type, detail }) => [type, detail.tokenId]);
    assert.deepEqual(events, [
      ["user.created", undefined],
      ["personal_access_token.created", shown.id],
      ["personal_access_token.revoked", shown.id],
    ]);
  });

  test("a token for the management API calls it, with what its service user may do", async () => {
    const robot = await makeRobot(stage);
    const body = { name: "Manager", scopes: ["openid", SERVICE], expiresAt: later(DAY) };
    const { token } = (await stage.acmeOwner.post(`${robot.path}/personal-access-tokens`, body)).json;
    assertProblem(await stage.api.call("GET", robot.path, token), 403, "no_manager_role");
    const plain = await stage.acmeOwner.post(`${robot.path}/personal-access-tokens`, { ...body, scopes: ["openid"] });
    assertProblem(await stage.api.call("GET", robot.path, plain.json.token), 401, "wrong_audience");
  });

  test("scopes that the token could not have are refused by name", async () => {
    const { path } = await makeRobot(stage);
    const foreign = await stage.api.idp.node.services.storage.transaction((tx) =>
      createProject(tx, { organizationId: world().other.id, name: "Theirs" }, by),
    );
    for (const [scopes, named] of [
      [["openid", "everything"], /everything/],
      [["openid", "email profile"], /email profile/],
      [["openid", "urn:service:iam:org:project:id:../../x:aud"], /unknown/],
      [["openid", audience(foreign.id)], new RegExp(foreign.id)],
      [["openid", audience("nothing")], /nothing/],
      [["openid", "offline_access"], /offline_access/],
      [["profile"], /must include openid/],
      [[], /must include openid/],
    ] as const) {
      const body = { name: "x", scopes, expiresAt: later(DAY) };
      const answer = await unchanged(stage.api, () => stage.owner.post(`${path}/personal-access-tokens`, body));
      assertProblem(answer, 400, "invalid_input");
      assert.equal(answer.json.errors[0].field, "scopes");
      assert.match(answer.json.detail, named);
    }
    const scopes = ["openid", "profile", "urn:service:iam:user:metadata", audience(world().project.id), SERVICE];
    const made = await stage.acmeOwner.post(`${path}/personal-access-tokens`, {
      name: "x",
      scopes,
      expiresAt: later(DAY),
    });
    assert.deepEqual([made.status, made.json.scopes], [201, scopes]);
  });

  test("a token has a name and an end within a year", async () => {
    const { path } = await makeRobot(stage);
    const body = { name: "x", scopes: ["openid"], expiresAt: later(DAY) };
    for (const [change, field] of [
      [{ name: "" }, "name"],
      [{ name: undefined }, "name"],
      [{ expiresAt: undefined }, "expiresAt"],
      [{ expiresAt: later(-1_000) }, "expiresAt"],
      [{ expiresAt: later(400 * DAY) }, "expiresAt"],
      [{ expiresAt: "never" }, "expiresAt"],
      [{ scopes: "openid" }, "scopes"],
      [{ token: "sgp_mine" }, "token"],
    ] as const) {
      const answer = await unchanged(stage.api, () =>
        stage.acmeOwner.post(`${path}/personal-access-tokens`, { ...body, ...change }),
      );
      assertProblem(answer, 400, "invalid_input");
      assert.equal(answer.json.errors[0].field, field, answer.body);
    }
  });

  test("the answer that holds the token can be asked for again by the same key", async () => {
    const { path } = await makeRobot(stage);
    const body = { name: "Once", scopes: ["openid"], expiresAt: later(DAY) };
    const key = { "idempotency-key": "the-token" };
    const first = await stage.acmeOwner.post(`${path}/personal-access-tokens`, body, key);
    const again = await unchanged(stage.api, () => stage.acmeOwner.post(`${path}/personal-access-tokens`, body, key));
    assert.deepEqual([again.status, again.json], [201, first.json]);
    // Whoever calls is part of the key: nobody gets an answer that was meant for somebody else.
    const other = await stage.owner.post(`${path}/personal-access-tokens`, body, key);
    assert.notEqual(other.json.token, first.json.token);
  });

  test("a token is revoked only through its service user, by who may", async () => {
    const [one, other] = [await makeRobot(stage), await makeRobot(stage)];
    const body = { name: "x", scopes: ["openid"], expiresAt: later(DAY) };
    const { id, token } = (await stage.acmeOwner.post(`${other.path}/personal-access-tokens`, body)).json;
    const viewer = await atAcme(stage, "ORG_OWNER_VIEWER");
    const tokens = `${other.path}/personal-access-tokens`;
    assert.equal(
      (await unchanged(stage.api, () => stage.acmeOwner.delete(`${one.path}/personal-access-tokens/${id}`))).status,
      204,
    );
    assert.equal((await viewer.get(tokens)).json.items.length, 1);
    assertProblem(await stage.otherOwner.get(tokens), 404, "unknown_resource");
    for (const [manager, status, code] of [
      [stage.otherOwner, 404, "unknown_resource"],
      [viewer, 403, "permission_missing"],
    ] as const) {
      const answers = await unchanged(stage.api, async () => [
        await manager.post(tokens, body),
        await manager.delete(`${tokens}/${id}`),
      ]);
      for (const answer of answers) assertProblem(answer, status, code);
    }
    assert.equal(await counts(stage, token), true);
  });
});
