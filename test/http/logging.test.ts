import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { SignetError } from "../../src/errors/signet-error.ts";
import { createLogger, describeError } from "../../src/http/logging.ts";
import { parseHash } from "../../src/passwords/stored-hash.ts";
import { enginesOf } from "../support/engines.ts";

function logged(write: (log: ReturnType<typeof createLogger>) => void, level = "debug"): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLogger(level, { write: (line: string) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line));
}

describe("the log", () => {
  test("is one JSON object a line, with a level in words and a time that people and machines can read", () => {
    const [line] = logged((log) => log.info({ route: "GET /" }, "hello\nworld"));
    assert.equal(line?.level, "info");
    assert.equal(line?.msg, "hello\nworld");
    assert.match(String(line?.time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(line?.pid, process.pid);
  });

  test("has what its level allows and nothing below", () => {
    assert.equal(logged((log) => log.info("no"), "warn").length, 0);
    assert.equal(logged((log) => log.error("yes"), "warn").length, 1);
    assert.equal(logged((log) => log.fatal("no"), "silent").length, 0);
  });

  test("never has a secret, also when somebody hands it one by mistake", () => {
    const secrets = {
      password: "s3cret",
      secret: "s3cret",
      token: "s3cret",
      authorization: "s3cret",
      cookie: "s3cret",
      headers: { x: "s3cret" },
    };
    const lines = logged((log) => {
      log.info({ user: { name: "anna", ...secrets } }, "by mistake");
      log.info(
        { req: { url: "/?code=s3cret", headers: { authorization: "s3cret" } }, res: { headers: "s3cret" } },
        "by a plugin",
      );
      log.error({ err: new Error("s3cret") }, "by an error");
      log.error(new Error("s3cret"), "by an error alone");
    });
    assert.equal(lines.length, 4);
    assert.doesNotMatch(JSON.stringify(lines), /s3cret/);
    assert.match(JSON.stringify(lines[0]), /anna/);
  });
});

describe("an error in the log", () => {
  test("has its kind, its code and the place in our code, and neither its text nor its stack", () => {
    let thrown: unknown;
    try {
      parseHash("s3cret");
    } catch (error) {
      thrown = error;
    }
    const described = describeError(thrown);
    assert.match(described.where ?? "", /^passwords\/[\w-]+\.ts:\d+$/);
    assert.equal(described.message, undefined);
    assert.doesNotMatch(JSON.stringify(described), /s3cret|\n/);
  });

  test("names the place in our code also when a library threw it", async () => {
    for (const engine of enginesOf(import.meta.filename)) {
      const database = await engine.fresh();
      const { db } = await database.open();
      const error = await sql`SELECT nonsense FROM s3cret`.execute(db).catch((failure: unknown) => failure);
      const described = describeError(error);
      assert.match(described.where ?? "", /^storage\/[\w/]+\.ts:\d+$/);
      assert.doesNotMatch(JSON.stringify(described), /nonsense|s3cret/);
      await database.drop();
    }
  });

  test("keeps the words that were meant to be read", () => {
    const described = describeError(
      new SignetError("bad_request", "The name is too short", { cause: new TypeError("s3cret") }),
    );
    assert.equal(described.message, "The name is too short");
    assert.equal(described.code, "bad_request");
    assert.equal(described.cause?.kind, "TypeError");
    assert.doesNotMatch(JSON.stringify(described), /s3cret/);
  });

  test("is described whatever was thrown, and however often one has caused another", () => {
    assert.deepEqual(describeError("s3cret"), { kind: "string" });
    assert.deepEqual(describeError(undefined), { kind: "undefined" });
    const circle = new Error("one");
    circle.cause = circle;
    assert.equal(describeError(circle).cause?.cause?.cause?.cause, undefined);
  });
});
