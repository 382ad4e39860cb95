import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { mailLinkLife } from "../../src/identity/users/mail-link-tickets.ts";
import { readDocument, root, section, tableRows, withoutTicks } from "./markdown.ts";

const page = section(readDocument("docs/operations.md"), 2, "Mail");
const [links = "", reasons = ""] = page.split("| reason | means |");

test("docs/operations.md has every reason for which a mail may fail, and no other", () => {
  const source = readFileSync(join(root, "src/mail/failure.ts"), "utf8");
  const declared = source.slice(source.indexOf("export type MailFailureReason"), source.indexOf(";"));
  const known = [...declared.matchAll(/\| "(\w+)"/g)].map(([, reason]) => reason);
  assert.ok(known.length > 5);
  const said = tableRows(`| reason | means |${reasons}`).map(([reason = ""]) => withoutTicks(reason));
  assert.deepEqual(said.toSorted(), known.toSorted());
});

test("docs/operations.md says how long each link works", () => {
  const said = tableRows(links).flatMap(([, time = ""]) => /^(\d+) hours?$/.exec(time)?.[1] ?? []);
  const { invitation, reset_password, verify_email } = mailLinkLife;
  assert.deepEqual(
    said.map((hours) => Number(hours) * 3_600_000),
    [invitation, reset_password, verify_email],
  );
});
