/**
 * docs/branding.md: its numbers are those of the code, and its examples do what the page says, against a real server.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { imageKinds } from "../../src/identity/branding/brand.ts";
import { imageSizes, LARGEST_UPLOAD, MOST_PIXELS } from "../../src/identity/branding/encode-image.ts";
import { builtInPolicies, defaultBackgrounds } from "../../src/identity/policies/kinds.ts";
import { routes } from "../../src/management/routes.ts";
import { listenAsIdp } from "../clients/stage.ts";
import { makeManager } from "../support/api.ts";
import type { Idp } from "../support/idp.ts";
import { pngOf } from "../support/pictures.ts";
import { execute, runnableBlocks, type Variables, writeCurlConfig } from "./examples.ts";
import { readDocument, section, tableRows, withoutTicks } from "./markdown.ts";

const page = readDocument("docs/branding.md");

describe("docs/branding.md says what the code says", () => {
  test("the calls, with their permissions", () => {
    const said = tableRows(section(page, 2, "What can be set")).map(([, call = "", permission = ""]) => [
      withoutTicks(call),
      withoutTicks(permission),
    ]);
    const declared = routes.map(({ method, path, permission }) => [
      `${method} ${path.replace(/:(\w+)/g, "{$1}")}`,
      permission,
    ]);
    assert.deepEqual(said.toSorted(), declared.filter(([call = ""]) => /^PUT .*\/branding\b/.test(call)).toSorted());
  });

  test("the kinds of pictures and their sizes", () => {
    const said = tableRows(section(page, 2, "Pictures")).map(([kind = "", , size]) => [withoutTicks(kind), size]);
    assert.deepEqual(
      said,
      imageKinds.map((kind) => [kind, `${imageSizes[kind].width} × ${imageSizes[kind].height} pixels`]),
    );
  });

  test("what may be uploaded, and what a colour is judged on", () => {
    assert.ok(page.includes(`at most ${LARGEST_UPLOAD / 1024} KiB and ${MOST_PIXELS / 1_000_000} million pixels`));
    assert.ok(
      page.includes(`\`${defaultBackgrounds.light}\` on light pages, \`${defaultBackgrounds.dark}\` on dark ones`),
    );
  });
});

describe("the examples of docs/branding.md", () => {
  let idp: Idp;
  let folder: string;
  let variables: Variables;
  before(async () => {
    idp = await listenAsIdp();
    folder = mkdtempSync(join(tmpdir(), "signet-docs-"));
    writeCurlConfig(folder);
    writeFileSync(join(folder, "logo.png"), await pngOf(640, 160));
    const organizationId = idp.world.acme.id;
    const held = [{ role: "ORG_SETTINGS_MANAGER", place: { level: "organization", organizationId } }] as const;
    const { token } = await makeManager(idp, held, organizationId);
    variables = { API: `${idp.issuer}/management/v1`, TOKEN: token, ORGANIZATION_ID: organizationId };
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await idp.close();
  });

  test("set one colour, and nothing else", async () => {
    const [colour] = runnableBlocks(page);
    assert.ok(colour);
    const made = await execute(colour, folder, variables);
    assert.deepEqual(
      [made.status, made.json.settings],
      [200, { ...builtInPolicies.branding, primaryColor: "#1a5fb4" }],
      made.output,
    );
  });

  test("set a logo, and list it", async () => {
    const [, set, list] = runnableBlocks(page);
    assert.ok(set && list);
    const made = await execute({ ...set, code: `cd "$HOME"\n${set.code}` }, folder, variables);
    assert.equal(made.status, 200, made.output);
    const shown: Record<string, string> = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? "");
    assert.deepEqual(Object.keys(made.json), Object.keys(shown));
    assert.equal(made.json.id?.toString().length, shown.id?.length);
    assert.deepEqual((await execute(list, folder, variables)).json, { items: [made.json] });
    const picture = await fetch(String(made.json.url));
    assert.deepEqual([picture.status, picture.headers.get("content-type")], [200, "image/webp"]);
  });
});
