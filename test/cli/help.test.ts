import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { commands } from "../../src/commands/index.ts";
import { variables } from "../../src/config.ts";
import { contentOf, newFolder, runSignet } from "../support/signet.ts";

const cwd = newFolder();
after(() => rmSync(cwd, { recursive: true, force: true }));
const signet = (...words: string[]) => runSignet(words, { cwd });

describe("help", { concurrency: 2 }, () => {
  test("lists every command, every variable and the exit codes", async () => {
    for (const words of [["--help"], ["-h"]]) {
      const { code, stdout, stderr } = await signet(...words);
      assert.equal(code, 0);
      assert.equal(stderr, "");
      for (const { path, summary } of commands)
        assert.ok(stdout.includes(`  ${path}`) && stdout.includes(summary), path);
      for (const { name } of variables) assert.ok(stdout.includes(name), name);
      assert.match(stdout, /Exit codes: 0 done, 1 failed, 2 wrong/);
      assert.ok(stdout.split("\n").every((line) => line.length <= 200));
    }
  });

  test("of a command tells what it does and what it takes", async () => {
    const rotate = await signet("keys", "rotate", "--help");
    assert.equal(rotate.code, 0);
    assert.match(rotate.stdout, /^Usage: signet keys rotate \[options\]/);
    assert.match(rotate.stdout, /--algorithm .*\n.*--now /);
    const revoke = await signet("keys", "revoke", "-h");
    assert.equal(revoke.code, 0);
    assert.match(revoke.stdout, /^Usage: signet keys revoke <key id>/);
    assert.match((await signet("serve", "--help")).stdout, /^Usage: signet serve/);
  });

  test("does not need a valid configuration", async () => {
    assert.equal((await runSignet(["--help"], { cwd, environment: { SIGNET_NONSENSE: "1" } })).code, 0);
  });
});

describe("a command line that is wrong", { concurrency: 2 }, () => {
  const wrong: Record<string, { words: string[]; says: RegExp }> = {
    "an unknown command": {
      words: ["dance"],
      says: /There is no command "dance"\. `signet --help` lists the commands\./,
    },
    "half a command": { words: ["keys"], says: /There is no command "keys"/ },
    "an unknown option": { words: ["migrate", "--fast"], says: /Unknown option '--fast'\. `signet migrate --help`/ },
    "an unknown option of the default command": {
      words: ["--fast"],
      says: /Unknown option '--fast'\. `signet serve --help`/,
    },
    "an argument where none is taken": { words: ["migrate", "now"], says: /`signet migrate/ },
    "a missing argument": { words: ["keys", "revoke"], says: /`signet keys revoke` needs <key id>/ },
    "one argument too many": { words: ["keys", "revoke", "a", "b"], says: /`signet keys revoke` needs <key id>/ },
    "an option without its value": {
      words: ["keys", "rotate", "--algorithm"],
      says: /--algorithm.*`signet keys rotate --help`/,
    },
  };
  for (const [name, { words, says }] of Object.entries(wrong)) {
    test(`is refused with one sentence and exit code 2 (${name})`, async () => {
      const { code, stdout, stderr } = await signet(...words);
      assert.equal(code, 2, stderr);
      assert.equal(stdout, "");
      assert.match(stderr, /^signet: [^\n]+\n$/);
      assert.match(stderr, says);
    });
  }
});

test("the version is that of the package", async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
  for (const word of ["version", "--version"]) {
    const { code, stdout } = await signet(word);
    assert.deepEqual([code, stdout], [0, `${version}\n`], word);
  }
});

describe("config check", { concurrency: 2 }, () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, i) => i * 7)).toString("base64url");

  test("says what the environment means, hides what is secret and makes nothing", async () => {
    const environment = {
      SIGNET_ISSUER_URL: "https://id.example.com",
      SIGNET_DATABASE_URL: "postgres://signet:s3cret@db.example.com/signet",
      SIGNET_MASTER_KEY: key,
      SIGNET_MASTER_KEY_PREVIOUS: key,
      SIGNET_ADMIN_PASSWORD: "s3cret-password",
      SIGNET_SMTP_URL: "smtp://user:s3cret@mail.example.com",
    };
    const { code, stdout, stderr } = await runSignet(["config", "check"], { cwd, environment });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^The configuration is valid\./);
    assert.match(stdout, /SIGNET_ISSUER_URL=https:\/\/id\.example\.com/);
    for (const name of Object.keys(environment).slice(1)) assert.ok(stdout.includes(`${name}=(hidden)`), name);
    assert.doesNotMatch(stdout, /s3cret/);
    assert.ok(!stdout.includes(key));
  });

  test("says what is wrong, and makes nothing", async () => {
    const { code, stdout, stderr } = await runSignet(["config", "check"], {
      cwd,
      environment: { SIGNET_PORT: "eighty" },
    });
    assert.equal(code, 2);
    assert.equal(stdout, "");
    assert.match(stderr, /^signet: SIGNET_PORT is "eighty"\. [^\n]+\n$/);
  });

  test("with nothing set says so", async () => {
    const { code, stdout } = await signet("config", "check");
    assert.equal(code, 0);
    assert.match(stdout, /every setting has its default/);
  });
});

test("none of this has made a file", () => {
  assert.deepEqual(contentOf(cwd), {});
});
