import assert from "node:assert/strict";
import { test } from "node:test";
import { usageKinds } from "../../src/events/usage-kinds.ts";
import { readDocument, tableUnder, withoutTicks } from "./markdown.ts";

test("docs/operations.md has every kind of usage with what is counted, and no other", () => {
  const rows = tableUnder(readDocument("docs/operations.md"), "kind", "what is counted").map(([kind = "", what]) => [
    withoutTicks(kind),
    what,
  ]);
  assert.deepEqual(rows, Object.entries(usageKinds));
});
