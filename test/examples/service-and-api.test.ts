/** examples/service calls examples/api, with a token that is good and with those that are not. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { importPKCS8, SignJWT } from "jose";
import { addServiceUser } from "../clients/stage.ts";
import { post } from "../support/idp.ts";
import { freePort } from "../support/postgres-server.ts";
import { type RunningExample, runExample, startExample } from "./running.ts";
import { type ExampleStage, startExampleStage } from "./stage.ts";

type KeyFile = Record<string, string>;

describe("examples/service and examples/api", () => {
  let stage: ExampleStage;
  let api: RunningExample;
  let url: string;
  let projectId: string;
  before(async () => {
    const port = await freePort();
    stage = await startExampleStage();
    projectId = (await stage.create(["api", "service"])).PROJECT ?? "";
    api = startExample("api", { KEY_FILE: keyFileOf("api"), ISSUER: stage.idp.issuer, PORT: String(port) });
    url = await api.printed(/(http:\S+)/);
  });
  after(async () => {
    await api?.stop();
    await stage?.close();
  });

  const keyFileOf = (example: string) => join(stage.folder, "examples", example, "key.json");
  const readKeyFile = (path: string): KeyFile => JSON.parse(readFileSync(path, "utf8"));
  function writeKeyFile(name: string, file: KeyFile): string {
    const path = join(stage.folder, name);
    writeFileSync(path, JSON.stringify(file));
    return path;
  }
  const runService = (change: Record<string, string> = {}) =>
    runExample("service", {
      PROJECT_ID: projectId,
      KEY_FILE: keyFileOf("service"),
      ISSUER: stage.idp.issuer,
      API_URL: url,
      ...change,
    });

  /** What the service gets, for calls of our own. */
  async function newToken(file: KeyFile, scope: string): Promise<string> {
    const { userId = "", keyId = "", key = "" } = file;
    const claims = new SignJWT().setProtectedHeader({ alg: "RS256", kid: keyId }).setIssuer(userId).setSubject(userId);
    const timed = claims.setAudience(stage.idp.issuer).setIssuedAt().setExpirationTime("5m");
    const assertion = await timed.sign(await importPKCS8(key, "RS256"));
    const { json } = await post(stage.idp, "/oauth/v2/token", {
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion,
      scope,
    });
    return String(json.access_token);
  }
  const forProject = (id: string) => `openid urn:service:iam:org:project:id:${id}:aud`;
  async function call(authorization?: string, address = url): Promise<unknown[]> {
    const answer = await fetch(address, { headers: authorization === undefined ? {} : { authorization } });
    return [answer.status, answer.headers.get("www-authenticate"), ((await answer.json()) as { error?: string }).error];
  }
  const INVALID = [401, 'Bearer error="invalid_token"', "invalid_token"];

  test("the service signs in with its key file, is let in by the API, and prints what it was told", async () => {
    const { code, stdout, stderr } = await runService();
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /Hello, example-service@localhost/);
    assert.ok(stdout.includes(readKeyFile(keyFileOf("service")).userId ?? "no user"));
  });

  test("the API refuses calls without a token, with something else, and with a token nobody gave", async () => {
    assert.deepEqual(await call(), [401, "Bearer", "token_required"]);
    assert.deepEqual(await call("Basic YTpi"), [401, "Bearer", "token_required"]);
    assert.deepEqual(await call("Bearer"), [401, "Bearer", "token_required"]);
    assert.deepEqual(await call("Bearer sga_nothing"), INVALID);
  });

  test("a token for another project, or for none, is not good for the API", async () => {
    const { organizationId } = stage.idp.world.instance;
    const made = await stage.manage("POST", `/organizations/${organizationId}/projects`, { name: "Another" });
    const { id: otherId } = (await made.json()) as { id: string };
    const file = readKeyFile(keyFileOf("service"));
    assert.equal((await call(`Bearer ${await newToken(file, forProject(projectId))}`))[0], 200);
    assert.deepEqual(await call(`Bearer ${await newToken(file, forProject(otherId))}`), INVALID);
    assert.deepEqual(await call(`Bearer ${await newToken(file, "openid")}`), INVALID);
    const { code, stdout, stderr } = await runService({ PROJECT_ID: otherId });
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /The API answered 401 Bearer error="invalid_token"/);
  });

  test("a service user of another organization gets no token for the project, and says so", async () => {
    const { file } = await addServiceUser(stage.idp, "stranger");
    const { code, stdout, stderr } = await runService({ KEY_FILE: writeKeyFile("stranger.json", file) });
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /This service user gets no tokens for the project/);
  });

  test("when its key is removed, the service gets no more tokens, and those it has are refused at once", async () => {
    const { userId } = readKeyFile(keyFileOf("service"));
    const made = await stage.manage("POST", `/service-users/${userId}/keys`, {});
    const { keyFile: file } = (await made.json()) as { keyFile: KeyFile };
    const path = writeKeyFile("removed.json", file);
    const token = await newToken(file, forProject(projectId));
    assert.equal((await call(`Bearer ${token}`))[0], 200);
    assert.equal((await runService({ KEY_FILE: path })).code, 0);

    assert.equal((await stage.manage("DELETE", `/service-users/${userId}/keys/${file.keyId}`)).status, 204);
    assert.deepEqual(await call(`Bearer ${token}`), INVALID);
    const { code, stdout, stderr } = await runService({ KEY_FILE: path });
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /Signet gave no token: invalid_grant: /);
  });

  test("an API whose own key is not known lets nobody in, and says that it is not the caller's fault", async () => {
    const port = await freePort();
    const file = { ...readKeyFile(keyFileOf("api")), keyId: crypto.randomUUID() };
    const environment = { KEY_FILE: writeKeyFile("unknown.json", file), ISSUER: stage.idp.issuer, PORT: String(port) };
    await using other = startExample("api", environment);
    const address = await other.printed(/(http:\S+)/);
    const token = await newToken(readKeyFile(keyFileOf("service")), forProject(projectId));
    assert.deepEqual(await call(`Bearer ${token}`, address), [503, null, "temporarily_unavailable"]);
    await other.printed(/Signet could not be asked about a token/);
  });
});
