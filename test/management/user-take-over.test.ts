/** Nobody becomes a manager by getting hold of one's account, and nobody is taken for a user of the other kind. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addManager } from "../../src/identity/managers.ts";
import { createProject } from "../../src/identity/projects.ts";
import type { Route } from "../../src/management/route.ts";
import { type HeldHere, MANAGEMENT_SCOPE, type Manager } from "../support/api.ts";
import { authorize, basic, CALLBACK, post } from "../support/idp.ts";
import { by } from "../support/world.ts";
import { type Made, makePerson, makeRobot } from "./people.ts";
import { type ApiStage, assertProblem, onEachApi, unchanged } from "./stage.ts";
import { bodyFor, callsAbout, changesOf, type Kind, nameOf, pathFor, stateFor } from "./user-calls.ts";

const makers = { user: makePerson, service_user: makeRobot } as const;
const kinds: readonly Kind[] = ["user", "service_user"];

const iam = (role: "IAM_OWNER" | "IAM_USER_MANAGER" | "IAM_ORG_MANAGER"): HeldHere => ({
  role,
  place: { level: "iam" },
});

const isStop = ({ effect }: Route) => effect === "stops";

/** Written down by hand: what only stops somebody. A new call is none of them unless somebody says so here, too. */
const stops: Readonly<Record<Kind, readonly string[]>> = {
  user: [
    "DELETE /users/:userId",
    "DELETE /users/:userId/app-sessions/:appSessionId",
    "DELETE /users/:userId/consents/:applicationId",
    "DELETE /users/:userId/login-sessions/:loginSessionId",
    "POST /users/:userId/deactivate",
    "POST /users/:userId/lock",
    "POST /users/:userId/sign-out",
  ],
  service_user: [
    "DELETE /service-users/:serviceUserId",
    "DELETE /service-users/:serviceUserId/personal-access-tokens/:tokenId",
    "POST /service-users/:serviceUserId/deactivate",
    "POST /service-users/:serviceUserId/sign-out",
  ],
};

onEachApi("accounts of managers over the API", (stage) => {
  const storage = () => stage.api.idp.node.services.storage;
  const atOrganization = (
    role: "ORG_OWNER" | "ORG_USER_MANAGER",
    organizationId = stage.api.idp.world.acme.id,
  ): HeldHere => ({
    role,
    place: { level: "organization", organizationId },
  });
  const call = (route: Route, as: Manager, userId: string) =>
    stage.api.call(route.method, pathFor(route, userId), as.token, { body: bodyFor(route) });

  async function grounds() {
    const { acme, other } = stage.api.idp.world;
    const input = { organizationId: acme.id, name: "Elsewhere" };
    const { id: projectId } = await storage().transaction((tx) => createProject(tx, input, by));
    return { other, projectId };
  }

  /** A user of Acme who holds these roles. */
  async function makeHolder(kind: Kind, held: readonly HeldHere[]): Promise<Made> {
    const made = await makers[kind](stage, kind === "user" ? { email: `${Math.random()}@mail.example` } : {});
    await storage().transaction(async (tx) => {
      for (const one of held) await addManager(tx, { userId: made.id, ...one }, by);
    });
    return made;
  }

  for (const kind of kinds) {
    test(`who manages only the organization in which an owner of the instance lives does nothing to that ${kind}`, async () => {
      const target = await makeHolder(kind, [iam("IAM_OWNER")]);
      const managers = [
        stage.acmeOwner,
        await stage.api.manager([atOrganization("ORG_USER_MANAGER")]),
        await stage.api.manager([iam("IAM_USER_MANAGER")]),
        await stage.api.manager([iam("IAM_ORG_MANAGER")]),
      ];
      const changes = changesOf(kind);
      assert.ok(changes.length >= (kind === "user" ? 17 : 12), changes.map(nameOf).join("\n"));
      await unchanged(stage.api, async () => {
        for (const manager of managers) {
          for (const route of changes) {
            const answer = await call(route, manager, target.id);
            assertProblem(answer, 403, "permission_missing");
            assert.match(
              answer.json.detail,
              /^This user is a manager of the instance, and you do not hold .* there$/,
              nameOf(route),
            );
          }
        }
      });
      for (const manager of managers) assert.equal((await manager.get(target.path)).status, 200);
    });

    test(`an owner of the instance does all of it to another one who is a ${kind}`, async () => {
      for (const route of changesOf(kind)) {
        const target = await makeHolder(kind, [iam("IAM_OWNER")]);
        await storage()
          .db.updateTable("users")
          .set({ state: stateFor(route) })
          .where("id", "=", target.id)
          .execute();
        const answer = await call(route, stage.owner, target.id);
        assert.ok([200, 201, 204].includes(answer.status), `${nameOf(route)}: ${answer.body}`);
      }
    });

    test(`a ${kind} who manages is touched only by who holds as much, at each place`, async () => {
      const { other } = stage.api.idp.world;
      const userManager = await stage.api.manager([atOrganization("ORG_USER_MANAGER")]);
      const both = await stage.api.manager([atOrganization("ORG_OWNER"), atOrganization("ORG_OWNER", other.id)]);
      const signOut = async (held: readonly HeldHere[], as: Manager): Promise<number> => {
        const { path } = await makeHolder(kind, held);
        return (await as.post(`${path}/sign-out`)).status;
      };
      assert.equal(await signOut([], userManager), 204);
      assert.equal(await signOut([atOrganization("ORG_USER_MANAGER")], userManager), 204);
      assert.equal(await signOut([atOrganization("ORG_USER_MANAGER")], stage.acmeOwner), 204);
      assert.equal(await signOut([atOrganization("ORG_OWNER")], userManager), 403);
      assert.equal(await signOut([atOrganization("ORG_USER_MANAGER", other.id)], both), 204);
      const rename = async (held: readonly HeldHere[], as: Manager): Promise<number> => {
        const { path } = await makeHolder(kind, held);
        return (await as.patch(path, kind === "user" ? { profile: { nickname: "I" } } : { name: "I" })).status;
      };
      assert.equal(await rename([atOrganization("ORG_USER_MANAGER", other.id)], stage.acmeOwner), 403);
      assert.equal(await rename([atOrganization("ORG_USER_MANAGER", other.id)], both), 200);
    });

    test(`the home organization stops a ${kind} who manages elsewhere, and does nothing else to them`, async () => {
      const { other, projectId } = await grounds();
      const userManager = await stage.api.manager([atOrganization("ORG_USER_MANAGER")]);
      const elsewhere: readonly [string, HeldHere][] = [
        ["of a project", { role: "PROJECT_OWNER", place: { level: "project", projectId } }],
        ["of another organization", atOrganization("ORG_OWNER", other.id)],
      ];
      assert.deepEqual(changesOf(kind).filter(isStop).map(nameOf).sort(), stops[kind]);
      for (const [where, held] of elsewhere) {
        for (const route of changesOf(kind).filter((one) => !isStop(one))) {
          const target = await makeHolder(kind, [held]);
          const answer = await call(route, userManager, target.id);
          assertProblem(answer, 403, "permission_missing");
          // It says what stands in the way, and nothing of the place.
          assert.ok(
            answer.json.detail.startsWith(`This user is a manager ${where}, and you do not hold `),
            answer.body,
          );
          for (const hidden of [other.id, other.name, projectId]) assert.ok(!answer.body.includes(hidden), answer.body);
        }
        for (const route of changesOf(kind).filter(isStop)) {
          const target = await makeHolder(kind, [held]);
          const answer = await call(route, userManager, target.id);
          assert.ok([200, 204].includes(answer.status), `${nameOf(route)}: ${answer.body}`);
        }
      }
    });

    test(`a ${kind} who manages their own organization is stopped only by who holds as much there`, async () => {
      const userManager = await stage.api.manager([atOrganization("ORG_USER_MANAGER")]);
      const target = await makeHolder(kind, [atOrganization("ORG_OWNER")]);
      await unchanged(stage.api, async () => {
        for (const route of changesOf(kind)) {
          const answer = await call(route, userManager, target.id);
          assertProblem(answer, 403, "permission_missing");
          assert.match(
            answer.json.detail,
            /^This user is a manager of their organization, and you do not hold /,
            nameOf(route),
          );
        }
      });
    });

    test(`no call about a ${kind} finds a user of the other kind, whoever makes it`, async () => {
      const [someone] = [await makers[kind === "user" ? "service_user" : "user"](stage)];
      await unchanged(stage.api, async () => {
        for (const route of callsAbout(kind)) {
          for (const manager of [stage.owner, stage.acmeOwner]) {
            for (const id of [someone.id, "nobody", stage.api.idp.world.acme.id]) {
              assertProblem(await call(route, manager, id), 404, "unknown_resource");
            }
          }
        }
      });
    });
  }

  test("managers change themselves, service users and people alike", async () => {
    const both = await stage.api.manager([
      atOrganization("ORG_OWNER"),
      atOrganization("ORG_OWNER", stage.api.idp.world.other.id),
    ]);
    assert.equal((await both.patch(`/service-users/${both.userId}`, { name: "Myself" })).status, 200);
    assert.equal((await stage.owner.patch(`/service-users/${stage.owner.userId}`, { name: "Myself" })).status, 200);
    const ada = await signInAda(stage, [atOrganization("ORG_OWNER")]);
    const { ada: person } = stage.api.idp.world;
    assert.equal(
      (await stage.api.call("PATCH", `/users/${person.id}`, ada, { body: { profile: { nickname: "I" } } })).status,
      200,
    );
    const events = await storage()
      .db.selectFrom("events")
      .selectAll()
      .where("resource_id", "=", person.id)
      .orderBy("id")
      .execute();
    assert.deepEqual([events.at(-1)?.actor_kind, events.at(-1)?.actor_id], ["user", person.id]);
  });
});

onEachApi("the last owner of the instance", (stage) => {
  test("is neither locked, deactivated nor deleted, not even by themselves", async () => {
    const { ada } = stage.api.idp.world;
    const token = await signInAda(stage, [iam("IAM_OWNER")]);
    const as = (method: string, path: string) => stage.api.call(method, path, token);
    const people = await as("GET", "/users?limit=200");
    const admin = people.json.items.find(({ userName }: { userName: string }) => userName === "admin");
    assert.equal((await as("POST", `/users/${admin.id}/deactivate`)).status, 200);
    assert.equal((await as("DELETE", `/service-users/${stage.owner.userId}`)).status, 204);
    await unchanged(stage.api, async () => {
      for (const verb of ["lock", "deactivate"])
        assertProblem(await as("POST", `/users/${ada.id}/${verb}`), 409, "last_owner");
      assertProblem(await as("DELETE", `/users/${ada.id}`), 409, "last_owner");
    });
    assert.equal((await as("POST", `/users/${admin.id}/activate`)).status, 200);
    assert.equal((await as("DELETE", `/users/${ada.id}`)).status, 204);
    assertProblem(await as("GET", "/users"), 401, "invalid_token");
  });
});

/** Ada with these roles, at an application that may carry them: her access token. */
async function signInAda({ api: { idp } }: ApiStage, held: readonly HeldHere[]): Promise<string> {
  const { storage } = idp.node.services;
  await storage.transaction(async (tx) => {
    for (const one of held) await addManager(tx, { userId: idp.world.ada.id, ...one }, by);
  });
  const client = await idp.register("web", { authMethod: "basic", managementAccess: true });
  const answer = await authorize(idp, { client, parameters: { scope: MANAGEMENT_SCOPE } });
  const form = { grant_type: "authorization_code", code: answer.get("code") ?? "", redirect_uri: CALLBACK };
  const { json, body } = await post(idp, "/oauth/v2/token", form, { authorization: basic(client) });
  assert.equal(typeof json.access_token, "string", body);
  return String(json.access_token);
}
