/** What holds for every call there is, by its declaration: input, versions, repeats, pages, addresses. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { placeParameter, type Route } from "../../src/management/route.ts";
import { routes } from "../../src/management/routes.ts";
import { type Answer, type Api, startApi } from "../support/api.ts";
import { engines } from "../support/engines.ts";
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

for (const engine of engines) {
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

    /** One test for all: with a test for each, most of the time would go into telling about them. */
    const forEvery = (what: string, chosen: readonly Route[], check: (route: Route, request: Ready) => Promise<void>) =>
      test(`${what} (${chosen.length} calls)`, async () => {
        assert.ok(chosen.length > 0);
        for (const route of chosen) {
          const request = await ready(route);
          try {
            await check(route, request);
          } catch (error) {
            throw new Error(nameOf(route), { cause: error });
          }
        }
      });

    const changes = routes.filter(({ method }) => method !== "GET");

    forEvery(
      "an unknown field is refused by its name",
      routes.filter(({ body }) => body !== undefined),
      async (route, { path, body }) => {
        const withMore = { path, body: { ...(isObject(body) ? body : {}), surprise: 1 } };
        const answer = await unchanged(api, () => send(route, withMore));
        assertProblem(answer, 400, "invalid_input");
        assert.deepEqual(answer.json.errors, [{ field: "surprise", code: "unknown_field", message: answer.json.errors[0].message }]);
      },
    );

    forEvery("an unknown query parameter is refused by its name", routes, async (route, { path, body }) => {
      const answer = await unchanged(api, () => send(route, { path: `${path}?surprise=1`, body }));
      assertProblem(answer, 400, "invalid_input");
      assert.equal(answer.json.errors[0].field, "surprise");
    });

    forEvery("a body is needed where one is taken, and refused where none is", changes, async (route, { path, body }) => {
      const wrong = body === undefined ? { path, body: {} } : { path, body: undefined };
      const answer = await unchanged(api, () => send(route, wrong));
      assert.ok(answer.status === 400 || (route.body !== undefined && answer.status === 415), `${answer.status} ${answer.body}`);
    });

    forEvery(
      "a list as a body is refused",
      routes.filter(({ body }) => body !== undefined),
      async (route, { path }) => {
        for (const body of [[], null, true, "text"]) {
          assertProblem(await unchanged(api, () => send(route, { path, body })), 400, "invalid_input");
        }
      },
    );

    forEvery(
      "a version that is not the present one is refused",
      routes.filter(({ versioned }) => versioned),
      async (route, request) => {
        const stale = await unchanged(api, () => send(route, request, { "if-match": '"987654321"' }));
        assertProblem(stale, 412, "changed_meanwhile");
        assertProblem(await unchanged(api, () => send(route, request, { "if-match": "garbage" })), 400, "invalid_input");
        assert.equal((await send(route, request, { "if-match": "*" })).status, route.status);
      },
    );

    forEvery(
      "a version where none is heeded is refused",
      changes.filter(({ versioned, run }) => !versioned && run.kind === "change"),
      async (route, request) => {
        assertProblem(await unchanged(api, () => send(route, request, { "if-match": '"1"' })), 400, "invalid_input");
      },
    );

    forEvery(
      "what is created has an address that can be read, and is made once however often it is asked for with one key",
      routes.filter(({ creates }) => creates),
      async (route, request) => {
        const headers = { "idempotency-key": randomUUID() };
        const made = await send(route, request, headers);
        assert.equal(made.status, 201, made.body);
        if (made.headers.location !== undefined) {
          const prefix = `${api.idp.issuer}/management/v1`;
          assert.ok(made.headers.location.startsWith(prefix));
          assert.equal((await api.owner.get(made.headers.location.slice(prefix.length))).status, 200);
        }
        const again = await unchanged(api, () => send(route, request, headers));
        assert.deepEqual(again.json, made.json);
        assert.equal(again.headers["idempotency-replayed"], "true");
        assert.equal(again.headers.location, made.headers.location);
        const other = isObject(request.body) ? { ...request, body: undefined } : { ...request, path: `${request.path}?` };
        const misused = await unchanged(api, () => send(route, other, headers));
        assert.ok(misused.status >= 400, "another request with the same key");
      },
    );

    forEvery(
      "deleting twice answers 204 twice, and the second time does nothing",
      routes.filter(({ method }) => method === "DELETE"),
      async (route, request) => {
        assert.equal((await send(route, request)).status, 204);
        assert.equal((await unchanged(api, () => send(route, request))).status, 204);
      },
    );

    forEvery(
      "a list has pages, and refuses what is none of its pages",
      routes.filter(({ sorts }) => sorts !== undefined),
      async (route, { path, body }) => {
        const page = (query: string) => send(route, { path: `${path}?${query}`, body });
        const first = await page("limit=1");
        assert.equal(first.status, 200, first.body);
        assert.ok(first.json.items.length <= 1);
        for (const sort of route.sorts ?? []) assert.equal((await page(`sort=${sort}`)).status, 200, sort);
        for (const query of ["limit=0", "limit=201", "limit=x", "sort=surprise", "cursor=made-up", `cursor=${api.owner.token}`]) {
          assertProblem(await page(query), 400, "invalid_input");
        }
        if (first.json.nextCursor !== undefined) {
          const second = await page(`limit=1&cursor=${first.json.nextCursor}`);
          assert.equal(second.status, 200, second.body);
          assert.notDeepEqual(second.json.items, first.json.items);
          const [sort = ""] = route.sorts ?? [];
          const turned = sort.startsWith("-") ? sort.slice(1) : `-${sort}`;
          assertProblem(await page(`sort=${turned}&cursor=${first.json.nextCursor}`), 400, "invalid_input");
        }
      },
    );

    forEvery(
      "an answer with a version has it as its ETag",
      routes.filter(({ method, run }) => method === "GET" && run.kind === "read"),
      async (route, request) => {
        const { status, json, headers } = await send(route, request);
        assert.equal(status, 200);
        assert.equal(headers.etag, typeof json.version === "number" ? `"${json.version}"` : undefined);
      },
    );
  });
}
