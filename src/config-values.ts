/** Reading one value of the configuration; what is wrong with it is said in one way. Secrets are never repeated. */
import { isIP } from "node:net";
import { StartError } from "./errors/start-error.ts";
import { isLoopbackHost } from "./identity/loopback.ts";
import { serversOf } from "./storage/postgres/address.ts";

export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

export function problem(name: string, what: string, advice: string): StartError {
  return new StartError("configuration", `${name} ${what}. ${advice}.`);
}

export function port(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 65_535)
    throw problem(name, `is "${text}"`, "Set it to a whole number from 1 to 65535");
  return value;
}

export function count(name: string, text: string, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > most)
    throw problem(name, `is "${text}"`, `Set it to a whole number from 1 to ${most}`);
  return value;
}

/** An origin: what it is compared with and what links start with, so it has one spelling. */
export function publicUrl(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw problem(name, `is "${text}", which is no web address`, "Set it to something like https://id.example.com");
  }
  if (url.username || url.password || url.search || url.hash || url.pathname !== "/") {
    throw problem(
      name,
      `is "${text}", which has more than scheme, host and port`,
      `Set it to ${url.protocol}//${url.host}`,
    );
  }
  if (url.protocol === "http:" && !isLoopbackHost(url.hostname)) {
    throw problem(
      name,
      `is "${text}", but http is only for localhost, names that end with .localhost, 127.0.0.1 and [::1]`,
      `Use https://${url.host} and a proxy that terminates TLS`,
    );
  }
  return url.origin;
}

export function host(name: string, text: string): string {
  if (text === "localhost" || isIP(text) !== 0) return text;
  throw problem(
    name,
    `is "${text}"`,
    "Set it to an IP address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them",
  );
}

export function databaseUrl(name: string, text: string): string {
  if (text.startsWith("file:") && text.length > "file:".length && !text.startsWith("file://")) return text;
  const [server] = serversOf(text);
  if (server !== undefined) {
    // What libpq would look for among several servers. Signet looks for the one that takes changes.
    const wanted = new URL(server).searchParams.get("target_session_attrs") ?? "any";
    if (["any", "primary", "read-write"].includes(wanted)) return text;
    throw problem(
      name,
      "asks for a server that only reads",
      "Leave target_session_attrs out of it, or set that to read-write",
    );
  }
  // The value may hold a password.
  throw problem(
    name,
    "is no database address",
    "Set it to file:PATH for SQLite or postgres://USER:PASSWORD@HOST/DATABASE for PostgreSQL",
  );
}

export function smtpUrl(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = /^smtps?:\/\//.test(text) ? URL.parse(text) : null;
  // What is not a server and a login would be a setting that silently does not hold.
  const isWhole =
    url !== null && url.hostname !== "" && /^\/?$/.test(url.pathname) && url.search === "" && url.hash === "";
  if (isWhole && isPercentEncoded(url.username) && isPercentEncoded(url.password)) return text;
  throw problem(
    name,
    "is no mail server address",
    "Set it to smtp://USER:PASSWORD@HOST:PORT or smtps://…, and write special characters of user and password as %40 and the like",
  );
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export function mailAddress(name: string, text: string | undefined): string | undefined {
  if (text === undefined || /^[^\s@<>]+@[^\s@<>]+$/.test(text) || /^[^<>\r\n]+ <[^\s@<>]+@[^\s@<>]+>$/.test(text))
    return text;
  throw problem(name, `is "${text}"`, "Set it to an address like signet@example.com or Acme <signet@example.com>");
}

export function loginName(name: string, text: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return text;
  throw problem(name, `is "${text}"`, "Set it to a user name and a domain, such as admin@example.com");
}

export function password(name: string, text: string | undefined): string | undefined {
  if (text === undefined || text === "") return undefined;
  if (text.length < 8 || text.length > 256)
    throw problem(name, "is too short or too long", "Choose 8 to 256 characters");
  return text;
}

export function networks(name: string, text: string | undefined): string[] {
  const entries = (text ?? "").split(",").map((entry) => entry.trim());
  return entries.filter((entry) => {
    if (entry === "") return false;
    const [address = "", bits, ...rest] = entry.split("/");
    const version = isIP(address);
    const longest = version === 6 ? 128 : 32;
    const valid =
      version !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest));
    if (!valid) throw problem(name, `has "${entry}"`, "List IP addresses or networks, such as 10.0.0.1, 10.1.0.0/16");
    return true;
  });
}

export function logLevel(name: string, text: string): LogLevel {
  const level = logLevels.find((candidate) => candidate === text);
  if (level === undefined) throw problem(name, `is "${text}"`, `Set it to one of ${logLevels.join(", ")}`);
  return level;
}
