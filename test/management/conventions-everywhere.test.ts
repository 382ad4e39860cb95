/** What holds for every call there is, by its declaration: input, versions, repeats, pages, addresses. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { placeParameter, type Route } from "../../src/management/route.ts";
import { routes } from "../../src/management/routes.ts";
import { type Answer, type Api, startApi } from "../support/api.ts";
import { enginesOf } from "../support/engines.ts";
import type { Caller } from "./role-matrix/callers.ts";
import { type Grounds, makeGrounds } from "./role-matrix/grounds.ts";
import { nameOf } from "./role-matrix/matrix.ts";
import { makePlaces, type Places } from "./role-matrix/places.ts";
import { requests } from "./role-matrix/requests.ts";
import { assertProblem, unchanged } from "./stage.ts";

interface Ready {
  readonly path: string;
  readonly body: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

for (const engine of enginesOf(import.meta.filename)) {
  describe(`what every call does, on ${engine.name}`, () => {
    let api: Api;
    let grounds: Grounds;
    let places: Places;
    before(async () => {
      api = await startApi(engine);
      if (engine.name === "sqlite") await sql`PRAGMA synchronous = OFF`.execute(api.idp.node.services.storage.db);
      grounds = await makeGrounds(api);
      places = await makePlaces(grounds);
    });
    after(() => api.close());

    /** A request that the owner of the instance may make and that would go through. */
    const ready = async (route: Route): Promise<Ready> => {
      const isToken = route.path.startsWith("/tokens/");
      const [place] = places[isToken ? "token" : route.at];
      if (place === undefined) throw new Error("there is no place");
      const { userId, token } = api.owner;
      const caller: Caller = { name: "the owner", userId, token, held: { role: "IAM_OWNER", at: "instance" } };
      const id = (await place.fresh?.()) ?? place.id;
      const prepared = (await requests[nameOf(route)]?.({ grounds, place, id, caller })) ?? {};
      const own = route.at === "iam" ? {} : { [placeParameter[route.at]]: prepared.id ?? id };
      const values: Record<string, string> = { ...prepared.params, ...own };
      const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
      return { path, body: prepared.body };
    };
    const send = (route: Route, { path, body }: Ready, headers: Record<string, string> = {}): Promise<Answer> =>
      api.call(route.method, path, api.owner.token, { ...(body === undefined ? {} : { body }), headers });

    const named = async (route: Route, check: () => Promise<void>): Promise<void> => {
      try {
        await check();
      } catch (error) {
        throw new Error(nameOf(route), { cause: error });
      }
    };
    type Check = (route: Route, request: Ready) => Promise<void>;

    /** One test for all: with a test for each, most of the time would go into telling about them. */
    const forEvery = (what: string, chosen: readonly Route[], check: Check) =>
      test(`${what} (${chosen.length} calls)`, async () => {
        assert.ok(chosen.length > 0);
        for (const route of chosen) {
          const request = await ready(route);
          await named(route, () => check(route, request));
        }
      });

    /** And everything is as it was. */
    const refusedFor = (what: string, chosen: readonly Route[], check: Check) =>
      test(`${what} (${chosen.length} calls)`, async () => {
        assert.ok(chosen.length > 0);
        const prepared: [Route, Ready][] = [];
        for (const route of chosen) prepared.push([route, await ready(route)]);
        await unchanged(api, async () => {
          for (const [route, request] of prepared) await named(route, () => check(route, request));
        });
      });

    /** Every change leaves an event; what leaves none has changed nothing. */
    const withoutEvent = async <T>(work: () => Promise<T>): Promise<T> => {
      const count = () =>
        api.idp.node.services.storage.db
          .selectFrom("events")
          .select((eb) => eb.fn.countAll<number>().as("events"))
          .execute();
      const before = await count();
      const result = await work();
      assert.deepEqual(await count(), before);
      return result;
    };

    const changes = routes.filter(({ method }) => method !== "GET");
    const takeBodies = routes.filter(({ body }) => body !== undefined);
    const heedVersions = routes.filter(({ versioned }) => versioned);
    const heedNone = changes.filter(({ versioned, run }) => !versioned && run.kind === "change");

    refusedFor("an unknown field is refused by its name", takeBodies, async (route, { path, body }) => {
      const answer = await send(route, { path, body: { ...(isObject(body) ? body : {}), surprise: 1 } });
      assertProblem(answer, 400, "invalid_input");
      assert.deepEqual(answer.json.errors, [
        { field: "surprise", code: "unknown_field", message: answer.json.errors[0].message },
      ]);
    });

    refusedFor("an unknown query parameter is refused by its name", routes, async (route, { path, body }) => {
      const answer = await send(route, { path: `${path}?surprise=1`, body });
      assertProblem(answer, 400, "invalid_input");
      assert.equal(answer.json.errors[0].field, "surprise");
    });

    refusedFor(
      "a body is needed where one is taken, and refused where none is",
      changes,
      async (route, { path, body }) => {
        const { status, body: text } = await send(
          route,
          body === undefined ? { path, body: {} } : { path, body: undefined },
        );
        assert.ok(status === 400 || (route.body !== undefined && status === 415), `${status} ${text}`);
      },
    );

    refusedFor("a body that is no object is refused", takeBodies, async (route, { path }) => {
      for (const body of [[], null, true, "text"])
        assertProblem(await send(route, { path, body }), 400, "invalid_input");
    });

    refusedFor(
      "a version that is not the present one, or none at all, is refused",
      heedVersions,
      async (route, request) => {
        assertProblem(await send(route, request, { "if-match": '"987654321"' }), 412, "changed_meanwhile");
        assertProblem(await send(route, request, { "if-match": "garbage" }), 400, "invalid_input");
      },
    );

    forEvery("any version will do where that is said", heedVersions, async (route, request) => {
      assert.equal((await send(route, request, { "if-match": "*" })).status, route.status);
    });

    refusedFor("a version where none is heeded is refused", heedNone, async (route, request) => {
      assertProblem(await send(route, request, { "if-match": '"1"' }), 400, "invalid_input");
    });

    const creations = routes.filter(({ creates }) => creates);
    forEvery(
      "what is created can be read at its address, and is made once for one key",
      creations,
      async (route, request) => {
        const headers = { "idempotency-key": randomUUID() };
        const made = await send(route, request, headers);
        assert.equal(made.status, 201, made.body);
        if (made.headers.location !== undefined) {
          const prefix = `${api.idp.issuer}/management/v1`;
          assert.ok(made.headers.location.startsWith(prefix));
          assert.equal((await api.owner.get(made.headers.location.slice(prefix.length))).status, 200);
        }
        const again = await withoutEvent(() => send(route, request, headers));
        assert.deepEqual(again.json, made.json);
        assert.equal(again.headers["idempotency-replayed"], "true");
        assert.equal(again.headers.location, made.headers.location);
      },
    );

    const deletions = routes.filter(({ method }) => method === "DELETE");
    forEvery(
      "deleting twice answers 204 twice, and the second time does nothing",
      deletions,
      async (route, request) => {
        assert.equal((await send(route, request)).status, 204);
        assert.equal((await withoutEvent(() => send(route, request))).status, 204);
      },
    );

    const lists = routes.filter(({ sorts }) => sorts !== undefined);
    forEvery("a list has pages, and refuses what is none of its pages", lists, async (route, { path, body }) => {
      const page = (query: string) => send(route, { path: `${path}?${query}`, body });
      const first = await page("limit=1");
      assert.equal(first.status, 200, first.body);
      assert.ok(first.json.items.length <= 1);
      for (const sort of route.sorts ?? []) assert.equal((await page(`sort=${sort}`)).status, 200, sort);
      for (const query of [
        "limit=0",
        "limit=201",
        "limit=x",
        "sort=surprise",
        "cursor=made-up",
        `cursor=${api.owner.token}`,
      ]) {
        assertProblem(await page(query), 400, "invalid_input");
      }
      if (first.json.nextCursor === undefined) return;
      const second = await page(`limit=1&cursor=${first.json.nextCursor}`);
      assert.equal(second.status, 200, second.body);
      assert.notDeepEqual(second.json.items, first.json.items);
      const [sort = ""] = route.sorts ?? [];
      const turned = sort.startsWith("-") ? sort.slice(1) : `-${sort}`;
      assertProblem(await page(`sort=${turned}&cursor=${first.json.nextCursor}`), 400, "invalid_input");
    });

    const reads = routes.filter(({ method, run }) => method === "GET" && run.kind === "read");
    forEvery("an answer with a version has it as its ETag", reads, async (route, request) => {
      const { status, json, headers } = await send(route, request);
      assert.equal(status, 200);
      assert.equal(headers.etag, typeof json.version === "number" ? `"${json.version}"` : undefined);
    });
  });
}
