import assert from "node:assert/strict";
import { test } from "node:test";
import { atAcme, eventsOf, type Made, makePerson, makeRobot } from "./people.ts";
import { type ApiStage, assertProblem, onEachApi, unchanged } from "./stage.ts";

onEachApi("metadata of users over the API", (stage) => {
  const kinds: readonly [string, (stage: ApiStage) => Promise<Made>][] = [
    ["people", makePerson],
    ["service users", makeRobot],
  ];

  for (const [kind, make] of kinds) {
    test(`metadata of ${kind} is set, replaced, listed by key and deleted, one event each`, async () => {
      const { id, path } = await make(stage);
      const metadata = `${path}/metadata`;
      assert.deepEqual((await stage.acmeOwner.get(metadata)).json, { items: [] });
      assert.deepEqual((await stage.acmeOwner.put(`${metadata}/team`, { value: "red" })).json, {
        key: "team",
        value: "red",
      });
      const odd = await stage.acmeOwner.put(`${metadata}/${encodeURIComponent(" cost/centre ")}`, { value: "" });
      assert.deepEqual(odd.json, { key: "cost/centre", value: "" });
      await stage.acmeOwner.put(`${metadata}/team`, { value: "blue, 100%" });
      const items = [odd.json, { key: "team", value: "blue, 100%" }];
      assert.deepEqual((await stage.acmeOwner.get(metadata)).json, { items });

      assert.equal((await stage.acmeOwner.delete(`${metadata}/cost%2Fcentre`)).status, 204);
      assert.equal((await unchanged(stage.api, () => stage.acmeOwner.delete(`${metadata}/cost%2Fcentre`))).status, 204);
      assert.deepEqual((await stage.acmeOwner.get(metadata)).json, { items: items.slice(1) });
      const types = (await eventsOf(stage, id)).map(({ type }) => type);
      assert.deepEqual(types, ["user.created", "metadata.set", "metadata.set", "metadata.set", "metadata.deleted"]);
    });

    test(`metadata of ${kind} that is no text, or too much, is refused`, async () => {
      const { path } = await make(stage);
      const longest = "k".repeat(200);
      assert.equal((await stage.acmeOwner.put(`${path}/metadata/${longest}`, { value: "v".repeat(8192) })).status, 200);
      assert.equal((await stage.acmeOwner.delete(`${path}/metadata/${longest}`)).status, 204);
      for (const [key, body] of [
        ["a", { value: 1 }],
        ["a", {}],
        ["a", { value: "x", key: "b" }],
        ["a", { value: "\u0000" }],
        ["a", { value: "ä".repeat(8192) }],
        ["%20", { value: "x" }],
        ["%00", { value: "x" }],
      ] as const) {
        assertProblem(
          await unchanged(stage.api, () => stage.acmeOwner.put(`${path}/metadata/${key}`, body)),
          400,
          "invalid_input",
        );
      }
    });

    test(`metadata of ${kind} is nothing for other organizations, and only to be seen by who may only see`, async () => {
      const { path } = await make(stage);
      await stage.acmeOwner.put(`${path}/metadata/a`, { value: "1" });
      const viewer = await atAcme(stage, "ORG_OWNER_VIEWER");
      assert.equal((await viewer.get(`${path}/metadata`)).json.items.length, 1);
      assertProblem(await stage.otherOwner.get(`${path}/metadata`), 404, "unknown_resource");
      for (const [manager, status, code] of [
        [stage.otherOwner, 404, "unknown_resource"],
        [viewer, 403, "permission_missing"],
      ] as const) {
        const answers = await unchanged(stage.api, async () => [
          await manager.put(`${path}/metadata/a`, { value: "2" }),
          await manager.delete(`${path}/metadata/a`),
        ]);
        for (const answer of answers) assertProblem(answer, status, code);
      }
    });
  }
});
