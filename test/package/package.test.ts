import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { signetItself } from "../../src/passwords/passwords.ts";
import { engines } from "../support/engines.ts";
import { freePort } from "../support/postgres-server.ts";
import { type InstalledPackage, packAndInstall, runToEnd } from "./installed.ts";

const root = join(import.meta.dirname, "../..");
const about: { version: string; engines: { node: string } } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);
const { version } = about;

describe("the published package", () => {
  let installed: InstalledPackage;
  before(async () => {
    installed = await packAndInstall();
  });
  after(() => installed.remove());

  const signet = (words: string[], variables: Record<string, string> = {}) =>
    runToEnd("npx", ["--offline", "signet", ...words], {
      cwd: installed.folder,
      env: { ...installed.environment, ...variables },
    });

  test("holds the program, its documentation and its licence", () => {
    for (const file of [
      "package.json",
      "README.md",
      "LICENSE",
      "bin/signet.js",
      "dist/main.js",
      "dist/console-app/index.html",
      "dist/sbom.cdx.json",
      "docs/configuration.md",
    ]) {
      assert.ok(installed.files.includes(file), `${file} is missing`);
    }
  });

  test("holds no sources, tests, data, keys or anything else", () => {
    const expected =
      /^(bin\/signet\.js|dist\/console-app\/[\w./-]+|dist\/sbom\.cdx\.json|dist\/[\w./-]+\.js|docs\/[\w./-]+\.(md|svg|png)|package\.json|README\.md|LICENSE)$/;
    assert.deepEqual(
      installed.files.filter((file) => !expected.test(file)),
      [],
    );
  });

  test("leaves no import of TypeScript behind", () => {
    const compiled = installed.files.filter((file) => file.startsWith("dist/"));
    const importing = compiled.filter((file) =>
      /(from|import\()\s*["'][^"']+\.ts["']/.test(
        readFileSync(join(installed.folder, "node_modules/signet", file), "utf8"),
      ),
    );
    assert.deepEqual(importing, []);
  });

  test("`signet --help` and `signet version` answer, and touch nothing", async () => {
    const help = await signet(["--help"]);
    assert.equal(help.code, 0);
    assert.match(help.stdout, /^Usage: signet \[command\]/m);
    const told = await signet(["version"]);
    assert.deepEqual({ code: told.code, version: told.stdout.trim() }, { code: 0, version });
    assert.equal(existsSync(join(installed.folder, "data")), false);
  });

  test("a wrong command line is answered by a sentence and exit code 2", async () => {
    const { code, stderr } = await signet(["sreve"]);
    assert.equal(code, 2);
    assert.match(stderr, /^signet: There is no command "sreve"\./m);
  });

  test("starts in several processes, serves discovery and metrics, and stops when it is told to", async () => {
    const port = await freePort();
    const metricsPort = await freePort();
    const server = spawn(process.execPath, [join(installed.folder, "node_modules/signet/bin/signet.js")], {
      cwd: installed.folder,
      env: {
        ...installed.environment,
        SIGNET_PORT: String(port),
        SIGNET_METRICS_PORT: String(metricsPort),
        SIGNET_WORKERS: "2",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise((resolve) => server.once("exit", resolve));
    try {
      await ready(server.stdout, ended);
      const issuer = `http://localhost:${port}`;
      const discovery = await fetch(`${issuer}/.well-known/openid-configuration`);
      assert.equal(((await discovery.json()) as { issuer: string }).issuer, issuer);
      const page = await (await fetch(`${issuer}/console/`)).text();
      const script = /src="(\/console\/assets\/[^"]+\.js)"/.exec(page)?.[1];
      assert.equal((await fetch(`${issuer}${script}`)).status, 200);
      const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
      assert.equal(metrics.status, 200);
      assert.match(await metrics.text(), /^signet_http_request_duration_seconds_count\{.*openid-configuration.*\} 1$/m);
    } finally {
      server.kill("SIGTERM");
    }
    assert.equal(await ended, 0);
    assert.ok(existsSync(join(installed.folder, "data/signet.db")));
  });

  test("hashes and checks a password in its own worker thread", async () => {
    const file = pathToFileURL(join(installed.folder, "node_modules/signet/dist/passwords/passwords.js")).href;
    const { openPasswords }: typeof import("../../src/passwords/passwords.ts") = await import(file);
    const passwords = openPasswords({ threads: 1 });
    try {
      const hash = await passwords.hash("correct horse", signetItself);
      assert.equal(await passwords.verify(hash, "correct horse", signetItself), "right");
      assert.equal(await passwords.verify(hash, "battery staple", signetItself), "wrong");
    } finally {
      await passwords.close();
    }
  });

  for (const engine of engines) {
    test(`migrates an empty ${engine.name} database, once`, async () => {
      const database = await engine.fresh("empty");
      try {
        const variables = {
          SIGNET_DATABASE_URL: database.url,
          SIGNET_MASTER_KEY: Buffer.from("only for this test, 32 bytes 123").toString("base64url"),
        };
        const first = await signet(["migrate"], variables);
        assert.match(first.stdout, /^The schema went from version 0 to \d+\.$/m);
        const second = await signet(["migrate"], variables);
        assert.match(second.stdout, /^The schema is current: version \d+\.$/m);
      } finally {
        await database.drop();
      }
    });
  }
});

describe("under a Node.js that is too old", () => {
  const underNode = (pretended: string) => {
    const pretend = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${pretended}" } })`;
    const words = [
      "--import",
      `data:text/javascript,${encodeURIComponent(pretend)}`,
      join(root, "bin/signet.js"),
      "version",
    ];
    return runToEnd(process.execPath, words, { cwd: root, env: process.env });
  };

  for (const old of ["18.20.8", "22.23.1", "24.6.0"]) {
    test(`${old} gets one sentence that says what to do, and no stack trace`, async () => {
      const { code, stdout, stderr } = await underNode(old);
      assert.equal(code, 1);
      assert.equal(stdout, "");
      assert.match(
        stderr,
        new RegExp(`^signet: [^\\n]*Node\\.js 24\\.7 or later[^\\n]*${old.replaceAll(".", "\\.")}[^\\n]*\\.\\n$`),
      );
    });
  }

  test("the oldest one that will do is the one that package.json names", async () => {
    assert.equal(about.engines.node, ">=24.7");
    assert.equal((await underNode("24.7.0")).stdout.trim(), version);
    assert.equal((await underNode("25.0.0")).stdout.trim(), version);
  });
});

function ready(output: NodeJS.ReadableStream, ended: Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = "";
    output.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes("Signet is ready")) resolve();
    });
    void ended.then((code) => reject(new Error(`it ended with ${code}:\n${text}`)));
  });
}
