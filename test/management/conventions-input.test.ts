/**
 * Bodies, addresses and search texts that no client means well by: refused in the caller's words, and nothing breaks.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer } from "../support/api.ts";
import { withCost } from "../support/cpu.ts";
import { assertProblem, onEachApi, raw, unchanged } from "./stage.ts";

const deep = 100_000;

const unreadable: Record<string, string> = {
  "half a body": '{"name":',
  "something after the body": '{"name":"a"} {"name":"b"}',
  "single quotes": "{'name':'a'}",
  "a byte order mark inside": '{\ufeff"name":"a"}',
  "an unclosed nest of lists": "[".repeat(deep),
  __proto__: '{"__proto__":{"polluted":true},"name":"a"}',
  "an escaped __proto__": '{"\\u005f_proto__":{"polluted":true},"name":"a"}',
  "constructor.prototype": '{"constructor":{"prototype":{"polluted":true}},"name":"a"}',
};

const wrong: Record<string, string> = {
  null: "null",
  true: "true",
  "a number": "1e999",
  "a text": '"name"',
  "an empty list": "[]",
  "a list of bodies": '[{"name":"a"}]',
  "a nest of lists": "[".repeat(deep) + "]".repeat(deep),
  "a nest of objects": `${'{"name":'.repeat(deep)}1${"}".repeat(deep)}`,
  "a nest in a field": `{"name":${"[".repeat(deep)}${"]".repeat(deep)}}`,
  "50,000 unknown fields": `{${Array.from({ length: 50_000 }, (_, n) => `"f${n}":1`).join()}}`,
  "a field with a null": '{"name":null}',
  "a zero byte": '{"name":"a\\u0000b"}',
  "half a surrogate pair": '{"name":"\\ud800"}',
  "a line break": '{"name":"a\\r\\nSet-Cookie: b"}',
  "text that runs backwards": '{"name":"\\u202egpj.exe"}',
};

const injections = [
  "'; DROP TABLE projects; --",
  "' OR '1'='1",
  '" OR ""="',
  "1 UNION SELECT hash FROM passwords",
  "name; SELECT pg_sleep(5)",
  "name) --",
  "%' ESCAPE '\\",
  "(SELECT 1/0)",
  "$\u007benv.SIGNET_MASTER_KEY}",
  "{{7*7}}",
  "../../etc/passwd",
  "\\u0000",
  "%",
  "_",
];

onEachApi("what the management API is sent", (stage) => {
  const send = (payload: string, contentType: string | null = "application/json"): Promise<Answer> =>
    raw(stage.api.idp.node, {
      method: "POST",
      url: stage.projects,
      headers: {
        authorization: `Bearer ${stage.owner.token}`,
        ...(contentType === null ? {} : { "content-type": contentType }),
      },
      payload,
    });

  test("a body that is no JSON, or would reach into ours, cannot be read", async () => {
    for (const [what, payload] of Object.entries(unreadable)) {
      const answer = await unchanged(stage.api, () => send(payload));
      assert.equal(answer.status, 400, what);
      assertProblem(answer, 400, "bad_request");
    }
    assert.equal("polluted" in {}, false);
  });

  test("a call without a body that announces JSON is one without a body", async () => {
    const headers = { authorization: `Bearer ${stage.owner.token}`, "content-type": "application/json" };
    const made = await stage.owner.post(stage.projects, { name: "Announced" });
    const url = `/projects/${made.json.id}`;
    assert.equal((await raw(stage.api.idp.node, { method: "POST", url: `${url}/deactivate`, headers })).status, 200);
    assert.equal((await raw(stage.api.idp.node, { method: "DELETE", url, headers })).status, 204);
    assertProblem(await unchanged(stage.api, () => send("")), 400, "invalid_input");
  });

  test("a body that is JSON but not what the call takes is explained, however deep it is", async () => {
    for (const [what, payload] of Object.entries(wrong)) {
      const { result: answer, cpuMs } = await withCost(() => unchanged(stage.api, () => send(payload)));
      assert.equal(answer.status, 400, what);
      assertProblem(answer, 400, "invalid_input");
      assert.ok(answer.body.length < 10_000, `${what}: ${answer.body.length} characters`);
      assert.ok(cpuMs < 2_000, what);
    }
  });

  test("a body of 1 MiB is read, one byte more is not", async () => {
    const body = (size: number) => `{"name":"Long"${" ".repeat(size - 15)}}`;
    const most = await send(body(1024 * 1024));
    assert.equal(most.status, 201, most.body);
    assertProblem(await unchanged(stage.api, () => send(body(1024 * 1024 + 1))), 413, "body_too_large");
  });

  test("a body is only read after the caller is known", async () => {
    const headers = { authorization: "Bearer nothing", "content-type": "application/json" };
    for (const payload of ["{", "x".repeat(2 * 1024 * 1024), '{"name":"a"}']) {
      const answer = await raw(stage.api.idp.node, { method: "POST", url: stage.projects, headers, payload });
      assertProblem(answer, 401, "invalid_token");
    }
  });

  test("anything but JSON is refused by its type", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "text/json",
      "application/xml",
      "multipart/form-data; boundary=x",
      "*/*",
      "json",
      "",
    ]) {
      const answer = await unchanged(stage.api, () => send('{"name":"a"}', type));
      assert.equal(answer.status, 415, `${type}: ${answer.body}`);
      assertProblem(answer, 415, "unsupported_media_type");
    }
    assertProblem(await unchanged(stage.api, () => send('{"name":"a"}', null)), 415, "unsupported_media_type");
    assert.equal((await send('{"name":"Typed"}', "application/json; charset=utf-8")).status, 201);
    assert.equal((await send('{"name":"Typed"}', "Application/JSON")).status, 201);
  });

  test("a packed body is refused: nothing here unpacks", async () => {
    const headers = {
      authorization: `Bearer ${stage.owner.token}`,
      "content-type": "application/json",
      "content-encoding": "gzip",
    };
    const answer = await raw(stage.api.idp.node, {
      method: "POST",
      url: stage.projects,
      headers,
      payload: '{"name":"a"}',
    });
    assertProblem(answer, 415, "unsupported_media_type");
  });

  test("SQL, templates and paths in searches, orders, cursors and ids are only text", async () => {
    await unchanged(stage.api, async () => {
      for (const text of injections) {
        const encoded = encodeURIComponent(text);
        const found = await stage.owner.get(`${stage.projects}?q=${encoded}`);
        assert.deepEqual([found.status, found.json], [200, { items: [] }], text);
        assertProblem(await stage.owner.get(`${stage.projects}?sort=${encoded}`), 400, "invalid_input");
        assertProblem(await stage.owner.get(`${stage.projects}?cursor=${encoded}`), 400, "invalid_input");
        assertProblem(await stage.owner.get(`${stage.projects}?state=${encoded}`), 400, "invalid_input");
        assertProblem(await stage.owner.get(`${stage.projects}?limit=${encoded}`), 400, "invalid_input");
        for (const path of [`/projects/${encoded}`, `/organizations/${encoded}/projects`]) {
          const answer = await stage.acmeOwner.get(path);
          assertProblem(answer, 404, "unknown_resource");
        }
        assertProblem(await stage.owner.patch(`/projects/${encoded}`, { name: "a" }), 404, "unknown_resource");
      }
    });
  });

  test("such text as a name is kept and given back as it is", async () => {
    for (const name of injections) {
      const created = await stage.owner.post(stage.projects, { name });
      assert.equal(created.json.name, name);
      const found = await stage.owner.get(`${stage.projects}?q=${encodeURIComponent(name)}`);
      assert.ok(
        found.json.items.some((item: { id: string }) => item.id === created.json.id),
        name,
      );
      await stage.owner.delete(`/projects/${created.json.id}`);
    }
  });

  test("an address that cannot be an id is refused, and never more than that", async () => {
    await unchanged(stage.api, async () => {
      for (const id of [
        "%00",
        "%FF",
        "%",
        "%c0%af",
        "a".repeat(201),
        "a".repeat(10_000),
        "%F0%9F%98%80",
        "..%2f..",
        ".",
        "%2e%2e",
        "%0d%0aSet-Cookie:x",
      ]) {
        for (const method of ["GET", "DELETE"]) {
          const answer = await raw(stage.api.idp.node, {
            method,
            url: `/projects/${id}`,
            headers: { authorization: `Bearer ${stage.acmeOwner.token}` },
          });
          assert.ok(
            [400, 404].includes(answer.status),
            `${method} ${id.slice(0, 20)}: ${answer.status} ${answer.body}`,
          );
          assert.equal(answer.headers["set-cookie"], undefined);
          assert.equal(answer.json.requestId, answer.headers["x-request-id"]);
        }
      }
    });
  });

  test("what is written in front of or behind the path does not lead around the guard", async () => {
    const { json } = await stage.owner.post(stage.projects, { name: "Guarded" });
    const id: string = json.id;
    for (const url of [
      `//projects/${id}`,
      `/./projects/${id}`,
      `/projects//${id}`,
      `/projects/${id}/`,
      `/projects/${id};x=y`,
      `/projects/${id}%2f`,
      `/Projects/${id}`,
      `/x/../projects/${id}`,
      `/projects/${id}%23`,
      `/projects/${id}%3fa=b`,
    ]) {
      for (const headers of [{}, { authorization: `Bearer ${stage.otherOwner.token}` }]) {
        const answer = await raw(stage.api.idp.node, { method: "GET", url, headers });
        assert.ok([400, 401, 404].includes(answer.status), `${url}: ${answer.status}`);
        assert.ok(!answer.body.includes("Guarded"), url);
      }
    }
  });
});
