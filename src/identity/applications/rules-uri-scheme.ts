/** Which schemes and hosts a redirect URI may name. */
import { isLoopbackHost } from "../loopback.ts";
import { type UriFinding, uriFinding } from "./rules-problems.ts";
import { isPort, type UriParts } from "./rules-uri-parts.ts";
import { isOthersScheme, isPrivateScheme, runsProgram } from "./rules-uri-schemes.ts";
import type { ApplicationType } from "./types.ts";

export interface SchemeContext {
  readonly type: ApplicationType;
  readonly developmentMode: boolean;
}

const badPort = uriFinding(
  "uri_host",
  "The port must be a number from 1 to 65535 without leading zeros. Correct it or leave it out.",
);

export function checkScheme(parts: UriParts, context: SchemeContext): UriFinding | undefined {
  const scheme = parts.scheme.toLowerCase();
  if (runsProgram(scheme))
    return uriFinding("uri_forbidden_scheme", `Addresses that start with ${scheme}: are never allowed. Use https.`);
  if (scheme === "https" || scheme === "http") return checkWebHost(parts, context);
  if (isOthersScheme(scheme)) {
    const message = `Addresses that start with ${scheme}: lead to something else on people's devices, or look as if they did.`;
    return uriFinding("uri_forbidden_scheme", `${message} Choose a scheme that is your application's alone.`);
  }
  if (
    context.type === "native" &&
    isPrivateScheme(scheme) &&
    (parts.authority !== undefined || parts.path.startsWith("/"))
  )
    return checkPrivateHost(parts);
  // RFC 8252 §7.1: a reversed domain name keeps two applications from claiming one scheme.
  const advice =
    context.type === "native"
      ? "Use https, http on a loopback address, or a scheme that is your domain name reversed, such as com.example.app:/callback."
      : "Use https. Schemes of one's own are for native applications.";
  return uriFinding(
    "uri_unsupported_scheme",
    `An address that starts with ${parts.scheme}: cannot be used here. ${advice}`,
  );
}

function checkWebHost({ scheme, authority }: UriParts, { developmentMode }: SchemeContext): UriFinding | undefined {
  if (authority === undefined || authority.host === "")
    return uriFinding("uri_host", `The address names no host. Write it as ${scheme.toLowerCase()}://host/path.`);
  const host = URL.parse(`https://${authority.host}/`)?.hostname;
  // Judged by what a browser makes of it (rp%2etest, 0x7f.1); the check of the spelling then refuses any other way to
  // write it.
  if (host === undefined || !/^([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/.test(host)) {
    return uriFinding("uri_host", "The host of the address is not valid. Give a domain name such as app.example.com.");
  }
  if (authority.port !== undefined && !isPort(authority.port)) return badPort;
  if (scheme.toLowerCase() === "http" && !isLoopbackHost(host) && !developmentMode) {
    const message =
      "http is not encrypted and is only for loopback addresses (localhost, *.localhost, 127.0.0.1, [::1]).";
    return uriFinding("uri_insecure", `${message} Use https, or turn on development mode while you develop.`);
  }
  const ipAddress = host.startsWith("[") || /^[0-9]+(\.[0-9]+){3}$/.test(host);
  if (ipAddress && !isLoopbackHost(host) && !developmentMode) {
    return uriFinding(
      "uri_ip_address",
      "The host is an IP address. Use a domain name, or turn on development mode while you develop.",
    );
  }
  return undefined;
}

function checkPrivateHost({ authority }: UriParts): UriFinding | undefined {
  if (authority === undefined) return undefined;
  if (!/^[A-Za-z0-9._~-]*$/.test(authority.host))
    return uriFinding("uri_host", "The part after // may hold letters, digits, dots, - and _ only.");
  return authority.port === undefined || (isPort(authority.port) && authority.host !== "") ? undefined : badPort;
}
