import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { test } from "node:test";
import { buildConsole } from "../../../scripts/build-console.ts";
import { launchChromium, newVisitor } from "../../support/chromium.ts";
import { newFolder, startServer } from "../../support/signet.ts";
import { firstMinutes } from "./first-minutes.ts";

/** How long somebody takes depends on them; what we can keep short is what they go through. */
const MOST_PAGES = 15;

test("from a fresh start to the sample single-page app, signed in through one's own application, it is a few pages", async (t) => {
  await buildConsole();
  const cwd = newFolder();
  const [server, chromium] = await Promise.all([startServer({ cwd }), launchChromium()]);
  try {
    const [, loginName = "", password = ""] = /Login name {2}(\S+)\s+Password +(\S+)/.exec(server.output()) ?? [];
    const url = /Console +(\S+)\/console/.exec(server.output())?.[1] ?? "";
    await using visitor = await newVisitor(chromium);
    const page = await visitor.context.newPage();
    const pages: string[] = [];
    page.on("framenavigated", (frame) => frame === page.mainFrame() && pages.push(frame.url()));
    await using _example = await firstMinutes(page, { url, loginName, password });
    assert.match((await page.locator("#claims").textContent()) ?? "", /admin/);
    assert.deepEqual(visitor.complaints, []);
    t.diagnostic(`${pages.length} pages`);
    assert.ok(pages.length <= MOST_PAGES, pages.join("\n"));
  } finally {
    await chromium.close();
    await server.stop();
    rmSync(cwd, { recursive: true, force: true });
  }
});
