/**
 * Every call with what its schemas allow and with what they do not, from a seed: nothing is ever the service's own fault, nothing
 * takes long, and no answer holds what it must not. A failure names the seed; set FUZZ_SEED to see it again.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { placeParameter, type Route } from "../../src/management/route.ts";
import { routes } from "../../src/management/routes.ts";
import { type Answer, type Api, startApi } from "../support/api.ts";
import { engines } from "../support/engines.ts";
import { Random, strangeText, valueFor, withOneStrange } from "./fuzz-values.ts";
import { makeGrounds } from "./role-matrix/grounds.ts";
import { makePlaces, type Places } from "./role-matrix/places.ts";
import { requests } from "./role-matrix/requests.ts";
import { raw } from "./stage.ts";

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_115);
const REQUESTS = 2_000;
const LONGEST_MS = 5_000;

/** What is still there when everything else is gone comes last. */
const inOrder = routes.toSorted((a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE"));
/** Whoever revokes the key that the caller's token is sealed with has nobody left to ask. */
const made = ["keyId", "managerId"];

for (const engine of engines) {
  describe(`every call with anything at all, on ${engine.name}`, () => {
    let api: Api;
    let places: Places;
    /** A right body for every call that takes one. */
    const right = new Map<Route, unknown>();
    before(async () => {
      api = await startApi(engine);
      if (engine.name === "sqlite") await sql`PRAGMA synchronous = OFF`.execute(api.idp.node.services.storage.db);
      const grounds = await makeGrounds(api);
      places = await makePlaces(grounds);
      for (const route of routes.filter(({ body }) => body !== undefined)) {
        const place = places[route.at][0];
        const prepared = place && (await requests[`${route.method} ${route.path}`]?.({ grounds, place, id: place.id, caller: undefined }));
        right.set(route, prepared?.body);
      }
    });
    after(() => api.close());

    const pathOf = (route: Route, random: Random): string => {
      const here = places[route.at].filter((place) => place.id !== api.idp.world.acme.id && !place.spared && !place.unknown);
      return route.path.replaceAll(/:(\w+)/g, (_, name: string) => {
        const isPlace = route.at !== "iam" && placeParameter[route.at] === name;
        if (isPlace && here.length > 0 && random.chance(0.8)) return random.pick(here).id;
        const text = made.includes(name) || random.chance(0.5) ? randomUUID() : strangeText(random);
        return encodeURIComponent(text.isWellFormed() && text !== "" ? text : "x");
      });
    };
    const queryOf = (route: Route, random: Random): string => {
      const query = valueFor(route.query, random, 0.1);
      const given = typeof query === "object" && query !== null ? Object.entries(query) : [["q", String(query)]];
      const search = new URLSearchParams(
        given.map(([name, value]) => [String(name), typeof value === "string" ? value : JSON.stringify(value)]),
      );
      return search.size === 0 ? "" : `?${search}`;
    };
    const headersOf = (route: Route, random: Random): Record<string, string> => ({
      authorization: `Bearer ${api.owner.token}`,
      ...(route.versioned && random.chance(0.3) ? { "if-match": random.pick(['"1"', "*", '"0"', "x", 'W/"2"', '""']) } : {}),
      ...(route.creates && random.chance(0.3) ? { "idempotency-key": random.pick(["a", "b", randomUUID(), "x".repeat(256)]) } : {}),
    });

    const send = (route: Route, random: Random): Promise<Answer> => {
      const headers = headersOf(route, random);
      const request = { method: route.method, url: (pathOf(route, random) + queryOf(route, random)).slice(0, 12_000), headers };
      if (route.body === undefined) return raw(api.idp.node, request);
      const anything = () => valueFor(route.body ?? {}, random, random.pick([0, 0.05, 0.3]));
      const payload = JSON.stringify(random.chance(0.5) ? anything() : withOneStrange(right.get(route), random));
      return raw(api.idp.node, { ...request, headers: { ...headers, "content-type": "application/json" }, payload });
    };

    test(`${REQUESTS} requests from the seed ${SEED}`, async (context) => {
      const random = new Random(SEED);
      const seen = new Map<number, number>();
      for (let sent = 0; sent < REQUESTS; sent++) {
        const route = inOrder[Math.floor((sent * inOrder.length) / REQUESTS)];
        if (route === undefined) break;
        const what = `${route.method} ${route.path}, request ${sent} from the seed ${SEED}`;
        const began = performance.now();
        const { status, body, json, headers } = await send(route, random);
        assert.ok(status < 500, `${what}: ${status} ${body} ${api.idp.node.lines.filter((line) => line.includes('"error"')).at(-1)}`);
        assert.ok(performance.now() - began < LONGEST_MS, `${what} took ${Math.round(performance.now() - began)} ms`);
        if (status >= 400) assert.equal(json?.requestId, headers["x-request-id"], `${what}: ${body}`);
        assert.doesNotMatch(body, /\$argon2|password_hash|"hash"|BEGIN PRIVATE KEY.*BEGIN PRIVATE KEY/, what);
        assert.equal(headers["set-cookie"], undefined, what);
        seen.set(status, (seen.get(status) ?? 0) + 1);
      }
      assert.equal((await api.owner.get("/me")).status, 200, "the caller is still there");
      assert.equal(Object.keys(Object.prototype).length, 0);
      // If nothing were right, nothing would have been tried.
      assert.ok((seen.get(200) ?? 0) + (seen.get(201) ?? 0) + (seen.get(204) ?? 0) > REQUESTS / 10);
      context.diagnostic(
        [...seen]
          .toSorted(([a], [b]) => a - b)
          .map(([status, count]) => `${count} × ${status}`)
          .join(", "),
      );
    });
  });
}
