/** `signet doctor`: all is well, and each thing that can be wrong, planted. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { chmodSync, closeSync, copyFileSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { examine } from "../../src/commands/doctor/examine.ts";
import { checked, type Finding } from "../../src/commands/doctor/finding.ts";
import { loadConfig } from "../../src/config.ts";
import { firstStart } from "../../src/first-start.ts";
import { acceptProjectGrant, refuseProjectGrant } from "../../src/identity/grant-answers.ts";
import { addressSubject } from "../../src/identity/limits/attempts.ts";
import { createOrganization, deleteOrganization } from "../../src/identity/organizations.ts";
import { resetPolicy, setPolicy } from "../../src/identity/policies/policies.ts";
import { grantProject, setProjectGrantState } from "../../src/identity/project-grants.ts";
import { migrations } from "../../src/storage/migrations/index.ts";
import { now } from "../../src/storage/now.ts";
import { dump } from "../support/dump.ts";
import { enginesOf } from "../support/engines.ts";
import { grantAccepted, grantFromBefore } from "../support/grants.ts";
import { addOrganization, addProject, by } from "../support/identity.ts";
import { startMailServer } from "../support/mail.ts";
import { startTestNode, type TestNode } from "../support/node.ts";
import { freePort } from "../support/postgres-server.ts";
import { contentOf, newFolder, runSignet, startServer } from "../support/signet.ts";

const newest = migrations.at(-1)?.version ?? 0;
const DAY_MS = 86_400_000;

const of = (findings: readonly Finding[], check: string) => findings.filter((finding) => finding.check === check);
function only(findings: readonly Finding[], check: string, state: Finding["state"], seen: RegExp): void {
  const [finding, ...others] = of(findings, check);
  assert.deepEqual(others, []);
  assert.equal(finding?.state, state, JSON.stringify(findings, undefined, 1));
  assert.match(finding.seen, seen);
  if (state !== "ok") assert.match(finding.advice ?? "", /\.$/, "it says what to do");
}
const inState = (findings: readonly Finding[], state: Finding["state"]) =>
  findings.filter((finding) => finding.state === state).map(({ check }) => check);

/** Answers what the table says, and 404 otherwise. */
async function startStranger(
  answers: Record<string, (url: string) => { status?: number; location?: string; json?: unknown }>,
) {
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ""]?.(url) ?? { status: 404 };
    response.writeHead(answer.status ?? 200, answer.location === undefined ? {} : { location: answer.location });
    response.end(JSON.stringify(answer.json ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => new Promise((resolve) => server.close(resolve)) };
}
const DISCOVERY = "/.well-known/openid-configuration";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`signet doctor on ${engine.name}`, () => {
    let node: TestNode;
    let environment: Record<string, string>;
    before(async () => {
      const port = await freePort();
      node = await startTestNode({ engine, environment: { SIGNET_PORT: `${port}` } });
      environment = {
        SIGNET_DATABASE_URL: node.database.url,
        SIGNET_MASTER_KEY: node.masterKey,
        SIGNET_PORT: `${port}`,
      };
      await firstStart(loadConfig(environment), node.services, () => {});
      await node.app.listen({ host: "127.0.0.1", port });
    });
    after(() => node.close());
    const look = (change: Record<string, string> = {}) => examine({ ...environment, ...change });

    test("finds nothing wrong where all is well, looks at everything, and changes nothing", async () => {
      const folder = dirname(node.database.url.slice("file:".length));
      const [content, files] = [await dump(node.services.storage), engine.name === "sqlite" ? readdirSync(folder) : []];
      const findings = await look();
      assert.deepEqual(inState(findings, "problem"), []);
      // The PostgreSQL of the tests is not durable; and where they run there may be little room.
      const expected = engine.name === "sqlite" ? [] : ["durability"];
      assert.deepEqual(
        inState(findings, "warning").filter((check) => check !== "disk"),
        expected,
      );
      const ofEngine =
        engine.name === "sqlite"
          ? ["database_file", "disk", "integrity"]
          : ["writable", "durability", "connections", "database_tls"];
      const everywhere = [
        "configuration",
        "database",
        "schema",
        "clock",
        "master_key",
        "signing_keys",
        "mail_outbox",
        "instance",
        "project_grants",
        "audiences",
        "consent",
        "registration",
        "domains",
      ];
      const outside = ["mail_server", "address_here", "address_issuer", "address_pages", "proxy"];
      assert.deepEqual(new Set(findings.map(({ check }) => check)), new Set([...everywhere, ...ofEngine, ...outside]));
      only(findings, "address_issuer", "ok", /^This instance answers at http:\/\/localhost:\d+\.$/);
      assert.deepEqual(await dump(node.services.storage), content);
      if (engine.name === "sqlite") assert.deepEqual(readdirSync(folder), files);
    });

    test("says how it stands with registration, and lists domains that nobody has proved", async () => {
      const { storage } = node.services;
      const domain = `doctor-${engine.name}.example`;
      const organization = await storage.transaction((tx) => createOrganization(tx, { name: "Doctor's", domain }, by));
      const open = await look();
      only(
        open,
        "registration",
        "ok",
        /^It is open to anybody, who proves an e-mail address first\. No project admits whoever registers\.$/,
      );
      only(open, "domains", "ok", new RegExp(`latest first: ${domain}, localhost\\.`));
      await addProject(storage, organization.id);
      only(await look(), "registration", "ok", /1 project admits whoever registers; role check keeps them out\.$/);
      await storage.transaction((tx) => resetPolicy(tx, "registration", {}, by));
      only(await look(), "registration", "warning", /^It is not decided, closed until then\.$/);
      const own = { organizationId: organization.id, settings: { allowed: true, verifyEmail: true, fields: [] } };
      await storage.transaction((tx) => setPolicy(tx, "registration", own, by));
      only(
        await look(),
        "registration",
        "warning",
        /^It is not decided, closed until then; 1 organization has opened it for itself\.$/,
      );
      await storage.transaction((tx) =>
        setPolicy(tx, "registration", { settings: { ...own.settings, allowed: false } }, by),
      );
      only(await look(), "registration", "ok", /^It is closed; 1 organization has opened it for itself\.$/);
      await storage.transaction(async (tx) => {
        await deleteOrganization(tx, organization.id, by);
        await setPolicy(tx, "registration", { settings: own.settings }, by);
      });
    });

    test("tells a wrong master key, goes on with the rest, and shows neither key", async () => {
      const wrong = randomBytes(32).toString("base64url");
      const findings = await look({ SIGNET_MASTER_KEY: wrong });
      only(
        findings,
        "master_key",
        "problem",
        /^The database is sealed under the master key \S+, but the one given is \S+\.$/,
      );
      assert.deepEqual(inState(findings, "problem"), ["master_key"]);
      const text = JSON.stringify(findings);
      assert.ok(!text.includes(wrong) && !text.includes(node.masterKey));
    });

    test("tells a master key file that is not there, and makes none", async () => {
      const path = join(newFolder(), "none.key");
      const { SIGNET_MASTER_KEY: _, ...rest } = environment;
      only(await examine({ ...rest, SIGNET_MASTER_KEY_FILE: path }), "master_key", "problem", /but none is there\.$/);
      assert.deepEqual(readdirSync(dirname(path)), []);
      rmSync(dirname(path), { recursive: true });
    });

    test("tells that a change of the master key is not finished, or is", async () => {
      const other = randomBytes(32).toString("base64url");
      const begun = await look({ SIGNET_MASTER_KEY: other, SIGNET_MASTER_KEY_PREVIOUS: node.masterKey });
      assert.deepEqual(
        of(begun, "master_key").map(({ state }) => state),
        ["ok", "warning"],
      );
      assert.match(of(begun, "master_key")[1]?.advice ?? "", /signet master-key rotate/);
      const over = await look({ SIGNET_MASTER_KEY_PREVIOUS: other });
      assert.match(of(over, "master_key")[1]?.seen ?? "", /^SIGNET_MASTER_KEY_PREVIOUS is not needed any more/);
    });

    test("tells a mail server that is dead or does not let Signet in, and never the password; and one that works", async () => {
      const dead = `smtp://ada:s3cret@127.0.0.1:${await freePort()}`;
      const findings = await look({ SIGNET_SMTP_URL: dead });
      only(findings, "mail_server", "problem", /^127\.0\.0\.1:\d+ cannot be used: server_unreachable\.$/);
      assert.doesNotMatch(JSON.stringify(findings), /s3cret/);
      const server = await startMailServer({
        authOptional: false,
        onAuth: ({ password }, _session, done) =>
          password === "s3cret" ? done(null, { user: "ada" }) : done(new Error("no")),
      });
      only(
        await look({ SIGNET_SMTP_URL: server.url.replace("//", "//ada:wrong@") }),
        "mail_server",
        "problem",
        /login_refused, it answered 535/,
      );
      only(
        await look({ SIGNET_SMTP_URL: server.url.replace("//", "//ada:s3cret@") }),
        "mail_server",
        "ok",
        /lets Signet log in/,
      );
      assert.deepEqual(server.mails, []);
      await server.close();
    });

    test("tells mails that were given up, with the reason and without who they were for", async () => {
      const { db } = node.services.storage;
      const payload = JSON.stringify({ userId: "somebody", failure: "recipient_refused" });
      const item = {
        id: "failed-one",
        kind: "mail.invitation",
        payload,
        created_at: now,
        due_at: now,
        attempts: 1,
        claimed_until: 0,
        failed_at: now,
      };
      const { mailsInOutbox } = await import("../../src/mail/requests.ts");
      await db
        .insertInto("outbox")
        .values({ ...item, kind: mailsInOutbox[0] ?? "" })
        .execute();
      const findings = await look();
      only(
        findings,
        "mail_outbox",
        "warning",
        /^0 wait, 1 were given up in the last 30 days\. Reasons: recipient_refused 1\.$/,
      );
      assert.doesNotMatch(JSON.stringify(findings), /somebody/);
      await db.deleteFrom("outbox").execute();
      only(await look(), "mail_outbox", "ok", /^0 wait, 0 were given up/);
    });

    test("counts grants from before that nobody has confirmed, and none that waits, was accepted or was refused", async () => {
      const { storage } = node.services;
      const acme = await addOrganization(storage);
      const grant = async (how: typeof grantProject) => {
        const [projectId, organizationId] = [await addProject(storage, acme), await addOrganization(storage)];
        return storage.transaction((tx) => how(tx, { projectId, organizationId, roleKeys: [] }, by));
      };
      await grant(grantProject);
      await grant(grantAccepted);
      const refused = await grant(grantProject);
      await storage.transaction((tx) => refuseProjectGrant(tx, { ...refused, projectGrantId: refused.id }, by));
      only(await look(), "project_grants", "ok", /^No grant from before/);
      const [active, inactive] = [await grant(grantFromBefore), await grant(grantFromBefore)];
      await storage.transaction((tx) => setProjectGrantState(tx, inactive.id, "deactivate", by));
      only(await look(), "project_grants", "warning", /^2 grants from before .* nobody has confirmed\.$/);
      await storage.transaction((tx) => acceptProjectGrant(tx, { ...active, projectGrantId: active.id }, by));
      only(await look(), "project_grants", "warning", /^1 grant from before/);
      await storage.transaction((tx) => refuseProjectGrant(tx, { ...inactive, projectGrantId: inactive.id }, by));
      only(await look(), "project_grants", "ok", /^No grant from before/);
    });

    test("tells an issuer address that cannot be reached while Signet serves; where nothing serves, that is why", async () => {
      const [port, nowhere] = [await freePort(), await freePort()];
      const addresses = {
        SIGNET_PORT: `${port}`,
        SIGNET_ISSUER_URL: `http://localhost:${nowhere}`,
        SIGNET_LOGIN_URL: `http://localhost:${port}`,
      };
      const other = await startTestNode({ beside: node, environment: addresses });
      await other.app.listen({ host: "127.0.0.1", port });
      const findings = await look(addresses);
      only(findings, "address_issuer", "problem", /cannot be reached from this machine \(ECONNREFUSED\)/);
      only(findings, "address_pages", "ok", /answer at/);
      await other.close();
      const stopped = await look(addresses);
      assert.deepEqual(inState(stopped, "problem"), []);
      only(stopped, "address_here", "warning", /no Signet is running here/);
      only(stopped, "address_issuer", "warning", /ECONNREFUSED/);
    });

    test("tells another Signet, another instance with the same issuer, and something else at the issuer's address", async () => {
      const strangers = await Promise.all([
        startStranger({
          [DISCOVERY]: () => ({ json: { issuer: "https://elsewhere.example" } }),
          "/oauth/v2/keys": () => ({ json: { keys: [] } }),
        }),
        startStranger({
          [DISCOVERY]: (url) => ({ json: { issuer: url } }),
          "/oauth/v2/keys": () => ({ json: { keys: [{ kid: "theirs" }] } }),
        }),
        startStranger({}),
      ]);
      const says = [
        /says that the issuer is https:\/\/elsewhere\.example, but here it is/,
        /^A Signet with other keys answers/,
        /answers 404, but not as a Signet would/,
      ];
      for (const [index, stranger] of strangers.entries()) {
        only(await look({ SIGNET_ISSUER_URL: stranger.url }), "address_issuer", "problem", says[index] ?? /never/);
        await stranger.close();
      }
    });

    test("tells a proxy that does not pass the Host header on", async () => {
      const proxy = await startStranger({
        "/healthz": () => ({ json: { status: "alive" } }),
        "/": (url) => ({ status: 302, location: `${url}/` }),
      });
      only(await look({ SIGNET_LOGIN_URL: proxy.url }), "address_pages", "problem", /leads to itself\.$/);
      await proxy.close();
    });

    test("tells proxies that do not fit: everybody trusted, none named, the one on this machine not named, its address counted as everybody's", async () => {
      const https = { SIGNET_ISSUER_URL: "https://127.0.0.1:9" };
      only(
        await look({ ...https, SIGNET_TRUSTED_PROXIES: "10.0.0.1,0.0.0.0/0" }),
        "proxy",
        "problem",
        /trusts 0\.0\.0\.0\/0/,
      );
      only(await look(https), "proxy", "warning", /names none/);
      only(
        await look({ ...https, SIGNET_TRUSTED_PROXIES: "10.0.0.1" }),
        "proxy",
        "warning",
        /listens on 127\.0\.0\.1 only/,
      );
      only(await look({ ...https, SIGNET_TRUSTED_PROXIES: "127.0.0.0/8" }), "proxy", "ok", /cannot be known from here/);
      const { db } = node.services.storage;
      await db
        .insertInto("proof_attempts")
        .values({ subject: addressSubject("10.1.2.3", "password"), count: 9, last_at: now, blocked_until: 0 })
        .execute();
      only(
        await look({ ...https, SIGNET_TRUSTED_PROXIES: "127.0.0.1" }),
        "proxy",
        "warning",
        /came from 10\.1\.2\.3\.$/,
      );
      await db
        .updateTable("proof_attempts")
        .set({ subject: addressSubject("203.0.113.7", "password") })
        .execute();
      const findings = await look({ ...https, SIGNET_TRUSTED_PROXIES: "127.0.0.1" });
      only(findings, "proxy", "ok", /cannot be known from here/);
      assert.doesNotMatch(JSON.stringify(findings), /203\.0\.113/);
      await db.deleteFrom("proof_attempts").execute();
    });

    test("compares the clocks where there are two", async () => {
      if (engine.name === "sqlite") return only(await look(), "clock", "ok", /cannot be known from here/);
      await node.database.advance(-12_000);
      only(await look(), "clock", "warning", /^The database's clock is 1\d\.\d seconds behind this machine's\.$/);
      await node.database.advance(72_000);
      only(await look(), "clock", "problem", /seconds ahead of this machine's\.$/);
      await node.database.advance(-60_000);
      only(await look(), "clock", "ok", /seconds/);
    });

    test("tells a missing spare key and one that is overdue", async () => {
      const { db } = node.services.storage;
      const keys = await db
        .selectFrom("keys")
        .selectAll()
        .where("algorithm", "=", "RS256")
        .orderBy("activates_at")
        .execute();
      const [active, spare] = keys;
      assert.ok(active && spare);
      await db.deleteFrom("keys").where("id", "=", spare.id).execute();
      const findings = await look();
      assert.deepEqual(inState(findings, "problem"), ["signing_keys"]);
      assert.ok(
        of(findings, "signing_keys").some(
          ({ seen }) => seen === `RS256: there is no spare to take over from ${active.id}.`,
        ),
      );
      await db.insertInto("keys").values(spare).execute();
      await db
        .updateTable("keys")
        .set({ activates_at: active.activates_at - 92 * DAY_MS })
        .where("id", "=", active.id)
        .execute();
      assert.ok(
        of(await look(), "signing_keys").some(
          ({ state, seen }) => state === "problem" && /^RS256: .* overdue\.$/.test(seen),
        ),
      );
      await db.updateTable("keys").set({ activates_at: active.activates_at }).where("id", "=", active.id).execute();
      assert.deepEqual(inState(await look(), "problem"), []);
    });

    test("tells a secret that was changed in the database", async () => {
      const { db } = node.services.storage;
      const [first, second] = await db.selectFrom("keys").select(["id", "sealed"]).execute();
      assert.ok(first && second);
      await db.updateTable("keys").set({ sealed: second.sealed }).where("id", "=", first.id).execute();
      only(await look(), "master_key", "problem", /^1 of 6 sealed values do not open with it\.$/);
      await db.updateTable("keys").set({ sealed: first.sealed }).where("id", "=", first.id).execute();
    });

    test("tells migrations that wait, and a schema that a newer Signet has made", async () => {
      const { db } = node.services.storage;
      const last = await db
        .selectFrom("schema_versions")
        .selectAll()
        .where("version", "=", newest)
        .executeTakeFirstOrThrow();
      await db.deleteFrom("schema_versions").where("version", "=", newest).execute();
      const pending = await look();
      only(pending, "schema", "warning", /this program has 1 more migration\.$/);
      assert.deepEqual(inState(pending, "problem"), []);
      await db
        .insertInto("schema_versions")
        .values([last, { ...last, version: newest + 1, readable_from: 1 }])
        .execute();
      only(await look(), "schema", "warning", /made by a newer Signet; this one knows \d+ and can still use it/);
      await db
        .updateTable("schema_versions")
        .set({ readable_from: newest + 1 })
        .where("version", "=", newest + 1)
        .execute();
      only(await look(), "schema", "problem", /this one cannot use it/);
      await db.deleteFrom("schema_versions").where("version", ">", newest).execute();
    });
  });
}

describe("signet doctor", () => {
  test("on a wrong configuration says what is wrong with it and looks at nothing else", async () => {
    const findings = await examine({ SIGNET_PORT: "eighty" });
    assert.equal(findings.length, 1);
    only(findings, "configuration", "problem", /^SIGNET_PORT is "eighty"/);
  });

  test("on a PostgreSQL that is not there says so, without the password, and looks at the rest", async () => {
    const environment = {
      SIGNET_DATABASE_URL: `postgres://ada:s3cret@127.0.0.1:${await freePort()}/signet`,
      SIGNET_MASTER_KEY: randomBytes(32).toString("base64url"),
    };
    const findings = await examine({ ...environment, SIGNET_PORT: `${await freePort()}` });
    only(findings, "database", "problem", /\(ECONNREFUSED\)/);
    only(findings, "mail_server", "ok", /mails are files/);
    assert.doesNotMatch(JSON.stringify(findings), /s3cret/);
  });

  test("ends a check that takes too long, and one that fails in a way nobody planned", async () => {
    const [late] = await checked("slow", () => new Promise(() => {}), 50);
    assert.equal(late?.state, "problem");
    const [failed] = await checked("broken", () => Promise.reject(new Error("quotes s3cret")));
    assert.equal(failed?.state, "problem");
    assert.doesNotMatch(failed.seen, /s3cret/);
  });
});

describe("the command `signet doctor`", () => {
  const cwd = newFolder();
  after(() => rmSync(cwd, { recursive: true, force: true }));
  let environment: Record<string, string>;
  before(async () => {
    environment = { SIGNET_PORT: `${await freePort()}` };
  });

  test("before the first start, and after it while Signet does not run: no problem, exit code 0, and no file is made", async () => {
    const first = await runSignet(["doctor"], { cwd, environment });
    assert.equal(first.code, 0, first.stdout);
    assert.match(
      first.stdout,
      /^warning {2}database {8}There is no database file yet\.\n {9}→ The first `signet serve` makes it\./m,
    );
    assert.deepEqual(contentOf(cwd), {});
    await (await startServer({ cwd, environment })).stop();
    const content = contentOf(cwd);
    const { code, stdout, stderr } = await runSignet(["doctor", "--json"], { cwd, environment });
    assert.equal(code, 0, stderr);
    const report: { problems: number; warnings: number; findings: Finding[] } = JSON.parse(stdout);
    assert.equal(report.problems, 0);
    assert.equal(report.warnings, inState(report.findings, "warning").length);
    only(report.findings, "address_here", "warning", /no Signet is running here/);
    assert.deepEqual(contentOf(cwd), content);
  });

  test("on a file that is damaged and open to others: both are said, exit code 1, and the file stays as it is", async () => {
    const copy = newFolder();
    const file = join(copy, "signet.db");
    copyFileSync(join(cwd, "data/signet.db"), file);
    copyFileSync(join(cwd, "data/master.key"), join(copy, "master.key"));
    chmodSync(file, 0o644);
    const bytes = openSync(file, "r+");
    for (let page = 8; page < 40; page++) writeSync(bytes, randomBytes(2_000), 0, 2_000, page * 4_096 + 8);
    closeSync(bytes);
    const content = contentOf(copy);
    const { code, stdout } = await runSignet(["doctor"], {
      cwd: copy,
      environment: { ...environment, SIGNET_DATABASE_URL: `file:${file}` },
    });
    assert.equal(code, 1, stdout);
    assert.match(stdout, /^problem {2}integrity {7}The file is damaged\.\n {9}→ Stop Signet/m);
    assert.match(stdout, /^warning {2}database file {3}Other users/m);
    assert.match(stdout, /\n\d+ problems? and \d+ warnings?\.\n$/);
    assert.deepEqual(contentOf(copy), content);
    rmSync(copy, { recursive: true, force: true });
  });
});
