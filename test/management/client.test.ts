/** The typed client: made from the API document, and used as a program would use it, over a real socket. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import {
  createManagementClient,
  eachItem,
  type ManagementClient,
  ProblemError,
} from "../../packages/client/src/index.ts";
import { describeApi } from "../../src/management/openapi/openapi.ts";
import { routes } from "../../src/management/routes.ts";
import { listenAsIdp } from "../clients/stage.ts";
import { makeManager } from "../support/api.ts";
import type { Idp } from "../support/idp.ts";

const run = promisify(execFile);
const folder = join(import.meta.dirname, "../../packages/client");
const types = join(folder, "src/schema.d.ts");
/** npm begins whatever `node` is first on the PATH: the one that runs the tests. */
const withOwnNode = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ""}` };

describe("packages/client", () => {
  test("is packed with the types of every call there is, which packing makes", async () => {
    rmSync(types, { force: true });
    const words = ["pack", "--dry-run", "--json", "--workspace", "packages/client"];
    const { stdout } = await run("npm", words, { cwd: join(folder, "../.."), env: withOwnNode });
    const [packed]: { files: { path: string }[] }[] = JSON.parse(stdout.slice(stdout.search(/^\[/m)));
    assert.deepEqual(packed?.files.map(({ path }) => path).toSorted(), [
      ...["package.json", "src/index.ts", "src/schema.d.ts"],
    ]);
    const made = readFileSync(types, "utf8");
    const paths = Object.keys(describeApi(routes, "/management/v1").paths);
    assert.ok(paths.length > 100);
    assert.deepEqual(
      paths.filter((path) => !made.includes(`\n    "${path}": {\n`)),
      [],
    );
  });

  test("passes the type check of its own TypeScript", async () => {
    await run(process.execPath, [join(folder, "scripts/generate.ts")]);
    const compiler = join(folder, "node_modules/typescript/bin/tsc");
    const { stdout } = await run(process.execPath, [compiler, "-p", folder, "--version"]);
    assert.match(stdout, /^Version 5\./);
    await run(process.execPath, [compiler, "-p", folder]).catch(({ stdout }) => assert.fail(stdout));
  });

  test("is made anew by the check, so that its types are never those of an older API", async () => {
    writeFileSync(types, "export type paths = never;\n");
    await run("npm", ["run", "generate"], { cwd: join(folder, "../.."), env: withOwnNode });
    assert.match(readFileSync(types, "utf8"), /^\/\*\* Made by `npm run generate`/);
    const { scripts } = JSON.parse(readFileSync(join(folder, "../../package.json"), "utf8"));
    assert.match(scripts.check, /^npm run --silent generate && tsc /);
  });
});

describe("a program that uses it", () => {
  let idp: Idp;
  let client: ManagementClient;
  let organizationId: string;
  before(async () => {
    idp = await listenAsIdp();
    organizationId = idp.world.acme.id;
    const { token } = await makeManager(
      idp,
      [{ role: "ORG_OWNER", place: { level: "organization", organizationId } }],
      organizationId,
    );
    client = createManagementClient({ baseUrl: `${idp.issuer}/`, token });
  });
  after(() => idp.close());

  const create = (name: string) =>
    client.POST("/organizations/{organizationId}/projects", { params: { path: { organizationId } }, body: { name } });
  const listProjects = (from: { cursor?: string }) =>
    client.GET("/organizations/{organizationId}/projects", {
      params: { path: { organizationId }, query: { sort: "name", limit: 2, ...from } },
    });

  test("creates a project and is told where it is", async () => {
    const { data, response } = await create("Portal");
    assert.ok(data);
    const { name, state, version }: { name: string; state: "active" | "inactive"; version: number } = data;
    assert.deepEqual([name, state, version, response.status], ["Portal", "active", 1, 201]);
    assert.equal(response.headers.get("location"), `${idp.issuer}/management/v1/projects/${data.id}`);
  });

  test("reads a list to its end, page by page", async () => {
    for (const name of ["Page A", "Page B", "Page C"]) assert.ok((await create(name)).data);
    const names: string[] = [];
    for await (const project of eachItem(listProjects)) names.push(project.name);
    assert.deepEqual(names, names.toSorted());
    assert.equal(names.filter((name) => name.startsWith("Page ")).length, 3);
    const whole = await client.GET("/organizations/{organizationId}/projects", {
      params: { path: { organizationId } },
    });
    assert.equal(names.length, whole.data?.items.length);
  });

  test("knows what a problem has in it", async () => {
    const { data, error } = await client.GET("/projects/{projectId}", { params: { path: { projectId: "unknown" } } });
    assert.equal(data, undefined);
    assert.ok(error);
    // Misspelled, this comparison would not compile.
    assert.ok(error.code === "unknown_resource");
    const { status, advice, requestId }: { status: number; advice: string; requestId: string } = error;
    assert.deepEqual([status, advice !== "", requestId !== ""], [404, true, true]);
  });

  test("gets a problem in the middle of a list as an error that can be caught", async () => {
    const readPage = () =>
      client.GET("/organizations/{organizationId}/projects", {
        params: { path: { organizationId }, query: { cursor: "made-up" } },
      });
    await assert.rejects(eachItem(readPage).next(), (error) => {
      assert.ok(error instanceof ProblemError);
      assert.deepEqual([error.problem.code, error.problem.errors?.[0]?.field], ["invalid_input", "cursor"]);
      return true;
    });
  });

  test("changes only the version that it has read", async () => {
    const { data: project } = await create("Versions");
    assert.ok(project);
    const path = { projectId: project.id };
    const change = (name: string, etag: string) =>
      client.PATCH("/projects/{projectId}", { params: { path, header: { "If-Match": etag } }, body: { name } });
    const first = await change("Versions 2", `"${project.version}"`);
    assert.deepEqual([first.data?.name, first.response.headers.get("etag")], ["Versions 2", '"2"']);
    const second = await change("Versions 3", `"${project.version}"`);
    assert.deepEqual([second.data, second.error?.code, second.response.status], [undefined, "changed_meanwhile", 412]);
    assert.equal((await client.GET("/projects/{projectId}", { params: { path } })).data?.name, "Versions 2");
  });

  test("makes nothing twice when it repeats a call with its key", async () => {
    const options = {
      params: { path: { organizationId }, header: { "Idempotency-Key": "one-project" } },
      body: { name: "Once" },
    };
    const [first, second] = [
      await client.POST("/organizations/{organizationId}/projects", options),
      await client.POST("/organizations/{organizationId}/projects", options),
    ];
    assert.ok(first.data);
    assert.equal(second.data?.id, first.data.id);
    assert.equal(second.response.headers.get("idempotency-replayed"), "true");
  });

  test("gets an answer without a body", async () => {
    const { data: project } = await create("Gone");
    assert.ok(project);
    const { data, error, response } = await client.DELETE("/projects/{projectId}", {
      params: { path: { projectId: project.id } },
    });
    assert.deepEqual([data, error, response.status], [undefined, undefined, 204]);
  });

  test("is asked for a token before every call, if it likes", async () => {
    const { token } = await makeManager(
      idp,
      [{ role: "ORG_OWNER", place: { level: "organization", organizationId } }],
      organizationId,
    );
    const tokens = ["expired", token];
    const renewing = createManagementClient({ baseUrl: idp.issuer, token: async () => tokens.shift() ?? "" });
    const me = () => renewing.GET("/me");
    const [first, second] = [await me(), await me()];
    assert.deepEqual([first.error?.code, second.response.status, tokens.length], ["invalid_token", 200, 0]);
  });
});
