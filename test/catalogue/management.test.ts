/** Group M: what managers can reach, and what can be made of what they send. */
import assert from "node:assert/strict";
import { loadConfig } from "../../src/config.ts";
import { firstStart } from "../../src/first-start.ts";
import { createApp } from "../../src/http/app.ts";
import { rememberInstance } from "../../src/identity/instance.ts";
import { mountManagement } from "../../src/management/mount.ts";
import { placeParameter } from "../../src/management/route.ts";
import { routes } from "../../src/management/routes.ts";
import { nameOf } from "../management/role-matrix/matrix.ts";
import { assertProblem, content, PREFIX, unchanged } from "../management/stage.ts";
import { type Manager, startApi } from "../support/api.ts";
import { mailsInFolder, readMail } from "../support/mail.ts";
import { postgres } from "../support/node.ts";
import { openApiStage, type Ready, ready, send, sendEverywhere } from "./api-stage.ts";
import { holdGroup } from "./group.ts";
import { addressesServed, helperAddresses, setupAddresses } from "./served.ts";
import { importsOf, sourceFiles } from "./source.ts";

const canary = "canary-of-the-environment";
process.env.CATALOGUE_CANARY = canary;
/** What it would become is in no id by chance. */
const sum = { written: "1337*7919", done: String(1337 * 7919) };
const wouldRun = [
  `\${env.CATALOGUE_CANARY} \${process.env.CATALOGUE_CANARY} %CATALOGUE_CANARY% {{${sum.written}}} \${${sum.written}} #{${sum.written}}`,
  `<%= ${sum.written} %> {% print(${sum.written}) %} \${jndi:ldap://127.0.0.1/x} {"__type":"x"} O:8:"stdClass":0:{}`,
  "../../../../../../etc/passwd",
  "file:///etc/passwd",
];
const wasRun = new RegExp(`${canary}|${sum.done}|root:x?:0:`);

const injections = [
  "'; DROP TABLE users; --",
  "' OR '1'='1",
  "1 UNION SELECT hash FROM passwords",
  "created_at; SELECT pg_sleep(5)",
  "(CASE WHEN (SELECT 1)=1 THEN name ELSE id END)",
  "*)(uid=*))(|(uid=*",
  "%' ESCAPE '\\",
];

/** Somewhere in what was answered. */
function has(value: unknown, text: string): boolean {
  if (typeof value !== "object" || value === null) return value === text;
  return Object.values(value).some((inner) => has(inner, text));
}

holdGroup("M", openApiStage, {
  async M4() {
    const rounds = 12;
    const api = await startApi(postgres);
    try {
      const { acme, other, project } = api.idp.world;
      const at = `/projects/${project.id}`;
      for (const key of ["kept", "taken"]) assert.equal((await api.owner.post(`${at}/roles`, { key })).status, 201);
      const roleKeys = ["kept", "taken"];
      const grant = (await api.owner.post(`${at}/grants`, { organizationId: other.id, roleKeys })).json;
      const place = { level: "project_grant", projectGrantId: grant.id } as const;
      const receiver = await api.manager([{ role: "PROJECT_GRANT_OWNER", place }], other.id);
      const owns = { role: "ORG_OWNER", place: { level: "organization", organizationId: acme.id } } as const;
      const giver = await api.manager([owns]);
      const robot = async (organizationId: string, n: string): Promise<string> =>
        (await api.owner.post(`/organizations/${organizationId}/service-users`, { userName: n })).json.id;
      const give = (as: Manager, path: string, userId: string) =>
        as.post(`${path}/role-assignments`, { userId, roleKeys: ["taken"] });
      const held = async () => {
        const { items } = (await api.owner.get(`${at}/role-assignments?limit=200`)).json;
        return items.flatMap((one: { roleKeys: string[] }) => one.roleKeys).filter((key: string) => key === "taken");
      };
      let given = 0;
      for (let round = 0; round < rounds; round++) {
        const names = Array.from({ length: 6 }, (_, n) => `racer-${round}-${n}`);
        const there = await Promise.all(names.map((name) => robot(other.id, name)));
        const here = await Promise.all(names.map((name) => robot(acme.id, name)));
        const narrowed = await Promise.all([
          ...there.map((userId) => give(receiver, `/project-grants/${grant.id}`, userId)),
          api.owner.patch(`/project-grants/${grant.id}`, { roleKeys: ["kept"] }),
        ]);
        assert.deepEqual(await held(), [], "nobody has through the grant what is not in it");
        const gone = await Promise.all([
          ...here.map((userId) => give(giver, at, userId)),
          api.owner.delete(`${at}/roles/taken`),
        ]);
        for (const { status, body } of [...narrowed, ...gone]) assert.ok(status < 500, body);
        assert.deepEqual(await held(), [], "nobody has a role that is not there");
        given += [...narrowed, ...gone].filter(({ status }) => status === 201).length;
        assert.equal((await api.owner.post(`${at}/roles`, { key: "taken" })).status, 201);
        assert.deepEqual(await held(), [], "a new role of the same name is nobody's");
        assert.equal((await api.owner.patch(`/project-grants/${grant.id}`, { roleKeys })).status, 200);
      }
      assert.ok(given > 0, "some were faster");
    } finally {
      await api.close();
    }
  },

  async M7(stage) {
    const { api } = stage;
    const { node, issuer } = api.idp;
    const declared = new Set(routes.map(({ method, path }) => `${method} ${PREFIX}${path}`));
    const served = await managementAddresses(stage);
    const open = [`GET ${PREFIX}/openapi.json`, `GET ${PREFIX}/docs`];
    assert.deepEqual(served.toSorted(), [...declared, ...open].toSorted(), "no call that is not in the table");
    assert.deepEqual(
      node.app.printRoutes({ commonPrefix: false }).trim().split("\n"),
      addressesServed,
      "no address that nobody thought of",
    );

    const prepared: Ready[] = [];
    for (const route of routes) prepared.push(await ready(stage, route));
    await unchanged(api, async () => {
      for (const { route, path, body } of prepared) {
        const given = body === undefined ? {} : { body };
        assertProblem(await api.call(route.method, path, undefined, given), 401, "token_missing");
        assertProblem(await api.call(route.method, path, "made-up", given), 401, "invalid_token");
      }
    });
    for (const { after } of prepared) await after();
    for (const url of open) assert.equal((await node.app.inject({ url: url.split(" ")[1] ?? "" })).statusCode, 200);

    for (const url of helperAddresses.flatMap((path) => [path, PREFIX + path, `/oauth/v2${path}`])) {
      for (const method of ["GET", "POST"] as const) {
        const headers = { authorization: `Bearer ${api.owner.token}`, host: new URL(issuer).host };
        assert.equal((await node.app.inject({ method, url, headers })).statusCode, 404, `${method} ${url}`);
      }
    }
    const keys = await api.owner.get("/signing-keys");
    assert.equal(keys.status, 200);
    assert.doesNotMatch(keys.body, /"(?:d|p|q|dp|dq|qi|k|sealed|private\w*)":|PRIVATE/i);
  },

  async M8(stage) {
    const kept = new Set<string>();
    await sendEverywhere(stage, wouldRun, async ({ route, field, text }, answer) => {
      const what = `${nameOf(route)} ${field}: ${answer.status} ${answer.body}`;
      assert.ok(answer.status < 500, what);
      assert.doesNotMatch(answer.body, wasRun, what);
      if (answer.status >= 300) return;
      // A check keeps nothing, and what is secret is not shown.
      if (answer.json === undefined || /token|password/i.test(field) || route.path.endsWith("/check")) return;
      assert.ok(has(answer.json, text), `it is shown as it was written: ${what}`);
      kept.add(`${nameOf(route)} ${field}`);
      if (answer.headers.location === undefined) return;
      const read = await stage.api.owner.get(new URL(answer.headers.location).pathname.slice(PREFIX.length));
      assert.ok(has(read.json, text), `it is kept as it was written: ${what}`);
    });
    assert.ok(kept.size > 10, [...kept].join());
    const stored = JSON.stringify(await content(stage.api));
    assert.ok(stored.includes("CATALOGUE_CANARY"));
    assert.doesNotMatch(stored, wasRun);
    assert.doesNotMatch(stage.api.idp.node.lines.join(""), wasRun);
  },

  async M9(stage) {
    const { api } = stage;
    const { userId, token } = api.owner;
    const { home, signet } = stage.grounds.organizations;
    const claims = {
      userId,
      user_id: userId,
      ownerId: userId,
      sub: userId,
      organizationId: signet,
      role: "IAM_OWNER",
      isAdmin: true,
    };
    const headers = {
      "x-user-id": userId,
      "x-forwarded-user": userId,
      "remote-user": userId,
      "x-organization-id": signet,
      "x-act-as": userId,
      "x-access-token": token,
      cookie: `access_token=${token}; token=${token}; session=${userId}`,
    };
    const query = new URLSearchParams({ userId, access_token: token, token, organizationId: signet, act_as: userId });
    const nobody = await api.manager([]);
    const prepared: Ready[] = [];
    for (const route of routes) prepared.push(await ready(stage, route));
    await unchanged(api, async () => {
      for (const { route, path, body } of prepared) {
        const url = `${path}${path.includes("?") ? "&" : "?"}${query}`;
        const given = route.method === "GET" ? {} : { body: { ...(typeof body === "object" ? body : {}), ...claims } };
        assertProblem(await api.call(route.method, url, undefined, { ...given, headers }), 401, "token_missing");
        assertProblem(await api.call(route.method, url, nobody.token, { ...given, headers }), 403, "no_manager_role");
      }
    });
    for (const { after } of prepared) await after();

    // Nor for somebody who may do something: what is asked for is where the path says, and theirs is what their token
    // says.
    const place = { level: "organization", organizationId: home } as const;
    const manager = await api.manager([{ role: "ORG_OWNER", place }], home);
    const me = await api.call("GET", "/me", manager.token, { headers });
    assert.deepEqual([me.status, has(me.json, manager.userId), has(me.json, userId)], [200, true, false]);
    const elsewhere = await api.call("GET", `/organizations/${signet}`, manager.token, {
      headers: { ...headers, "x-organization-id": home },
    });
    assertProblem(elsewhere, 404, "unknown_resource");
  },

  async M11(stage) {
    const lists = routes.filter(({ sorts }) => sorts !== undefined);
    assert.ok(lists.length > 15);
    const prepared: Ready[] = [];
    for (const route of lists) prepared.push(await ready(stage, route));
    await unchanged(stage.api, async () => {
      for (const request of prepared) {
        const bare = request.path.replace(/\?.*/, "");
        for (const parameter of Object.keys(request.route.query.properties)) {
          for (const text of injections) {
            const began = performance.now();
            const { status, body, json } = await send(stage, {
              ...request,
              path: `${bare}?${new URLSearchParams({ [parameter]: text })}`,
            });
            const what = `${nameOf(request.route)} ${parameter}=${text}: ${status} ${body}`;
            // Text that could be in a name finds nothing; anything else is refused.
            assert.ok((status === 200 && json.items.length === 0) || status === 400, what);
            assert.doesNotMatch(body, /SQLITE|syntax error|SELECT .* FROM .* WHERE|no such (?:table|column)/, what);
            assert.ok(performance.now() - began < 3_000, what);
          }
        }
      }
    });
  },

  async M16({ api }) {
    const { node } = api.idp;
    const { storage, passwords } = node.services;
    const isClosed = async () => {
      for (const url of setupAddresses.flatMap((path) => [path, PREFIX + path])) {
        for (const method of ["GET", "POST", "PUT"] as const) {
          assert.equal((await node.app.inject({ method, url })).statusCode, 404, `${method} ${url}`);
        }
      }
    };
    await isClosed();
    // Nobody manages any more; a new one comes from the operator's command line alone.
    const managers = await storage.db.selectFrom("managers").selectAll().execute();
    await storage.db.deleteFrom("managers").execute();
    const announced: unknown[] = [];
    const config = loadConfig({
      SIGNET_DATABASE_URL: node.database.url,
      SIGNET_MASTER_KEY: node.masterKey,
      SIGNET_ADMIN_LOGIN: "eve@evil.test",
    });
    await unchanged(api, async () => {
      await isClosed();
      await firstStart(config, { storage, passwords }, (manager) => announced.push(manager));
      assertProblem(await api.owner.get("/me"), 403, "no_manager_role");
    });
    assert.deepEqual(announced, []);
    await storage.db.insertInto("managers").values(managers).execute();
    assert.equal((await api.owner.get("/me")).status, 200);
  },

  async M18({ api, grounds }) {
    const { home, other } = grounds.organizations;
    const owns = (organizationId: string) =>
      [{ role: "ORG_OWNER", place: { level: "organization", organizationId } }] as const;
    const [here, there] = [await api.manager(owns(home), home), await api.manager(owns(other), other)];
    const theirs = {
      userName: "zebedee",
      email: "zebedee@hidden.example",
      phone: "+41441234567",
      profile: { givenName: "Zebedee" },
    };
    assert.equal((await there.post(`/organizations/${other}/users`, theirs)).status, 201);
    assert.equal((await there.post(`/organizations/${other}/service-users`, { userName: "zebra-robot" })).status, 201);
    assert.equal((await there.post(`/organizations/${other}/projects`, { name: "Zebra crossing" })).status, 201);

    for (const list of ["users", "service-users", "projects", "received-grants", "managers", "events"]) {
      for (const query of list === "users" || list === "service-users" || list === "projects"
        ? ["?q=zeb", "?q=hidden", "?limit=200"]
        : [""]) {
        const answer = await here.get(`/organizations/${home}/${list}${query}`);
        assert.equal(answer.status, 200, answer.body);
        assert.doesNotMatch(answer.body, /ze(?:bedee|bra)|hidden\.example/i, `${list}${query}`);
        // Neither a total nor a position.
        assert.deepEqual(
          Object.keys(answer.json).filter((key) => key !== "items" && key !== "nextCursor"),
          [],
          list,
        );
      }
      assertProblem(await here.get(`/organizations/${other}/${list}`), 404, "unknown_resource");
    }
    for (const list of ["/users", "/service-users"])
      assertProblem(await here.get(`${list}?q=zeb`), 403, "permission_missing");
    const organizations = await here.get("/organizations?q=oth");
    assert.deepEqual(organizations.json, { items: [] });

    // What somebody elsewhere has is as free as what nobody has.
    const shapeOf = (json: Record<string, unknown>) =>
      JSON.stringify(json, (_, value) => (typeof value === "string" ? "" : value));
    const free = await here.post(`/organizations/${home}/users`, {
      ...theirs,
      userName: "zed",
      email: "zed@free.example",
      phone: "+41441234568",
    });
    const taken = await here.post(`/organizations/${home}/users`, theirs);
    assert.deepEqual([free.status, taken.status], [201, 201], taken.body);
    assert.equal(shapeOf(taken.json), shapeOf(free.json));
    for (const [path, body] of [
      ["service-users", { userName: "zebra-robot" }],
      ["projects", { name: "Zebra crossing" }],
    ] as const) {
      assert.equal((await here.post(`/organizations/${home}/${path}`, body)).status, 201, path);
    }
    const renamed = await here.put(`/users/${free.json.id}/email`, { email: "bob@hidden.example", verified: false });
    assert.ok(renamed.status < 300, renamed.body);
  },

  async M20({ api }) {
    const runs = /\beval\b|\bnew Function\b|\bFunction\(|\bsetTimeout\(\s*["'`]|deserialize|node-serialize|funcster/;
    const engines =
      /^(?:node:vm|node:repl|node:child_process|node:inspector|ejs|pug|handlebars|mustache|nunjucks|eta|vm2|js-yaml|yaml|lodash)(?:\/|\s|$)/;
    // Its text is a constant: it asks for the collector's own function.
    const known = new Map([["collect-after-start.ts", "node:vm runInNewContext"]]);
    for (const file of sourceFiles()) {
      assert.doesNotMatch(file.code, runs, file.path);
      const found = importsOf(file).filter((one) => engines.test(one));
      assert.deepEqual(
        found,
        [known.get(file.path)].filter((one) => one !== undefined),
        file.path,
      );
    }

    const { node, world, spa, issuer } = api.idp;
    const [first = "", second = ""] = wouldRun;
    const name = `${first} <b>`.slice(0, 190);
    const secondName = second.slice(0, 190);
    assert.equal((await api.owner.patch("/instance", { name })).status, 200);
    assert.equal((await api.owner.patch(`/organizations/${world.acme.id}`, { name: secondName })).status, 200);
    assert.equal((await api.owner.patch(`/applications/${spa.application.id}`, { name })).status, 200);
    const body = {
      userName: "template",
      email: "template@mail.example",
      profile: { givenName: name, displayName: secondName },
    };
    const person = await api.owner.post(`/organizations/${world.acme.id}/users`, body);
    assert.equal(person.status, 201, person.body);
    assert.equal((await api.owner.post(`/users/${person.json.id}/invite`)).status, 204);
    await node.services.mail.flush();
    const mails = mailsInFolder(node.database).map(readMail);
    assert.ok(mails.length > 0);
    for (const mail of mails) assert.doesNotMatch(mail.text + mail.html + JSON.stringify([...mail.headers]), wasRun);

    const browser = api.idp.browser();
    const asked = new URLSearchParams({
      client_id: spa.application.id,
      redirect_uri: "https://app.example/callback",
      response_type: "code",
      scope: `openid urn:service:iam:org:id:${world.acme.id}`,
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
      login_hint: name,
      state: secondName,
    });
    const page = await browser.visit(`${issuer}/oauth/v2/authorize?${asked}`);
    assert.equal(page.status, 200);
    assert.ok(page.body.includes(`{{${sum.written}}}`), "it is shown");
    assert.doesNotMatch(page.body, wasRun);
    assert.doesNotMatch(page.body, /<b>|<%/);
  },
});

/** Of the room itself, as it is mounted, whatever the table says. */
async function managementAddresses({ api }: Parameters<typeof ready>[0]): Promise<string[]> {
  const { storage, recurring, ring, tickets, passwords, keys, mail } = api.idp.node.services;
  const { issuer } = api.idp;
  const room = createApp({ loginUrl: issuer, https: false, trustedProxies: [], log: api.idp.node.app.log });
  const served: string[] = [];
  room.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat()) if (one !== "HEAD" && one !== "OPTIONS") served.push(`${one} ${url}`);
  });
  const addresses = { issuerUrl: issuer, baseUrl: issuer, loginUrl: issuer };
  const tokens = { ring, tickets, issuer };
  const instance = rememberInstance(storage.db);
  mountManagement(room, {
    storage,
    recurring,
    keys,
    tokens,
    passwords,
    instance,
    addresses,
    mail,
    callsPerMinute: 1,
    strictAnswers: true,
  });
  await room.ready();
  await room.close();
  assert.ok(Object.values(placeParameter).every((name) => served.some((one) => one.includes(`:${name}`))));
  return served;
}
