/**
 * Inspecting a token never disagrees with using it: in every state, `active` is what introspection says of an access
 * token and what the token endpoint does with a code or refresh token. And the reason is the one that the state gives.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createApplication } from "../../src/identity/applications/applications.ts";
import { makeHttpScene } from "../state-matrix/http-scene.ts";
import { type StateName, states } from "../state-matrix/states.ts";
import { type Api, startApi } from "../support/api.ts";
import { enginesOf } from "../support/engines.ts";
import { basic, post, type Registered } from "../support/idp.ts";
import { by, settings } from "../support/world.ts";

/**
 * For an access token of the application that the state is about; undefined: it stays active; 404: nothing is left of
 * it.
 */
const expected: Record<StateName, string | undefined | 404> = {
  "nothing changed": undefined,
  "user deactivated": "user_not_active",
  "user deactivated and activated again": "user_signed_out",
  "user locked": "user_not_active",
  "user locked and unlocked again": "user_signed_out",
  "user deleted": 404,
  "password changed": "user_signed_out",
  "password changed by the user in this session": undefined,
  "signed out everywhere": "user_signed_out",
  "made a manager of the instance by somebody else": "user_signed_out",
  "login session ended": "login_session_ended",
  "login session expired": "login_session_expired",
  // The cookie ends, and a factor that is asked for from now on, or that nobody had, ends nothing.
  "proved again, under a new cookie": undefined,
  "second factor required": undefined,
  "instance requires a second factor where the organization does not": undefined,
  "second factors removed": undefined,
  // Of another session, and of another token.
  "app session ended": undefined,
  "app session expired": undefined,
  "token revoked": undefined,
  "organization of the user deactivated": "organization_not_active",
  "organization of the user deleted": 404,
  "application deactivated": "application_not_active",
  "application deleted": 404,
  "secret of the application replaced": undefined,
  "application keeps nothing but the code": undefined,
  "address of the application replaced": undefined,
  "project deactivated": "project_not_active",
  "project deleted": 404,
  "role required that the user does not have": "role_missing",
  "application of another organization, without consent": "consent_missing",
  "application of another organization, with consent": undefined,
  "consent taken back": "session_ended",
  "project granted by another organization, and the grant left": "not_granted",
  "project granted by another organization, and the grant pending": "not_granted",
  "service user deactivated": undefined,
  "service user deactivated and activated again": undefined,
  "service user deleted": undefined,
  "key removed": undefined,
  "key expired": undefined,
  "secret removed": undefined,
  "personal access token revoked": undefined,
  // It goes on, without that project.
  "audience project no longer lists the application": "audience_withdrawn",
  "audience project deactivated": "audience_withdrawn",
  "role at the audience project lost": "audience_withdrawn",
};

const countsForLess = "audience_withdrawn";

/** For tokens of the service user, by what they were got with; where nothing is said they stay active. */
const expectedOfService: Partial<Record<StateName, Partial<Record<"key" | "secret" | "personal", string | 404>>>> = {
  "organization of the user deactivated": each("organization_not_active"),
  "organization of the user deleted": each(404),
  // They go on, without the project that they are meant for.
  "project deactivated": each(countsForLess),
  "project deleted": each(countsForLess),
  "role required that the user does not have": each(countsForLess),
  "application of another organization, without consent": each(countsForLess),
  "application of another organization, with consent": each(countsForLess),
  "consent taken back": each(countsForLess),
  "project granted by another organization, and the grant left": each(countsForLess),
  "project granted by another organization, and the grant pending": each(countsForLess),
  "service user deactivated": each("user_not_active"),
  "service user deactivated and activated again": { key: "user_signed_out", secret: "user_signed_out" },
  "service user deleted": each(404),
  "key removed": { key: "credential_ended" },
  "key expired": { key: "credential_ended" },
  "secret removed": { secret: "credential_ended" },
  "personal access token revoked": { personal: "token_revoked" },
};

function each<T>(value: T): { key: T; secret: T; personal: T } {
  return { key: value, secret: value, personal: value };
}

/**
 * Nothing in the log is about the user, the session or the application: a rule of the project has changed, or time has
 * passed.
 */
const nobodyDidIt: readonly StateName[] = [
  "role required that the user does not have",
  "login session expired",
  "application of another organization, without consent",
  "project granted by another organization, and the grant left",
  "project granted by another organization, and the grant pending",
];

/** The application cannot prove who it is, and so cannot use what is still good: that is no matter of the token. */
const cannotProve: readonly StateName[] = ["secret of the application replaced"];

const withoutResourceServer: readonly StateName[] = [
  "project deactivated",
  "project deleted",
  "organization of the user deactivated",
  "organization of the user deleted",
];

for (const engine of enginesOf(import.meta.filename)) {
  describe(`inspecting a token in every state, on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await startApi(engine);
    });
    after(() => api.close());

    const inspect = async (token: unknown) => {
      const { status, json, body } = await api.owner.post("/tokens/inspect", { token });
      assert.ok(status === 200 || json.code === "unknown_resource", body);
      return { status, ...json };
    };

    for (const state of Object.keys(states) as StateName[]) {
      test(`agrees with the endpoints: ${state}`, async () => {
        const { idp } = api;
        const { storage } = idp.node.services;
        const scene = await makeHttpScene(idp);
        const { project } = scene.world;
        // A resource server that the states leave alone, and tokens of the service user that are meant for it.
        const observer: Registered = await storage.transaction(async (tx) => {
          const made = await createApplication(
            tx,
            { projectId: project.id, settings: settings("api", { authMethod: "basic" }) },
            by,
          );
          return { application: made.application, secret: made.secret ?? "" };
        });
        const [ofOne, ofOther] = [await scene.opaqueTokens(), await scene.jwtTokens()];
        const scope = `openid urn:service:iam:org:project:id:${project.id}:aud`;
        await storage.db
          .updateTable("personal_access_tokens")
          .set({ scopes: scope })
          .where("id", "=", scene.personalAccessTokenId)
          .execute();
        const serviceToken = async (form: Record<string, string>) =>
          (await post(idp, "/oauth/v2/token", { scope, ...form })).json.access_token;
        const ofService = {
          key: await serviceToken({
            grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
            assertion: await scene.assertion(),
          }),
          secret: await serviceToken({
            grant_type: "client_credentials",
            client_id: scene.service.id,
            client_secret: scene.secret,
          }),
          personal: scene.personalAccessToken,
        };

        await storage.transaction(async (tx) => {
          await states[state](tx, scene);
        });

        const introspect = async (token: unknown) => {
          const { status, json } = await post(
            idp,
            "/oauth/v2/introspect",
            { token: String(token) },
            { authorization: basic(observer) },
          );
          if (status === 200) return json.active === true ? "active for it" : "inactive for it";
          // With its project, the resource server itself is gone; the user can still ask.
          assert.ok(withoutResourceServer.includes(state));
          const answer = await idp.node.app.inject({
            url: "/oauth/v2/userinfo",
            headers: { authorization: `Bearer ${token}` },
          });
          return answer.statusCode === 200 ? "active" : "inactive";
        };
        const tokens = { opaque: ofOne.access, jwt: ofOther.access, ...ofService };
        for (const [name, token] of Object.entries(tokens)) {
          const told = await inspect(token);
          const seen = await introspect(token);
          const forIt = told.active === true && told.audience.includes(project.id);
          const words = {
            all: told.active === true ? "active" : "inactive",
            one: forIt ? "active for it" : "inactive for it",
          };
          assert.equal(seen, seen.endsWith("for it") ? words.one : words.all, `${name}: ${JSON.stringify(told)}`);
          const counts = told.status === 200 && (told.reason === undefined || told.reason === countsForLess);
          assert.equal(told.active === true, counts, `${name}: a reason exactly if inactive, or if it counts for less`);
        }

        const opaque = await inspect(tokens.opaque);
        assert.equal(opaque.status === 404 ? 404 : opaque.reason, expected[state]);
        if (opaque.active === false && !nobodyDidIt.includes(state)) {
          assert.deepEqual(
            [opaque.revokedBy.kind, opaque.revokedAt],
            ["system", opaque.revokedBy.at],
            "the log says who and when",
          );
        }
        for (const kind of ["key", "secret", "personal"] as const) {
          const told = await inspect(ofService[kind]);
          assert.equal(told.status === 404 ? 404 : told.reason, expectedOfService[state]?.[kind], kind);
        }

        const grants = {
          code: { grant_type: "authorization_code", code: scene.code, redirect_uri: "https://app.example/callback" },
          refresh: { grant_type: "refresh_token", refresh_token: ofOne.refresh },
        };
        for (const [name, form] of Object.entries(grants)) {
          const told = await inspect(name === "code" ? scene.code : ofOne.refresh);
          const answer = await post(idp, "/oauth/v2/token", form, { authorization: basic(scene.client) });
          const works = answer.status === 200 || cannotProve.includes(state);
          assert.equal(told.active === true, works, `${name}: ${JSON.stringify(told)} ${answer.body}`);
          assert.equal(told.active === true, told.status === 200 && told.reason === undefined);
        }
      });
    }
  });
}
