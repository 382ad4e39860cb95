/** Who is told about a token over the management API: nobody learns about those of places that they do not manage. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createProject } from "../../src/identity/projects.ts";
import { makeAccessToken } from "../../src/tokens/access-tokens.ts";
import { codeTicket, personalAccessTicket } from "../../src/tokens/kinds.ts";
import { type Api, startApi } from "../support/api.ts";
import { contentOf } from "../support/content.ts";
import { enginesOf } from "../support/engines.ts";
import { grantAccepted } from "../support/grants.ts";
import { type Registered, signInToWeb } from "../support/idp.ts";
import { by, signIn } from "../support/world.ts";
import { tokenStage } from "./token-stage.ts";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`who is told about a token, on ${engine.name}`, () => {
    let api: Api;
    let jwtClient: Registered;
    before(async () => {
      api = await startApi(engine);
      jwtClient = await api.idp.register("web", {
        authMethod: "basic",
        grantTypes: ["authorization_code", "refresh_token"],
        tokens: { accessTokenKind: "jwt" },
      });
    });
    after(() => api.close());
    const { exchange, inspect, makeRobot, newCode, revoke, told } = tokenStage(() => api);

    const place = (organizationId: string) => ({ level: "organization", organizationId }) as const;

    test("managers of the user's organization and of the application are told; for others it does not exist", async () => {
      const { acme, other, project } = api.idp.world;
      const { storage } = api.idp.node.services;
      const elsewhere = await storage.transaction((tx) =>
        createProject(tx, { organizationId: acme.id, name: "Elsewhere" }, by),
      );
      const tokens = await signInToWeb(api.idp);
      const { token: ofRobot, personal, row } = await makeRobot();
      const { id } = await told(tokens.access_token);
      const all = [...Object.entries({ ...tokens, ofRobot, personal })]
        .filter(([name]) => name.endsWith("_token") || name === "ofRobot" || name === "personal")
        .map(([, token]) => ({ token }));
      const ofUser = [...all, { id }, { id: row.id }];

      const users = await api.manager([{ role: "ORG_USER_MANAGER", place: place(acme.id) }]);
      for (const body of ofUser) assert.equal((await inspect(body, users)).status, 200);

      const ofProject = await api.manager([
        { role: "PROJECT_OWNER_VIEWER", place: { level: "project", projectId: project.id } },
      ]);
      for (const token of [tokens.access_token, tokens.refresh_token, tokens.id_token]) {
        assert.equal((await told(token, ofProject)).user.id, api.idp.world.ada.id);
      }
      assert.equal((await inspect({ id }, ofProject)).status, 200);

      const nothing = await inspect({ token: "garbage" }, ofProject);
      const { requestId: _, ...unknown } = nothing.json;
      assert.deepEqual([nothing.status, unknown.code], [404, "unknown_resource"]);
      const strangers = {
        "an owner of another organization": await api.manager(
          [{ role: "ORG_OWNER", place: place(other.id) }],
          other.id,
        ),
        "an owner of another project": await api.manager([
          { role: "PROJECT_OWNER", place: { level: "project", projectId: elsewhere.id } },
        ]),
        "a manager of other things there": await api.manager([{ role: "ORG_SETTINGS_MANAGER", place: place(acme.id) }]),
      };
      const before = await contentOf(storage);
      for (const [who, stranger] of Object.entries(strangers)) {
        for (const body of ofUser) {
          for (const path of ["/tokens/inspect", "/tokens/revoke"]) {
            const { status, json, headers } = await stranger.post(path, body);
            const { requestId: _, ...seen } = json;
            assert.deepEqual([status, seen], [404, unknown], `${who}: ${path}`);
            assert.equal(headers["content-type"], nothing.headers["content-type"]);
          }
        }
      }
      // A service user's tokens are given to no application.
      for (const body of [{ token: ofRobot }, { token: personal }, { id: row.id }, { id: (await told(ofRobot)).id }]) {
        assert.deepEqual((await inspect(body, ofProject)).json.code, "unknown_resource");
      }
      assert.deepEqual(await contentOf(storage), before);
    });

    test("where user and application belong to two organizations, both see what it is worth, and that of the user who it is, and ends it", async () => {
      const { acme, other, project, bob } = api.idp.world;
      const { storage, tickets } = api.idp.node.services;
      await storage.transaction((tx) =>
        grantAccepted(tx, { projectId: project.id, organizationId: other.id, roleKeys: [] }, by),
      );
      const { appSessionId } = await signIn(api.idp.world, { userId: bob.id });
      const code = tickets.seal(codeTicket, { s: appSessionId });
      const ofUser = await api.manager([{ role: "ORG_USER_MANAGER", place: place(other.id) }], other.id);
      const ofApplication = await api.manager([{ role: "ORG_USER_MANAGER", place: place(acme.id) }]);
      assert.equal((await told(code, ofUser)).user.organizationId, other.id);
      const { user, signIn: where, active } = await told(code, ofApplication);
      assert.deepEqual([user, where, active], [{ id: bob.id, kind: "human" }, undefined, true]);
      const before = await contentOf(storage);
      assert.equal((await revoke({ token: code }, ofApplication)).json.code, "permission_missing");
      assert.deepEqual(await contentOf(storage), before);
      assert.equal((await revoke({ token: code }, ofUser)).status, 204);
      assert.equal((await told(code, ofApplication)).reason, "session_ended");
    });

    test("what is no token of ours does not exist, whatever it looks like", async () => {
      const { tickets, ring, storage } = { ...api.idp.node.services };
      const { access_token, id_token } = await exchange(jwtClient, await newCode(jwtClient));
      const [header = "", payload = "", signature = ""] = String(access_token).split(".");
      const services = { ring, tickets, issuer: "https://elsewhere.example" };
      const owner = {
        owner: "app_session",
        appSessionId: (await told(access_token)).appSession.id,
        loginSessionId: undefined,
      } as const;
      const jwt = { algorithm: "RS256", subject: api.idp.world.ada.id, clientId: "x", audience: [] } as const;
      const now = Math.floor(Date.now() / 1000);
      const foreign = await makeAccessToken(services, {
        owner,
        scopes: ["openid"],
        issuedAt: now,
        lifetime: 60,
        kind: "jwt",
        jwt,
      });
      const before = await contentOf(storage);
      const bodies = [
        ...["", "x", "sga_", "sgr_AAAA", `${header}.${payload}.`, `${header}.${payload}.${signature.slice(0, -4)}AAAA`]
          .filter((token) => token !== "")
          .map((token) => ({ token })),
        { token: foreign.token },
        { token: `${String(id_token)}.` },
        { token: tickets.seal(personalAccessTicket, { p: "nothing", u: "nobody" }) },
        ...[
          "a.b.c",
          "a",
          crypto.randomUUID(),
          `a.${crypto.randomUUID()}.AAAAAAAAAAAAAAAA`,
          `s.${crypto.randomUUID()}.AAAAAAAAAAAAAAAA`,
        ].map((id) => ({ id })),
        { id: `${(await told(access_token)).id}A` },
        { id: `x${(await told(access_token)).id.slice(1)}` },
      ];
      for (const body of bodies) {
        assert.equal((await inspect(body)).json.code, "unknown_resource", JSON.stringify(body));
        assert.equal((await revoke(body)).json.code, "unknown_resource");
      }
      for (const body of [
        {},
        { token: "x", id: "y" },
        { token: "" },
        { token: 1 },
        { jti: "x" },
        [],
        undefined,
        { token: "x".repeat(20_000) },
      ]) {
        const { status, json } = await inspect(body);
        assert.deepEqual([status, json.code], [400, "invalid_input"], JSON.stringify(body)?.slice(0, 80));
        assert.equal((await revoke(body)).json.code, "invalid_input");
      }
      assert.deepEqual(await contentOf(storage), before);
    });

    test("the token is not in the log", async () => {
      const { access_token } = await signInToWeb(api.idp);
      await told(access_token);
      await revoke({ token: access_token });
      assert.ok(!api.idp.node.lines.some((line) => line.includes(String(access_token))));
    });
  });
}
