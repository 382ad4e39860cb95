/**
 * docs/management-api.md: its numbers are those of the code, and its examples do what the page says, against a real
 * server.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { type ErrorCode, registry } from "../../src/errors/registry.ts";
import { KEEP_MS } from "../../src/identity/limits/idempotency.ts";
import { MOST_MAILS_AN_HOUR } from "../../src/identity/users/mail-requests.ts";
import { conventions } from "../../src/management/openapi/words.ts";
import { DEFAULT_LIMIT, LARGEST_LIMIT } from "../../src/management/paging.ts";
import { LARGEST_BODY } from "../../src/management/serve.ts";
import { CALLS_PER_MINUTE } from "../../src/server.ts";
import { listenAsIdp } from "../clients/stage.ts";
import { makeManager } from "../support/api.ts";
import type { Idp } from "../support/idp.ts";
import { assertInstalled, execute, type Outcome, runnableBlocks, type Variables, writeCurlConfig } from "./examples.ts";
import { readDocument, root, section, tableRows } from "./markdown.ts";

const page = readDocument("docs/management-api.md");
const mebibytes = `${LARGEST_BODY / 1024 / 1024} MiB`;
const hours = `${KEEP_MS / 3_600_000} hours`;

describe("docs/management-api.md says what the code says", () => {
  test("the limits", () => {
    const values = tableRows(section(page, 2, "Limits")).map(([, value]) => value);
    assert.deepEqual(values, [
      String(CALLS_PER_MINUTE),
      mebibytes,
      String(LARGEST_LIMIT),
      "255 characters",
      hours,
      String(MOST_MAILS_AN_HOUR),
    ]);
  });

  test("what is beyond a limit, with its status", () => {
    for (const [, , beyond = ""] of tableRows(section(page, 2, "Limits"))) {
      const [, status, code] = /^(\d+) `(\w+)`$/.exec(beyond) ?? [];
      if (code !== undefined) assert.equal(registry[code as ErrorCode].status, Number(status), beyond);
    }
  });

  test("the size of a page", () => {
    const [[, words = ""] = []] = tableRows(section(page, 2, "Lists"));
    assert.ok(words.endsWith(`1 to ${LARGEST_LIMIT}, ${DEFAULT_LIMIT} if not said`));
  });

  test("and so does the API document", () => {
    assert.ok(conventions.includes(`hold ${mebibytes} at most`));
    assert.ok(conventions.includes(`kept for ${hours}`));
  });
});

describe("the examples of docs/management-api.md", () => {
  const blocks = runnableBlocks(page);
  let idp: Idp;
  let folder: string;
  const variables: Variables = {};
  before(async () => {
    idp = await listenAsIdp();
    folder = mkdtempSync(join(tmpdir(), "signet-docs-"));
    writeCurlConfig(folder);
    const organizationId = idp.world.acme.id;
    const { token } = await makeManager(
      idp,
      [{ role: "ORG_OWNER", place: { level: "organization", organizationId } }],
      organizationId,
    );
    Object.assign(variables, { API: `${idp.issuer}/management/v1`, TOKEN: token, ORGANIZATION_ID: organizationId });
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await idp.close();
  });

  /** The body below the headers that `curl -i` shows. */
  const bodyOf = ({ output }: Outcome): Record<string, unknown> => JSON.parse(output.split(/\r?\n\r?\n/).at(-1) ?? "");
  const shown = (heading: string): Record<string, unknown> =>
    JSON.parse(/```json\n([\s\S]*?)```/.exec(section(page, 2, heading))?.[1] ?? "");

  const checks: [heading: string, check: (outcome: Outcome) => void][] = [
    ["Where it is", ({ status, json }) => assert.deepEqual([status, json.openapi], [200, "3.1.0"])],
    ["Get a token", ({ status }) => assert.equal(status, 200)],
    [
      "Bodies",
      (outcome) => {
        const made = bodyOf(outcome);
        assert.equal(outcome.status, 201);
        assert.equal(outcome.location, `${variables.API}/projects/${made.id}`);
        const { id, organizationId, createdAt, changedAt, ...rest } = shown("Bodies");
        assert.deepEqual(made, { ...rest, ...pick(made, "id", "organizationId", "createdAt", "changedAt") });
        variables.PROJECT_ID = String(made.id);
      },
    ],
    [
      "Lists",
      ({ status, json }) => {
        assert.deepEqual([status, Array.isArray(json.items) && json.items.length], [200, 1]);
        variables.CURSOR = String(json.nextCursor);
      },
    ],
    [
      "Lists",
      ({ status, json }) => assert.deepEqual([status, Array.isArray(json.items) && json.items.length], [200, 1]),
    ],
    [
      "Errors",
      ({ status, json }) => {
        assert.equal(status, 400);
        assert.deepEqual({ ...json, requestId: "" }, { ...shown("Errors"), requestId: "" });
      },
    ],
    [
      "Versions",
      (outcome) => {
        assert.deepEqual([outcome.status, bodyOf(outcome).version], [200, 2]);
        assert.match(outcome.output, /^etag: "2"\r?$/im);
      },
    ],
    ["Versions", ({ status, json }) => assert.deepEqual([status, json.code], [412, "changed_meanwhile"])],
    [
      "Repeat a call",
      (outcome) => {
        assert.equal(outcome.status, 201);
        variables.FIRST = String(bodyOf(outcome).id);
      },
    ],
    [
      "Repeat a call",
      (outcome) => {
        assert.deepEqual([outcome.status, bodyOf(outcome).id], [201, variables.FIRST]);
        assert.match(outcome.output, /^idempotency-replayed: true\r?$/im);
      },
    ],
  ];

  test("curl, which they use, is installed", () => assertInstalled("curl"));

  test("each is one that this test knows, in the order of the page", () => {
    assert.deepEqual(
      blocks.map(({ heading }) => heading),
      checks.map(([heading]) => heading),
    );
  });

  for (const [i, block] of blocks.entries()) {
    test(`${block.heading}, example ${i + 1}`, async () => checks[i]?.[1](await execute(block, folder, variables)));
  }

  test("A typed client", async () => {
    const code = /```ts\n([\s\S]*?)```/.exec(section(page, 2, "A typed client"))?.[1] ?? "";
    const file = join(folder, "example.ts");
    const client = pathToFileURL(join(root, "packages/client/src/index.ts")).href;
    const prelude =
      'const organizationId = process.env.ORGANIZATION_ID ?? "";\nconst currentToken = async () => process.env.TOKEN ?? "";\n';
    writeFileSync(
      file,
      prelude + code.replace("@signet/management-client", client).replace("https://id.example.com", idp.issuer),
    );
    const { output } = await execute(
      { heading: "", language: "js", code: `await import(${JSON.stringify(file)})` },
      folder,
      variables,
    );
    const [made, ...names] = output.split("\n");
    assert.match(made ?? "", /^[\w-]{36} 1$/);
    assert.deepEqual(names, ["CRM", "Customer portal", "Customer portal", "Made once"]);
  });
});

function pick(from: Record<string, unknown>, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}
