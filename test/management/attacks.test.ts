/** What must not be possible at the management API, by ways around its rules rather than through them. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { TSchema } from "typebox";
import { record } from "../../src/events/audit-log.ts";
import { MOST_MAILS_AN_HOUR } from "../../src/identity/users/mail-requests.ts";
import { routes } from "../../src/management/routes.ts";
import { checkInput } from "../../src/management/validation.ts";
import type { HeldHere, Manager } from "../support/api.ts";
import { countStatements } from "../support/count-statements.ts";
import { withCost } from "../support/cpu.ts";
import { dump } from "../support/dump.ts";
import { startTestNode } from "../support/node.ts";
import { type RawAnswer, readAnswer } from "../support/raw-request.ts";
import { by } from "../support/world.ts";
import { makePerson, makeRobot } from "./people.ts";
import { assertProblem, onEachApi, PREFIX, raw, unchanged } from "./stage.ts";

onEachApi("attacks on the management API", (stage) => {
  let port = 0;
  before(async () => {
    port = await stage.api.idp.node.listen();
  });

  const acme = () => stage.api.idp.world.acme.id;
  const atAcme = (role: "ORG_OWNER" | "ORG_USER_MANAGER" | "ORG_OWNER_VIEWER" | "ORG_PROJECT_CREATOR"): HeldHere[] => [
    { role, place: { level: "organization", organizationId: acme() } },
  ];
  const roleIdOf = async (userId: string): Promise<string> => {
    const { items } = (await stage.owner.get(`/organizations/${acme()}/managers?limit=200`)).json;
    const found: { id: string } | undefined = items.find((one: { user: { id: string } }) => one.user.id === userId);
    return found?.id ?? "";
  };
  const takeRolesOf = async (userId: string): Promise<void> => {
    assert.equal((await stage.owner.delete(`/organizations/${acme()}/managers/${await roleIdOf(userId)}`)).status, 204);
  };

  /** Sends all but the body, lets something happen, and then sends the body. */
  async function heldOpen(
    as: Manager,
    {
      method,
      path,
      body = null,
      headers = {},
    }: { method: string; path: string; body?: unknown; headers?: Record<string, string> },
    meanwhile: () => Promise<unknown>,
  ): Promise<{ status: number; code: string | undefined; body: string }> {
    const text = JSON.stringify(body);
    const head = {
      host: new URL(stage.api.idp.issuer).host,
      authorization: `Bearer ${as.token}`,
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(text)),
      connection: "close",
      ...headers,
    };
    const socket = connect(port, "127.0.0.1");
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
    socket.write(`${method} ${PREFIX}${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${text.slice(0, 1)}`);
    // The guard looks at what there is before the body.
    await wait(300);
    await meanwhile();
    socket.write(text.slice(1));
    return toOutcome(await readAnswer(socket));
  }

  function toOutcome({ status, body }: RawAnswer): { status: number; code: string | undefined; body: string } {
    return { status, code: /"code":"(\w+)"/.exec(body)?.[1], body };
  }

  test("whoever holds a request open does not get hold of a user who becomes a manager meanwhile", async () => {
    const attacker = await stage.api.manager(atAcme("ORG_USER_MANAGER"));
    const calls = [
      ["user", "PUT", "password", { password: "chosen by somebody else" }],
      ["user", "PUT", "email", { email: "attacker@evil.example", verified: true }],
      ["user", "POST", "send-password-reset", null],
      ["service_user", "POST", "keys", {}],
      ["service_user", "POST", "regenerate-secret", null],
      [
        "service_user",
        "POST",
        "personal-access-tokens",
        { name: "x", scopes: ["openid"], expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
      ],
    ] as const;
    for (const [kind, method, call, body] of calls) {
      const { id } =
        kind === "user" ? await makePerson(stage, { email: `${randomUUID()}@mail.example` }) : await makeRobot(stage);
      const path = `/${kind === "user" ? "users" : "service-users"}/${id}/${call}`;
      let promoted: unknown;
      const outcome = await heldOpen(attacker, { method, path, body }, async () => {
        assert.equal((await stage.owner.post("/instance/managers", { userId: id, role: "IAM_OWNER" })).status, 201);
        promoted = await dump(stage.api.idp.node.services.storage);
      });
      assert.deepEqual([outcome.status, outcome.code], [403, "permission_missing"], `${path}: ${outcome.body}`);
      assert.deepEqual(
        { ...(await dump(stage.api.idp.node.services.storage)), usage: 0 },
        { ...(promoted as object), usage: 0 },
      );
    }
  });

  test("whoever holds a request open does nothing with a role that was taken away, or a token that was ended, meanwhile", async () => {
    const accomplice = await makeRobot(stage);
    const call = {
      method: "POST",
      path: `/organizations/${acme()}/managers`,
      body: { userId: accomplice.id, role: "ORG_OWNER" },
    };
    const ends: readonly [string, (userId: string) => Promise<unknown>][] = [
      ["403 no_manager_role", takeRolesOf],
      ["401 invalid_token", (userId) => stage.owner.post(`/service-users/${userId}/sign-out`)],
      ["401 invalid_token", (userId) => stage.owner.post(`/service-users/${userId}/deactivate`)],
    ];
    for (const [expected, end] of ends) {
      const fired = await stage.api.manager(atAcme("ORG_OWNER"));
      const { status, code } = await heldOpen(fired, call, () => end(fired.userId));
      assert.equal(`${status} ${code}`, expected);
    }
    assert.equal(await roleIdOf(accomplice.id), "");
  });

  test("whoever holds a request open does not call what has no transaction of its own either, nor get an answer again", async () => {
    const former = await stage.api.manager([{ role: "IAM_OWNER", place: { level: "iam" } }]);
    const { db } = stage.api.idp.node.services.storage;
    const takeAway = () => db.deleteFrom("managers").where("user_id", "=", former.userId).execute();
    const keys = (await stage.owner.get("/signing-keys")).json;
    const rotation = { method: "POST", path: "/signing-keys/rotate", body: { immediately: true } };
    assert.equal((await heldOpen(former, rotation, takeAway)).code, "no_manager_role");
    assert.deepEqual((await stage.owner.get("/signing-keys")).json, keys);

    const fired = await stage.api.manager(atAcme("ORG_OWNER"));
    const robot = await makeRobot(stage);
    const headers = { "idempotency-key": randomUUID() };
    const path = `/service-users/${robot.id}/keys`;
    const made = await fired.post(path, {}, headers);
    assert.equal(made.status, 201);
    const again = await heldOpen(fired, { method: "POST", path, body: {}, headers }, () => takeRolesOf(fired.userId));
    assert.equal(again.code, "no_manager_role");
    assert.ok(!again.body.includes("PRIVATE KEY"));
  });

  test("an export does not go on for somebody whose role was taken away", async () => {
    const fired = await stage.api.manager(atAcme("ORG_OWNER_VIEWER"));
    const { storage } = stage.api.idp.node.services;
    const filler = "x".repeat(4_000);
    const many = 3_000;
    await storage.transaction(async (tx) => {
      const resource = { kind: "organization", id: acme() } as const;
      for (let n = 0; n < many; n++) {
        await record(tx, { type: "metadata.set", ...by, resource, organizationId: acme(), detail: { filler } });
      }
    });
    const socket: Socket = connect(port, "127.0.0.1");
    const path = `${PREFIX}/organizations/${acme()}/events/export?type=metadata.set`;
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: ${new URL(stage.api.idp.issuer).host}\r\nauthorization: Bearer ${fired.token}\r\nconnection: close\r\n\r\n`,
    );
    await once(socket, "readable");
    await takeRolesOf(fired.userId);
    await wait(1_500);
    const { body } = await readAnswer(socket);
    const lines = body.split(filler).length - 1;
    assert.ok(lines > 0 && lines < many, `${lines} of ${many} events`);
  });

  test("the limit on calls is one for a token, however the header is written", async () => {
    const node = await startTestNode({ beside: stage.api.idp.node, callsPerMinute: 3 });
    try {
      const spellings = ["Bearer ", "Bearer  ", "bearer ", "BEARER   "];
      const answers: number[] = [];
      for (const spelling of spellings) {
        const headers = { authorization: spelling + stage.owner.token };
        answers.push((await raw(node, { method: "GET", url: "/me", headers })).status);
      }
      assert.deepEqual(answers, [200, 200, 200, 429]);
    } finally {
      await node.close();
    }
  });

  test("nobody fills somebody's inbox", async () => {
    const manager = await stage.api.manager(atAcme("ORG_USER_MANAGER"));
    const victim = await makePerson(stage, { email: "victim@mail.example" });
    const other = await makePerson(stage, { email: "somebody-else@mail.example" });
    const verbs = ["send-password-reset", "send-email-verification"];
    const send = (id: string, n: number) => manager.post(`/users/${id}/${verbs[n % verbs.length]}`);
    const sent = await Promise.all(Array.from({ length: MOST_MAILS_AN_HOUR + 5 }, (_, n) => send(victim.id, n)));
    assert.equal(sent.filter(({ status }) => status === 204).length, MOST_MAILS_AN_HOUR);
    assertProblem(await unchanged(stage.api, () => send(victim.id, 0)), 409, "wrong_state");
    assert.equal((await send(other.id, 0)).status, 204);
  });

  test("who has many roles does not make others wait: seeing them is always the same few statements", async () => {
    const creator = await stage.api.manager(atAcme("ORG_PROJECT_CREATOR"));
    const { storage } = stage.api.idp.node.services;
    const counted = countStatements({ ...storage });
    const statements = async (): Promise<number> => {
      const route = routes.find(({ path }) => path === "/service-users/:serviceUserId/manager-roles");
      assert.ok(route?.run.kind === "read");
      const { run } = route;
      const context = { db: counted.storage.db, caller: { subject: { userId: stage.owner.userId } } };
      const input = { params: { serviceUserId: creator.userId } };
      return (await counted.during(() => run.handle(context as Parameters<typeof run.handle>[0], input))).length;
    };
    const atFirst = await statements();
    for (let n = 0; n < 10; n++) assert.equal((await creator.post(stage.projects, { name: `Many ${n}` })).status, 201);
    assert.equal(await statements(), atFirst);
    assert.equal((await stage.owner.get(`/service-users/${creator.userId}/manager-roles`)).json.items.length, 11);
  });

  test("nothing that a call shows once, and no password that it takes, is anywhere in the database or the log", async () => {
    const { owner } = stage;
    const key = () => ({ "idempotency-key": randomUUID() });
    const robot = await makeRobot(stage);
    const passwords = ["four purple elephants at dawn", "five purple elephants at dusk"];
    const person = await owner.post(
      `/organizations/${acme()}/users`,
      { userName: "purple", password: passwords[0] },
      key(),
    );
    assert.equal((await owner.put(`/users/${person.json.id}/password`, { password: passwords[1] })).status, 204);
    const web = { name: "Secretive", type: "web", authMethod: "basic", redirectUris: ["https://app.example/callback"] };
    const application = await owner.post(`/projects/${stage.api.idp.world.project.id}/applications`, web, key());
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const personal = await owner.post(
      `/service-users/${robot.id}/personal-access-tokens`,
      { name: "x", scopes: ["openid"], expiresAt },
      key(),
    );
    const pair = await owner.post(`/service-users/${robot.id}/keys`, {}, key());
    const secrets: string[] = [
      ...passwords,
      application.json.secret,
      (await owner.post(`/applications/${application.json.id}/secrets`, undefined, key())).json.secret,
      (await owner.post(`/service-users/${robot.id}/regenerate-secret`)).json.secret,
      personal.json.token,
      pair.json.keyFile.key.split("\n")[5],
      owner.token,
    ];
    for (const secret of secrets) {
      assert.ok(typeof secret === "string" && secret.length > 20);
      // Also where it does not belong.
      await owner.post("/tokens/inspect", { token: secret });
      await owner.post("/tokens/inspect", { id: secret });
      await owner.get(`/users?q=${encodeURIComponent(secret)}`);
      await owner.get(`/users/${encodeURIComponent(secret.slice(0, 150))}`);
      await owner.patch(`/projects/${secret}`, { [secret]: secret });
    }
    const stored = JSON.stringify(await dump(stage.api.idp.node.services.storage));
    const logged = stage.api.idp.node.lines.join("");
    for (const secret of secrets) for (const text of [stored, logged]) assert.ok(!text.includes(secret));
  });

  for (const text of ["\0", "\ud800", "a\r\nBcc: somebody@mail.example"]) {
    test(`no field that takes a text fails on ${JSON.stringify(text)}`, async () => {
      const { world, spa } = stage.api.idp;
      const robot = await makeRobot(stage);
      const person = await makePerson(stage);
      const ids: Record<string, string> = {
        organizationId: world.acme.id,
        projectId: world.project.id,
        applicationId: spa.application.id,
        userId: person.id,
        serviceUserId: robot.id,
      };
      for (const { method, path, body } of routes) {
        // What rotates keys has nothing to do with texts.
        if (body === undefined || path.startsWith("/signing-keys")) continue;
        const url = path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? randomUUID());
        for (const given of withText(body, text)) {
          const { status, body: answer } = await stage.api.call(method, url, stage.owner.token, { body: given });
          assert.ok(status < 500, `${method} ${path} ${JSON.stringify(given)}: ${answer}`);
        }
      }
    });
  }
});

test("a body with an endless list is refused in no time", async () => {
  const body = routes.find(
    ({ path, method }) => path === "/project-grants/:projectGrantId" && method === "PATCH",
  )?.body;
  assert.ok(body !== undefined);
  for (const item of ["a", 1]) {
    const given = { roleKeys: Array.from({ length: 250_000 }, () => item) };
    const times: number[] = [];
    for (let n = 0; n < 3; n++) {
      const check = () => assert.throws(() => checkInput(body, given, "body"), { code: "invalid_input" });
      times.push((await withCost(check)).cpuMs);
    }
    // Looking at all of it takes ten times as long.
    assert.ok(Math.min(...times) < 100, `${times}`);
  }
});

/** Bodies that the schema lets through as far as it can, with the text in all fields, and in each of them by itself. */
function withText(schema: TSchema, text: string): unknown[] {
  const good = { ...(sample(schema, "good.example") as object) };
  const each = Object.entries((schema as Described).properties ?? {});
  return [sample(schema, text), ...each.map(([name, property]) => ({ ...good, [name]: sample(property, text) }))];
}

interface Described extends TSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly TSchema[];
  readonly format?: string;
  readonly minimum?: number;
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
}

function sample(schema: TSchema, text: string): unknown {
  const { type, enum: values, anyOf, format, minimum = 1, items, properties = {} } = schema as Described;
  if (values !== undefined) return values[0];
  if (anyOf?.[0] !== undefined) return sample(anyOf[0], text);
  if (format === "date-time") return new Date(Date.now() + 3_600_000).toISOString();
  switch (type) {
    case "boolean":
      return true;
    case "integer":
    case "number":
      return minimum;
    case "array":
      return items === undefined ? [] : [sample(items, text)];
    case "object":
      return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, sample(property, text)]));
    default:
      return text;
  }
}
