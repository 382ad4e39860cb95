/** Keys of roles that mean something to a program that reads them as names of an object's members. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addProjectRole } from "../../src/identity/project-roles.ts";
import type { Subject } from "../../src/identity/sessions/subject.ts";
import { claimsOf, ROLES_CLAIM } from "../../src/oauth/claims.ts";
import { ALL_ROLES_SCOPE, METADATA_SCOPE } from "../../src/tokens/scopes.ts";
import { code, onEachEngine } from "../support/each-engine.ts";
import { by } from "../support/world.ts";

const taken = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "__defineGetter__",
  " __proto__ ",
];

onEachEngine("keys of roles", (stage) => {
  const add = (key: string) =>
    stage.world.storage.transaction((tx) => addProjectRole(tx, stage.world.project.id, { key }, by));
  const keys = async () =>
    (
      await stage.world.storage.db
        .selectFrom("project_roles")
        .select("key")
        .where("project_id", "=", stage.world.project.id)
        .execute()
    ).map((row) => row.key);

  test("that every object has are refused, and others that look like them are not", async () => {
    for (const key of taken) await assert.rejects(add(key), code("invalid_input", /every object has/), key);
    assert.deepEqual(await keys(), []);
    for (const key of ["proto", "Constructor", "to-string", "__proto"]) await add(key);
    assert.equal((await keys()).length, 4);
  });
});

test("one that is there from before, or a metadata key like it, is a name like any other in the claims", () => {
  const subject: Subject = {
    standing: "stands",
    userId: "ada",
    loginName: "ada@acme.example",
    name: "Ada",
    person: undefined,
    changedAt: 0,
    organization: { id: "acme", name: "Acme", domain: "acme.example" },
    application: undefined,
    audience: new Set(),
    roles: new Map([["project", ["__proto__", "admin"]]]),
    metadata: [{ key: "__proto__", value: "eyJhZG1pbiI6dHJ1ZX0" }],
    personalAccessToken: undefined,
    now: 0,
  };
  const claims = claimsOf(subject, [ALL_ROLES_SCOPE, METADATA_SCOPE], { projectId: "project", roleAssertion: false });
  const sent = JSON.parse(JSON.stringify(claims));
  assert.deepEqual(Object.keys(sent[ROLES_CLAIM]), ["__proto__", "admin"]);
  assert.deepEqual(Object.keys(sent[METADATA_SCOPE]), ["__proto__"]);
  assert.equal(Object.getPrototypeOf(sent[ROLES_CLAIM]), Object.prototype);
  assert.equal(({} as Record<string, unknown>).admin, undefined);
});
