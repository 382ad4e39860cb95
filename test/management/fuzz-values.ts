/** Values by schema, right and wrong, from a seed: the same seed gives the same values. */
import type { TSchema } from "typebox";

export class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Mulberry32: from 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(of: number): boolean {
    return this.next() < of;
  }

  pick<T>(from: readonly T[]): T {
    const one = from[this.below(from.length)];
    if (one === undefined) throw new Error("there is nothing to pick from");
    return one;
  }
}

const strangeTexts: readonly (() => string)[] = [
  () => "",
  () => " ",
  () => "\u0000",
  () => "a\u0000b",
  () => "\ud800",
  () => "\r\nSet-Cookie: a=b",
  () => "\u202egpj.exe",
  () => "ﷺ".repeat(50),
  () => "e\u0301".repeat(60),
  () => "x".repeat(300),
  () => "x".repeat(5_000),
  () => "9".repeat(400),
  () => "__proto__",
  () => "constructor",
  () => "toString",
  () => "'; DROP TABLE users; --",
  () => "javascript:alert(1)",
  () => "http://[::1",
  () => "https://user:pass@evil.example/#x",
  () => "a@b@c.example",
  () => "2026-02-30T25:61:61Z",
  () => "9999-12-31T23:59:59.999Z",
  () => "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----",
  () => "01890000-0000-7000-8000-000000000000",
];
const strangeNumbers = [0, -0, -1, 0.5, 1e9, 1e21, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324];
const strangeThings: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => 0,
  () => "text",
  () => [],
  () => ({}),
  () => [[[[]]]],
  () => ({ length: 1e9 }),
  () => Array.from({ length: 1_000 }, () => "x"),
  () => nested(1_000),
];

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = { a: value };
  return value;
}

interface Shape {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly TSchema[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly items?: TSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
}

/** `oddity`: how likely each part is to be wrong. */
export function valueFor(schema: TSchema, random: Random, oddity: number): unknown {
  if (random.chance(oddity)) return random.pick(strangeThings)();
  const shape = schema as Shape;
  if (shape.enum !== undefined) return random.pick(shape.enum);
  if (shape.const !== undefined) return shape.const;
  if (shape.anyOf !== undefined) return valueFor(random.pick(shape.anyOf), random, oddity);
  switch (shape.type) {
    case "object":
      return objectOf(shape, random, oddity);
    case "array":
      return Array.from({ length: random.below(4) }, () => (shape.items === undefined ? 1 : valueFor(shape.items, random, oddity)));
    case "integer":
    case "number":
      return random.chance(oddity) ? random.pick(strangeNumbers) : numberWithin(shape, random);
    case "boolean":
      return random.chance(0.5);
    case "null":
      return null;
    default:
      return textOf(shape, random, oddity);
  }
}

function objectOf({ properties = {}, required = [] }: Shape, random: Random, oddity: number): Record<string, unknown> {
  const named = Object.entries(properties).filter(([name]) => (required.includes(name) ? !random.chance(oddity / 2) : random.chance(0.5)));
  const object = Object.fromEntries(named.map(([name, schema]) => [name, valueFor(schema, random, oddity)]));
  return random.chance(oddity / 2) ? { ...object, [random.pick(strangeTexts)()]: 1 } : object;
}

function numberWithin({ minimum = 0, maximum = minimum + 1_000 }: Shape, random: Random): number {
  return minimum + random.below(maximum - minimum + 1);
}

export function textOf({ format }: Shape, random: Random, oddity: number): string {
  if (random.chance(oddity)) return random.pick(strangeTexts)();
  if (format === "date-time") return new Date(Date.now() + (random.next() - 0.5) * 1e10).toISOString();
  return random.pick([
    () => `word-${random.below(1e6)}`,
    () => `${random.below(1e6)}.example`,
    () => `person${random.below(1e6)}@mail.example`,
    () => `https://app.example/${random.below(1e6)}`,
    () => "openid",
    () => "+41 44 123 45 67",
  ])();
}

export function strangeText(random: Random): string {
  return random.pick(strangeTexts)();
}

/** What was right, but for one part of it somewhere: so that what comes after the schema sees it, too. */
export function withOneStrange(value: unknown, random: Random): unknown {
  const strange = () => (random.chance(0.8) && typeof value === "string" ? strangeText(random) : random.pick(strangeThings)());
  if (Array.isArray(value) && value.length > 0) {
    const at = random.below(value.length);
    return value.map((one, index) => (index === at ? withOneStrange(one, random) : one));
  }
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return random.chance(0.2) ? value : strange();
  const name = random.pick(Object.keys(value));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, key === name ? withOneStrange(one, random) : one]));
}
