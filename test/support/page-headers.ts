/**
 * What every page has to tell a browser about itself, by the room it comes from. There are four kinds, and no others.
 */

export interface PageAnswer {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

type Sources = RegExp;

const hash = "'sha256-[\\w+/]{43}='";
const hashes: Sources = new RegExp(`^${hash}( ${hash})*$`);
const none: Sources = /^'none'$/;
const ours: Sources = /^'self'$/;

interface Kind {
  readonly frame: "DENY" | "SAMEORIGIN";
  readonly cache: RegExp;
  /** Directives that have to be there. */
  readonly asks: Readonly<Record<string, Sources>>;
  /** Directives that may be there. */
  readonly may?: Readonly<Record<string, Sources>>;
}

const page: Kind = {
  frame: "DENY",
  cache: /^no-store$/,
  asks: {
    "default-src": none,
    "style-src": hashes,
    "img-src": /^'self' data:$/,
    "frame-ancestors": none,
    "base-uri": none,
  },
  may: { "script-src": hashes, "form-action": ours },
};

const preview: Kind = {
  ...page,
  frame: "SAMEORIGIN",
  asks: { ...page.asks, "frame-ancestors": ours, "form-action": none, sandbox: /^allow-same-origin$/ },
  may: {},
};

/** Nothing in it is anybody's own. */
const reference: Kind = { ...page, cache: /^public, max-age=\d+$/ };

/** The styling library of the Console adds style sheets while it runs; they need the nonce. */
const consoleApp: Kind = {
  frame: "DENY",
  cache: /^no-store$/,
  asks: {
    "default-src": none,
    "script-src": ours,
    "style-src": /^'self' 'nonce-[\w+/]{22}=='$/,
    "img-src": /^'self' data: blob:$/,
    "connect-src": /^'self'(?: https?:\/\/[\w.:[\]-]+)*$/,
    "frame-src": ours,
    "form-action": ours,
    "frame-ancestors": none,
    "base-uri": none,
  },
};

function kindOf({ method, url, headers }: PageAnswer): Kind {
  const [path = ""] = url.split("?");
  if (/^\/console(?:\/|$)/.test(path) && String(headers["content-security-policy"]).includes("connect-src"))
    return consoleApp;
  if (path === "/login/preview" && method === "POST" && headers["x-frame-options"] === "SAMEORIGIN") return preview;
  return path === "/management/v1/docs" ? reference : page;
}

/** What is wrong with the headers of a page; empty when nothing is, or when it is no page. */
export function problemsOfPage(answer: PageAnswer): string[] {
  const { method, url, headers } = answer;
  if (!String(headers["content-type"]).startsWith("text/html")) return [];
  const { frame, cache, asks, may = {} } = kindOf(answer);
  const policy = policyOf(headers["content-security-policy"]);
  const expected: [name: string, value: unknown, allowed: RegExp][] = [
    ["content-type", headers["content-type"], /^text\/html; charset=utf-8$/],
    ["x-content-type-options", headers["x-content-type-options"], /^nosniff$/],
    ["x-frame-options", headers["x-frame-options"], new RegExp(`^${frame}$`)],
    ["referrer-policy", headers["referrer-policy"], /^no-referrer$/],
    ["cache-control", headers["cache-control"], cache],
    ["permissions-policy", headers["permissions-policy"], /^camera=\(\), geolocation=\(\), microphone=\(\)$/],
    ...Object.entries(asks).map(([name, allowed]): [string, unknown, RegExp] => [name, policy.get(name), allowed]),
    ...[...policy].flatMap(([name, value]): [string, unknown, RegExp][] =>
      name in asks ? [] : [[name, value, may[name] ?? /^\b$/]],
    ),
    ...["server", "x-powered-by", "access-control-allow-credentials"].map((name): [string, unknown, RegExp] => [
      name,
      headers[name] ?? "",
      /^$/,
    ]),
  ];
  return expected.flatMap(([name, value, allowed]) =>
    allowed.test(String(value ?? "missing")) ? [] : [`${method} ${url.split("?")[0]}: ${name}: ${value}`],
  );
}

function policyOf(header: unknown): Map<string, string> {
  const directives = String(header)
    .split(";")
    .map((text) => text.trim())
    .filter((text) => text !== "");
  return new Map(directives.map((text) => [text.split(" ")[0] ?? "", text.split(" ").slice(1).join(" ")]));
}
