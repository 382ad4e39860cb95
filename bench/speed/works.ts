/** The work that is measured: what one connection sends, again and again. */
import type { Visitor } from "./http-load.ts";
import { basic, fieldOf, toRequest } from "./http-messages.ts";
import { signInByPassword, signInBySession } from "./sign-in.ts";
import type { Algorithm, Ready, SupplyKind, Target } from "./target.ts";

export const CONNECTIONS = 32;

export interface Work {
  readonly name: string;
  /** Whether it is measured with each algorithm; else it makes no difference. */
  readonly signed: boolean;
  /**
   * What the answer needs of cryptography: signatures made, and signatures checked, of the algorithm in use unless it
   * says another.
   */
  readonly signatures: number;
  readonly checks?: readonly (Algorithm | "same")[];
  readonly uses?: SupplyKind;
  /** What of the peer's it is held against by the goals, where that is another work. */
  readonly against?: string;
  /** Several requests in a row, so that the limits of a single one do not tell about it. */
  readonly steps?: number;
  /** Takes a good part of a second. */
  readonly slow?: true;
  /** Undefined where the server does not have it. */
  readonly visitors: (ready: Ready) => ((connection: number) => Visitor) | undefined;
}

/** As it is printed, and as it is chosen by `--only`. */
export function titleOf({ name, signed }: Work, algorithm: Algorithm): string {
  return signed ? `${name}, ${algorithm}` : name;
}

/** Requests that are made once; each connection goes through them in turn, each from another place. */
function inTurn(requests: readonly Buffer[]): ((connection: number) => Visitor) | undefined {
  if (requests.length === 0) return undefined;
  return (connection) => {
    let n = Math.floor((connection * requests.length) / CONNECTIONS);
    return { request: () => requests[n++ % requests.length] ?? Buffer.alloc(0) };
  };
}

const introspect = ({ paths, client }: Target, tokens: readonly string[]) =>
  inTurn(tokens.map((token) => toRequest({ path: paths.introspection, headers: basic(client), form: { token } })));

export const works: readonly Work[] = [
  {
    name: "discovery",
    signed: false,
    signatures: 0,
    visitors: ({ target: { paths } }) => inTurn([toRequest({ path: paths.discovery })]),
  },
  {
    name: "keys",
    signed: false,
    signatures: 0,
    visitors: ({ target: { paths } }) => inTurn([toRequest({ path: paths.keys })]),
  },
  {
    name: "introspection, opaque",
    signed: false,
    signatures: 0,
    visitors: ({ target }) => introspect(target, target.opaque),
  },
  {
    name: "introspection, JWT",
    signed: true,
    signatures: 0,
    checks: ["same"],
    against: "introspection, opaque",
    visitors: ({ target }) => introspect(target, target.jwt),
  },
  {
    name: "userinfo",
    signed: false,
    signatures: 0,
    against: "introspection, opaque",
    visitors: ({ target: { paths, opaque } }) =>
      inTurn(opaque.map((token) => toRequest({ path: paths.userinfo, headers: { Authorization: `Bearer ${token}` } }))),
  },
  {
    name: "client_credentials",
    signed: true,
    signatures: 1,
    visitors: ({ target: { paths, machine, clientCredentials } }) =>
      inTurn([toRequest({ path: paths.token, headers: basic(machine), form: clientCredentials.opaque })]),
  },
  {
    name: "client_credentials, JWT",
    signed: true,
    signatures: 1,
    visitors: ({ target: { paths, machine, clientCredentials } }) =>
      clientCredentials.jwt &&
      inTurn([toRequest({ path: paths.token, headers: basic(machine), form: clientCredentials.jwt })]),
  },
  {
    name: "jwt-bearer",
    signed: true,
    signatures: 1,
    checks: ["RS256"],
    against: "client_credentials, JWT",
    visitors: ({ target: { paths, assertion } }) => {
      if (assertion === undefined) return undefined;
      const form = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion, scope: "openid" };
      return inTurn([toRequest({ path: paths.token, form })]);
    },
  },
  { name: "refresh", signed: true, signatures: 1, against: "client_credentials, JWT", visitors: refreshing },
  {
    name: "code exchange",
    signed: true,
    signatures: 1,
    uses: "codes",
    against: "client_credentials, JWT",
    visitors:
      ({ target: { paths, client, redirectUri }, stock }) =>
      () => ({
        request: () => {
          const form = { grant_type: "authorization_code", code: stock.codes.take(), redirect_uri: redirectUri };
          return toRequest({ path: paths.token, headers: basic(client), form });
        },
      }),
  },
  {
    name: "revocation",
    signed: false,
    signatures: 0,
    uses: "revocable",
    visitors:
      ({ target: { paths, client }, stock }) =>
      () => ({
        request: () =>
          toRequest({ path: paths.revocation, headers: basic(client), form: { token: stock.revocable.take() } }),
      }),
  },
  { name: "sign-in, signed in before", signed: false, signatures: 1, steps: 2, visitors: signInBySession },
  { name: "sign-in, with password", signed: false, signatures: 1, steps: 5, slow: true, visitors: signInByPassword },
];

/** Each connection has refresh tokens of its own and uses them in turn, each time the one it got last. */
function refreshing({ target: { paths, client, refresh } }: Ready): (connection: number) => Visitor {
  return (connection) => {
    const own = refresh.filter((_, n) => n % CONNECTIONS === connection);
    let n = 0;
    return {
      request: () => {
        const form = { grant_type: "refresh_token", refresh_token: own[n] ?? "" };
        return toRequest({ path: paths.token, headers: basic(client), form });
      },
      answered: (answer) => {
        own[n] = fieldOf(answer, "refresh_token") ?? "";
        n = (n + 1) % own.length;
      },
    };
  };
}
