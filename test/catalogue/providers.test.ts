/** Group N: nobody comes by way of another identity provider. When somebody can, its rows need tests. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { builtInPolicies } from "../../src/identity/policies/kinds.ts";
import { routes } from "../../src/management/routes.ts";
import { sqlite } from "../support/node.ts";
import { holdGroup } from "./group.ts";
import { addressesServed } from "./served.ts";
import { sourceFiles } from "./source.ts";

holdGroup("N", async () => ({ close: async () => {} }), {});

const provider =
  /identity.?provider|upstream|federat|\bidps?\b|idp_|saml|ldap|\bsocial\b|external_(?:id|user)|linked_account/i;

test("there is no table, policy, call, address or source file for another identity provider", async () => {
  const database = await sqlite.fresh();
  try {
    const { db } = await database.open();
    const tables = (await db.introspection.getTables()).flatMap(({ name, columns }) => [
      name,
      ...columns.map((column) => column.name),
    ]);
    assert.ok(tables.length > 100);
    const calls = routes.map(({ method, path }) => `${method} ${path}`);
    const files = sourceFiles().map(({ path }) => path);
    for (const name of [...tables, ...Object.keys(builtInPolicies), ...calls, ...addressesServed, ...files])
      assert.doesNotMatch(name, provider);
  } finally {
    await database.drop();
  }
});

test("a provider would be noticed, whatever it is called", () => {
  for (const name of [
    "identity_providers",
    "GET /identity-providers/:id",
    "login/idp.ts",
    "/login/idp/callback",
    "external_id",
    "saml.ts",
  ]) {
    assert.match(name, provider);
  }
});
