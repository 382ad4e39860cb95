/**
 * Accepting, refusing and leaving what another organization granted, and what a grant that nobody accepted is worth to
 * a hostile giver.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Role } from "../../src/identity/permissions/roles.ts";
import { createHuman } from "../../src/identity/users/humans.ts";
import type { Manager } from "../support/api.ts";
import { by } from "../support/world.ts";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

let people = 0;

onEachApi("answers to project grants over the API", (stage) => {
  const other = () => stage.api.idp.world.other;
  const received = (id: string, answer = "") =>
    `/organizations/${other().id}/received-grants/${id}${answer && `/${answer}`}`;
  const newProject = async (): Promise<string> => {
    const projectId: string = (await stage.acmeOwner.post(stage.projects, { name: "Offered" })).json.id;
    for (const key of ["admin", "reader"]) await stage.acmeOwner.post(`/projects/${projectId}/roles`, { key });
    return projectId;
  };
  /** By the owner of Acme, who holds nothing in the other organization. */
  const granted = async () => {
    const projectId = await newProject();
    const { status, json, body } = await stage.acmeOwner.post(`/projects/${projectId}/grants`, {
      organizationDomain: other().domain,
      roleKeys: ["reader"],
    });
    assert.equal(status, 201, body);
    return { projectId, grantId: json.id as string, grant: json };
  };
  const newPerson = () =>
    stage.api.idp.node.services.storage.transaction((tx) =>
      createHuman(
        tx,
        {
          organizationId: other().id,
          userName: `shy-${++people}`,
          profile: { givenName: "Shy", familyName: "Person" },
        },
        by,
      ),
    );
  const holding = (role: Role, organizationId: string): Promise<Manager> =>
    stage.api.manager([{ role, place: { level: "organization", organizationId } }], organizationId);

  test("what is granted waits; the owner of the other organization sees who offers what, accepts it and leaves it", async () => {
    const { projectId, grantId, grant } = await granted();
    const { acme } = stage.api.idp.world;
    assert.deepEqual([grant.state, grant.acceptedAt], ["pending", null]);
    const waiting = (await stage.otherOwner.get(`/organizations/${other().id}/received-grants?state=pending`)).json
      .items;
    const seen = waiting.find(({ id }: { id: string }) => id === grantId);
    assert.deepEqual(
      [seen.projectName, seen.ownerOrganizationName, seen.ownerOrganizationDomain, seen.roleKeys],
      ["Offered", acme.name, acme.domain, ["reader"]],
    );

    const accepted = await stage.otherOwner.post(received(grantId, "accept"));
    assert.equal(accepted.status, 200, accepted.body);
    assert.deepEqual([accepted.json.state, accepted.json.version], ["active", 2]);
    assert.match(accepted.json.acceptedAt, /^\d{4}-/);
    assert.deepEqual(
      (await stage.acmeOwner.get(`/project-grants/${grantId}`)).json,
      accepted.json,
      "the giver sees it, too",
    );
    const { id: userId } = await newPerson();
    const assigned = await stage.otherOwner.post(`/project-grants/${grantId}/role-assignments`, {
      userId,
      roleKeys: ["reader"],
    });
    assert.equal(assigned.status, 201, assigned.body);
    assert.match((await stage.acmeOwner.get(`/projects/${projectId}/role-assignments`)).body, new RegExp(userId));

    const left = await stage.otherOwner.post(received(grantId, "refuse"));
    assert.deepEqual([left.status, left.json.state, left.json.acceptedAt], [200, "refused", null]);
    assert.doesNotMatch(
      (await stage.acmeOwner.get(`/projects/${projectId}/role-assignments`)).body,
      new RegExp(userId),
    );
    assertProblem(await stage.owner.get(`/role-assignments/${assigned.json.id}`), 404, "unknown_resource");
    assert.equal(
      (await stage.otherOwner.post(received(grantId, "accept"))).json.state,
      "active",
      "they changed their mind",
    );
  });

  test("the same answer twice is a conflict that says so, and changes nothing", async () => {
    const { grantId } = await granted();
    for (const answer of ["accept", "refuse"] as const) {
      assert.equal((await stage.otherOwner.post(received(grantId, answer))).status, 200);
      const again = await unchanged(stage.api, () => stage.otherOwner.post(received(grantId, answer)));
      assertProblem(again, 409, "wrong_state");
      assert.match(again.json.detail, answer === "accept" ? /accepted already/ : /refused already/);
    }
  });

  test("whoever grants with project_grant.accept at the other end has it accepted at once", async () => {
    for (const [manager, expected] of [
      [stage.owner, "active"],
      [stage.acmeOwner, "pending"],
    ] as const) {
      const body = { organizationId: other().id, roleKeys: [] };
      const { json } = await manager.post(`/projects/${await newProject()}/grants`, body);
      assert.deepEqual([json.state, json.acceptedAt !== null], [expected, expected === "active"]);
    }
  });

  test("a giver with every role on their side can neither accept for the other one nor answer at their own", async () => {
    const { projectId, grantId } = await granted();
    const { acme } = stage.api.idp.world;
    const giver = await stage.api.manager(
      (
        [
          "ORG_OWNER",
          "ORG_USER_MANAGER",
          "ORG_SETTINGS_MANAGER",
          "ORG_PROJECT_CREATOR",
          "ORG_USER_PERMISSION_EDITOR",
        ] as const
      )
        .map(
          (
            role,
          ): {
            role: Role;
            place: { level: "organization"; organizationId: string } | { level: "project"; projectId: string };
          } => ({
            role,
            place: { level: "organization", organizationId: acme.id },
          }),
        )
        .concat({ role: "PROJECT_OWNER", place: { level: "project", projectId } }),
    );
    await unchanged(stage.api, async () => {
      for (const answer of ["accept", "refuse"]) {
        assertProblem(await giver.post(received(grantId, answer)), 404, "unknown_resource");
        // At their own organization they may answer, but there is no such grant.
        assertProblem(
          await giver.post(`/organizations/${acme.id}/received-grants/${grantId}/${answer}`),
          404,
          "unknown_resource",
        );
      }
      for (const verb of ["activate", "deactivate"])
        assertProblem(await giver.post(`/project-grants/${grantId}/${verb}`), 409, "wrong_state");
      const again = await giver.post(`/projects/${projectId}/grants`, { organizationId: other().id, roleKeys: [] });
      assertProblem(again, 409, "already_exists");
    });
    const { json } = await giver.get(`/me/permissions?projectGrantId=${grantId}`);
    assert.ok(!json.permissions.includes("project_grant.accept"));
    assert.ok(json.permissions.includes("project_grant.write"));
  });

  test("in the other organization only an owner answers; the rest are told what is missing", async () => {
    const { grantId } = await granted();
    const roles = [
      "ORG_OWNER_VIEWER",
      "ORG_USER_MANAGER",
      "ORG_SETTINGS_MANAGER",
      "ORG_PROJECT_CREATOR",
      "ORG_USER_PERMISSION_EDITOR",
    ] as const;
    for (const role of roles) {
      const manager = await holding(role, other().id);
      for (const answer of ["accept", "refuse"]) {
        const refused = await unchanged(stage.api, () => manager.post(received(grantId, answer)));
        assertProblem(refused, 403, "permission_missing");
        assert.match(refused.json.detail, /project_grant\.accept/);
      }
    }
    assert.equal((await stage.owner.post(received(grantId, "accept"))).status, 200);
  });

  test("a grant that waits or was refused names nobody and lets nobody in, whoever asks", async () => {
    const { projectId, grantId } = await granted();
    const { id: userId } = await newPerson();
    const path = `/project-grants/${grantId}`;
    const everybody = [stage.acmeOwner, stage.otherOwner, stage.owner];
    for (const state of ["pending", "refused"] as const) {
      if (state === "refused") await stage.otherOwner.post(received(grantId, "refuse"));
      for (const manager of everybody) {
        assert.equal((await manager.get(path)).json.state, state);
        for (const part of ["users", "role-assignments", "managers"]) {
          const answer = await manager.get(`${path}/${part}`);
          // Whom the other organization has is not for the giver to look up in any case.
          if (part === "users" && manager === stage.acmeOwner) assertProblem(answer, 403, "permission_missing");
          else assert.deepEqual([answer.status, answer.json.items], [200, []], `${part}, ${state}`);
        }
        const through = await unchanged(stage.api, () =>
          manager.post(`${path}/role-assignments`, { userId, roleKeys: ["reader"] }),
        );
        assertProblem(through, 409, "wrong_state");
        assert.match(through.json.detail, state === "pending" ? /has yet to accept/ : /has refused/);
      }
      for (const manager of [stage.otherOwner, stage.owner]) {
        const added = await unchanged(stage.api, () =>
          manager.post(`${path}/managers`, { userId, role: "PROJECT_GRANT_OWNER" }),
        );
        assertProblem(added, 409, "wrong_state");
      }
      const direct = await unchanged(stage.api, () =>
        stage.acmeOwner.post(`/projects/${projectId}/role-assignments`, { userId, roleKeys: ["reader"] }),
      );
      assertProblem(direct, 400, "invalid_input");
    }
  });

  test("managers of a grant are none any more when it is left", async () => {
    const { grantId } = await granted();
    await stage.otherOwner.post(received(grantId, "accept"));
    const place = { level: "project_grant", projectGrantId: grantId } as const;
    const manager = await stage.api.manager(
      [
        { role: "PROJECT_GRANT_OWNER", place },
        { role: "ORG_OWNER_VIEWER", place: { level: "organization", organizationId: other().id } },
      ],
      other().id,
    );
    const { id: userId } = await newPerson();
    const give = () => manager.post(`/project-grants/${grantId}/role-assignments`, { userId, roleKeys: ["reader"] });
    assert.equal((await give()).status, 201);
    await stage.otherOwner.post(received(grantId, "refuse"));
    assertProblem(await unchanged(stage.api, give), 403, "permission_missing");
    await stage.otherOwner.post(received(grantId, "accept"));
    assertProblem(await unchanged(stage.api, give), 403, "permission_missing");
  });

  test("each side reads the answer in its own log; the giver's does not say who gave it", async () => {
    const { projectId, grantId } = await granted();
    const { acme } = stage.api.idp.world;
    const answering = await holding("ORG_OWNER", other().id);
    const { userId } = (await answering.get("/me")).json;
    await answering.post(received(grantId, "refuse"));
    const seen = async (manager: Manager, place: string) =>
      (await manager.get(`${place}/events?type=project_grant.refused&resourceId=${grantId}`)).json.items.map(
        ({ actor }: { actor: unknown }) => actor,
      );
    assert.deepEqual(await seen(answering, `/organizations/${other().id}`), [{ kind: "service_user", id: userId }]);
    for (const place of [`/organizations/${acme.id}`, `/projects/${projectId}`]) {
      assert.deepEqual(await seen(stage.acmeOwner, place), [{ kind: "organization", id: other().id }]);
      assert.doesNotMatch((await stage.acmeOwner.get(`${place}/events`)).body, new RegExp(userId));
    }
  });
});
