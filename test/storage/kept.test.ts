/** What is kept in memory is bounded by what it takes, whoever decides how large each of it is. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { describe, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { keptTexts, parseKept } from "../../src/identity/applications/row.ts";
import { keptPublicKeys, publicKeyOf } from "../../src/identity/credential-keys/public-keys.ts";
import { keptColors } from "../../src/pages/page.ts";
import { type Kept, keepUpTo } from "../../src/storage/kept.ts";
import { keptSummaries, statementSummary } from "../../src/telemetry/statement-summary.ts";
import { keptJwts } from "../../src/tokens/jwt.ts";

const MB = 1024 * 1024;
setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** In the heap and beside it, after the garbage is out. */
function memory(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe("what is kept", () => {
  test("is found again, and what was asked for of late stays longest", () => {
    const kept = keepUpTo<number>(32_000);
    kept.set("often", 1, 900);
    for (let n = 0; n < 1_000; n++) {
      kept.set(`once-${n}`, n, 900);
      assert.equal(kept.get("often"), 1);
      assert.ok(kept.bytes() <= 32_000);
    }
    assert.equal(kept.get("once-0"), undefined);
    assert.equal(kept.get("once-999"), 999);
  });

  test("has no room for what is larger than a part of it, and forgets a former value then", () => {
    const kept = keepUpTo<string>(32_000);
    kept.set("one", "small", 10);
    kept.set("one", "large", 30_000);
    assert.equal(kept.get("one"), undefined);
    assert.equal(kept.bytes(), 0);
  });

  test("under one key again and again takes what one takes", () => {
    const kept = keepUpTo<number>(32_000);
    for (let n = 0; n < 1_000; n++) kept.set("same", n, 900);
    assert.equal(kept.bytes(), 1_000);
  });
});

interface Filled {
  readonly name: string;
  readonly kept: Kept<unknown>;
  readonly most: number;
  fill(): void;
}

/** The way of somebody who registers addresses: each change makes another text. */
const address = (n: number, length: number) => `https://app.example/${n}/${"x".repeat(length)}`;
const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const jwk = publicKey.export({ format: "jwk" });

const filled: readonly Filled[] = [
  {
    name: "addresses of applications, long ones",
    kept: keptTexts,
    most: 8 * MB,
    fill() {
      for (let n = 0; n < 2_000; n++)
        parseKept(JSON.stringify(Array.from({ length: 20 }, (_, i) => address(n + i, 1_500))));
    },
  },
  {
    name: "addresses of applications, short ones",
    kept: keptTexts,
    most: 8 * MB,
    fill() {
      for (let n = 0; n < 20_000; n++)
        parseKept(JSON.stringify(Array.from({ length: 100 }, (_, i) => `a.b:/${n + i}`)));
    },
  },
  {
    name: "addresses of applications that are too long to be kept",
    kept: keptTexts,
    most: 8 * MB,
    fill() {
      for (let n = 0; n < 604; n++) parseKept(JSON.stringify([address(n, 900_000)]));
    },
  },
  {
    name: "public keys",
    kept: keptPublicKeys,
    most: 8 * MB,
    fill() {
      // The same key in many writings: making as many keys would take minutes.
      for (let n = 0; n < 5_000; n++) publicKeyOf(JSON.stringify({ ...jwk, kid: String(n) }));
    },
  },
  {
    name: "verified tokens",
    kept: keptJwts,
    most: 16 * MB,
    fill() {
      const token = { publicKey, claims: {} };
      for (let n = 0; n < 20_000; n++)
        keptJwts.set(`token-${n}`, { ...token, claims: { n: "x".repeat(4_000) } }, 6 * 4_000);
    },
  },
  {
    name: "summaries of statements",
    kept: keptSummaries,
    most: MB,
    fill() {
      for (let n = 0; n < 5_000; n++) statementSummary(`SELECT ${n} FROM "users" WHERE ${"x".repeat(2_000)}`);
    },
  },
  {
    name: "colours",
    kept: keptColors,
    most: MB,
    fill() {
      for (let n = 0; n < 20_000; n++) keptColors.set(`#${n}`, [{ text: "x".repeat(400), hash: "" }], 800);
    },
  },
];

for (const { name, kept, most, fill } of filled) {
  test(`${name}: however many, no more than ${most / MB} MB`, () => {
    const before = memory();
    fill();
    assert.ok(kept.bytes() <= most, `${kept.bytes()} bytes by its own account`);
    const grown = memory() - before;
    // What else the process has made meanwhile is a little.
    assert.ok(grown < most + 4 * MB, `${Math.round(grown / MB)} MB more than before`);
  });
}
