import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { basicHeader, makeClient, makeServiceUser, post, signAssertion, TOKEN } from "../support/clients.ts";
import { onEachMachine } from "../support/machine.ts";

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

onEachMachine("what the token endpoint refuses is counted", (stage) => {
  beforeEach(async () => {
    await stage.node.usage.flush();
    await stage.world.storage.db.deleteFrom("usage").execute();
  });
  const counted = async () => {
    await stage.node.usage.flush();
    const rows = await stage.world.storage.db
      .selectFrom("usage")
      .selectAll()
      .where("kind", "=", "token.refused")
      .execute();
    return Object.fromEntries(rows.map(({ organization_id, count }) => [organization_id, count]));
  };
  const refuse = async (form: Record<string, string>, authorization?: string) => {
    const answer = await post(
      stage.node,
      TOKEN,
      form,
      authorization === undefined ? {} : { headers: { authorization } },
    );
    assert.ok([400, 401].includes(answer.statusCode), answer.body);
  };

  test("for the organization of the application that there is", async () => {
    const { storage, project, acme } = stage.world;
    const client = await makeClient(storage, { projectId: project.id, method: "basic", organizationId: acme.id });
    const right = basicHeader(client.id, client.secret);
    await refuse({ grant_type: "authorization_code", code: "none of ours" }, right);
    await refuse({ grant_type: "refresh_token", refresh_token: "none of ours" }, right);
    await refuse({ grant_type: "authorization_code", code: "none of ours" }, basicHeader(client.id, "not its secret"));
    await refuse({ grant_type: "client_credentials", scope: "openid" }, right);
    assert.deepEqual(await counted(), { [acme.id]: 4 });
  });

  test("for the organization of the service user that there is, and not when it gets its token", async () => {
    const { storage, other } = stage.world;
    const robot = await makeServiceUser(storage, other.id);
    await refuse({ grant_type: "client_credentials", scope: "openid" }, basicHeader(robot.id, "not its secret"));
    const expired = await signAssertion(robot, { claims: { exp: 1 } });
    await refuse({ grant_type: JWT_BEARER, scope: "openid", assertion: expired });
    assert.deepEqual(await counted(), { [other.id]: 2 });
    const given = await post(stage.node, TOKEN, {
      grant_type: JWT_BEARER,
      scope: "openid",
      assertion: await signAssertion(robot),
    });
    assert.equal(given.statusCode, 200, given.body);
    assert.deepEqual(await counted(), { [other.id]: 2 });
  });

  test("not for clients that do not exist, nor for requests that name none", async () => {
    await refuse({ grant_type: "client_credentials", scope: "openid" }, basicHeader("nobody", "secret"));
    await refuse({ grant_type: "authorization_code", code: "none of ours" }, basicHeader("nobody", "secret"));
    await refuse({ grant_type: JWT_BEARER, scope: "openid", assertion: "not.a.jwt" });
    await refuse({ grant_type: "made-up" });
    assert.deepEqual(await counted(), {});
  });
});
