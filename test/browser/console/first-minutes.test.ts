import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { test } from "node:test";
import { buildConsole } from "../../../scripts/build-console.ts";
import { launchChromium, newVisitor } from "../../support/chromium.ts";
import { newFolder, startServer } from "../../support/signet.ts";
import { firstMinutes } from "./first-minutes.ts";

const MOST_MS = 180_000;

test("from a fresh start to the sample single-page app, signed in through one's own application, in under three minutes", async () => {
  await buildConsole();
  const begun = performance.now();
  const cwd = newFolder();
  const [server, chromium] = await Promise.all([startServer({ cwd }), launchChromium()]);
  try {
    const [, loginName = "", password = ""] = /Login name {2}(\S+)\s+Password +(\S+)/.exec(server.output()) ?? [];
    const url = /Console +(\S+)\/console/.exec(server.output())?.[1] ?? "";
    await using visitor = await newVisitor(chromium);
    const page = await visitor.context.newPage();
    await using _example = await firstMinutes(page, { url, loginName, password });
    assert.match((await page.locator("#claims").textContent()) ?? "", /admin/);
    assert.deepEqual(visitor.complaints, []);
    assert.ok(performance.now() - begun < MOST_MS);
  } finally {
    await chromium.close();
    await server.stop();
    rmSync(cwd, { recursive: true, force: true });
  }
});
