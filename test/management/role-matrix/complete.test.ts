/** A call that nobody has said who may make, or a rule for a call that is not there, is found here. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { roleNames } from "../../../src/identity/permissions/roles.ts";
import { routes } from "../../../src/management/routes.ts";
import { expectations } from "./expectations.ts";
import { nameOf } from "./matrix.ts";
import { requests } from "./requests.ts";

test("every call has an expectation and a request, and none is left over", () => {
  const names = routes.map(nameOf).toSorted();
  assert.deepEqual(Object.keys(expectations).toSorted(), names);
  assert.deepEqual(Object.keys(requests).toSorted(), names);
});

test("every role may make some call that not every manager may make", () => {
  const mentioned = new Set(Object.values(expectations).flatMap(({ roles }) => (roles === "every" ? [] : roles)));
  assert.deepEqual([...mentioned].toSorted(), [...roleNames].toSorted());
});
