/**
 * A URI cut into the pieces that are written in it. Nothing is decoded, lower-cased, completed or repaired, so that
 * joining the pieces gives the same string again. `new URL` does all of those, which is how look-alikes get through.
 */
export interface UriParts {
  readonly scheme: string;
  /** Undefined where no `//` follows the scheme. */
  readonly authority: Authority | undefined;
  readonly path: string;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

export interface Authority {
  readonly userinfo: string | undefined;
  readonly host: string;
  /** As written; an empty string for a colon without digits. */
  readonly port: string | undefined;
}

/** RFC 3986 appendix B, with the scheme of §3.1 required. */
const pieces = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;

export function splitUri(uri: string): UriParts | undefined {
  const match = pieces.exec(uri);
  if (match === null) return undefined;
  const [, scheme = "", authority, path = "", query, fragment] = match;
  return { scheme, authority: authority === undefined ? undefined : splitAuthority(authority), path, query, fragment };
}

function splitAuthority(authority: string): Authority {
  const at = authority.lastIndexOf("@");
  const [, host = "", port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(authority.slice(at + 1)) ?? [
    undefined,
    authority.slice(at + 1),
  ];
  return { userinfo: at < 0 ? undefined : authority.slice(0, at), host, port };
}

export function joinUri({ scheme, authority, path, query, fragment }: UriParts): string {
  let uri = `${scheme}:`;
  if (authority !== undefined) {
    const { userinfo, host, port } = authority;
    uri += `//${userinfo === undefined ? "" : `${userinfo}@`}${host}${port === undefined ? "" : `:${port}`}`;
  }
  return `${uri}${path}${query === undefined ? "" : `?${query}`}${fragment === undefined ? "" : `#${fragment}`}`;
}

/** Decimal, 1 to 65535, without leading zeros: the only way to write a port that has one spelling. */
export function isPort(port: string): boolean {
  return /^[1-9][0-9]{0,4}$/.test(port) && Number(port) <= 65_535;
}
