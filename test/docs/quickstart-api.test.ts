/**
 * docs/quickstart-api.md, run from its first line to its last as a reader would, against a Signet that was just
 * started.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { type RunningSignet, startServer } from "../support/signet.ts";
import { assertInstalled, runnableBlocks } from "./examples.ts";
import { readDocument } from "./markdown.ts";

const run = promisify(execFile);
const page = readDocument("docs/quickstart-api.md");

describe("docs/quickstart-api.md", () => {
  const folder = mkdtempSync(join(tmpdir(), "signet-quickstart-"));
  let signet: RunningSignet;

  before(async () => {
    await assertInstalled("curl");
    signet = await startServer({ cwd: folder, environment: { SIGNET_BOOTSTRAP_KEY_FILE: "./owner-key.json" } });
  });
  after(async () => {
    await signet?.stop();
    rmSync(folder, { recursive: true });
  });

  test("does what it says, from the first line to the last", async () => {
    const script = runnableBlocks(page).map(({ heading, code }) => `echo "## ${heading}"\n${code}`);
    const env = { PATH: process.env.PATH, HOME: folder, SIGNET: `http://localhost:${signet.port}` };
    const { stdout } = await run("bash", ["--norc", "-euo", "pipefail", "-c", script.join("\n")], {
      cwd: folder,
      env,
      timeout: 120_000,
    });
    const parts = new Map(stdout.split(/^## /m).map((part) => [part.split("\n", 1)[0] ?? "", part]));

    const [me = ""] = /\{.*\}/.exec(parts.get("Get a token") ?? "") ?? [];
    assert.equal(JSON.parse(me).managerRoles[0].role, "IAM_OWNER");
    const applications = ["website", "phones", "browser", "api"].map((name) =>
      JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")),
    );
    assert.deepEqual(
      applications.map(({ type, secret }) => [type, typeof secret]),
      [
        ["web", "string"],
        ["native", "undefined"],
        ["user_agent", "undefined"],
        ["api", "string"],
      ],
    );
    assert.match(parts.get("Create a user") ?? "", /"roleKeys":\["editor"\]/);
    const handedOver = stdout.slice(stdout.indexOf("## Hand the organization over"));
    assert.match(handedOver, /"role":"ORG_OWNER"/);
    assert.match(handedOver, /"displayName":"Ada Lovelace"/);
    assert.match(handedOver, /"name":"Warehouse"/);
    assert.match(handedOver, /^403\n(.*\n)*404\n(.*\n)*404$/m);
    assert.match(handedOver, /"code":"unknown_resource"/);
  });
});
