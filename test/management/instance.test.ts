import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

onEachApi("the instance over the API", (stage) => {
  const changes = async (): Promise<number> => {
    const { db } = stage.api.idp.node.services.storage;
    return (await db.selectFrom("events").select("id").where("type", "=", "instance.changed").execute()).length;
  };

  test("its managers read what it is made of and where it is reached", async () => {
    const viewer = await stage.api.manager([{ role: "IAM_OWNER_VIEWER", place: { level: "iam" } }]);
    const { status, json, headers } = await viewer.get("/instance");
    const { name, version, createdAt, changedAt, ...rest } = json;
    assert.deepEqual(
      [status, rest],
      [
        200,
        {
          ...stage.api.idp.world.instance,
          issuer: "http://localhost:8080",
          baseUrl: "http://localhost:8080",
          loginUrl: "http://localhost:8080",
        },
      ],
    );
    assert.ok(typeof name === "string" && Date.parse(createdAt) <= Date.parse(changedAt));
    assert.equal(headers.etag, `"${version}"`);
  });

  test("its owner gives it another name, only to the version that was read", async () => {
    const before = await stage.owner.get("/instance");
    const etag = before.headers.etag ?? "";
    const changed = await stage.owner.patch("/instance", { name: "  Our Signet " }, { "if-match": etag });
    assert.deepEqual(
      [changed.status, changed.json.name, changed.json.version],
      [200, "Our Signet", before.json.version + 1],
    );
    assert.deepEqual((await stage.owner.get("/instance")).json, changed.json);
    assert.equal(await changes(), 1);
    const late = await unchanged(stage.api, () =>
      stage.owner.patch("/instance", { name: "Late" }, { "if-match": etag }),
    );
    assertProblem(late, 412, "changed_meanwhile");
  });

  test("what it is made of, and where it is reached, cannot be changed, nor can its name be nothing", async () => {
    const { acme } = stage.api.idp.world;
    for (const body of [
      { organizationId: acme.id },
      { projectId: "other" },
      { issuer: "https://evil.example" },
      { name: " " },
      { name: 1 },
    ]) {
      assertProblem(await unchanged(stage.api, () => stage.owner.patch("/instance", body)), 400, "invalid_input");
    }
  });

  test("nobody else reads or changes it", async () => {
    const orgManager = await stage.api.manager([{ role: "IAM_ORG_MANAGER", place: { level: "iam" } }]);
    const viewer = await stage.api.manager([{ role: "IAM_OWNER_VIEWER", place: { level: "iam" } }]);
    for (const manager of [orgManager, stage.acmeOwner]) {
      assertProblem(await manager.get("/instance"), 403, "permission_missing");
    }
    for (const manager of [orgManager, stage.acmeOwner, viewer]) {
      assertProblem(
        await unchanged(stage.api, () => manager.patch("/instance", { name: "Mine" })),
        403,
        "permission_missing",
      );
    }
  });
});
