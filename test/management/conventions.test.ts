/** What every resource of the management API does in the same way, shown on projects. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { assertProblem, onEachApi, raw, unchanged } from "./stage.ts";

onEachApi("the conventions of the management API", (stage) => {
  const create = async (body: Record<string, unknown> = {}) => {
    const answer = await stage.owner.post(stage.projects, { name: "Shop", ...body });
    assert.equal(answer.status, 201, answer.body);
    return answer;
  };
  const eventsAbout = async (id: string): Promise<string[]> => {
    const { db } = stage.api.idp.node.services.storage;
    const rows = await db.selectFrom("events").select("type").where("resource_id", "=", id).orderBy("id").execute();
    return rows.map(({ type }) => type);
  };

  test("what is created is answered with 201, its ETag, and an address at which it can be read", async () => {
    const { json, headers } = await create();
    assert.equal(headers.location, `${stage.api.idp.issuer}/management/v1/projects/${json.id}`);
    assert.equal(headers.etag, '"1"');
    const read = await stage.owner.get(`/projects/${json.id}`);
    assert.equal(read.status, 200);
    assert.deepEqual(read.json, json);
    assert.equal(read.headers.etag, headers.etag);
    assert.equal(read.headers["cache-control"], "no-store");
  });

  test("what one node has written, the other one reads and changes at once", async () => {
    const { json } = await create();
    const headers = { authorization: `Bearer ${stage.owner.token}`, "content-type": "application/json" };
    const url = `/projects/${json.id}`;
    assert.deepEqual((await raw(stage.second, { method: "GET", url, headers })).json, json);
    const changed = await raw(stage.second, { method: "PATCH", url, headers, payload: '{"name":"Store"}' });
    assert.equal(changed.status, 200, changed.body);
    assert.deepEqual((await stage.owner.get(url)).json, changed.json);
  });

  test("PATCH changes what it names and leaves the rest", async () => {
    const { json } = await create({ roleCheck: true, roleAssertion: true });
    const changed = await stage.owner.patch(`/projects/${json.id}`, { roleCheck: false });
    assert.equal(changed.status, 200);
    assert.deepEqual(changed.json, { ...json, roleCheck: false, version: 2, changedAt: changed.json.changedAt });
    assert.equal(changed.headers.etag, '"2"');
    assert.deepEqual(await eventsAbout(json.id), ["project.created", "project.changed"]);
  });

  test("an unknown field is refused by its name, and what stands beside it is not done", async () => {
    const { json } = await create();
    for (const field of ["organizationId", "id", "state", "version", "createdAt", "Name", "constructor", "toString"]) {
      const answer = await unchanged(stage.api, () =>
        stage.owner.patch(`/projects/${json.id}`, { name: "Taken", [field]: "x" }),
      );
      assertProblem(answer, 400, "invalid_input");
      assert.deepEqual(
        answer.json.errors.map((error: { field: string; code: string }) => [error.field, error.code]),
        [[field, "unknown_field"]],
      );
    }
    const created = await unchanged(stage.api, () =>
      stage.owner.post(stage.projects, { name: "New", organizationId: "x" }),
    );
    assertProblem(created, 400, "invalid_input");
  });

  test("every field that is wrong or missing is named in one answer", async () => {
    const answer = await unchanged(stage.api, () =>
      stage.owner.post(stage.projects, { roleCheck: "yes", projectCheck: 1 }),
    );
    assertProblem(answer, 400, "invalid_input");
    const fields = answer.json.errors.map((error: { field: string }) => error.field);
    assert.deepEqual(fields.toSorted(), ["name", "projectCheck", "roleCheck"]);
    const empty = await unchanged(stage.api, () => stage.owner.post(stage.projects, { name: "  " }));
    assertProblem(empty, 400, "invalid_input");
    assert.equal(empty.json.errors[0].field, "name");
  });

  test("a query parameter that a call does not have is refused by its name, also where something is changed", async () => {
    const { json } = await create();
    for (const [method, url] of [
      ["GET", `${stage.projects}?organizationId=x`],
      ["GET", `/projects/${json.id}?fields=name`],
      ["DELETE", `/projects/${json.id}?force=true`],
    ] as const) {
      const answer = await unchanged(stage.api, () => stage.api.call(method, url, stage.owner.token));
      assertProblem(answer, 400, "invalid_input");
      assert.equal(answer.json.errors[0].code, "unknown_field");
    }
  });

  test("a body where none belongs is refused", async () => {
    const { json } = await create();
    for (const [method, url] of [
      ["POST", `/projects/${json.id}/deactivate`],
      ["DELETE", `/projects/${json.id}`],
    ] as const) {
      const answer = await unchanged(stage.api, () =>
        stage.api.call(method, url, stage.owner.token, { body: { state: "active" } }),
      );
      assertProblem(answer, 400, "invalid_input");
    }
  });

  test("DELETE answers 204 however often it is sent, and there is one event", async () => {
    for (const manager of [stage.owner, stage.acmeOwner]) {
      const { json } = await create();
      assert.equal((await manager.delete(`/projects/${json.id}`)).status, 204);
      const again = await unchanged(stage.api, () => manager.delete(`/projects/${json.id}`));
      assert.equal(again.status, 204);
      assert.equal(again.body, "");
      assertProblem(await manager.get(`/projects/${json.id}`), 404, "unknown_resource");
      assert.deepEqual(await eventsAbout(json.id), ["project.created", "project.deleted"]);
    }
  });

  test("DELETE of what belongs, or belonged, to another organization answers as for what never was", async () => {
    const { json } = await create();
    const never = await stage.otherOwner.delete(`/projects/${randomUUID()}`);
    const theirs = await unchanged(stage.api, () => stage.otherOwner.delete(`/projects/${json.id}`));
    await stage.owner.delete(`/projects/${json.id}`);
    const gone = await unchanged(stage.api, () => stage.otherOwner.delete(`/projects/${json.id}`));
    for (const answer of [never, theirs, gone]) {
      assertProblem(answer, 404, "unknown_resource");
      assert.equal(answer.json.detail, never.json.detail);
    }
  });

  test("an action that does not fit the state is refused with what would", async () => {
    const { json } = await create();
    const deactivated = await stage.owner.post(`/projects/${json.id}/deactivate`);
    assert.equal(deactivated.json.state, "inactive");
    const again = await unchanged(stage.api, () => stage.owner.post(`/projects/${json.id}/deactivate`));
    assertProblem(again, 409, "wrong_state");
  });

  test("no answer sets a cookie, and a cookie does nothing", async () => {
    const url = stage.projects;
    const without = await raw(stage.second, { method: "GET", url, headers: { cookie: "signet-sessions=x; token=y" } });
    assertProblem(without, 401, "token_missing");
    const answer = await raw(stage.second, {
      method: "GET",
      url,
      headers: { authorization: `Bearer ${stage.owner.token}`, cookie: "a=b" },
    });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers["set-cookie"], undefined);
  });

  test("an answer tells who calls nothing about who else there is: the same words for foreign, wrong and unknown ids", async () => {
    const { json } = await create();
    const { idp } = stage.api;
    const ids = [
      json.id,
      json.id.toUpperCase(),
      randomUUID(),
      idp.world.application.id,
      idp.world.acme.id,
      idp.world.ada.id,
      "x",
    ];
    const details = new Set<string>();
    for (const id of ids) {
      const answer = await stage.otherOwner.get(`/projects/${id}`);
      assertProblem(answer, 404, "unknown_resource");
      details.add(answer.json.detail);
    }
    assert.equal(details.size, 1);
  });
});
