/** Why an application or service user was not let in: its managers read it, whoever calls does not. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { changeApplication, setApplicationState } from "../../src/identity/applications/applications.ts";
import { addKey } from "../../src/identity/credential-keys/store.ts";
import { keyOwner } from "../../src/identity/service-users/service-users.ts";
import { type Api, startApi } from "../support/api.ts";
import {
  basicHeader,
  type Client,
  makeClient,
  makeServiceUser,
  makeSigningCredential,
  signAssertion,
} from "../support/clients.ts";
import { enginesOf } from "../support/engines.ts";
import { post } from "../support/idp.ts";
import { by } from "../support/world.ts";

const CLIENT_ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`refused authentications, on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await startApi(engine);
    });
    after(() => api.close());

    const make = (method: Client["method"], change = {}) => {
      const { acme, project } = api.idp.world;
      return makeClient(api.idp.node.services.storage, {
        projectId: project.id,
        organizationId: acme.id,
        method,
        change,
      });
    };
    const transaction: Api["idp"]["node"]["services"]["storage"]["transaction"] = (work) =>
      api.idp.node.services.storage.transaction(work);
    const form = { grant_type: "refresh_token", refresh_token: "x" };
    const byHeader = (client: Client, secret = client.secret) =>
      post(api.idp, "/oauth/v2/token", form, { authorization: basicHeader(client.id, secret) });
    const byBody = (client: Client, secret = client.secret) =>
      post(api.idp, "/oauth/v2/token", { ...form, client_id: client.id, client_secret: secret });
    const byAssertion = (client_assertion: string) =>
      post(api.idp, "/oauth/v2/token", { ...form, client_assertion, client_assertion_type: CLIENT_ASSERTION });
    const signed = (client: Client, change: Parameters<typeof signAssertion>[1] = {}) =>
      signAssertion(client, { ...change, claims: { aud: api.idp.issuer, ...change.claims } });
    const refused = async (path: string, as = api.owner) => {
      await api.idp.node.services.recurring.write();
      const answer = await as.get(`${path}/refused-authentications`);
      assert.equal(answer.status, 200, answer.body);
      return answer.json.items as Record<string, unknown>[];
    };
    const reasonsOf = async (client: Client) =>
      (await refused(`/applications/${client.id}`)).map(({ reason }) => reason).toSorted();

    test("another method, a wrong secret and a strict place are told apart, with the method that is expected", async () => {
      const [jwt, open, strict] = [
        await make("private_key_jwt"),
        await make("basic"),
        await make("basic", { strictAuthMethod: true }),
      ];
      const answers = [await byHeader(jwt, "x"), await byHeader(open, "wrong"), await byHeader(strict, "wrong")];
      assert.equal(new Set(answers.map(({ body }) => body)).size, 1, "the caller is told one and the same");
      assert.match((await byBody(strict)).body, /Authorization header only/);
      const [line, ...more] = await refused(`/applications/${jwt.id}`);
      assert.deepEqual(more, []);
      assert.deepEqual(
        { ...line, at: undefined, reasonDetail: undefined },
        {
          at: undefined,
          method: "client_secret_basic",
          reason: "wrong_method",
          reasonDetail: undefined,
          expectedMethod: "private_key_jwt",
          count: 1,
        },
      );
      assert.match(String(line?.reasonDetail), /another method/);
      assert.deepEqual(await reasonsOf(open), ["wrong_secret"]);
      assert.deepEqual(await reasonsOf(strict), ["strict_method", "wrong_secret"]);
      const [inWrongPlace] = (await refused(`/applications/${strict.id}`)).filter(
        ({ reason }) => reason === "strict_method",
      );
      assert.deepEqual(
        [inWrongPlace?.method, inWrongPlace?.expectedMethod],
        ["client_secret_post", "client_secret_basic"],
      );
    });

    test("an application that is switched off is told apart from one that is not there", async () => {
      const off = await make("basic");
      await transaction((tx) => setApplicationState(tx, off.id, "deactivate", by));
      await byHeader(off);
      assert.deepEqual(await reasonsOf(off), ["not_active"]);
    });

    test("each thing that is wrong with an assertion has its reason, and a key that is missing its id", async () => {
      const client = await make("private_key_jwt");
      const { acme } = api.idp.world;
      const gone = randomUUID();
      await byAssertion(await signed(client, { header: { kid: gone } }));
      const [unknown] = await refused(`/applications/${client.id}`);
      assert.deepEqual([unknown?.reason, unknown?.keyId], ["unknown_key", gone]);

      const evil = await makeSigningCredential();
      await byAssertion(await signed({ ...client, credential: { ...evil, id: client.credential?.id ?? "" } }));
      await byAssertion(await signed(client, { claims: { aud: "https://other.example" } }));
      await byAssertion(await signed(client, { claims: { exp: 5 } }));
      await byAssertion(await signed(client, { claims: { jti: 7 } }));
      const twice = await signed(client);
      for (let n = 0; n < 2; n++) await byAssertion(twice);
      const ed = await makeSigningCredential("EdDSA");
      await byAssertion(await signed({ ...client, credential: { ...ed, id: client.credential?.id ?? "" } }));
      const owner = { kind: "application", id: client.id, organizationId: acme.id } as const;
      const credential = await makeSigningCredential();
      await transaction((tx) => addKey(tx, owner, { credential }, by));
      await byAssertion(await signed(client, { header: { kid: undefined } }));
      assert.deepEqual(await reasonsOf(client), [
        "assertion_audience",
        "assertion_jti",
        "assertion_times",
        "assertion_used",
        "key_not_named",
        "unknown_key",
        "wrong_algorithm",
        "wrong_signature",
      ]);
    });

    test("what somebody writes as kid is not kept, unless it could be the id of a key", async () => {
      const client = await make("private_key_jwt");
      for (const kid of ["my-own-words-as-kid", `${randomUUID()}x`])
        await byAssertion(await signed(client, { header: { kid } }));
      const lines = await refused(`/applications/${client.id}`);
      assert.deepEqual(
        lines.map(({ reason, keyId, count }) => [reason, keyId, count]),
        [["unknown_key", undefined, 1]],
      );
      assert.doesNotMatch(JSON.stringify(lines), /my-own-words/);
    });

    test("a service user's refusals are its own, by secret and by grant", async () => {
      const robot = await makeServiceUser(api.idp.node.services.storage, api.idp.world.acme.id);
      const credential = await makeSigningCredential();
      await transaction((tx) => addKey(tx, keyOwner(robot.user), { credential }, by));
      const authorization = basicHeader(robot.id, "wrong");
      await post(api.idp, "/oauth/v2/token", { grant_type: "client_credentials" }, { authorization });
      const grant_type = "urn:ietf:params:oauth:grant-type:jwt-bearer";
      const assertion = await signed(robot, { header: { kid: undefined } });
      await post(api.idp, "/oauth/v2/token", { grant_type, assertion, scope: "openid" });
      const lines = await refused(`/service-users/${robot.id}`);
      assert.deepEqual(lines.map(({ method, reason }) => [method, reason]).toSorted(), [
        ["client_secret_basic", "wrong_secret"],
        ["jwt_bearer", "key_not_named"],
      ]);
    });

    test("a manager of somewhere else, and one who manages only people, see none of it", async () => {
      const client = await make("basic");
      await byHeader(client, "wrong");
      const { acme, other, project } = api.idp.world;
      const own = await api.manager([
        { role: "PROJECT_OWNER_VIEWER", place: { level: "project", projectId: project.id } },
      ]);
      assert.equal((await refused(`/applications/${client.id}`, own)).length, 1);
      const elsewhere = await api.manager(
        [{ role: "ORG_OWNER", place: { level: "organization", organizationId: other.id } }],
        other.id,
      );
      const nowhere = await elsewhere.get(`/applications/${randomUUID()}/refused-authentications`);
      const hidden = await elsewhere.get(`/applications/${client.id}/refused-authentications`);
      assert.deepEqual([hidden.status, hidden.json.code], [404, nowhere.json.code]);
      const people = await api.manager([
        { role: "ORG_USER_MANAGER", place: { level: "organization", organizationId: acme.id } },
      ]);
      assert.equal((await people.get(`/applications/${client.id}/refused-authentications`)).status, 403);
    });

    test("changing the method is what makes it work", async () => {
      const client = await make("basic");
      await transaction((tx) => changeApplication(tx, client.id, { authMethod: "private_key_jwt" }, by));
      assert.equal((await byHeader(client)).status, 401);
      assert.deepEqual(await reasonsOf(client), ["wrong_method"]);
      await transaction((tx) => changeApplication(tx, client.id, { authMethod: "post" }, by));
      assert.equal((await byHeader(client)).json.error, "invalid_grant");
    });
  });
}
