/** Texts that programs stumble over, for fast-check: of every kind of character, and of the pieces that a reader looks for. */
import fc from "fast-check";

/** What each of them has broken somewhere before. */
export const oddTexts: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc00\ud800",
  "\ufeff",
  "\r\nSet-Cookie: a=b",
  "\u2028\u2029\u0085",
  "\u202egpj.exe",
  "\u200b\u2060\u00ad",
  "ﷺ".repeat(50),
  "e\u0301".repeat(60),
  "ǅŒﬃßſςİı",
  "👩‍👩‍👧‍👦🇨🇭",
  "x".repeat(300),
  "9".repeat(400),
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "null",
  "undefined",
  "NaN",
  "-0",
  "1e309",
  "0x10",
  "٣",
  "'; DROP TABLE users; --",
  "<script>alert(1)</script>",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what is sent
  "${7*7}{{7*7}}{name}",
  "../../etc/passwd",
  "%",
  "%zz",
  "%00",
  "%c0%ae",
  "javascript:alert(1)",
  "http://[::1",
  "https://user:pass@evil.example/#x",
  "a@b@c.example",
  "2026-02-30T25:61:61Z",
  "9999-12-31T23:59:59.999Z",
  "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----",
  "01890000-0000-7000-8000-000000000000",
];

/** Characters of all planes, halves of pairs, and control characters. */
const characters = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ maxLength: 60 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
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
  return fc.oneof({ weight: 3, arbitrary: fc.array(piece, { maxLength: 8 }).map((all) => all.join("")) }, { weight: 1, arbitrary: part });
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
