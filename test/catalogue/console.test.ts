/** Group P at the Console: an app of its own, with a policy of its own, that shows what others have written. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { createApplication } from "../../src/identity/applications/applications.ts";
import { setMetadata } from "../../src/identity/metadata.ts";
import { changeOrganization } from "../../src/identity/organizations.ts";
import { addProjectRole } from "../../src/identity/project-roles.ts";
import { changeProject } from "../../src/identity/projects.ts";
import { createServiceUser } from "../../src/identity/service-users/service-users.ts";
import { type ConsoleStage, everything, startConsole } from "../browser/console/console-stage.ts";
import { grantAccepted } from "../support/grants.ts";
import { problemsOfPage } from "../support/page-headers.ts";
import { by, settings } from "../support/world.ts";

const evil = `<img src=x onerror=canary=1>"'><script>canary=1</script>`;

/** As the Console's own table of pages has them. */
function pagesOfTheConsole(): string[] {
  const table = readFileSync(join(import.meta.dirname, "../../console/src/routes.tsx"), "utf8");
  const paths: string[] = [];
  let frame = "";
  for (const [, kind, path = ""] of table.matchAll(/^ +(page\(|tabs\(|\[)"(\/[^"]*)"/gm)) {
    if (kind === "tabs(") frame = path;
    paths.push(kind === "[" ? `${frame}${path}` : path);
  }
  return [...new Set(paths.map((path) => (path === "/" ? path : path.replace(/\/$/, ""))))];
}

describe("the Console", () => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage?.close());

  test("P6: whatever is asked for below /console says what it may load, run, send and be shown in", async () => {
    const { app } = stage.idp.node;
    const nonces = new Set<string>();
    for (const path of ["", "/", "/callback?code=x&state=y", "/nothing/at/all", ...pagesOfTheConsole()]) {
      const url = `/console${path}`;
      const { statusCode, headers, body } = await app.inject({
        url,
        headers: { host: new URL(stage.url).host, accept: "text/html" },
      });
      assert.deepEqual([statusCode, problemsOfPage({ method: "GET", url, headers })], [200, []]);
      const nonce = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1] ?? "";
      assert.ok(body.includes(`nonce="${nonce}"`) && !nonces.has(nonce), "a nonce of its own for each page");
      nonces.add(nonce);
      // Files of ours, and settings that are data: nothing in the page runs by itself.
      const scripts = [...body.matchAll(/<script([^>]*)>/g)].map(([, attributes = ""]) => attributes);
      for (const attributes of scripts) assert.match(attributes, /src="\/console\/assets\/|type="application\/json"/);
      assert.doesNotMatch(body, /\son\w+=|javascript:|https?:\/\/(?!localhost)/i);
    }
    for (const url of [
      "/console/assets/nothing.js",
      "/console/assets/../../package.json",
      "/console/assets/%2e%2e/index.html",
    ]) {
      const { statusCode, headers } = await app.inject({ url, headers: { host: new URL(stage.url).host } });
      assert.ok(
        statusCode === 404 || problemsOfPage({ method: "GET", url, headers }).length === 0,
        `${url}: ${statusCode}`,
      );
    }
  });

  test("P4: names that are markup are text on every page of the Console", async () => {
    const { world, node } = stage.idp;
    const { storage } = node.services;
    const ids = await storage.transaction(async (tx) => {
      await changeOrganization(tx, world.acme.id, { name: `Acme ${evil}` }, by);
      await changeProject(tx, world.project.id, { name: `CRM ${evil}` }, by);
      await addProjectRole(tx, world.project.id, { key: "evil", displayName: evil, group: evil }, by);
      const grant = await grantAccepted(
        tx,
        { projectId: world.project.id, organizationId: world.other.id, roleKeys: ["evil"] },
        by,
      );
      const made = await createApplication(
        tx,
        { projectId: world.project.id, settings: settings("web", { name: `App ${evil}` }) },
        by,
      );
      const robot = await createServiceUser(
        tx,
        { organizationId: world.acme.id, userName: "evil-robot", name: `Robot ${evil}`, description: evil },
        by,
      );
      await setMetadata(tx, { kind: "user", id: world.ada.id }, { key: "evil", value: evil }, by);
      return { projectGrantId: grant.id, applicationId: made.application.id, serviceUserId: robot.id };
    });
    const { acme, project } = world;
    const profile = { givenName: evil, familyName: evil, displayName: `Eve ${evil}`, nickName: evil };
    const eve = await stage.person(everything, { userName: "eve", profile });
    await using visitor = await stage.visit(eve);
    const { page } = visitor;
    const values: Record<string, string> = { organizationId: acme.id, projectId: project.id, userId: eve.id, ...ids };
    let shown = 0;
    for (const path of pagesOfTheConsole()) {
      const to = path.replaceAll(/\$(\w+)/g, (_, name: string) => values[name] ?? assert.fail(`no value for ${name}`));
      await visitor.go(to);
      await page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached" });
      assert.equal(await page.evaluate("'canary' in window"), false, path);
      assert.equal(
        await page.locator("img[src='x'], [onerror], body script:not([src]):not([type='application/json'])").count(),
        0,
        path,
      );
      if ((await page.locator("body").textContent())?.includes("<img src=x")) shown++;
    }
    assert.ok(shown > 10, `the names were to be seen on ${shown} pages`);
    assert.deepEqual(visitor.complaints, []);
  });
});
