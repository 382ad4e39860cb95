/**
 * Spring Boot as an API that is sent tokens, as the Console's two examples have it: asking Signet, and reading them
 * itself.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { frameworkOf } from "../../../console/src/applications/frameworks/index.ts";
import { addCaller, call } from "../callers.ts";
import { describeClient } from "../describe-client.ts";
import { startSpring } from "./program.ts";

describeClient(
  { title: "Spring Boot, asking about opaque tokens", framework: "spring-opaque", start: startSpring },
  (scene) => {
    test("serves whoever comes with a token for its project, of either kind", async () => {
      const { idp, stage, client } = scene();
      for (const accessTokenKind of ["opaque", "jwt"] as const) {
        const caller = await addCaller(idp, { accessTokenKind });
        const { status, body } = await call(`${stage.origin}/things`, await caller.token());
        assert.equal(status, 200, body + client.output());
        assert.deepEqual(JSON.parse(body), { caller: caller.id, kind: "BearerTokenAuthentication" });
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

    test("with a wrong secret, nobody is served", async () => {
      const { idp, stage, restart } = scene();
      await restart("wrong");
      const caller = await addCaller(idp);
      assert.equal((await call(`${stage.origin}/things`, await caller.token())).status, 401);
    });
  },
);

describeClient({ title: "Spring Boot, reading JWTs", framework: "spring-jwt", start: startSpring }, (scene) => {
  const callers = frameworkOf("spring-jwt")?.callers;

  test("serves whoever comes with a JWT, as its callers are set", async () => {
    const { idp, stage, client } = scene();
    const caller = await addCaller(idp, callers);
    const { status, body } = await call(`${stage.origin}/things`, await caller.token());
    assert.equal(status, 200, body + client.output());
    assert.deepEqual(JSON.parse(body), { caller: caller.id, kind: "JwtAuthenticationToken" });
  });

  test("refuses a forged one, an opaque one, one of the type at+jwt, and none", async () => {
    const { idp, stage } = scene();
    const caller = await addCaller(idp, callers);
    const [header, payload, signature = ""] = (await caller.token()).split(".");
    const forged = [header, payload, (signature.startsWith("A") ? "B" : "A") + signature.slice(1)].join(".");
    const opaque = await (await addCaller(idp)).token();
    const usual = await (await addCaller(idp, { accessTokenKind: "jwt" })).token();
    for (const token of [forged, opaque, usual, undefined]) {
      assert.equal((await call(`${stage.origin}/things`, token)).status, 401);
    }
  });
});
