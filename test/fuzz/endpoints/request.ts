/** A request as it is sent, and what can be wrong with one whatever it asks for. */
import { gzipSync } from "node:zlib";
import type { Random } from "./random.ts";
import { spoiled, strangeText } from "./strange.ts";

export type SentMethod = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

export interface SentRequest {
  readonly method: SentMethod;
  /** With its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

/** Whatever a header holds reaches us as bytes, each as the character of its number; and 16 KiB of them at most. */
export function onTheWire(text: string): string {
  return text.replace(/[^\t -~\x80-\xff]/g, "?").slice(0, 8_000);
}

type Change = (request: SentRequest, random: Random) => SentRequest;

const withHeader = (request: SentRequest, name: string, value: string): SentRequest => ({
  ...request,
  headers: { ...request.headers, [name]: onTheWire(value) },
});
const withBody = (request: SentRequest, payload: string | Buffer): SentRequest => ({ ...request, payload });

const methods: readonly SentMethod[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const contentTypes: readonly string[] = [
  "",
  "text/plain",
  "application/json",
  "application/json; charset=utf-16",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/xml",
  "application/json, text/html",
  "/;;=",
  "application/json;".repeat(200),
];
const brokenBodies: readonly (() => string | Buffer)[] = [
  () => "",
  () => "null",
  () => "{",
  () => '{"a":1}{"b":2}',
  () => '{"a":1,"a":2}',
  () => '\ufeff{"name":"x"}',
  () => "[".repeat(30_000),
  () => `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
  () => '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  () => "a=b&__proto__[polluted]=1&constructor.prototype.polluted=1",
  () => "&&==&%&=x",
  () => Buffer.from([0xc0, 0xae, 0xff, 0xfe, 0x00, 0x80]),
  () => "1e999999",
  () => Array.from({ length: 300 }, (_, index) => `p${index}=1`).join("&"),
];
const hosts: readonly string[] = [
  "evil.example",
  "localhost:8080",
  "LOCALHOST:8080",
  "localhost:99999",
  "[::1",
  "a b",
  "",
  "localhost:8080, evil.example",
];

/** Each changes one thing. */
const changes: readonly Change[] = [
  (request, random) => ({ ...request, method: random.pick(methods) }),
  (request, random) => withHeader(request, "content-type", random.pick(contentTypes)),
  (request, random) => withBody(request, random.pick(brokenBodies)()),
  (request, random) => withBody(request, spoiled(String(request.payload ?? ""), random)),
  (request, random) => withHeader(request, "authorization", authorization(request.headers.authorization ?? "", random)),
  (request, random) => withHeader(request, "cookie", spoiled(request.headers.cookie ?? "signet-browser=x", random)),
  (request, random) =>
    withHeader(request, "accept", random.pick(["text/html", "*/*", "application/json;q=0", ";;", strangeText(random)])),
  (request, random) =>
    withHeader(
      request,
      "accept-language",
      random.pick(["de-AT,fr;q=0.5", "*;q=1e9", ",".repeat(600), strangeText(random)]),
    ),
  (request, random) => withHeader(request, "host", random.pick(hosts)),
  (request, random) =>
    withHeader(request, "origin", random.pick(["null", "https://evil.example", strangeText(random)])),
  (request, random) =>
    withHeader(request, "sec-fetch-site", random.pick(["cross-site", "same-origin", strangeText(random)])),
  (request, random) => withHeader(request, "x-forwarded-for", random.pick(["1.2.3.4", "::1, x", strangeText(random)])),
  (request, random) =>
    withHeader(request, "if-match", random.pick(['"1"', "*", 'W/"2"', '"1", "2"', strangeText(random)])),
  (request, random) => withHeader(request, "idempotency-key", random.pick(["a", "x".repeat(256), strangeText(random)])),
  (request, random) =>
    withHeader(request, "traceparent", random.pick([`00-${"a".repeat(32)}-${"b".repeat(16)}-01`, strangeText(random)])),
  (request, random) =>
    withHeader(
      request,
      "user-agent",
      random.pick(["Mozilla/5.0 (X11; Linux) Firefox/1", strangeText(random).repeat(20)]),
    ),
  (request) => withHeader(withBody(request, gzipSync("a=b")), "content-encoding", "gzip"),
  (request, random) => ({ ...request, url: brokenAddress(request.url, random) }),
];

function authorization(given: string, random: Random): string {
  const [scheme = "", credentials = ""] = given.split(" ");
  return random.pick([
    "Bearer",
    "Bearer ",
    "Basic !!!",
    `Basic ${Buffer.from("%:%").toString("base64")}`,
    `Basic ${Buffer.from([0xff, 0x3a, 0xfe]).toString("base64")}`,
    "Digest username=x",
    `${scheme} ${spoiled(credentials, random)}`,
    `bearer ${credentials}`,
    `Bearer ${credentials} ${credentials}`,
    `Bearer sga_${"A".repeat(3_000)}`,
    spoiled(given, random),
  ]);
}

function brokenAddress(url: string, random: Random): string {
  const [path = "", query = ""] = url.split("?", 2);
  const strange = encodeURIComponent(strangeText(random).toWellFormed());
  return random.pick([
    () => `${path}/?${query}`,
    () => `${path}%?${query}`,
    () => `${path}%zz?${query}`,
    () => `${path}%00?${query}`,
    () => `${path}/%2e%2e/%c0%ae?${query}`,
    () => `/${path}?${query}`,
    () => `${path.toUpperCase()}?${query}`,
    () => `${path}?${query}&${query}`,
    () => `${path}?${query}&__proto__=1&__proto__[x]=1&constructor=1`,
    () => `${path}?%=%&&==&${query}`,
    () => `${path}?${query}&x=${"y".repeat(9_000)}`,
    () => `${path}?${query}&lang=${strange}`,
    () => `${path}/${strange}?${query}`,
  ])();
}

/** Now and then so large that nobody should read it to the end. */
const huge: Change = (request, random) => withBody(request, "a".repeat(random.pick([70_000, 1_100_000])));

export function disturbed(request: SentRequest, random: Random): SentRequest {
  if (random.chance(0.005)) return huge(request, random);
  let changed = request;
  for (let chance = 0.3; random.chance(chance); chance /= 2) changed = random.pick(changes)(changed, random);
  return changed;
}
