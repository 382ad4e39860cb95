/** Values that nobody means to send, and what was right with one of them in it. */
import { oddTexts } from "../odd-list.ts";
import type { Random } from "./random.ts";

export function strangeText(random: Random): string {
  return random.chance(0.05) ? "x".repeat(5_000) : random.pick(oddTexts);
}

const strangeThings: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 0.5,
  () => 1e21,
  () => 2 ** 53,
  () => 1e308,
  () => "text",
  () => [],
  () => ({}),
  () => [[[[]]]],
  () => ({ length: 1e9 }),
  () => JSON.parse('{"toString":1,"valueOf":1,"then":1,"toJSON":1}'),
  () => JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
  () => Array.from({ length: 1_000 }, () => "x"),
  () => nested(1_000),
];

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = { a: value };
  return value;
}

export function strangeThing(random: Random): unknown {
  return random.pick(strangeThings)();
}

/** What was right, but for one part of it somewhere: so that what comes after the schema sees it, too. */
export function withOneStrange(value: unknown, random: Random): unknown {
  const strange = () => (random.chance(0.8) && typeof value === "string" ? strangeText(random) : strangeThing(random));
  if (Array.isArray(value) && value.length > 0) {
    const at = random.below(value.length);
    return value.map((one, index) => (index === at ? withOneStrange(one, random) : one));
  }
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0)
    return random.chance(0.2) ? value : strange();
  const name = random.pick(Object.keys(value));
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key === name ? withOneStrange(one, random) : one]),
  );
}

/** A text that was right, with something done to it. */
export function spoiled(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  return random.pick([
    () => "",
    () => strangeText(random),
    () => text.slice(0, at),
    () => text.slice(0, at) + strangeText(random) + text.slice(at),
    () => text.slice(0, at) + String.fromCharCode(random.below(256)) + text.slice(at + 1),
    () => text.toUpperCase(),
    () => ` ${text} `,
    () => text + text,
    () => `${text}\0`,
  ])();
}
