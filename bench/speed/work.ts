/** The work that is measured: what one connection sends, again and again. */
import { sign } from "node:crypto";
import { type Fixture, pick, REDIRECT } from "./fixture.ts";
import { type Answer, toRequest, type Visitor } from "./http-load.ts";

export interface Work {
  readonly name: string;
  readonly visitor: (fixture: Fixture, issuer: string) => (connection: number) => Visitor;
  /** How many signatures an answer takes. */
  readonly signatures: number;
}

const basic = ({ id, secret }: { id: string; secret: string }) => ({
  Authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`,
});

/** The same request each time, a few different ones in turn. */
function inTurn(requests: readonly Buffer[]): (connection: number) => Visitor {
  return (connection) => {
    let n = connection;
    return { request: () => pick(requests, n++) };
  };
}

const token = "/oauth/v2/token";

export const works: readonly Work[] = [
  {
    name: "discovery",
    signatures: 0,
    visitor: () => inTurn([toRequest({ path: "/.well-known/openid-configuration" })]),
  },
  { name: "keys", signatures: 0, visitor: () => inTurn([toRequest({ path: "/oauth/v2/keys" })]) },
  {
    name: "introspection, opaque",
    signatures: 0,
    visitor: ({ opaque, client }) =>
      inTurn(opaque.map((token) => toRequest({ path: "/oauth/v2/introspect", headers: basic(client), form: { token } }))),
  },
  {
    name: "introspection, JWT",
    signatures: 0,
    visitor: ({ jwt, client }) =>
      inTurn(jwt.map((token) => toRequest({ path: "/oauth/v2/introspect", headers: basic(client), form: { token } }))),
  },
  {
    name: "userinfo",
    signatures: 0,
    visitor: ({ opaque }) =>
      inTurn(opaque.map((token) => toRequest({ path: "/oauth/v2/userinfo", headers: { Authorization: `Bearer ${token}` } }))),
  },
  {
    name: "client_credentials",
    signatures: 1,
    visitor: ({ serviceUser }) =>
      inTurn([toRequest({ path: token, headers: basic(serviceUser), form: { grant_type: "client_credentials", scope: "openid" } })]),
  },
  {
    name: "jwt-bearer",
    signatures: 1,
    // Without jti an assertion may be used again within its life, so that the load does not sign.
    visitor: ({ serviceUser }, issuer) => {
      const assertion = makeAssertion(serviceUser, issuer);
      const form = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion, scope: "openid" };
      return inTurn([toRequest({ path: token, form })]);
    },
  },
  {
    name: "refresh",
    signatures: 1,
    visitor:
      ({ client, refresh }) =>
      (connection) => {
        let current = pick(refresh, connection);
        return {
          request: () => toRequest({ path: token, headers: basic(client), form: { grant_type: "refresh_token", refresh_token: current } }),
          answered: (answer) => {
            current = fieldOf(answer, "refresh_token") ?? current;
          },
        };
      },
  },
  {
    name: "code exchange",
    signatures: 1,
    visitor: ({ client, codes }) => {
      let n = 0;
      const headers = basic(client);
      return () => ({
        request: () => {
          const code = codes[n++];
          if (code === undefined) throw new Error("there are not enough codes; make more, or measure for a shorter time");
          return toRequest({ path: token, headers, form: { grant_type: "authorization_code", code, redirect_uri: REDIRECT } });
        },
      });
    },
  },
  {
    name: "revocation",
    signatures: 0,
    // Of a token that was revoked before: what is measured is the way there, which is the same.
    visitor: ({ client, opaque }) =>
      inTurn(opaque.slice(-1).map((one) => toRequest({ path: "/oauth/v2/revoke", headers: basic(client), form: { token: one } }))),
  },
];

export function makeAssertion({ id, keyId, key }: Fixture["serviceUser"], issuer: string): string {
  const now = Math.floor(Date.now() / 1000);
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const content = `${encode({ alg: "RS256", kid: keyId })}.${encode({ iss: id, sub: id, aud: issuer, iat: now, exp: now + 3_000 })}`;
  return `${content}.${sign("sha256", Buffer.from(content), key).toString("base64url")}`;
}

function fieldOf({ body }: Answer, name: string): string | undefined {
  return new RegExp(`"${name}":"([^"]+)"`).exec(body.toString("latin1"))?.[1];
}
