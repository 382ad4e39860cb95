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

/** What takes a second for 100,000 characters takes hours where something grows with the square of it. */
const LONGEST_MS = 1_000;

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

async function slowest(parser: Parser, enough = LONGEST_MS): Promise<number> {
  let longest = 0;
  for (const text of longTexts(parser.pieces)) {
    const began = performance.now();
    await attempt(parser, text);
    longest = Math.max(longest, performance.now() - began);
    if (longest > enough) break;
  }
  return longest;
}

for (const [name, parser] of Object.entries(parsers)) {
  describe(name, () => {
    test("reads any text, or refuses it in the way that was planned", () => takesAnyText(parser));
    test(`has done with ${LONG} characters in time`, async () => {
      const longest = await slowest(parser);
      assert.ok(longest < LONGEST_MS, `it took ${Math.round(longest)} ms`);
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
    assert.ok((await slowest(stubborn, LONGEST_MS / 100)) > LONGEST_MS / 100);
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
