/** examples/cli, with somebody who opens the address that it prints. */
import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { signInAs } from "../support/idp.ts";
import { startExample } from "./running.ts";
import { type ExampleStage, startExampleStage } from "./stage.ts";

const ADDRESS = /^ {2}(http:\S+)$/m;

describe("examples/cli", () => {
  let stage: ExampleStage;
  let environment: Record<string, string>;
  before(async () => {
    stage = await startExampleStage();
    const { CLIENT_ID = "" } = await stage.create(["cli"]);
    environment = { CLIENT_ID, ISSUER: stage.idp.issuer };
  });
  after(() => stage?.close());

  test("prints an address, takes the answer at a port of its own, and prints the claims and nothing else to stdout", async () => {
    await using cli = startExample("cli", environment, "--no-open");
    const browser = stage.idp.browser();
    const page = await browser.visit(await cli.printed(ADDRESS));
    const callback = new URL((await signInAs(browser, page, stage.loginName)).url);
    assert.deepEqual([callback.hostname, callback.pathname], ["127.0.0.1", "/callback"]);
    const seen = await fetch(callback);
    assert.match(await seen.text(), /close this window/);
    const { code, stdout } = await cli.ended;
    assert.equal(code, 0);
    const { preferred_username, email } = JSON.parse(stdout);
    assert.deepEqual([preferred_username, email], [stage.loginName, "grace@mail.example"]);
  });

  test("an answer with another state is not for it: it goes on waiting for its own, which may be that the person cancelled", async () => {
    await using cli = startExample("cli", environment, "--no-open");
    const browser = stage.idp.browser();
    const page = await browser.visit(await cli.printed(ADDRESS));
    const { origin } = new URL(new URL(await cli.printed(ADDRESS)).searchParams.get("redirect_uri") ?? "");
    for (const path of ["/callback?code=sgc_x&state=forged", "/callback", "/favicon.ico"]) {
      assert.equal((await fetch(origin + path)).status, 404, path);
    }
    const cancelled = await browser.submit(page, {}, "/login/cancel");
    assert.equal((await fetch(cancelled.url)).status, 200);
    const { code, stdout, stderr } = await cli.ended;
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /You are not signed in: /);
  });

  test("opens the address by the system's own command, and works without one", {
    skip: process.platform !== "linux",
  }, async () => {
    const opened = join(stage.folder, "opened");
    const command = join(stage.folder, "xdg-open");
    writeFileSync(command, `#!/bin/sh\nprintf %s "$1" > "${opened}"\n`);
    chmodSync(command, 0o755);
    await using cli = startExample("cli", { ...environment, PATH: `${stage.folder}:${process.env.PATH}` });
    const address = await cli.printed(ADDRESS);
    for (let tries = 0; tries < 100 && !(existsSync(opened) && readFileSync(opened, "utf8") !== ""); tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.equal(readFileSync(opened, "utf8"), address);

    await using alone = startExample("cli", { ...environment, PATH: "/nowhere" });
    const { origin } = new URL(new URL(await alone.printed(ADDRESS)).searchParams.get("redirect_uri") ?? "");
    assert.equal((await fetch(origin)).status, 404, "it is waiting");
  });
});
