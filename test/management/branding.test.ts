import assert from "node:assert/strict";
import { test } from "node:test";
import { builtInPolicies } from "../../src/identity/policies/kinds.ts";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

const ours = {
  primaryColor: "#1a5fb4",
  backgroundColor: "#ffffff",
  darkPrimaryColor: "#99c1f1",
  darkBackgroundColor: "",
  termsUrl: "https://acme.example/terms",
  privacyUrl: "",
  helpUrl: "https://help.acme.example/",
  hideSignetName: true,
};

onEachApi("branding over the API", (stage) => {
  const acme = () => `/organizations/${stage.api.idp.world.acme.id}/branding`;
  const builtIn = { kind: "branding", from: "built-in", version: 0, settings: builtInPolicies.branding };

  test("an organization has its own branding, or else the instance's", async () => {
    assert.deepEqual((await stage.acmeOwner.get(acme())).json, builtIn);
    const instance = await stage.owner.put("/instance/branding", { ...ours, primaryColor: "#000000" });
    assert.deepEqual([instance.status, instance.json.from, instance.json.version], [200, "instance", 1]);
    assert.deepEqual((await stage.acmeOwner.get(acme())).json, { ...instance.json, version: 0 });

    const own = await stage.acmeOwner.put(acme(), ours);
    assert.deepEqual(
      [own.status, own.json],
      [200, { kind: "branding", from: "organization", version: 1, settings: ours }],
      own.body,
    );
    assert.deepEqual((await stage.acmeOwner.get(acme())).json, own.json);
    assert.deepEqual((await stage.owner.get("/instance/branding")).json, instance.json);

    assert.equal((await stage.acmeOwner.delete(acme())).status, 204);
    assert.equal((await stage.acmeOwner.get(acme())).json.from, "instance");
    assert.equal((await stage.owner.delete("/instance/branding")).status, 204);
    assert.deepEqual((await stage.acmeOwner.get(acme())).json, builtIn);
  });

  test("null clears a value, and what a PUT leaves out is not set", async () => {
    assert.equal((await stage.acmeOwner.put(acme(), ours)).status, 200);
    const cleared = await stage.acmeOwner.put(acme(), {
      ...ours,
      termsUrl: null,
      primaryColor: null,
      hideSignetName: null,
    });
    const without = { ...ours, termsUrl: "", primaryColor: "", hideSignetName: false };
    assert.deepEqual([cleared.status, cleared.json.settings], [200, without], cleared.body);

    const few = await stage.acmeOwner.put(acme(), { primaryColor: "#1a5fb4" });
    assert.deepEqual(
      [few.status, few.json.settings],
      [200, { ...builtInPolicies.branding, primaryColor: "#1a5fb4" }],
      few.body,
    );
    const nothing = await stage.acmeOwner.put(acme(), {});
    assert.deepEqual(
      [nothing.status, nothing.json.settings, nothing.json.from],
      [200, builtInPolicies.branding, "organization"],
    );
    const inDark = await unchanged(stage.api, () => stage.acmeOwner.put(acme(), { primaryColor: 0 }));
    assertProblem(inDark, 400, "invalid_input");
    assert.equal(inDark.json.errors[0].field, "primaryColor", inDark.body);
    assert.match(inDark.json.errors[0].message, /string/);
    assert.equal((await stage.acmeOwner.delete(acme())).status, 204);
  });

  test("branding is changed only at the version that was read", async () => {
    assert.equal((await stage.acmeOwner.put(acme(), ours, { "if-match": '"0"' })).headers.etag, '"1"');
    const late = await unchanged(stage.api, () => stage.acmeOwner.put(acme(), ours, { "if-match": '"0"' }));
    assertProblem(late, 412, "changed_meanwhile");
    assert.equal((await stage.acmeOwner.delete(acme(), { "if-match": '"1"' })).status, 204);
  });

  test("nothing but colours that can be seen and https addresses gets into the pages", async () => {
    const cases: [field: keyof typeof ours, value: unknown][] = [
      ["primaryColor", "red; background: url(https://evil.example)"],
      ["primaryColor", "#fff"],
      ["primaryColor", "#fefefe"],
      ["darkPrimaryColor", "#131313"],
      ["backgroundColor", "#12345g"],
      ["termsUrl", "javascript:alert(1)"],
      ["privacyUrl", "http://acme.example/privacy"],
      ["helpUrl", "https://user:password@acme.example/"],
      ["helpUrl", "//evil.example"],
      ["hideSignetName", "yes"],
    ];
    for (const [field, value] of cases) {
      const refused = await unchanged(stage.api, () => stage.acmeOwner.put(acme(), { ...ours, [field]: value }));
      assertProblem(refused, 400, "invalid_input");
      assert.equal(refused.json.errors[0].field, field, refused.body);
    }
    const unknown = await unchanged(stage.api, () => stage.acmeOwner.put(acme(), { ...ours, css: "body{}" }));
    assertProblem(unknown, 400, "invalid_input");
  });

  test("branding is changed by who may, and where they may", async () => {
    const { acme: own, other } = stage.api.idp.world;
    const viewer = await stage.api.manager([
      { role: "ORG_OWNER_VIEWER", place: { level: "organization", organizationId: own.id } },
    ]);
    const instanceViewer = await stage.api.manager([{ role: "IAM_OWNER_VIEWER", place: { level: "iam" } }]);
    const stranger = await stage.api.manager([
      { role: "ORG_OWNER", place: { level: "organization", organizationId: other.id } },
    ]);
    assert.equal((await viewer.get(acme())).status, 200);
    assert.equal((await instanceViewer.get("/instance/branding")).status, 200);
    const refused = await unchanged(stage.api, () =>
      Promise.all([
        viewer.put(acme(), ours),
        viewer.delete(acme()),
        instanceViewer.put("/instance/branding", ours),
        instanceViewer.delete("/instance/branding"),
        stage.acmeOwner.get("/instance/branding"),
        stage.acmeOwner.put("/instance/branding", ours),
        stage.acmeOwner.delete("/instance/branding"),
      ]),
    );
    for (const answer of refused) assertProblem(answer, 403, "permission_missing");
    const unseen = await unchanged(stage.api, () =>
      Promise.all([
        stranger.get(acme()),
        stranger.put(acme(), ours),
        stranger.delete(acme()),
        stage.owner.get("/organizations/nothing/branding"),
        stage.owner.put("/organizations/nothing/branding", ours),
      ]),
    );
    for (const answer of unseen) assertProblem(answer, 404, "unknown_resource");
  });
});
