/**
 * An API with zitadel/oidc that asks Signet about tokens by its key file, and a program with a key file that calls it.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { Idp } from "../../support/idp.ts";
import { freePort } from "../../support/postgres-server.ts";
import { addCaller, call } from "../callers.ts";
import { describeClient } from "../describe-client.ts";
import type { FrameworkStage } from "../framework-stage.ts";
import { addApplicationKey, addServiceUser } from "../stage.ts";
import { startGo } from "./program.ts";

async function start(stage: FrameworkStage, _secret: string, idp: Idp) {
  const { file } = await addApplicationKey(idp, stage.registered.application);
  stage.write("key.json", JSON.stringify(file));
  return startGo("resource-server", stage, { KEY_FILE: join(stage.folder, "key.json") });
}

describeClient({ title: "zitadel/oidc as a resource server", framework: "zitadel-oidc-rs", start }, (scene) => {
  test("serves whoever comes with a token for its project, of either kind", async () => {
    const { idp, stage } = scene();
    for (const accessTokenKind of ["opaque", "jwt"] as const) {
      const caller = await addCaller(idp, { accessTokenKind });
      assert.deepEqual(await call(`${stage.origin}/things`, await caller.token()), {
        status: 200,
        body: `Hello, ${caller.id}`,
      });
    }
  });

  test("refuses a token that was revoked, one that is not meant for it, an invented one, and none", async () => {
    const { idp, stage } = scene();
    const caller = await addCaller(idp);
    const revoked = await caller.token();
    assert.equal((await call(`${stage.origin}/things`, revoked)).status, 200);
    await caller.revoke(revoked);
    for (const token of [revoked, await caller.token("nobody"), "invented", undefined]) {
      assert.equal((await call(`${stage.origin}/things`, token)).status, 401);
    }
  });

  /** The service user's program, in the folder of the API's. */
  async function callAsService({ idp, stage }: { idp: Idp; stage: FrameworkStage }, scopes: string) {
    const { id, file } = await addServiceUser(idp, `service-${crypto.randomUUID()}`);
    stage.write("service.json", JSON.stringify(file));
    const port = await freePort();
    const elsewhere = { ...stage, port, origin: `http://localhost:${port}`, folder: stage.newFolder() };
    const environment = { KEY_FILE: join(stage.folder, "service.json"), API: `${stage.origin}/things`, SCOPES: scopes };
    await using service = await startGo("service", elsewhere, environment);
    return { id, answer: JSON.parse((await call(`${service.url.replace("/alive", "/call")}`)).body) };
  }

  test("a service user gets its tokens for its key file, and is served", async () => {
    const { idp } = scene();
    const { id, answer } = await callAsService(
      scene(),
      `openid urn:service:iam:org:project:id:${idp.world.project.id}:aud`,
    );
    assert.deepEqual(answer, { status: 200, body: `Hello, ${id}` });
  });

  test("a service user whose tokens are not meant for the API is not served", async () => {
    const { answer } = await callAsService(scene(), "openid");
    assert.equal(answer.status, 401);
  });
});
