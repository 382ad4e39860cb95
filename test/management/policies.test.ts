import assert from "node:assert/strict";
import { test } from "node:test";
import { flooredKinds } from "../../src/identity/policies/floors.ts";
import { builtInPolicies, instanceOnly, type PolicyKind } from "../../src/identity/policies/kinds.ts";
import { signInToWeb } from "../support/idp.ts";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

const organizationKinds = [
  "password",
  "registration",
  "sessions",
  "throttling",
  "secondFactor",
  "account",
  "languages",
] as const;
const instanceKinds = [
  "password",
  "registration",
  "sessions",
  "throttling",
  "throttlingBounds",
  "secondFactor",
  "account",
  "languages",
  "tokens",
  "events",
] as const;

/** Of each kind, settings that are not the built-in ones. */
const others = {
  password: { minLength: 14, checkCommon: false },
  registration: { allowed: true, verifyEmail: false, fields: ["userName", "phone"] },
  sessions: { idleSeconds: 3600, absoluteSeconds: 7200 },
  throttling: { delayAfter: 3, blockAfter: 6, blockSeconds: 120 },
  throttlingBounds: {
    delayAfter: { least: 1, most: 3 },
    blockAfter: { least: 2, most: 6 },
    blockSeconds: { least: 60, most: 120 },
  },
  secondFactor: { mode: "required", allowed: ["totp"] },
  account: { mayDelete: true },
  languages: { default: "de", offered: ["de", "fr"] },
  tokens: { ...builtInPolicies.tokens, defaults: { ...builtInPolicies.tokens.defaults, accessTokenKind: "jwt" } },
  events: { retentionDays: 30 },
} as const;

/** What comes of them where the instance has decided nothing. */
const underBuiltIn = {
  ...others,
  password: { minLength: 14, checkCommon: true },
  registration: { ...others.registration, verifyEmail: true },
} as const;

/** As it is answered, where what holds is what was decided. */
function view(kind: PolicyKind, from: string, version: number, settings: object, effective = settings) {
  return { kind, from, version, settings, ...(flooredKinds.has(kind) ? { effective } : {}) };
}

/** Whom registration lets in is told when it is set: admitting-projects.test.ts. */
function policyIn({ admits: _, ...policy }: Record<string, unknown>): Record<string, unknown> {
  return policy;
}

onEachApi("policies over the API", (stage) => {
  const acme = () => `/organizations/${stage.api.idp.world.acme.id}/policies`;
  const events = async (kind: string): Promise<string[]> => {
    const { db } = stage.api.idp.node.services.storage;
    const rows = await db.selectFrom("events").select("type").where("resource_id", "=", kind).orderBy("id").execute();
    return rows.map(({ type }) => type);
  };

  test("where nothing was decided, the built-in settings hold, and all can be read at once", async () => {
    const builtIn = (kind: PolicyKind) => view(kind, "built-in", 0, builtInPolicies[kind]);
    assert.deepEqual((await stage.owner.get("/instance/policies")).json, { items: instanceKinds.map(builtIn) });
    assert.deepEqual((await stage.acmeOwner.get(acme())).json, { items: organizationKinds.map(builtIn) });
    for (const kind of instanceKinds) {
      const { json, headers } = await stage.owner.get(`/instance/policies/${kind}`);
      assert.deepEqual([json, headers.etag], [builtIn(kind), '"0"']);
    }
  });

  for (const kind of instanceKinds) {
    test(`the policy ${kind} is decided for the instance, and returned to what is built in`, async () => {
      const path = `/instance/policies/${kind}`;
      const set = await stage.owner.put(path, others[kind]);
      assert.deepEqual([set.status, policyIn(set.json)], [200, view(kind, "instance", 1, others[kind])], set.body);
      assert.equal(set.headers.etag, '"1"');
      assert.deepEqual((await stage.owner.get(path)).json, policyIn(set.json));
      if (!instanceOnly.has(kind)) {
        const inherited = view(kind, "instance", 0, others[kind]);
        assert.deepEqual((await stage.acmeOwner.get(`${acme()}/${kind}`)).json, inherited);
      }
      assert.equal((await stage.owner.delete(path)).status, 204);
      assert.equal((await unchanged(stage.api, () => stage.owner.delete(path))).status, 204);
      assert.equal((await stage.owner.get(path)).json.from, "built-in");
      assert.deepEqual(await events(kind), ["policy.changed", "policy.reset"]);
    });
  }

  for (const kind of organizationKinds) {
    test(`the policy ${kind} is decided for one organization, and returned to the instance's`, async () => {
      const { other } = stage.api.idp.world;
      const settings = await stage.api.manager([
        { role: "ORG_SETTINGS_MANAGER", place: { level: "organization", organizationId: stage.api.idp.world.acme.id } },
      ]);
      const path = `${acme()}/${kind}`;
      const set = await settings.put(path, others[kind]);
      assert.deepEqual(
        [set.status, policyIn(set.json)],
        [200, view(kind, "organization", 1, others[kind], underBuiltIn[kind])],
        set.body,
      );
      assert.deepEqual((await settings.get(path)).json, policyIn(set.json));
      assert.equal((await stage.owner.get(`/instance/policies/${kind}`)).json.from, "built-in");
      assert.equal((await stage.owner.get(`/organizations/${other.id}/policies/${kind}`)).json.from, "built-in");
      assert.equal((await settings.delete(path)).status, 204);
      assert.equal((await settings.get(path)).json.from, "built-in");
    });
  }

  test("a policy is changed and reset only at the version that was read, and with version 0 only decided first", async () => {
    const path = `${acme()}/password`;
    const put = (etag: string) => stage.acmeOwner.put(path, others.password, { "if-match": etag });
    assertProblem(await unchanged(stage.api, () => put('"1"')), 412, "changed_meanwhile");
    assert.equal((await put('"0"')).json.version, 1);
    assertProblem(await unchanged(stage.api, () => put('"0"')), 412, "changed_meanwhile");
    assert.equal((await put('"1"')).json.version, 2);
    const reset = (etag: string) => stage.acmeOwner.delete(path, { "if-match": etag });
    assertProblem(await unchanged(stage.api, () => reset('"1"')), 412, "changed_meanwhile");
    assert.equal((await reset('"2"')).status, 204);
  });

  test("what is not a setting, out of bounds, contradictory or incomplete is refused by field", async () => {
    const { lifetimes } = builtInPolicies.tokens.defaults;
    const cases: [kind: string, settings: unknown, field: string][] = [
      ["password", { minLength: 4, checkCommon: true }, "minLength"],
      ["password", { minLength: 10 }, "checkCommon"],
      ["password", { ...others.password, secret: 1 }, "secret"],
      ["sessions", { idleSeconds: 7200, absoluteSeconds: 3600 }, "idleSeconds"],
      ["events", { retentionDays: 0 }, "retentionDays"],
      ["events", { retentionDays: "1} OR 1" }, "retentionDays"],
      ["tokens", { ...builtInPolicies.tokens, idTokenAlgorithms: ["ES256"] }, "defaults.idTokenAlgorithm"],
      ["tokens", { ...builtInPolicies.tokens, idTokenAlgorithms: ["RS256", "none"] }, "idTokenAlgorithms.1"],
      ["tokens", { ...builtInPolicies.tokens, sessionsPerApplication: 99 }, "sessionsPerApplication"],
      ["tokens", { ...builtInPolicies.tokens, sessionsPerApplication: 10_001 }, "sessionsPerApplication"],
      [
        "tokens",
        {
          ...builtInPolicies.tokens,
          defaults: {
            ...builtInPolicies.tokens.defaults,
            lifetimes: { ...lifetimes, refreshIdle: 10, refreshAbsolute: 5 },
          },
          idTokenAlgorithms: ["RS256", "EdDSA"],
        },
        "defaults.lifetimes.refreshIdle",
      ],
    ];
    for (const [kind, settings, field] of cases) {
      const refused = await unchanged(stage.api, () => stage.owner.put(`/instance/policies/${kind}`, settings));
      assertProblem(refused, 400, "invalid_input");
      assert.equal(refused.json.errors[0].field, field, refused.body);
    }
  });

  test("what is for the whole instance, or no policy at all, has no place in an organization", async () => {
    for (const kind of ["throttlingBounds", "tokens", "events", "branding", "nonsense"]) {
      assertProblem(
        await unchanged(stage.api, () => stage.owner.put(`${acme()}/${kind}`, { retentionDays: 1 })),
        404,
        "not_found",
      );
    }
    assertProblem(await stage.owner.get("/instance/policies/branding"), 404, "not_found");
  });

  test("nobody decides for the instance who does not manage it, nor for another organization", async () => {
    const { acme: own } = stage.api.idp.world;
    const viewer = await stage.api.manager([{ role: "IAM_OWNER_VIEWER", place: { level: "iam" } }]);
    const orgViewer = await stage.api.manager([
      { role: "ORG_OWNER_VIEWER", place: { level: "organization", organizationId: own.id } },
    ]);
    const refused = await unchanged(stage.api, () =>
      Promise.all([
        viewer.put("/instance/policies/password", others.password),
        viewer.delete("/instance/policies/password"),
        stage.acmeOwner.put("/instance/policies/password", others.password),
        stage.acmeOwner.delete("/instance/policies/password"),
        stage.acmeOwner.get("/instance/policies"),
        orgViewer.put(`${acme()}/password`, others.password),
        orgViewer.delete(`${acme()}/password`),
      ]),
    );
    for (const answer of refused) assertProblem(answer, 403, "permission_missing");
    const stranger = await stage.api.manager([
      { role: "ORG_OWNER", place: { level: "organization", organizationId: stage.api.idp.world.other.id } },
    ]);
    const nowhere = "/organizations/nothing/policies";
    const unseen = await unchanged(stage.api, () =>
      Promise.all([
        stranger.get(acme()),
        stranger.get(`${acme()}/password`),
        stranger.put(`${acme()}/password`, others.password),
        stranger.delete(`${acme()}/password`),
        stage.owner.get(nowhere),
        stage.owner.get(`${nowhere}/password`),
        stage.owner.put(`${nowhere}/password`, others.password),
      ]),
    );
    for (const answer of unseen) assertProblem(answer, 404, "unknown_resource");
  });

  test("an algorithm that the instance allows can be used at once: it has keys, discovery names it, and ID tokens are signed with it", async () => {
    const { idp } = stage.api;
    const discovered = async (): Promise<string[]> => {
      const answer = await idp.node.app.inject({ url: "/.well-known/openid-configuration" });
      return answer.json().id_token_signing_alg_values_supported;
    };
    assert.ok(!(await discovered()).includes("EdDSA"));
    const application = `/applications/${idp.web.application.id}`;
    const tokens = { idTokenAlgorithm: "EdDSA" };
    assertProblem(await unchanged(stage.api, () => stage.owner.patch(application, { tokens })), 400, "invalid_input");

    const allowed = { ...builtInPolicies.tokens, idTokenAlgorithms: ["RS256", "ES256", "EdDSA"] };
    assert.equal((await stage.owner.put("/instance/policies/tokens", allowed)).status, 200);
    assert.ok((await discovered()).includes("EdDSA"));
    const changed = await stage.owner.patch(application, { tokens });
    assert.equal(changed.status, 200, changed.body);
    const { id_token } = await signInToWeb(idp);
    const header = JSON.parse(Buffer.from(String(id_token).split(".")[0] ?? "", "base64url").toString());
    assert.equal(header.alg, "EdDSA");
    const published = await idp.node.app.inject({ url: "/oauth/v2/keys" });
    assert.ok(published.json().keys.some((key: { kid: string }) => key.kid === header.kid));
  });
});
