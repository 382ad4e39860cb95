/** What a call asks of the database: the guard is one statement, and reading one thing is one more. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { type App, createApp } from "../../src/http/app.ts";
import { createLogger } from "../../src/http/logging.ts";
import { rememberInstance } from "../../src/identity/instance.ts";
import { mountManagement } from "../../src/management/mount.ts";
import type { Route } from "../../src/management/route.ts";
import { routes } from "../../src/management/routes.ts";
import { type Api, startApi } from "../support/api.ts";
import { type CountedStorage, countStatements } from "../support/count-statements.ts";
import { makeServiceCaller } from "./callers.ts";
import { PREFIX } from "./stage.ts";

describe("statements of the management API", () => {
  let api: Api;
  let app: App;
  let counted: CountedStorage;
  before(async () => {
    api = await startApi();
    const { services } = api.idp.node;
    counted = countStatements(services.storage);
    const addresses = { issuerUrl: api.idp.issuer, baseUrl: api.idp.issuer, loginUrl: api.idp.issuer };
    app = createApp({ loginUrl: api.idp.issuer, https: false, trustedProxies: [], log: createLogger("silent") });
    const instance = rememberInstance(services.storage.db);
    mountManagement(app, {
      ...services,
      storage: counted.storage,
      tokens: { ring: services.ring, tickets: services.tickets, issuer: api.idp.issuer },
      instance,
      addresses,
      callsPerMinute: 1_000_000,
      strictAnswers: true,
    });
    await app.ready();
    await instance();
  });
  after(async () => {
    await app.close();
    await api.close();
  });

  const statements = async (route: Pick<Route, "method" | "path">, values: Record<string, string>, token: string) => {
    const url = PREFIX + route.path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? randomUUID());
    let status = 0;
    const kinds = await counted.during(async () => {
      const payload = ["GET", "DELETE"].includes(route.method) ? {} : { payload: "{}" };
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      status = (await app.inject({ method: route.method, url, headers, ...payload })).statusCode;
    });
    return { status, kinds };
  };

  test("who may not make a call has cost one statement", async () => {
    const { acme } = api.idp.world;
    const creator = await api.manager([
      { role: "ORG_PROJECT_CREATOR", place: { level: "organization", organizationId: acme.id } },
    ]);
    const values = { organizationId: acme.id, projectId: api.idp.world.project.id, userId: api.idp.world.ada.id };
    for (const route of routes.filter(
      ({ permission }) => permission !== "any" && !["organization.read", "project.create"].includes(permission),
    )) {
      const { status, kinds } = await statements(route, values, creator.token);
      assert.ok(status === 403 || status === 404, `${route.method} ${route.path}: ${status}`);
      // Whether it was there before is only asked of somebody who deletes what is not there.
      const most = route.method === "DELETE" && status === 404 ? 2 : 1;
      assert.ok(
        kinds.length <= most && kinds.every((kind) => kind === "select"),
        `${route.method} ${route.path}: ${kinds}`,
      );
    }
  });

  test("a token that is none of ours costs nothing", async () => {
    const { kinds } = await statements({ method: "GET", path: "/me" }, {}, "made-up");
    assert.deepEqual(kinds, []);
  });

  test("reading one thing is two statements in all", async () => {
    const { acme, project, application, ada } = api.idp.world;
    const serviceUser = await makeServiceCaller(api);
    const values = {
      organizationId: acme.id,
      projectId: project.id,
      applicationId: application.id,
      userId: ada.id,
      serviceUserId: serviceUser.userId,
    };
    const things = [
      "/me",
      "/instance",
      "/organizations",
      "/organizations/:organizationId",
      "/projects/:projectId",
      "/applications/:applicationId",
      "/users/:userId",
      "/service-users/:serviceUserId",
      "/signing-keys",
    ];
    const seen: string[] = [];
    for (const path of things) {
      const { status, kinds } = await statements(
        { method: "GET", path: path as `/${string}` },
        values,
        api.owner.token,
      );
      assert.equal(status, 200, path);
      if (kinds.join() !== "select,select") seen.push(`${path}: ${kinds}`);
    }
    assert.deepEqual(seen, []);
  });

  test("no read asks more than a few times, however much there is to show", async () => {
    const { acme, project, application, ada } = api.idp.world;
    const { userId: serviceUserId } = await makeServiceCaller(api);
    const values = {
      organizationId: acme.id,
      projectId: project.id,
      applicationId: application.id,
      userId: ada.id,
      serviceUserId,
    };
    const many: string[] = [];
    for (const route of routes.filter(({ method }) => method === "GET")) {
      const { kinds } = await statements(route, values, api.owner.token);
      // One for each kind of policy, and of what an account can have, with who made it.
      const most = route.path.endsWith("/policies") ? 11 : route.path.endsWith("/access") ? 12 : 4;
      if (kinds.length > most || kinds.some((kind) => !["select", "rawnode"].includes(kind)))
        many.push(`${route.path}: ${kinds}`);
    }
    assert.deepEqual(many, []);
  });

  test("the use of a personal access token is noted now and then, not with every call", async () => {
    const { personal } = await makeServiceCaller(api);
    const me = { method: "GET", path: "/me" } as const;
    assert.deepEqual((await statements(me, {}, personal)).kinds, ["select", "update", "select"]);
    assert.deepEqual((await statements(me, {}, personal)).kinds, ["select", "select"]);
  });
});
