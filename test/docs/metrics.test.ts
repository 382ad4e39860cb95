import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { eventTypes } from "../../src/events/event-types.ts";
import { usageKinds } from "../../src/events/usage-kinds.ts";
import { readDocument, root, section, sections, tableRows, withoutTicks } from "./markdown.ts";

const sources = globSync("src/**/*.ts", { cwd: root }).map((path) => readFileSync(join(root, path), "utf8"));
const inCode = new Set(
  sources.flatMap((text) => [...text.matchAll(/"(signet_[a-z_]+)"/g)].map(([, name = ""]) => name)),
);
const alerts = section(readDocument("docs/operations.md"), 2, "Alerts");

test("docs/configuration.md lists every metric there is, and no other", () => {
  const listed = tableRows(section(readDocument("docs/configuration.md"), 2, "Metrics")).map(([name = ""]) =>
    withoutTicks(name),
  );
  assert.deepEqual(listed.toSorted(), [...inCode].toSorted());
});

test("the alerts of docs/operations.md stand on metrics, events and usage that exist", () => {
  const named = [...alerts.matchAll(/signet_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ""));
  assert.deepEqual(
    named.filter((name) => !inCode.has(name)),
    [],
  );
  const kinds = [...alerts.matchAll(/kind="([^"]+)"/g)].map(([, kind = ""]) => kind);
  assert.ok(kinds.length > 0 && kinds.every((kind) => kind in usageKinds));
  const types = [...alerts.matchAll(/type=~"([^"]+)"/g)].flatMap(([, all = ""]) => all.split("|"));
  assert.ok(types.length > 0 && types.every((type) => eventTypes.some((known) => known === type)), String(types));
});

test("the log lines that the alerts name are logged", () => {
  const flat = alerts.replaceAll("\n", " ");
  const named = [...flat.matchAll(/(?:log lines?|the message|again` or) (?:with the message )?`([^`]+)`/g)].map(
    ([, line = ""]) => line,
  );
  assert.ok(named.length >= 6, String(named));
  assert.deepEqual(
    named.filter((line) => !sources.some((text) => text.includes(`"${line}"`))),
    [],
  );
});

test("every alert says how it is seen, what it means and what to do", () => {
  const all = sections(readDocument("docs/operations.md"), 3).filter(({ text }) => text.startsWith("*Seen:*"));
  assert.ok(all.length >= 12);
  for (const { title, text } of all) assert.ok(text.includes("\n*Means:*") && text.includes("\n*Do:*"), title);
});
