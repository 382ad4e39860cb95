/** The scope and claim `groups`: the role keys as one flat list, told exactly where and to whom roles are told. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { decodeJwt } from "jose";
import { addProjectCaller } from "../../src/identity/project-callers.ts";
import { setProjectGrantState } from "../../src/identity/project-grants.ts";
import { addProjectRole } from "../../src/identity/project-roles.ts";
import { createProject, type Project } from "../../src/identity/projects.ts";
import { assignRoles } from "../../src/identity/role-assignments.ts";
import { accessInWords } from "../../src/people/consent/consent-words.ts";
import { languages } from "../../src/texts/languages.ts";
import { wordsIn } from "../../src/texts/words.ts";
import {
  type Client,
  getTokens,
  introspect,
  makeClient,
  makeServiceUser,
  post,
  TOKEN,
  userinfo,
} from "../support/clients.ts";
import { grantAccepted } from "../support/grants.ts";
import { onEachMachine } from "../support/machine.ts";
import { by } from "../support/world.ts";

const ROLES = "urn:service:iam:org:projects:roles";
const aud = (id: string) => `urn:service:iam:org:project:id:${id}:aud`;

onEachMachine("groups", (stage) => {
  let web: Client;
  let theirs: Project;
  before(async () => {
    const { storage, project, acme, other, ada } = stage.world;
    web = await makeClient(storage, { projectId: project.id, organizationId: acme.id, method: "basic" });
    await storage.transaction(async (tx) => {
      for (const key of ["reader", "writer"]) await addProjectRole(tx, project.id, { key }, by);
      await assignRoles(tx, { userId: ada.id, projectId: project.id, roleKeys: ["reader", "writer"] }, by);
      theirs = await createProject(tx, { organizationId: other.id, name: "Theirs" }, by);
      for (const key of ["auditor", "boss"]) await addProjectRole(tx, theirs.id, { key }, by);
    });
  });

  test("are the keys of the roles in the project, in a claim of their own, only for the scope of that name", async () => {
    const { ada } = stage.world;
    const claims = async (scopes: string[]) => {
      const { access_token } = await getTokens(stage.node, web, { userId: ada.id, scopes });
      const [seen, told] = [
        await introspect(stage.node, web, access_token),
        (await userinfo(stage.other, access_token)).json(),
      ];
      assert.deepEqual([seen.groups, seen.roles], [told.groups, told.roles], "both endpoints tell the same");
      return told;
    };
    const groups = await claims(["openid", "groups"]);
    assert.deepEqual(groups.groups, ["reader", "writer"]);
    assert.deepEqual([groups.roles, groups["urn:service:iam:org:project:roles"]], [undefined, undefined]);
    const both = await claims(["openid", "groups", ROLES]);
    assert.deepEqual(
      [both.groups, both.roles],
      [
        ["reader", "writer"],
        ["reader", "writer"],
      ],
    );
    const one = await claims(["openid", "groups", "urn:service:iam:org:project:role:reader"]);
    assert.deepEqual([one.groups, one.roles], [["reader", "writer"], ["reader"]]);
    for (const scopes of [["openid"], ["openid", ROLES]]) assert.equal((await claims(scopes)).groups, undefined);
  });

  test("stand in a JWT access token, and in an ID token that has the claims of the user", async () => {
    const { storage, project, acme, ada } = stage.world;
    for (const idTokenUserinfoAssertion of [true, false]) {
      const change = { tokens: { accessTokenKind: "jwt" }, idTokenUserinfoAssertion } as const;
      const client = await makeClient(storage, {
        projectId: project.id,
        organizationId: acme.id,
        method: "basic",
        change,
      });
      const { access_token, id_token } = await getTokens(stage.node, client, {
        userId: ada.id,
        scopes: ["openid", "groups"],
      });
      assert.deepEqual(decodeJwt(access_token).groups, ["reader", "writer"]);
      assert.deepEqual(decodeJwt(id_token).groups, idTokenUserinfoAssertion ? ["reader", "writer"] : undefined);
    }
  });

  test("come through a grant as far as roles do, and end with it", async () => {
    const { storage, acme, other, ada } = stage.world;
    const at = await makeClient(storage, { projectId: theirs.id, organizationId: other.id, method: "basic" });
    const grant = await storage.transaction(async (tx) => {
      const made = await grantAccepted(
        tx,
        { projectId: theirs.id, organizationId: acme.id, roleKeys: ["auditor"] },
        by,
      );
      await assignRoles(
        tx,
        { userId: ada.id, projectId: theirs.id, projectGrantId: made.id, roleKeys: ["auditor"] },
        by,
      );
      return made;
    });
    const scopes = ["openid", "groups", ROLES];
    const { access_token } = await getTokens(stage.node, at, { userId: ada.id, scopes, agreed: true });
    const seen = await introspect(stage.node, at, access_token);
    assert.deepEqual([seen.groups, seen.roles], [["auditor"], ["auditor"]], "and nothing of the project at home");
    await storage.transaction((tx) => setProjectGrantState(tx, grant.id, "deactivate", by));
    assert.deepEqual(await introspect(stage.other, at, access_token), { active: false });
  });

  test("at introspection are those in the project of whoever asks", async () => {
    const { storage, project, other, bob } = stage.world;
    const api = await makeClient(storage, {
      projectId: theirs.id,
      organizationId: other.id,
      method: "basic",
      type: "api",
    });
    await storage.transaction(async (tx) => {
      await assignRoles(tx, { userId: bob.id, projectId: theirs.id, roleKeys: ["boss"] }, by);
      await addProjectCaller(tx, theirs.id, { applicationId: web.id }, by);
      await grantAccepted(tx, { projectId: project.id, organizationId: other.id, roleKeys: [] }, by);
    });
    const { access_token } = await getTokens(stage.node, web, {
      userId: bob.id,
      scopes: ["openid", "groups", aud(theirs.id)],
    });
    assert.deepEqual((await introspect(stage.node, api, access_token)).groups, ["boss"]);
    assert.equal((await introspect(stage.node, web, access_token)).groups, undefined, "he has none there");
  });

  test("of a service user are told where there is one project they can be meant for", async () => {
    const { storage, acme, project } = stage.world;
    const robot = await makeServiceUser(storage, acme.id);
    const second = await storage.transaction(async (tx) => {
      await assignRoles(tx, { userId: robot.id, projectId: project.id, roleKeys: ["reader"] }, by);
      return createProject(tx, { organizationId: acme.id, name: "Second" }, by);
    });
    const told = async (scope: string) => {
      const answer = await post(stage.node, TOKEN, { grant_type: "client_credentials", scope }, { as: robot });
      return (await userinfo(stage.node, answer.json().access_token)).json();
    };
    assert.deepEqual((await told(`openid groups ${aud(project.id)}`)).groups, ["reader"]);
    assert.equal((await told(`openid groups ${aud(project.id)} ${aud(second.id)}`)).groups, undefined);
    assert.equal((await told("openid groups")).groups, undefined);
  });

  test("are asked for on the page of consent in the words of roles, in every language", () => {
    for (const language of languages) {
      const words = wordsIn(language);
      const asked = (scopes: string[]) =>
        accessInWords(words, {
          scopes,
          client: { roleAssertion: false },
          projects: new Map(),
          instance: { projectId: "service" },
        });
      assert.deepEqual(asked(["openid", "groups"]), asked(["openid", ROLES]), language);
      assert.notDeepEqual(asked(["openid", "groups"]), asked(["openid"]), language);
    }
  });

  test("are in the discovery document", async () => {
    const document = (await stage.node.app.inject({ url: "/.well-known/openid-configuration" })).json();
    assert.ok(document.scopes_supported.includes("groups"));
    assert.ok(document.claims_supported.includes("groups"));
  });
});
