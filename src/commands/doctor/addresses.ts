/**
 * What answers at the addresses people and applications use, seen from this machine: this Signet, another one, or
 * something else.
 */
import type { Config } from "../../config.ts";
import { isLoopbackName } from "../../identity/loopback.ts";
import { ask, keyIdsIn, member } from "./ask.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const DISCOVERY = "/.well-known/openid-configuration";
const KEYS = "/oauth/v2/keys";

export interface KnownKeys {
  /** The ids of the signing keys in the database; undefined where it could not be asked. */
  readonly keyIds: ReadonlySet<string> | undefined;
}

export async function addressFindings(config: Config, known: KnownKeys, signal: AbortSignal): Promise<Finding[]> {
  const here = await askSignet(
    { check: "address_here", discovery: listensAt(config), keys: listensAt(config) },
    config,
    known,
    signal,
  );
  const isServing = here.state === "ok";
  const outside = await Promise.all([
    askSignet({ check: "address_issuer", discovery: config.issuerUrl, keys: config.baseUrl }, config, known, signal),
    askPages(config, signal),
  ]);
  const nothingHere = "Start Signet with `signet serve`, if it should run on this machine.";
  return [
    here.unreachable === undefined
      ? here
      : warning(
          "address_here",
          `Nothing answers at ${listensAt(config)} (${here.unreachable}): no Signet is running here.`,
          nothingHere,
        ),
    // Who does not serve cannot be reached; that is said above.
    ...outside.map((finding) =>
      finding.unreachable !== undefined && !isServing ? { ...finding, state: "warning" as const } : finding,
    ),
  ].map(({ check, state, seen, advice }) => ({ check, state, seen, ...(advice === undefined ? {} : { advice }) }));
}

/** Where a request that is made on this machine reaches it. */
function listensAt({ host, port }: Config): string {
  const address = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}

interface Place {
  readonly check: string;
  readonly discovery: string;
  readonly keys: string;
}

type Seen = Finding & { readonly unreachable?: string };

async function askSignet(
  place: Place,
  { issuerUrl }: Config,
  { keyIds }: KnownKeys,
  signal: AbortSignal,
): Promise<Seen> {
  const { check, discovery, keys } = place;
  const [document, keySet] = await Promise.all([ask(discovery + DISCOVERY, signal), ask(keys + KEYS, signal)]);
  if (document.kind === "failed") return unreachable(check, discovery, document.code);
  if (keySet.kind === "failed") return unreachable(check, keys, keySet.code);
  const issuer = member(document.json, "issuer");
  if (document.status !== 200 || typeof issuer !== "string") {
    return problem(
      check,
      `${discovery} answers ${document.status}, but not as a Signet would.`,
      "Something else listens there, or the proxy leads elsewhere.",
    );
  }
  if (issuer !== issuerUrl) {
    return problem(
      check,
      `${discovery} says that the issuer is ${issuer.slice(0, 200)}, but here it is ${issuerUrl}.`,
      "It is another Signet, or one that was started with another SIGNET_ISSUER_URL.",
    );
  }
  const published = keyIdsIn(keySet.json);
  if (keySet.status !== 200 || published === undefined) {
    return problem(
      check,
      `${keys}${KEYS} answers ${keySet.status}, but not with a key set.`,
      "Let SIGNET_BASE_URL and the proxy lead to Signet.",
    );
  }
  if (keyIds === undefined || keyIds.size === 0)
    return ok(check, `A Signet with this issuer answers at ${discovery}; whether it is this instance is not known.`);
  const missing = [...keyIds].filter((id) => !published.includes(id));
  if (missing.length === keyIds.size) {
    return problem(
      check,
      `A Signet with other keys answers at ${keys}.`,
      "It uses another database: another instance has this address, or SIGNET_DATABASE_URL is not the one that it was started with.",
    );
  }
  if (missing.length > 0) {
    return warning(
      check,
      `The key set at ${keys} lacks ${missing.join(", ")}.`,
      "A cache may be older than five minutes; if it stays, something on the way keeps it too long.",
    );
  }
  return ok(check, `This instance answers at ${discovery === keys ? discovery : `${discovery} and ${keys}`}.`);
}

function unreachable(check: string, url: string, code: string): Seen {
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code) && isLoopbackName(new URL(url).hostname)) {
    const seen = `${url} was not asked: this machine does not resolve names below localhost (${code}); browsers on it do.`;
    return {
      ...warning(check, seen, "Add the name to the hosts file if other programs here should find it."),
      unreachable: code,
    };
  }
  const tls = /CERT|SSL|TLS|SIGNATURE/.test(code)
    ? "The certificate is not valid for this name, has expired, or is not believed on this machine."
    : undefined;
  const finding = problem(
    check,
    `${url} cannot be reached from this machine (${code}).`,
    tls ??
      "Look at the proxy, the name service and the firewall. If it is only this machine that cannot, it does no harm.",
  );
  return { ...finding, unreachable: code };
}

async function askPages({ loginUrl }: Config, signal: AbortSignal): Promise<Seen> {
  const check = "address_pages";
  const [health, page] = await Promise.all([
    ask(`${loginUrl}/healthz`, signal),
    ask(`${loginUrl}/`, signal, "text/html"),
  ]);
  if (health.kind === "failed") return unreachable(check, loginUrl, health.code);
  if (health.status !== 200 || member(health.json, "status") !== "alive") {
    return problem(
      check,
      `${loginUrl}/healthz answers ${health.status}, but not as a Signet would.`,
      "Let SIGNET_LOGIN_URL and the proxy lead to Signet.",
    );
  }
  // docs/proxy.md: a redirect to the very address that was asked for is the sign.
  if (page.kind === "answered" && page.location === `${loginUrl}/`) {
    return problem(
      check,
      `${loginUrl}/ leads to itself.`,
      "The proxy does not pass the Host header on; docs/proxy.md shows how.",
    );
  }
  return ok(check, `The pages answer at ${loginUrl}.`);
}
