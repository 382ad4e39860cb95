/**
 * What an auditor finds of those who try: each way in is tried from outside, and the log is read as its managers read
 * it.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createServiceUser, replaceSecret } from "../../src/identity/service-users/service-users.ts";
import { type Answer, type Api, MANAGEMENT_SCOPE, startApi } from "../support/api.ts";
import { engines } from "../support/engines.ts";
import { authorizeUrl, basic, PASSWORD, post, signInAs } from "../support/idp.ts";
import { by } from "../support/world.ts";

const TRIES = 100;

interface Found {
  readonly type: string;
  readonly actor: { readonly kind: string; readonly id?: string };
  readonly resource: { readonly kind: string; readonly id?: string };
  readonly detail: Readonly<Record<string, unknown>>;
}

for (const engine of engines) {
  describe(`what an auditor looks for, on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await startApi(engine);
    });
    after(() => api.close());

    /** As a manager of Acme reads them, of one type. */
    async function eventsOf(type: string, path = `/organizations/${api.idp.world.acme.id}/events`): Promise<Found[]> {
      await api.idp.node.services.recurring.write();
      const answer: Answer = await api.owner.get(`${path}?type=${type}&limit=100`);
      assert.equal(answer.status, 200, answer.body);
      return answer.json.items;
    }
    const forget = () => api.idp.node.services.storage.db.deleteFrom("proof_attempts").execute();
    const countOf = (events: readonly Found[]) => events.reduce((sum, { detail }) => sum + Number(detail.count), 0);

    async function fail(loginName: string): Promise<void> {
      await forget();
      const browser = api.idp.browser();
      const seen = await signInAs(
        browser,
        await browser.visit(authorizeUrl(api.idp, { client: api.idp.web })),
        loginName,
        "wrong",
      );
      assert.equal(seen.status, 401);
    }

    test("failed sign-ins: the person's name is in the log of their organization, and what was typed is in none", async () => {
      const { ada, acme } = api.idp.world;
      for (let n = 0; n < 5; n++) await fail(`ada@${acme.domain}`);
      for (let n = 0; n < 3; n++) await fail(`nobody-${n}@${acme.domain}`);
      const known = await eventsOf("sign_in.failed");
      assert.deepEqual(
        known.map(({ actor, resource, detail }) => ({ actor, resource, detail })),
        [
          {
            actor: { kind: "visitor" },
            resource: { kind: "user", id: ada.id },
            detail: { proof: "password", count: 1 },
          },
        ],
      );
      const everywhere = await eventsOf("sign_in.failed", "/events");
      const unknown = everywhere.filter(({ resource }) => resource.id === undefined);
      assert.equal(unknown.length, 1);
      assert.doesNotMatch(JSON.stringify(everywhere), /nobody-|wrong/);
    });

    test("the person sees failed attempts among their recent activity", async () => {
      const { other } = api.idp.world;
      await fail(`bob@${other.domain}`);
      await api.idp.node.services.recurring.write();
      await forget();
      const browser = api.idp.browser();
      const seen = await signInAs(
        browser,
        await browser.visit(`${api.idp.issuer}/account`),
        `bob@${other.domain}`,
        PASSWORD,
      );
      assert.match(seen.url, /\/account/);
      const page = await browser.visit(`${api.idp.issuer}/account/activity`);
      assert.match(page.body, /Failed attempts to sign in: 1/);
    });

    test("wrong client secrets are one line however many they are, for clients that exist and for those that do not", async () => {
      const { web } = api.idp;
      for (let n = 0; n < TRIES; n++) {
        for (const application of [web.application, { ...web.application, id: `nobody-${n}` }]) {
          const authorization = basic({ application, secret: `guess-${n}` });
          const answer = await post(
            api.idp,
            "/oauth/v2/token",
            { grant_type: "refresh_token", refresh_token: "x" },
            { authorization },
          );
          assert.ok([401, 429].includes(answer.status), String(answer.status));
        }
      }
      const [line, ...more] = await eventsOf("client_authentication.failed");
      assert.deepEqual(more, []);
      assert.deepEqual(line?.resource, { kind: "application", id: web.application.id });
      assert.deepEqual(line?.detail, { method: "client_secret_basic", reason: "wrong_secret", count: 1 });
      const everywhere = await eventsOf("client_authentication.failed", "/events");
      assert.equal(everywhere.length, 2);
      assert.doesNotMatch(JSON.stringify(everywhere), /guess-|nobody-/);
    });

    test("refused management calls name who called what, and an ordinary 404 is none", async () => {
      const { acme, project } = api.idp.world;
      const viewer = await api.manager([
        { role: "ORG_OWNER_VIEWER", place: { level: "organization", organizationId: acme.id } },
      ]);
      for (let n = 0; n < TRIES; n++) {
        assert.equal((await viewer.patch(`/projects/${project.id}`, { name: `x${n}` })).status, 403);
        assert.equal((await viewer.get(`/organizations/made-up-${n}`)).status, 404);
      }
      assert.equal((await api.owner.get("/organizations/made-up")).status, 404);
      const found = await eventsOf("management_call.refused");
      assert.deepEqual(
        found
          .map(({ actor, resource, detail }) => ({ actor, resource, detail }))
          .toSorted((a, b) => String(a.detail.call).localeCompare(String(b.detail.call))),
        [
          {
            actor: { kind: "service_user", id: viewer.userId },
            resource: { kind: "organization" },
            detail: {
              call: "GET /organizations/:organizationId",
              code: "unknown_resource",
              place: "made-up-0",
              count: 1,
            },
          },
          {
            actor: { kind: "service_user", id: viewer.userId },
            resource: { kind: "project" },
            detail: { call: "PATCH /projects/:projectId", code: "permission_missing", place: project.id, count: 1 },
          },
        ],
      );
    });

    test("a service user's secret that works is recorded once, and one that does not is recorded as wrong", async () => {
      const { acme } = api.idp.world;
      const { storage } = api.idp.node.services;
      const { user, secret } = await storage.transaction(async (tx) => {
        const made = await createServiceUser(tx, { organizationId: acme.id, userName: "robot", name: "Robot" }, by);
        return { user: made, secret: (await replaceSecret(tx, made.id, by)).secret };
      });
      const ask = (given: string) =>
        post(api.idp, "/oauth/v2/token", {
          grant_type: "client_credentials",
          scope: MANAGEMENT_SCOPE,
          client_id: user.id,
          client_secret: given,
        });
      for (let n = 0; n < 5; n++) assert.equal((await ask(secret)).status, 200);
      for (let n = 0; n < 5; n++) assert.equal((await ask("wrong")).status, 401);
      const used = (await eventsOf("service_credential.used")).filter(({ actor }) => actor.id === user.id);
      assert.deepEqual(
        used.map(({ resource, detail }) => ({ resource, detail })),
        [{ resource: { kind: "user", id: user.id }, detail: { credential: "secret", count: 1 } }],
      );
      const wrong = (await eventsOf("client_authentication.failed")).filter(({ resource }) => resource.id === user.id);
      assert.deepEqual(
        wrong.map(({ detail }) => detail),
        [{ method: "client_secret_post", reason: "wrong_secret", count: 1 }],
      );
    });

    test("at the end of a node every number is written", async () => {
      await api.idp.node.services.recurring.close();
      const wrong = await eventsOf("client_authentication.failed", "/events");
      // Beyond so many, secrets of a client that there is are not looked at for a while.
      const LOOKED_AT = 20;
      assert.equal(countOf(wrong), TRIES + LOOKED_AT + 5);
      assert.ok(wrong.length <= 6);
      const refused = await eventsOf("management_call.refused");
      assert.equal(countOf(refused), 2 * TRIES);
      assert.equal(refused.length, 4);
    });
  });
}
