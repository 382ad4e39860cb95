/**
 * Whatever is written into a request, a file or the environment: it is read or refused, in time, and never anything
 * else.
 */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import fc from "fast-check";
import { LONG, longTexts, oddText } from "./odd-texts.ts";
import { notParsers, type Parser, parsers } from "./parsers.ts";

/**
 * To look at every character once is what any reader does. What takes a thousand times as long for 100,000 characters
 * does something that grows with the square of them.
 */
const MOST_TIMES_LOOKING = 1_000;

const longest = () =>
  MOST_TIMES_LOOKING * Math.min(...Array.from({ length: 20 }, () => timeOf(() => lookAt("x".repeat(LONG)))));

function lookAt(text: string): number {
  let sum = 0;
  for (const character of text) sum += character.codePointAt(0) ?? 0;
  return sum;
}

function timeOf(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** Reads, or refuses as planned: undefined then. Anything else that it throws goes on. */
async function attempt({ read, refuses = () => false }: Parser, text: string): Promise<unknown> {
  try {
    return await read(text);
  } catch (error) {
    if (refuses(error)) return undefined;
    throw error;
  }
}

const takesAnyText = (parser: Parser) =>
  fc.assert(fc.asyncProperty(oddText(parser.pieces), async (text) => void (await attempt(parser, text))));

const settles = (parser: Parser) =>
  fc.assert(
    fc.asyncProperty(oddText(parser.pieces), async (text) => {
      const once = await attempt(parser, text);
      if (typeof once === "string") assert.equal(await parser.read(once), once);
    }),
  );

/** On a machine that is busy with something else, waiting is nobody's fault. */
async function slowest(parser: Parser, enough: number): Promise<number> {
  let most = 0;
  for (const text of longTexts(parser.pieces)) {
    const [began, usedBefore] = [performance.now(), process.cpuUsage()];
    await attempt(parser, text);
    const { user, system } = process.cpuUsage(usedBefore);
    most = Math.max(most, Math.min(performance.now() - began, (user + system) / 1000));
    if (most > enough) break;
  }
  return most;
}

for (const [name, parser] of Object.entries(parsers)) {
  describe(name, () => {
    test("reads any text, or refuses it in the way that was planned", () => takesAnyText(parser));
    test(`has done with ${LONG} characters in time`, async () => {
      const enough = longest();
      const took = await slowest(parser, enough);
      assert.ok(took < enough, `it took ${Math.round(took)} ms, where ${Math.round(enough)} ms are enough`);
    });
    if (parser.settles) test("reads what it has written as the same", () => settles(parser));
  });
}

describe("the checks of parsers", () => {
  test("catch one that throws what nobody planned", async () => {
    const careless: Parser = { read: (text) => decodeURIComponent(text), pieces: ["%", "a"] };
    await assert.rejects(async () => takesAnyText(careless), /Property failed/);
  });

  test("catch one that writes what it would read as something else", async () => {
    const restless: Parser = { read: (text) => decodeURIComponent(text), refuses: () => true, pieces: ["%25", "41"] };
    await assert.rejects(async () => settles(restless), /Property failed/);
  });

  test("catch one that tries too much", async () => {
    // Of a tenth of the text, which takes a hundredth of the time.
    const stubborn: Parser = { read: (text) => /\s+$/.test(text.slice(-LONG / 10)) };
    const enough = longest() / 100;
    assert.ok((await slowest(stubborn, enough)) > enough);
  });
});

/** By what the text is called that they take. */
const TAKES_TEXT =
  /export (?:async )?function (\w+)(?:<[^>]*>)?\((?:name: string, )?(?:text|typed|header|authorization|uri|requested|list|joined|ifMatch|userAgent|acrValues|tag|q|query|configured|input|password|email|phone|encoded|code|url|token|data|secret)\??: string\b/g;

function textReaders(): string[] {
  const root = join(import.meta.dirname, "../../src");
  const files = globSync("**/*.ts", { cwd: root }).filter((file) => !/^(?:commands|storage)\//.test(file));
  return files.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(TAKES_TEXT)].map(([, name = ""]) =>
      file === "config-values.ts" ? `config ${name}` : name,
    ),
  );
}

describe("the table of parsers", () => {
  const tested = new Set(Object.keys(parsers).map((name) => name.split(",")[0]));

  test("has every function that reads a text, or says why it is none", () => {
    const found = textReaders();
    assert.ok(found.length > 40, `${found.length}`);
    assert.deepEqual(
      found.filter((name) => !tested.has(name) && !(name in notParsers)),
      [],
    );
  });
});
