import assert from "node:assert/strict";
import { test } from "node:test";
import { pngOf, svg } from "../support/pictures.ts";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

const upload = async (width: number, height = 10) => ({ data: (await pngOf(width, height)).toString("base64") });

onEachApi("pictures of a branding over the API", (stage) => {
  const instance = "/instance/branding/images";
  const acme = () => `/organizations/${stage.api.idp.world.acme.id}/branding/images`;

  test("an organization sets, lists and removes its pictures, and everybody can look at them", async () => {
    assert.deepEqual((await stage.acmeOwner.get(acme())).json, { items: [] });
    const set = await stage.acmeOwner.put(`${acme()}/logo`, await upload(30));
    assert.equal(set.status, 200, set.body);
    assert.equal(set.headers.etag, undefined);
    const { id, changedAt, ...rest } = set.json;
    assert.match(id, /^[\w-]{43}$/);
    assert.ok(Math.abs(Date.parse(changedAt) - Date.now()) < 60_000);
    assert.deepEqual(rest, { kind: "logo", url: `${stage.api.idp.issuer}/login/images/${id}` });
    const icon = await stage.acmeOwner.put(`${acme()}/icon`, await upload(30, 30));
    assert.deepEqual((await stage.acmeOwner.get(acme())).json, { items: [set.json, icon.json] });
    for (const node of [stage.api.idp.node, stage.second]) {
      const shown = await node.app.inject({ url: new URL(set.json.url).pathname });
      assert.deepEqual([shown.statusCode, shown.headers["content-type"]], [200, "image/webp"]);
    }

    const replaced = await stage.acmeOwner.put(`${acme()}/logo`, await upload(31));
    assert.notEqual(replaced.json.id, id);
    assert.equal((await stage.api.idp.node.app.inject({ url: `/login/images/${id}` })).statusCode, 404);

    assert.equal((await stage.acmeOwner.delete(`${acme()}/logo`)).status, 204);
    assert.deepEqual((await stage.acmeOwner.get(acme())).json, { items: [icon.json] });
    const again = await unchanged(stage.api, () => stage.acmeOwner.delete(`${acme()}/logo`));
    assert.equal(again.status, 204);
    assert.equal((await stage.acmeOwner.delete(`${acme()}/icon`)).status, 204);
  });

  test("the instance has pictures of its own, which no organization lists", async () => {
    const set = await stage.owner.put(`${instance}/dark_logo`, await upload(32));
    assert.equal(set.status, 200, set.body);
    assert.deepEqual((await stage.owner.get(instance)).json, { items: [set.json] });
    assert.deepEqual((await stage.acmeOwner.get(acme())).json, { items: [] });
    assert.equal((await stage.owner.delete(`${instance}/dark_logo`)).status, 204);
  });

  test("every change is in the audit log, with who made it", async () => {
    const { acme: organization } = stage.api.idp.world;
    const set = await stage.acmeOwner.put(`${acme()}/logo`, await upload(33));
    await stage.acmeOwner.delete(`${acme()}/logo`);
    const { json } = await stage.acmeOwner.get(`/organizations/${organization.id}/events?type=branding_image&limit=2`);
    assert.deepEqual(
      json.items.map(({ type, actor, resource, detail }: Record<string, unknown>) => ({
        type,
        actor,
        resource,
        detail,
      })),
      ["branding_image.removed", "branding_image.set"].map((type) => ({
        type,
        actor: { kind: "service_user", id: stage.acmeOwner.userId },
        resource: { kind: "policy", id: "branding" },
        detail: { kind: "logo", id: set.json.id },
      })),
    );
  });

  test("what is no picture is refused, and so is what is no kind of picture", async () => {
    const bad: [body: unknown, field: string][] = [
      [{ data: Buffer.from(svg).toString("base64") }, "data"],
      [{ data: "" }, "data"],
      [{ data: "not base64" }, "data"],
      [{ data: Buffer.alloc(600 * 1024).toString("base64") }, "data"],
      [{ data: 7 }, "data"],
      [{}, "data"],
      [{ ...(await upload(34)), url: "https://evil.example/logo.png" }, "url"],
    ];
    for (const [body, field] of bad) {
      const answer = await unchanged(stage.api, () => stage.acmeOwner.put(`${acme()}/logo`, body));
      assertProblem(answer, 400, "invalid_input");
      assert.equal(answer.json.errors[0].field, field, answer.body);
    }
    const good = await upload(34);
    for (const kind of ["favicon", "LOGO", "constructor", "..%2flogo"]) {
      const answer = await unchanged(stage.api, () => stage.acmeOwner.put(`${acme()}/${kind}`, good));
      assertProblem(answer, 400, "invalid_input");
      assert.match(answer.json.detail, /logo, dark_logo, icon/);
    }
    const tooLarge = await unchanged(stage.api, () =>
      stage.acmeOwner.put(`${acme()}/logo`, { data: "A".repeat(1024 * 1024) }),
    );
    assertProblem(tooLarge, 413, "body_too_large");
  });

  test("pictures are changed by who may change the branding, and where they may", async () => {
    const { acme: own } = stage.api.idp.world;
    const body = await upload(35);
    const viewer = await stage.api.manager([
      { role: "ORG_OWNER_VIEWER", place: { level: "organization", organizationId: own.id } },
    ]);
    const instanceViewer = await stage.api.manager([{ role: "IAM_OWNER_VIEWER", place: { level: "iam" } }]);
    assert.equal((await viewer.get(acme())).status, 200);
    assert.equal((await instanceViewer.get(instance)).status, 200);
    const refused = await unchanged(stage.api, () =>
      Promise.all([
        viewer.put(`${acme()}/logo`, body),
        viewer.delete(`${acme()}/logo`),
        instanceViewer.put(`${instance}/logo`, body),
        instanceViewer.delete(`${instance}/logo`),
        stage.acmeOwner.get(instance),
        stage.acmeOwner.put(`${instance}/logo`, body),
        stage.acmeOwner.delete(`${instance}/logo`),
      ]),
    );
    for (const answer of refused) assertProblem(answer, 403, "permission_missing");
    const unseen = await unchanged(stage.api, () =>
      Promise.all([
        stage.otherOwner.get(acme()),
        stage.otherOwner.put(`${acme()}/logo`, body),
        stage.otherOwner.delete(`${acme()}/logo`),
        stage.owner.get("/organizations/nothing/branding/images"),
        stage.owner.put("/organizations/nothing/branding/images/logo", body),
      ]),
    );
    for (const answer of unseen) assertProblem(answer, 404, "unknown_resource");
  });
});
