/**
 * An instance from before organizations were kept apart. Audiences that are in use go on, and are listed to be
 * confirmed, they and no others; grants go on; whoever is signed in at another organization's application is signed out
 * of it, and is asked next time.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { boundaryFindings } from "../../src/commands/doctor/boundaries.ts";
import { createApplication } from "../../src/identity/applications/applications.ts";
import { addProjectCaller } from "../../src/identity/project-callers.ts";
import { createProject, type Project } from "../../src/identity/projects.ts";
import { createPersonalAccessToken } from "../../src/identity/service-users/personal-access-tokens.ts";
import { createServiceUser } from "../../src/identity/service-users/service-users.ts";
import { endAppSession } from "../../src/identity/sessions/app-sessions.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { codeTicket, personalAccessTicket } from "../../src/tokens/kinds.ts";
import { managerAt } from "../support/api.ts";
import { agreed } from "../support/consent.ts";
import { engines, type TestDatabase } from "../support/engines.ts";
import { grantFromBefore } from "../support/grants.ts";
import { basic, type Idp, post, type Registered, startIdp } from "../support/idp.ts";
import { startTestNode, type TestNode } from "../support/node.ts";
import { by, DAY, settings, signIn } from "../support/world.ts";
import { copyToFormerSchema } from "./former-schema.ts";

const aud = (projectId: string) => `urn:service:iam:org:project:id:${projectId}:aud`;

for (const engine of engines) {
  describe(`an instance from before, on ${engine.name}`, () => {
    let old: Idp;
    let former: TestDatabase;
    let node: TestNode | undefined;
    before(async () => {
      old = await startIdp(engine);
      former = await engine.fresh("empty");
    });
    after(async () => {
      await node?.close();
      await former?.drop();
      await old?.close();
    });
    const storage = (): Storage => old.node.services.storage;
    const register = (projectId: string, type: "web" | "api"): Promise<Registered> =>
      storage().transaction(async (tx) => {
        const made = await createApplication(tx, { projectId, settings: settings(type, { authMethod: "basic" }) }, by);
        return { application: made.application, secret: made.secret ?? "" };
      });
    /** Of Acme, named by its applications or by the service users of another organization. */
    const newProject = (name: string): Promise<Project> =>
      storage().transaction((tx) => createProject(tx, { organizationId: old.world.acme.id, name }, by));
    const sessionOf = (client: Registered, project: Project) =>
      signIn(old.world, {
        applicationId: client.application.id,
        scopes: ["openid", "offline_access", aud(project.id)],
      });

    test("what sessions and personal access tokens use goes on, is listed as from before, and ends when it is removed", async () => {
      const { world } = old;
      const [used, forRobots, unused, expired] = await Promise.all(
        ["Used", "Robots", "Unused", "Expired"].map(newProject),
      );
      assert.ok(used && forRobots && unused && expired);
      const apis = { used: await register(used.id, "api"), forRobots: await register(forRobots.id, "api") };
      const web = await register(world.project.id, "web");
      for (const project of [used, unused, expired]) {
        await storage().transaction((tx) =>
          addProjectCaller(tx, project.id, { applicationId: web.application.id }, by),
        );
      }
      const { appSessionId } = await sessionOf(web, used);
      await storage()
        .db.updateTable("app_sessions")
        .set({ code_challenge: "" })
        .where("id", "=", appSessionId)
        .execute();
      const code = old.node.services.tickets.seal(codeTicket, { s: appSessionId });
      const form = { grant_type: "authorization_code", code, redirect_uri: "https://app.example/callback" };
      const { json: tokens } = await post(old, "/oauth/v2/token", form, { authorization: basic(web) });
      assert.ok(String(tokens.scope).includes(used.id));
      // Neither one that has ended nor one that has expired is in use; naming one's own project needs no list.
      const ended = await sessionOf(web, unused);
      await storage().transaction((tx) => endAppSession(tx, ended.appSessionId, "revoked", by));
      const late = await sessionOf(web, expired);
      await storage()
        .db.updateTable("app_sessions")
        .set({ idle_expires_at: 1 })
        .where("id", "=", late.appSessionId)
        .execute();
      await sessionOf(web, world.project);
      const personal = await storage().transaction(async (tx) => {
        await grantFromBefore(tx, { projectId: forRobots.id, organizationId: world.other.id, roleKeys: [] }, by);
        const robot = await createServiceUser(tx, { organizationId: world.other.id, userName: "robot" }, by);
        const neighbour = await createServiceUser(tx, { organizationId: world.acme.id, userName: "neighbour" }, by);
        const expiresAt = Date.now() + DAY;
        const scopes = ["openid", aud(forRobots.id), aud("service")];
        const made = await createPersonalAccessToken(tx, { userId: robot.id, name: "ci", scopes, expiresAt }, by);
        await createPersonalAccessToken(tx, { userId: neighbour.id, name: "ci", scopes, expiresAt }, by);
        return {
          userId: robot.id,
          token: old.node.services.tickets.seal(personalAccessTicket, { p: made.id, u: robot.id }),
        };
      });

      await copyToFormerSchema(storage(), former.url, 7);
      node = await startTestNode({
        engine: { name: engine.name, fresh: async () => ({ ...former, drop: async () => {} }) },
        environment: { SIGNET_MASTER_KEY: old.node.masterKey },
      });
      const idp = { ...old, node };
      const { db } = node.services.storage;
      const listed = await db
        .selectFrom("project_callers")
        .select(["project_id", "caller_id", "from_before"])
        .execute();
      assert.deepEqual(
        new Set(listed.map((row) => [row.project_id, row.caller_id, row.from_before].join(" "))),
        new Set([`${used.id} ${web.application.id} 1`, `${forRobots.id} ${personal.userId} 1`]),
      );
      const hears = async (api: Registered, token: unknown) =>
        (await post(idp, "/oauth/v2/introspect", { token: String(token) }, { authorization: basic(api) })).json.active;
      assert.equal(await hears(apis.used, tokens.access_token), true);
      assert.equal(await hears(apis.forRobots, personal.token), true);
      const schema = { check: "schema", state: "ok", seen: "" } as const;
      const findings = async () =>
        (await boundaryFindings({ storage: idp.node.services.storage, version: 7, schema })).filter(
          ({ check }) => check === "audiences",
        );
      assert.deepEqual(
        (await findings()).map(({ state, seen }) => [state, /^2 callers name 2 projects/.test(seen)]),
        [["warning", true]],
      );

      const place = { level: "organization", organizationId: world.acme.id } as const;
      const manager = await managerAt(idp, [{ role: "ORG_OWNER", place }]);
      const shown = (await manager.get(`/projects/${used.id}/callers`)).json.items;
      assert.deepEqual([shown.length, shown[0].fromBefore, shown[0].name], [1, true, "App"]);
      assert.equal(
        (await manager.post(`/projects/${used.id}/callers/${web.application.id}/confirm`)).json.fromBefore,
        false,
      );
      assert.equal((await manager.delete(`/projects/${forRobots.id}/callers/${personal.userId}`)).status, 204);
      assert.equal(await hears(apis.used, tokens.access_token), true);
      assert.equal(await hears(apis.forRobots, personal.token), false);
      assert.deepEqual(
        (await findings()).map(({ state }) => state),
        ["ok"],
      );
      const again = { grant_type: "refresh_token", refresh_token: String(tokens.refresh_token) };
      const refreshed = await post(idp, "/oauth/v2/token", again, { authorization: basic(web) });
      assert.ok(String(refreshed.json.scope).includes(used.id));
    });

    test("a session at an application of another organization ends, and its grant goes on without sparing anybody the question", async () => {
      const { world } = old;
      const earlier = await engine.fresh("empty");
      const { application } = await register(world.project.id, "web");
      const grant = await storage().transaction((tx) =>
        grantFromBefore(tx, { projectId: world.project.id, organizationId: world.other.id, roleKeys: [] }, by),
      );
      const consentId = await storage().transaction((tx) =>
        agreed(tx, world.bob.id, application.id, ["openid", "offline_access"]),
      );
      const his = await signIn(world, { userId: world.bob.id, applicationId: application.id, consentId });
      const hers = await signIn(world, { applicationId: application.id });
      await copyToFormerSchema(storage(), earlier.url, 7);
      const migrated = await startTestNode({
        engine: { name: engine.name, fresh: async () => earlier },
        environment: { SIGNET_MASTER_KEY: old.node.masterKey },
      });
      const { db } = migrated.services.storage;
      const rows = await db
        .selectFrom("app_sessions")
        .select(["id", "ended_by"])
        .where("application_id", "=", application.id)
        .execute();
      assert.deepEqual(
        new Map(rows.map(({ id, ended_by }) => [id, ended_by])),
        new Map([
          [his.appSessionId, "consent_missing"],
          [hers.appSessionId, null],
        ]),
      );
      const kept = await db
        .selectFrom("project_grants")
        .select(["state", "accepted_at"])
        .where("id", "=", grant.id)
        .executeTakeFirst();
      assert.deepEqual([kept?.state, kept?.accepted_at], ["active", null]);
      const schema = { check: "schema", state: "ok", seen: "" } as const;
      const findings = await boundaryFindings({ storage: migrated.services.storage, version: 7, schema });
      const seen = new Map(findings.map((finding) => [finding.check, finding.seen]));
      assert.match(seen.get("consent") ?? "", /^1 session at applications of other organizations ended/);
      assert.match(seen.get("project_grants") ?? "", /^2 grants from before/);
      await migrated.close();
    });
  });
}
