import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { type ConsoleStage, everything, startConsole } from "./console-stage.ts";

suite("getting into the Console", () => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  test("somebody who signs in comes to the page they asked for, and nothing but Signet is asked for anything", async () => {
    const owner = await stage.person(everything, {
      userName: "olga",
      profile: { givenName: "Olga", familyName: "Owner" },
    });
    const path = `/organizations/${stage.idp.world.acme.id}/projects`;
    await using visitor = await stage.visit(owner, `${path}?sort=-name`);
    const { page, complaints } = visitor;
    assert.equal(new URL(page.url()).pathname, `/console${path}`);
    assert.equal(new URL(page.url()).search, "?sort=-name");
    await page.getByRole("link", { name: "CRM" }).waitFor();
    const hosts = await page.evaluate<string[]>(
      "performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin)",
    );
    assert.deepEqual([...new Set(hosts)], [stage.url]);
    assert.deepEqual(complaints, []);
    await stage.check(page);

    const kept = await page.evaluate<string>(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])",
    );
    assert.doesNotMatch(kept, /sg[a-z]_|eyJ/, "no token is stored where a later script could read it");

    await page.reload();
    await page.getByRole("link", { name: "CRM" }).waitFor();
    assert.equal(new URL(page.url()).pathname, `/console${path}`, "a reload stays where one was");

    await page.getByRole("link", { name: "Home" }).click();
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    const loaded = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/console/assets/'))";
    const bytes = await page.evaluate<number>(
      `${loaded}.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
    );
    assert.ok(bytes > 100_000 && bytes < 350_000, `the first load, with two pages, has ${bytes} bytes`);

    await page.getByRole("button", { name: /^Signed in as/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).press("Enter");
    await page.getByLabel("Login name or e-mail").waitFor();
  });

  test("whoever manages nothing is told so, and finds their account", async () => {
    const nobody = await stage.person([], { userName: "nora" });
    await using visitor = await stage.visit(nobody);
    await visitor.page.getByText("There is nothing for you to manage").waitFor();
    await stage.check(visitor.page);
    await visitor.page.getByRole("link", { name: "My profile" }).click();
    await visitor.page.waitForURL(/\/account/);
  });
});
