/**
 * How a redirect URI that is not registered differs from the closest one that is, for the error page.
 *
 * The page is shown to anybody, so it speaks of what was sent and never quotes the host, port or path of a registered
 * address.
 */
import { isLoopbackHost } from "../loopback.ts";
import { splitUri, type UriParts } from "./rules-uri-parts.ts";

export function explainMismatch(requested: string, registered: readonly string[]): string {
  if (registered.length === 0) return "No redirect URI is registered for this application.";
  const sent = splitUri(requested);
  if (requested.trim() !== requested)
    return "The redirect URI that was sent has a space or line break before or after it.";
  if (/^[a-z][a-z0-9+.-]*%3a/i.test(requested)) return "The redirect URI that was sent is percent-encoded twice.";
  if (sent === undefined)
    return "The redirect URI that was sent is not a complete address: it has no scheme such as https.";
  const known = registered.map(splitUri).filter((parts) => parts !== undefined);
  const closest = known.toSorted((one, other) => distance(sent, one) - distance(sent, other))[0];
  const differences = closest === undefined ? [] : describe(sent, closest);
  if (differences.length === 0) return "The redirect URI that was sent is not registered for this application.";
  return `The redirect URI that was sent differs from the closest registered one: ${differences.join("; ")}.`;
}

/** A different host weighs more than all the rest together: a neighbour at the same host is what one meant. */
function distance(sent: UriParts, known: UriParts): number {
  const weigh = (one: string | undefined, other: string | undefined, weight: number): number => {
    if (one === other) return 0;
    return one?.toLowerCase() === other?.toLowerCase() ? weight / 2 : weight;
  };
  return (
    weigh(sent.authority?.host, known.authority?.host, 16) +
    weigh(sent.path.replace(/\/$/, ""), known.path.replace(/\/$/, ""), 6) +
    weigh(sent.scheme, known.scheme, 4) +
    weigh(sent.authority?.port, known.authority?.port, 2) +
    weigh(sent.query, known.query, 2) +
    (sent.path === known.path ? 0 : 1)
  );
}

function describe(sent: UriParts, known: UriParts): string[] {
  const differences = [
    sent.scheme === known.scheme ? undefined : schemeDifference(sent.scheme, known.scheme),
    sent.authority?.userinfo === undefined ? undefined : "it has a user name or @ before its host",
    sent.authority?.host === known.authority?.host
      ? undefined
      : hostDifference(sent.authority?.host, known.authority?.host),
    sent.authority?.port === known.authority?.port
      ? undefined
      : portDifference(sent.authority?.port, known.authority?.port),
    sent.path === known.path ? undefined : pathDifference(sent.path, known.path),
    sent.query === known.query ? undefined : queryDifference(sent.query, known.query),
    sent.fragment === undefined ? undefined : "it has a fragment (#…), which no redirect URI may have",
  ];
  return differences.filter((difference) => difference !== undefined);
}

function schemeDifference(sent: string, known: string): string {
  if (sent.toLowerCase() === known.toLowerCase()) return "its scheme is written in upper case";
  return `it starts with ${sent}: instead of ${known}:`;
}

function hostDifference(sent: string | undefined, known: string | undefined): string {
  if (sent?.toLowerCase() === known?.toLowerCase()) return "its host differs in upper and lower case";
  if (sent && known && isLoopbackHost(sent) && isLoopbackHost(known))
    return `its host is ${sent} and not ${known}, which is not the same`;
  return "its host is another";
}

function portDifference(sent: string | undefined, known: string | undefined): string {
  if (sent === undefined) return "it names no port, the registered one does";
  return known === undefined ? "it names a port, the registered one does not" : "its port is another";
}

function pathDifference(sent: string, known: string): string {
  if (sent === `${known}/`) return "it ends with a slash, the registered one does not";
  if (`${sent}/` === known) return "it does not end with a slash, the registered one does";
  return sent.toLowerCase() === known.toLowerCase()
    ? "its path differs in upper and lower case"
    : "its path is another";
}

function queryDifference(sent: string | undefined, known: string | undefined): string {
  if (sent === undefined) return "its query (?…) is missing";
  return known === undefined ? "it has a query (?…), the registered one does not" : "its query (?…) is another";
}
