/** Usage counts over the management API. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Api, startApi } from "../support/api.ts";
import { contentOf } from "../support/content.ts";
import { enginesOf } from "../support/engines.ts";
import { DAY } from "../support/world.ts";

const HOUR = 3_600_000;
/** Midnight in UTC. */
const START = Date.UTC(2026, 5, 1);
const at = (hours: number) => new Date(START + hours * HOUR).toISOString();

for (const engine of enginesOf(import.meta.filename)) {
  describe(`usage over the API, on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await startApi(engine);
      const { acme, other } = api.idp.world;
      const count = (hours: number, organizationId: string, kind: string, n: number) => ({
        ...{ hour: START + hours * HOUR, organization_id: organizationId, kind, count: n },
      });
      await api.idp.node.services.storage.db
        .insertInto("usage")
        .values([
          count(0, acme.id, "introspection", 3),
          count(0, other.id, "introspection", 40),
          count(1, acme.id, "introspection", 5),
          count(1, acme.id, "token.code", 2),
          count(24, acme.id, "introspection", 7),
        ])
        .execute();
    });
    after(() => api.close());

    test("counts come by the hour and by the day, for the instance or one organization, of one kind or all", async () => {
      const { acme, other } = api.idp.world;
      const span = `from=${at(0)}&to=${at(48)}`;
      const expected: Record<string, unknown[]> = {
        [`/usage?${span}&interval=hour`]: [
          { at: at(0), kind: "introspection", count: 43 },
          { at: at(1), kind: "introspection", count: 5 },
          { at: at(1), kind: "token.code", count: 2 },
          { at: at(24), kind: "introspection", count: 7 },
        ],
        [`/usage?${span}&interval=day&kind=introspection`]: [
          { at: at(0), kind: "introspection", count: 48 },
          { at: at(24), kind: "introspection", count: 7 },
        ],
        [`/usage?${span}&organizationId=${other.id}`]: [{ at: at(0), kind: "introspection", count: 40 }],
        [`/usage?${span}&organizationId=nobody`]: [],
        [`/organizations/${acme.id}/usage?${span}`]: [
          { at: at(0), kind: "introspection", count: 8 },
          { at: at(0), kind: "token.code", count: 2 },
          { at: at(24), kind: "introspection", count: 7 },
        ],
        [`/organizations/${acme.id}/usage?from=${at(1)}&to=${at(24)}&interval=hour&kind=introspection`]: [
          { at: at(1), kind: "introspection", count: 5 },
        ],
      };
      for (const [path, items] of Object.entries(expected)) {
        const { status, json } = await api.owner.get(path);
        assert.deepEqual([status, json], [200, { items }], path);
      }
    });

    test("without a span it is the last 30 days, or by the hour the last 24 hours", async () => {
      const { acme } = api.idp.world;
      const { storage } = api.idp.node.services;
      const now = Date.now() - (Date.now() % HOUR);
      const recent = [now - HOUR, now - 3 * DAY, now - 40 * DAY].map((hour) => ({
        ...{ hour, organization_id: acme.id, kind: "recent", count: 1 },
      }));
      await storage.db.insertInto("usage").values(recent).execute();
      const counts = async (query: string) =>
        (await api.owner.get(`/organizations/${acme.id}/usage?kind=recent${query}`)).json.items;
      assert.equal((await counts("")).length, 2);
      assert.deepEqual(await counts("&interval=hour"), [
        { at: new Date(now - HOUR).toISOString(), kind: "recent", count: 1 },
      ]);
    });

    test("a span that makes no sense is refused, and reading changes nothing", async () => {
      const before = await contentOf(api.idp.node.services.storage);
      const refused: Record<string, string> = {
        [`from=${at(1)}&to=${at(0)}`]: "to",
        [`from=${at(0)}&to=${at(24 * 32)}&interval=hour`]: "from",
        [`from=${at(0)}&to=${at(24 * 401)}`]: "from",
        "interval=minute": "interval",
        "from=monday": "from",
        "to=2016-12-31T23:59:60Z": "to",
        "limit=5": "limit",
      };
      for (const [query, field] of Object.entries(refused)) {
        const { status, json } = await api.owner.get(`/usage?${query}`);
        assert.deepEqual([status, json.code, json.errors[0].field], [400, "invalid_input", field], query);
      }
      const { acme } = api.idp.world;
      const elsewhere = await api.owner.get(`/organizations/${acme.id}/usage?organizationId=${acme.id}`);
      assert.equal(elsewhere.json.code, "invalid_input", "the place is in the path and nowhere else");
      assert.deepEqual(await contentOf(api.idp.node.services.storage), before);
    });

    test("an organization's counts are for those who may see them there", async () => {
      const { acme, other } = api.idp.world;
      const owner = await api.manager([
        { role: "ORG_OWNER", place: { level: "organization", organizationId: acme.id } },
      ]);
      const users = await api.manager([
        { role: "ORG_USER_MANAGER", place: { level: "organization", organizationId: acme.id } },
      ]);
      assert.equal((await owner.get(`/organizations/${acme.id}/usage`)).status, 200);
      assert.equal((await owner.get(`/organizations/${other.id}/usage`)).json.code, "unknown_resource");
      assert.equal((await owner.get(`/usage?organizationId=${acme.id}`)).json.code, "permission_missing");
      assert.equal((await users.get(`/organizations/${acme.id}/usage`)).json.code, "permission_missing");
    });
  });
}
