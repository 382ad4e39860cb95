/**
 * Texts that programs stumble over, for fast-check: of every kind of character, and of the pieces that a reader looks
 * for.
 */
import fc from "fast-check";
import { oddTexts } from "./odd-list.ts";

/** Characters of all planes, halves of pairs, control characters, and what looks like one and is several. */
const characters = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 20 }).map((points) => String.fromCodePoint(...points)),
  fc.array(fc.integer({ min: 0, max: 0x36f }), { maxLength: 30 }).map((points) => String.fromCodePoint(...points)),
  fc
    .array(fc.constantFrom("é", "e\u0301", "가", "👩‍👧", "🇨🇭", "ĳ", "Å", "\u0345", "ﬁ", "ß"), { maxLength: 12 })
    .map((all) => all.join("")),
  fc.string({ maxLength: 60 }),
);

/** Any text; `pieces` are what its reader looks for, so that some of them get further in. */
export function oddText(pieces: readonly string[] = []): fc.Arbitrary<string> {
  const part = fc.oneof(fc.constantFrom(...oddTexts), characters);
  if (pieces.length === 0)
    return fc.oneof(
      { weight: 3, arbitrary: characters },
      fc.array(part, { maxLength: 4 }).map((all) => all.join("")),
    );
  const piece = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...pieces) }, { weight: 1, arbitrary: part });
  return fc.oneof(
    { weight: 3, arbitrary: fc.array(piece, { maxLength: 8 }).map((all) => all.join("")) },
    { weight: 1, arbitrary: part },
  );
}

export const LONG = 100_000;

/** What a pattern that tries too much would try for minutes, each of 100,000 characters. */
const pumps: readonly string[] = [
  ..."a 9=.@:/%-+,;&([{\"'\\<#\u0000\u0300ﷺß",
  "\u0300\u0316",
  "a.",
  "a@",
  "%41",
  "\r\n",
  "a=b&",
  '{"a":',
  "[[",
  "urn:service:iam:",
  "-----BEGIN ",
  "👩‍",
];

export function longTexts(pieces: readonly string[] = []): string[] {
  const filled = (pump: string) => pump.repeat(Math.ceil(LONG / pump.length)).slice(0, LONG);
  const [first = ""] = pieces;
  return [...pumps, ...pieces.filter((piece) => piece !== "")].flatMap((pump) => [
    filled(pump),
    `${first}${filled(pump)}`,
    // Only at the end does it turn out to be wrong.
    `${filled(pump)}\u0001`,
  ]);
}
