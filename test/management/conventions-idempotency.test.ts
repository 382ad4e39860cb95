/** Idempotency-Key: whoever did not get the answer asks again and gets it, not a second thing. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { assertProblem, content, onEachApi, raw, unchanged } from "./stage.ts";

onEachApi("Idempotency-Key", (stage) => {
  const create = (key: string, name = "Once", manager = stage.owner) =>
    manager.post(stage.projects, { name }, { "idempotency-key": key });
  const countOf = async (name: string): Promise<number> => {
    const { db } = stage.api.idp.node.services.storage;
    const { count } = await db
      .selectFrom("projects")
      .select((eb) => eb.fn.countAll<string>().as("count"))
      .where("name", "=", name)
      .executeTakeFirstOrThrow();
    return Number(count);
  };

  test("a repeat gets the same answer, with its headers, and makes nothing", async () => {
    const key = randomUUID();
    const first = await create(key);
    assert.equal(first.status, 201);
    assert.equal(first.headers["idempotency-replayed"], undefined);
    const again = await unchanged(stage.api, () => create(key));
    assert.equal(again.status, 201);
    assert.deepEqual(again.json, first.json);
    assert.equal(again.headers["idempotency-replayed"], "true");
    for (const name of ["etag", "location", "content-type"]) assert.equal(again.headers[name], first.headers[name]);
    assert.notEqual(again.headers["x-request-id"], first.headers["x-request-id"]);
  });

  test("the repeat may reach another node", async () => {
    const key = randomUUID();
    const first = await create(key);
    const again = await raw(stage.second, {
      method: "POST",
      url: stage.projects,
      headers: {
        authorization: `Bearer ${stage.owner.token}`,
        "content-type": "application/json",
        "idempotency-key": key,
      },
      payload: '{"name":"Once"}',
    });
    assert.deepEqual(again.json, first.json);
  });

  test("it is the first answer, whatever has become of the thing since", async () => {
    const key = randomUUID();
    const first = await create(key);
    await stage.owner.patch(`/projects/${first.json.id}`, { name: "Renamed" });
    assert.deepEqual((await create(key)).json, first.json);
    await stage.owner.delete(`/projects/${first.json.id}`);
    assert.deepEqual((await unchanged(stage.api, () => create(key))).json, first.json);
  });

  test("another request with the key is refused: another body, another place", async () => {
    const key = randomUUID();
    await create(key);
    assertProblem(await unchanged(stage.api, () => create(key, "Twice")), 422, "idempotency_key_reused");
    const { other } = stage.api.idp.world;
    const elsewhere = () =>
      stage.owner.post(`/organizations/${other.id}/projects`, { name: "Once" }, { "idempotency-key": key });
    assertProblem(await unchanged(stage.api, elsewhere), 422, "idempotency_key_reused");
  });

  test("keys of different callers have nothing to do with each other", async () => {
    const key = randomUUID();
    const mine = await create(key);
    const theirs = await create(key, "Once", stage.acmeOwner);
    assert.equal(theirs.status, 201);
    assert.equal(theirs.headers["idempotency-replayed"], undefined);
    assert.notEqual(theirs.json.id, mine.json.id);
  });

  test("whoever has lost the right since does not get the answer", async () => {
    const key = randomUUID();
    const { acme } = stage.api.idp.world;
    const manager = await stage.api.manager([
      { role: "ORG_OWNER", place: { level: "organization", organizationId: acme.id } },
    ]);
    assert.equal((await create(key, "Lost", manager)).status, 201);
    await stage.api.idp.node.services.storage.db.deleteFrom("managers").where("user_id", "=", manager.userId).execute();
    assertProblem(await create(key, "Lost", manager), 403, "no_manager_role");
  });

  test("a first attempt that failed has used nothing up", async () => {
    const key = randomUUID();
    assertProblem(await unchanged(stage.api, () => create(key, " ")), 400, "invalid_input");
    assertProblem(await unchanged(stage.api, () => create(key, "\n")), 400, "invalid_input");
    const made = await create(key, "At last");
    assert.equal(made.status, 201);
    assert.deepEqual((await create(key, "At last")).json, made.json);
  });

  test("20 at once with one key make one thing and get one answer, over two nodes", async () => {
    const key = randomUUID();
    const name = `Race ${key}`;
    const headers = {
      authorization: `Bearer ${stage.owner.token}`,
      "content-type": "application/json",
      "idempotency-key": key,
    };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        raw(n % 2 === 0 ? stage.api.idp.node : stage.second, {
          method: "POST",
          url: stage.projects,
          headers,
          payload: JSON.stringify({ name }),
        }),
      ),
    );
    assert.deepEqual(
      new Set(answers.map(({ status, body }) => `${status} ${body}`)).size,
      1,
      answers.map(({ body }) => body).join("\n"),
    );
    assert.equal(answers[0]?.status, 201);
    assert.equal(await countOf(name), 1);
    assert.equal(answers.filter(({ headers }) => headers["idempotency-replayed"] === undefined).length, 1);
  });

  test("a race of two different requests for one key: one is made, the other refused", async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => create(key, `Either ${key} ${n % 2}`)));
    const made = new Set(answers.filter(({ status }) => status === 201).map(({ json }) => json.id));
    assert.equal(made.size, 1);
    assert.equal(answers.filter(({ status }) => status === 422).length, 5);
    assert.equal((await countOf(`Either ${key} 0`)) + (await countOf(`Either ${key} 1`)), 1);
  });

  test("a key that is none is refused before anything happens", async () => {
    for (const key of ["", " ", "a b", "é", "x".repeat(256), "a\tb"]) {
      const answer = await unchanged(stage.api, () => create(key));
      assertProblem(answer, 400, "invalid_input");
      assert.equal(answer.json.errors[0].field, "Idempotency-Key");
    }
    assert.equal((await create("x".repeat(255), "Long key")).status, 201);
  });

  test("a secret in the answer is there again for whoever repeats the call, and nowhere in the database", async () => {
    const { project, application } = stage.api.idp.world;
    const { json: serviceUser } = await stage.owner.post(
      `/organizations/${stage.api.idp.world.acme.id}/service-users`,
      {
        userName: "sealed",
      },
    );
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const web = { name: "Sealed", type: "web", authMethod: "basic", redirectUris: ["https://app.example/callback"] };
    const calls = [
      {
        path: `/projects/${project.id}/applications`,
        body: web,
        secretOf: (json: Record<string, string>) => json.secret,
      },
      {
        path: `/applications/${stage.api.idp.web.application.id}/secrets`,
        body: undefined,
        secretOf: (json: Record<string, string>) => json.secret,
      },
      {
        path: `/service-users/${serviceUser.id}/personal-access-tokens`,
        body: { name: "ci", scopes: ["openid"], expiresAt },
        secretOf: (json: Record<string, string>) => json.token,
      },
      {
        path: `/applications/${application.id}/keys`,
        body: {},
        secretOf: (json: { keyFile?: { key?: string } }) => json.keyFile?.key?.split("\n")[1],
      },
    ];
    for (const { path, body, secretOf } of calls) {
      const headers = { "idempotency-key": randomUUID() };
      const made = await stage.owner.post(path, body, headers);
      assert.equal(made.status, 201, made.body);
      const secret = secretOf(made.json) ?? "";
      assert.ok(secret.length > 20, path);
      assert.equal(secretOf((await stage.owner.post(path, body, headers)).json), secret);
      assert.ok(!JSON.stringify(await content(stage.api)).includes(secret), path);
      assert.ok(!stage.api.idp.node.lines.some((line) => line.includes(secret)), path);
    }
  });

  test("the answer is kept for a day and sealed: the database does not hold it in the clear", async () => {
    const key = randomUUID();
    const name = `Sealed ${key}`;
    const made = await create(key, name);
    const { idempotency_keys = [] } = await content(stage.api);
    const row = idempotency_keys.map(String).find((text) => text.includes(key));
    assert.ok(row !== undefined);
    assert.ok(!row.includes(name) && !row.includes(made.json.id) && row.includes("sgi_"));

    await stage.api.idp.node.database.advance(24 * 3_600_000 + 1_000);
    try {
      const { db } = stage.api.idp.node.services.storage;
      // The token of the first call has expired too, so the row is given to somebody who can still call.
      const fresh = await stage.api.manager([{ role: "IAM_OWNER", place: { level: "iam" } }]);
      await db.updateTable("idempotency_keys").set({ caller_id: fresh.userId }).where("key", "=", key).execute();
      const later = await create(key, name, fresh);
      assert.equal(later.status, 201);
      assert.notEqual(later.json.id, made.json.id);
    } finally {
      await stage.api.idp.node.database.advance(-24 * 3_600_000 - 1_000);
    }
  });
});
