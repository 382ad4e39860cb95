/** What every test node is looked through for when it is closed, and that it is found when it is there. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { requestMail } from "../../src/identity/users/mail-requests.ts";
import { openMetrics } from "../../src/telemetry/metrics.ts";
import { managerAt } from "./api.ts";
import { engines } from "./engines.ts";
import { basic, type Idp, PASSWORD, signInToWeb, startIdp } from "./idp.ts";
import { mailsInFolder, readMail } from "./mail.ts";
import { startTestNode } from "./node.ts";
import { takeProblems } from "./problems.ts";
import { by } from "./world.ts";

/** Signs in, refreshes, makes secrets, keys and tokens, and asks for a new password. */
async function useEverything(idp: Idp): Promise<Record<string, string>> {
  const browser = idp.browser();
  const { access_token, refresh_token, id_token } = await signInToWeb(idp, "openid offline_access", browser);
  const owner = await managerAt(idp, [{ role: "IAM_OWNER", place: { level: "iam" } }]);
  const { world } = idp;
  const robot = (await owner.post(`/organizations/${world.acme.id}/service-users`, { userName: "robot" })).json.id;
  const made = {
    secret: (await owner.post(`/service-users/${robot}/regenerate-secret`)).json,
    keys: (await owner.post(`/service-users/${robot}/keys`, {})).json,
    personal: (
      await owner.post(`/service-users/${robot}/personal-access-tokens`, {
        name: "ci",
        scopes: ["openid"],
        expiresAt: new Date(Date.now() + 1e9).toISOString(),
      })
    ).json,
    application: (await owner.post(`/applications/${idp.web.application.id}/secrets`)).json,
  };
  await idp.node.services.storage.transaction((tx) =>
    requestMail(tx, { kind: "reset_password", userId: world.ada.id }, by),
  );
  await idp.node.services.mail.flush();
  const [mail] = mailsInFolder(idp.node.database).map(readMail);
  const link = new URL(mail?.link ?? idp.issuer).searchParams.get("link") ?? "";
  if (link !== "") {
    const page = await idp.browser().visit(mail?.link ?? "");
    await idp.browser().submit(page, { password: "a violet bicycle at noon" }, "/login/mail");
  }
  return {
    password: PASSWORD,
    "access token": String(access_token),
    "refresh token": String(refresh_token),
    "ID token": String(id_token),
    "client secret": idp.web.secret,
    "Authorization header": basic(idp.web).split(" ")[1] ?? "",
    "session cookie": decodeURIComponent(browser.cookies.get("signet-sessions") ?? ""),
    "browser cookie": browser.cookies.get("signet-browser") ?? "",
    "management token": owner.token,
    "service user's secret": String(made.secret.secret),
    "personal access token": String(made.personal.token),
    "application's second secret": String(made.application.secret),
    "private key": String(made.keys.keyFile.key).split("\n")[1] ?? "",
    "master key": idp.node.masterKey,
    ...(link === "" ? {} : { "link in a mail": link, "new password": "a violet bicycle at noon" }),
  };
}

for (const engine of engines) {
  describe(`secrets of a test node on ${engine.name}`, () => {
    test("of every kind are known to it, and are nowhere when it is closed", async () => {
      const idp = await startIdp(engine);
      const secrets = Object.entries(await useEverything(idp));
      for (const [name, secret] of secrets) assert.ok(secret.length >= 12, `${name}: ${secret}`);
      const text = secrets.map(([name, secret]) => `${name}=${secret}`).join("\n");
      const seen = idp.node.secrets.leaksIn({ "a text with all of them": text });
      for (const [name, secret] of secrets) {
        assert.ok(idp.node.secrets.leaksIn({ here: `x${secret}x` }).length > 0, `${name} is not known`);
      }
      assert.ok(seen.length >= secrets.length);
      await idp.close();
    });

    test("are found in the log, whoever logs them and however they are written", async () => {
      for (const written of [
        (secret: string) => secret,
        encodeURIComponent,
        (secret: string) => Buffer.from(secret).toString("base64"),
      ]) {
        const idp = await startIdp(engine);
        await signInToWeb(idp);
        idp.node.app.log.info({ note: `signed in with ${written(PASSWORD)}` }, "planted");
        await idp.close();
        assert.match(takeProblems().join("\n"), /a secret is in the log: password sent to POST \/login\/password/);
      }
    });

    test("are found in the database", async () => {
      const idp = await startIdp(engine);
      const { refresh_token } = await signInToWeb(idp);
      await sql`UPDATE humans SET nickname = ${`x${String(refresh_token)}x`} WHERE user_id = ${idp.world.ada.id}`.execute(
        idp.world.storage.db,
      );
      await idp.close();
      assert.match(
        takeProblems().join("\n"),
        /a secret is in the database: refresh_token from POST \/oauth\/v2\/token/,
      );
    });
  });
}

describe("secrets of a test node", () => {
  test("are found in what the management API tells", async () => {
    const idp = await startIdp();
    const { access_token } = await signInToWeb(idp);
    const owner = await managerAt(idp, [{ role: "IAM_OWNER", place: { level: "iam" } }]);
    await idp.world.storage.db
      .updateTable("humans")
      .set({ nickname: String(access_token) })
      .where("user_id", "=", idp.world.ada.id)
      .execute();
    await owner.get(`/users/${idp.world.ada.id}`);
    await idp.close();
    assert.match(takeProblems().join("\n"), /a secret is in what the management API tells: access_token from/);
  });

  test("of six digits are found as words of a text, and not within a number, an id or a colour", async () => {
    const idp = await startIdp();
    const { secrets } = idp.node;
    secrets.learn("a code", "481 516");
    for (const text of ['{"code":"481516"}', "your code is 481 516", "code 481516, please"]) {
      assert.deepEqual(secrets.leaksIn({ here: text }), ["here: a code (six digits)"], text);
    }
    for (const text of ['{"at":1748151600000}', '{"ms":481516,"x":1}', '"#481516"', '"a-481516"', "0x481516f"]) {
      assert.deepEqual(secrets.leaksIn({ here: text }), [], text);
    }
    await idp.close();
  });

  test("what was also sent as a name is no secret, and nothing is made of what is too short or always the same", async () => {
    const idp = await startIdp();
    const { secrets } = idp.node;
    const name = "some-name-tried-as-a-password";
    await idp.browser().request("POST", `${idp.issuer}/login`, { loginName: name });
    for (const value of [name, "short", "a".repeat(43)]) secrets.learn("something typed", value);
    assert.deepEqual(secrets.leaksIn({ here: `${name} short ${"a".repeat(50)}` }), []);
    await idp.close();
  });

  test("are in no metrics", async () => {
    const metrics = await openMetrics();
    const node = await startTestNode({ extend: (app) => metrics.watch(app) });
    const [token, secret] = [
      `sgr_${randomBytes(32).toString("base64url")}`,
      `sgx_${randomBytes(32).toString("base64url")}`,
    ];
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Basic ${btoa(`client:${secret}`)}`,
    };
    await node.app.inject({
      method: "POST",
      url: "/oauth/v2/token",
      headers,
      payload: `grant_type=refresh_token&refresh_token=${token}`,
    });
    await node.app.inject({ url: `/management/v1/me?token=${token}`, headers: { authorization: `Bearer ${secret}` } });
    await node.app.inject({ url: `/login/mail?link=${token}`, headers: { cookie: `signet-sessions=${secret}` } });
    const rendered = await metrics.render();
    assert.match(rendered, /signet_http_request_duration_seconds_count\{method="POST",route="\/oauth\/v2\/token"/);
    assert.deepEqual(node.secrets.leaksIn({ "the metrics": rendered }), []);
    for (const one of [token, secret])
      assert.equal(node.secrets.leaksIn({ "the metrics": `${rendered}{route="${one}"}` }).length, 1);
    await node.close();
  });
});
