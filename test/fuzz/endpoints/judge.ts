/** What is wrong with an answer, whatever was asked: nothing may be. */
import { registry } from "../../../src/errors/registry.ts";
import { oauthErrors } from "../../../src/oauth/errors.ts";
import { problemsOfPage } from "../../support/page-headers.ts";
import { type DescribedCall, PREFIX } from "./management-requests.ts";
import type { SentRequest } from "./request.ts";

export interface GivenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** How many times as long as others it took. */
  readonly timesUsual: number;
}

/** Most take a few milliseconds; what grows with the square of something long takes minutes. */
export const MOST_TIMES_USUAL = 1_000;

const INSIDE =
  /\bat \S+ \(|node_modules|\.ts:\d|SQLITE|syntax error at|\bSELECT [^\n]* FROM |\$argon2|password_hash|BEGIN PRIVATE KEY.*BEGIN PRIVATE KEY/s;
/** Where an answer may send a browser on to: the pages, and what is registered for the two applications. */
const LEADS_TO = /^(?:http:\/\/localhost:8080(?:\/|$)|https:\/\/app\.example\/(?:callback|bye)(?:[?#]|$)|\/(?![/\\]))/;

type Rule = (request: SentRequest, answer: GivenAnswer) => string | false | undefined;

const rules: readonly Rule[] = [
  (_, { status }) => status >= 500 && `the service's own fault: ${status}`,
  (_, { timesUsual }) => timesUsual > MOST_TIMES_USUAL && `it took ${Math.round(timesUsual)} times as long as others`,
  (_, { headers }) => headers["x-request-id"] === undefined && "no request id",
  (_, { headers }) => headers["x-content-type-options"] !== "nosniff" && "no X-Content-Type-Options",
  (_, { headers }) => headers["referrer-policy"] !== "no-referrer" && "no Referrer-Policy",
  (_, { headers }) => !/^(?:DENY|SAMEORIGIN)$/.test(headers["x-frame-options"] ?? "") && "no X-Frame-Options",
  (_, { headers }) =>
    !headers["content-security-policy"]?.includes("default-src 'none'") && "no Content-Security-Policy",
  (_, { headers }) => headers["cache-control"] === undefined && "no Cache-Control",
  (_, { headers }) =>
    (headers.server !== undefined || headers["x-powered-by"] !== undefined) && "it says what it is made of",
  (_, { headers }) =>
    Object.values(headers).some((value) => /[\r\n\0]/.test(value ?? "")) && "a header with a line break",
  (_, { headers }) =>
    headers.location !== undefined && !LEADS_TO.test(headers.location) && `it leads to ${headers.location}`,
  (_, { body }) => INSIDE.test(body) && "something of the inside",
  ({ method, url }, { headers }) => problemsOfPage({ method, url, headers })[0],
  aboutManagement,
  aboutMachines,
];

/** Everything but the document and the reference speaks JSON, and sets no cookies. */
function aboutManagement(
  { url, method, headers: sent }: SentRequest,
  { status, headers, body }: GivenAnswer,
): string | false {
  const path = url.split("?")[0] ?? "";
  if (!path.startsWith(`${PREFIX}/`)) return false;
  if (headers["set-cookie"] !== undefined) return "a cookie from the management API";
  if (status < 400 || method === "HEAD") return false;
  // What cannot be read as an address comes to no room: whoever asks for a page is shown one.
  if (sent.accept?.startsWith("text/html") && headers["content-type"]?.startsWith("text/html"))
    return status !== 400 && "a page";
  const known = jsonOf(body);
  if (known === undefined) return "an error that is no JSON";
  if (!/^application\/problem\+json/.test(headers["content-type"] ?? ""))
    return "error" in known ? false : "an error that is no problem document";
  const { code, requestId } = known;
  if (typeof code !== "string" || !(code in registry)) return `an unknown code: ${code}`;
  return requestId !== headers["x-request-id"] && "another request id in the body";
}

function aboutMachines(
  { url, method, headers: sent }: SentRequest,
  { status, headers, body }: GivenAnswer,
): string | false {
  const path = url.split("?")[0] ?? "";
  if (!/^\/oauth\/v2\/(?:token|introspect|revoke|userinfo)$/.test(path)) return false;
  if (headers["set-cookie"] !== undefined) return "a cookie from a machine endpoint";
  if (
    status < 400 ||
    status === 404 ||
    status === 405 ||
    status === 415 ||
    method === "HEAD" ||
    sent.accept?.startsWith("text/html")
  )
    return false;
  // RFC 6750 §3.1: whoever sends no token is told how to, and nothing else.
  if (path === "/oauth/v2/userinfo" && status === 401 && body === "")
    return headers["www-authenticate"] === undefined && "no challenge";
  const error = jsonOf(body)?.error;
  return (
    (typeof error !== "string" || (!(error in oauthErrors) && !(error in registry))) && `an unknown error: ${error}`
  );
}

function jsonOf(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

export function problemsOf(request: SentRequest, answer: GivenAnswer): string[] {
  return rules.map((rule) => rule(request, answer)).filter((problem) => typeof problem === "string");
}

/** Of a call that was made as it is described: the answer is one that its description has. */
export function problemOfCall({ operation }: DescribedCall, { status, headers }: GivenAnswer): string | undefined {
  if (status >= 400)
    return status in operation.responses || "default" in operation.responses
      ? undefined
      : `an answer nobody described: ${status}`;
  const described = operation.responses[String(status)];
  if (described === undefined) return `an answer nobody described: ${status}`;
  const types = "content" in described ? Object.keys(described.content ?? {}) : [];
  const type = (headers["content-type"] ?? "").split(";")[0] ?? "";
  return types.length === 0 || types.includes(type) ? undefined : `an answer of another type: ${type}`;
}
