/** The audit log over the management API: who sees which events, filters, pages, and the export. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { v7 as newId } from "uuid";
import { setApplicationState } from "../../src/identity/applications/applications.ts";
import { setUserState } from "../../src/identity/users/users.ts";
import { eventRoutes } from "../../src/management/resources/events.ts";
import type { Context } from "../../src/management/route.ts";
import { type Api, startApi } from "../support/api.ts";
import { contentOf } from "../support/content.ts";
import { type CountedStorage, countStatements } from "../support/count-statements.ts";
import { enginesOf } from "../support/engines.ts";
import { by } from "../support/world.ts";

interface EventJson {
  readonly id: string;
  readonly at: string;
  readonly type: string;
  readonly organizationId?: string;
  readonly resource: { readonly kind: string; readonly id?: string };
}

const MANY = 20_000;

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

for (const engine of enginesOf(import.meta.filename)) {
  describe(`events over the API, on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await startApi(engine);
      const { storage } = api.idp.node.services;
      const { ada, application } = api.idp.world;
      await storage.transaction(async (tx) => {
        await setUserState(tx, ada.id, "lock", {
          actor: { kind: "user", id: api.owner.userId },
          requestId: "request-1",
        });
        await setUserState(tx, ada.id, "unlock", by);
        await setApplicationState(tx, application.id, "deactivate", by);
      });
    });
    after(() => api.close());

    const all = async (path: string, as = api.owner): Promise<EventJson[]> => {
      const { status, json, body } = await as.get(path);
      assert.equal(status, 200, body);
      return json.items;
    };
    const exported = async (path: string): Promise<EventJson[]> => {
      const { status, headers, body } = await api.owner.get(path);
      assert.equal(status, 200, body);
      assert.equal(headers["content-type"], "application/x-ndjson");
      if (body === "") return [];
      assert.ok(body.endsWith("\n"), "every line ends");
      return body
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
    };

    test("an event says what happened, to what, when, who did it and with which request", async () => {
      const { ada, acme } = api.idp.world;
      const [event] = await all(`/events?type=user.locked&resourceId=${ada.id}`);
      assert.ok(event !== undefined && Date.now() - Date.parse(event.at) < 600_000);
      assert.deepEqual(event, {
        id: event.id,
        at: event.at,
        type: "user.locked",
        actor: { kind: "user", id: api.owner.userId },
        organizationId: acme.id,
        resource: { kind: "user", id: ada.id },
        detail: {},
        requestId: "request-1",
      });
      const [bySystem] = await all(`/events?type=user.unlocked&resourceId=${ada.id}`);
      assert.ok(bySystem !== undefined && "actor" in bySystem);
      assert.deepEqual(bySystem.actor, { kind: "system" }, "nothing is made up where there is no id");
      assert.ok(!("requestId" in bySystem));
    });

    test("the list is newest first, turns round, and its pages hold every event once", async () => {
      const newestFirst = await all("/events?limit=200");
      const times = newestFirst.map(({ at }) => Date.parse(at));
      assert.deepEqual(
        times,
        times.toSorted((a, b) => b - a),
      );
      assert.deepEqual(await all("/events?limit=200&sort=at"), newestFirst.toReversed());
      const paged: EventJson[] = [];
      for (let cursor = ""; ; ) {
        const { json } = await api.owner.get(`/events?limit=7${cursor}`);
        paged.push(...json.items);
        if (json.nextCursor === undefined) break;
        cursor = `&cursor=${json.nextCursor}`;
      }
      assert.deepEqual(paged, newestFirst);
    });

    test("each filter lets through what it names and nothing else", async () => {
      const { ada, acme } = api.idp.world;
      const everything = await all("/events?limit=200");
      const middle = everything[Math.floor(everything.length / 2)]?.at ?? "";
      const filters: Record<string, (event: EventJson) => boolean> = {
        "type=user.locked": ({ type }) => type === "user.locked",
        "type=user": ({ type }) => type.startsWith("user."),
        [`actorId=${api.owner.userId}`]: (event) =>
          "actor" in event && JSON.stringify(event.actor).includes(api.owner.userId),
        "resourceKind=application": ({ resource }) => resource.kind === "application",
        [`resourceId=${ada.id}`]: ({ resource }) => resource.id === ada.id,
        [`resourceKind=user&resourceId=${ada.id}`]: ({ resource }) => resource.id === ada.id,
        [`from=${middle}`]: ({ at }) => at >= middle,
        [`to=${middle}`]: ({ at }) => at < middle,
        [`type=user.unlocked&resourceId=${ada.id}&from=${middle}`]: ({ type, at }) =>
          type === "user.unlocked" && at >= middle,
      };
      for (const [filter, passes] of Object.entries(filters)) {
        const expected = everything.filter(passes);
        assert.deepEqual(await all(`/events?limit=200&${filter}`), expected, filter);
        assert.deepEqual(await exported(`/events/export?${filter}`), expected.toReversed(), `export: ${filter}`);
      }
      assert.ok((await all("/events?type=user.locked")).length > 0);
      assert.deepEqual(await all(`/organizations/${acme.id}/events?resourceId=${newId()}`), []);
    });

    test("an organization has its own events, and a project those of what is in it", async () => {
      const { acme, other, project, application, ada } = api.idp.world;
      const ofAcme = await all(`/organizations/${acme.id}/events?limit=200`);
      assert.ok(ofAcme.some(({ resource }) => resource.id === ada.id));
      assert.ok(ofAcme.every(({ organizationId }) => organizationId === acme.id));
      const ofOther = await all(`/organizations/${other.id}/events?limit=200`);
      assert.ok(ofOther.length > 0 && ofOther.every(({ organizationId }) => organizationId === other.id));
      const ofProject = await all(`/projects/${project.id}/events?limit=200`);
      assert.ok(
        ofProject.some(({ type, resource }) => type === "application.deactivated" && resource.id === application.id),
      );
      assert.ok(ofProject.every(({ resource }) => resource.kind === "project" || resource.kind === "application"));
      assert.deepEqual(await exported(`/projects/${project.id}/events/export`), ofProject.toReversed());
      assert.deepEqual(await exported(`/organizations/${acme.id}/events/export`), ofAcme.toReversed());
    });

    test("whoever may see events at one place sees none elsewhere", async () => {
      const { acme, other, project } = api.idp.world;
      const organization = await api.manager([
        { role: "ORG_OWNER_VIEWER", place: { level: "organization", organizationId: acme.id } },
      ]);
      const ofProject = await api.manager([
        { role: "PROJECT_OWNER_VIEWER", place: { level: "project", projectId: project.id } },
      ]);
      const settings = await api.manager([
        { role: "ORG_SETTINGS_MANAGER", place: { level: "organization", organizationId: acme.id } },
      ]);
      for (const end of ["", "/export"]) {
        assert.equal((await organization.get(`/organizations/${acme.id}/events${end}`)).status, 200);
        assert.equal((await organization.get(`/projects/${project.id}/events${end}`)).status, 200);
        assert.equal((await organization.get(`/organizations/${other.id}/events${end}`)).json.code, "unknown_resource");
        assert.equal((await organization.get(`/events${end}`)).json.code, "permission_missing");
        assert.equal((await ofProject.get(`/projects/${project.id}/events${end}`)).status, 200);
        assert.equal((await ofProject.get(`/organizations/${acme.id}/events${end}`)).json.code, "unknown_resource");
        assert.equal((await settings.get(`/organizations/${acme.id}/events${end}`)).json.code, "permission_missing");
        assert.equal((await api.call("GET", `/events${end}`, undefined)).json.code, "token_missing");
      }
    });

    test("what is no filter, no type and no time is refused, and reading changes nothing", async () => {
      const before = await contentOf(api.idp.node.services.storage);
      const refused: Record<string, string> = {
        "type=user.exploded": "type",
        "resourceKind=planet": "resourceKind",
        "from=yesterday": "from",
        "to=2016-12-31T23:59:60Z": "to",
        "from=2026-01-01T00:00:00Z[Europe/Paris]": "from",
        "color=red": "color",
        "sort=type": "sort",
        "cursor=sgq_AAAA": "cursor",
      };
      for (const [query, field] of Object.entries(refused)) {
        const { status, json } = await api.owner.get(`/events?${query}`);
        assert.deepEqual([status, json.code, json.errors[0].field], [400, "invalid_input", field], query);
        if (field === "sort" || field === "cursor") continue;
        assert.equal((await api.owner.get(`/events/export?${query}`)).json.code, "invalid_input", `export: ${query}`);
      }
      assert.deepEqual(await contentOf(api.idp.node.services.storage), before);
    });
  });

  describe(`the export of many events, on ${engine.name}`, () => {
    let api: Api;
    let counted: CountedStorage;
    let port: number;
    let organizationId: string;
    before(async () => {
      api = await startApi(engine);
      const { storage } = api.idp.node.services;
      organizationId = api.idp.world.other.id;
      const rows = Array.from({ length: MANY }, (_, n) => ({
        ...{
          id: newId(),
          at: 1_000_000 + Math.floor(n / 3),
          type: "metadata.set",
          actor_kind: "system",
          actor_id: null,
        },
        ...{
          organization_id: organizationId,
          resource_kind: "organization",
          resource_id: organizationId,
          request_id: null,
        },
        detail: JSON.stringify({ n, text: "x".repeat(1_000) }),
      }));
      for (let first = 0; first < MANY; first += 500) {
        await storage.db
          .insertInto("events")
          .values(rows.slice(first, first + 500))
          .execute();
      }
      counted = countStatements({ ...storage });
      Object.assign(storage, { db: counted.storage.db });
      // It reads the keys every second, which is not what is counted here.
      api.idp.node.services.ring.close();
      port = await api.idp.node.listen();
    });
    after(() => api.close());

    const open = async (query = ""): Promise<IncomingMessage> => {
      const request = get({
        host: "127.0.0.1",
        port,
        path: `/management/v1/organizations/${organizationId}/events/export${query}`,
        headers: { authorization: `Bearer ${api.owner.token}` },
        agent: false,
      });
      const [response] = (await once(request, "response")) as [IncomingMessage];
      assert.equal(response.statusCode, 200);
      return response;
    };

    test("every event arrives once and in order, while the memory stays small", async () => {
      const response = await open("?resourceKind=organization&type=metadata.set");
      let lines = 0;
      let rest = "";
      let largest = 0;
      const ids = new Set<string>();
      collectGarbage();
      const atFirst = process.memoryUsage().heapUsed;
      for await (const chunk of response.setEncoding("utf8")) {
        const parts = (rest + chunk).split("\n");
        rest = parts.pop() ?? "";
        for (const line of parts) {
          const event = JSON.parse(line);
          assert.equal(event.detail.n, lines, "the order is that of time");
          ids.add(event.id);
          if (++lines % 2_000 === 0) {
            collectGarbage();
            largest = Math.max(largest, process.memoryUsage().heapUsed - atFirst);
          }
        }
      }
      assert.deepEqual([rest, lines, ids.size], ["", MANY, MANY]);
      // All of them together are more than this, even before they are parsed.
      assert.ok(largest < 8_000_000, `${largest} bytes more than before`);
    });

    test("a reader who does not read holds the export up: nothing is fetched in advance without end", async () => {
      const during = await counted.during(async () => {
        const response = await open();
        response.pause();
        await wait(1_000);
        response.destroy();
      });
      assert.ok(during.length < MANY / 500, `${during.length} statements`);
    });

    test("a reader who goes away in the middle leaves no query behind", async () => {
      await counted.during(async () => {
        const response = await open();
        await once(response, "data");
        response.destroy();
        await wait(500);
      });
      assert.deepEqual(await counted.during(() => wait(500)), []);
    });

    test("a filter that nothing passes does not keep it going either", async () => {
      const route = eventRoutes.find(({ path }) => path === "/organizations/:organizationId/events/export");
      assert.ok(route?.run.kind === "stream");
      const context = { db: counted.storage.db } as Context;
      const input = { params: { organizationId }, query: { type: "key.revoked" } };
      const during = await counted.during(async () => {
        assert.ok(route.run.kind === "stream");
        const reader = route.run.handle(context, input)[Symbol.asyncIterator]();
        assert.deepEqual(await reader.next(), { value: "", done: false });
        await reader.return?.();
      });
      assert.ok(during.length <= 2, `${during.length} statements for one turn`);
      const response = await open("?type=key.revoked");
      let body = "";
      for await (const chunk of response) body += chunk;
      assert.equal(body, "");
    });
  });
}
