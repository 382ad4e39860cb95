/**
 * The peer: node-oidc-provider, which keeps everything in a Map and so stores nothing. It gets the same clients, claims
 * and scopes as Signet, and hands out codes and tokens, made by its own models, as Signet's fixture does.
 */
import { generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { Provider } from "oidc-provider";
import { MapAdapter } from "./peer-adapter.ts";
import { type Algorithm, algorithms, benchPaths, type SupplyKind, type Target } from "./target.ts";

const REDIRECT = "https://app.example/callback";
const SCOPES = "openid profile email offline_access";
const SESSIONS = 64;
const HOUR = 3_600;
const secret = randomBytes(32).toString("base64url");
const clientOf = (algorithm: Algorithm) => `bench-${algorithm}`;
const resourceOf = (algorithm: Algorithm) => `urn:bench:${algorithm}`;

const jwk = (key: KeyObject, alg: Algorithm) => ({ ...key.export({ format: "jwk" }), alg, use: "sig", kid: alg });
const keys = [
  jwk(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey, "ES256"),
  jwk(generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey, "RS256"),
];

const claims = {
  name: "Ada Number 1",
  given_name: "Ada",
  family_name: "Number 1",
  preferred_username: "person1@bench.example",
  locale: "en",
  updated_at: 1_700_000_000,
  email: "person1@mail.example",
  email_verified: true,
};

const provider = new Provider("http://localhost:8080", {
  adapter: MapAdapter,
  clients: algorithms.map((algorithm) => ({
    client_id: clientOf(algorithm),
    client_secret: secret,
    grant_types: ["authorization_code", "refresh_token", "client_credentials"],
    redirect_uris: [REDIRECT],
    id_token_signed_response_alg: algorithm,
  })),
  jwks: { keys },
  cookies: { keys: [secret] },
  scopes: SCOPES.split(" "),
  claims: {
    openid: ["sub"],
    profile: Object.keys(claims).filter((name) => !name.startsWith("email")),
    email: ["email", "email_verified"],
  },
  findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...claims }) }),
  pkce: { required: () => false },
  rotateRefreshToken: true,
  ttl: {
    AccessToken: HOUR,
    AuthorizationCode: HOUR,
    ClientCredentials: HOUR,
    Grant: 24 * HOUR,
    IdToken: HOUR,
    RefreshToken: 24 * HOUR,
  },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: true },
    revocation: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => undefined,
      getResourceServerInfo: (_: unknown, resource: string) => ({
        scope: "api",
        accessTokenFormat: "jwt",
        accessTokenTTL: HOUR,
        jwt: { sign: { alg: resource.split(":").at(-1) } },
      }),
    },
  },
});

/** What a code or a token of one session has in common. */
async function newSession(algorithm: Algorithm): Promise<Record<string, unknown>> {
  const client = await provider.Client.find(clientOf(algorithm));
  const owner = { accountId: "01900000-0000-7000-8000-000000000001", client, clientId: clientOf(algorithm) };
  const grant = new provider.Grant(owner);
  grant.addOIDCScope(SCOPES);
  const grantId = await grant.save(24 * HOUR);
  const now = Math.floor(Date.now() / 1000);
  return {
    ...owner,
    grantId,
    scope: SCOPES,
    gty: "authorization_code",
    authTime: now,
    iiat: now,
    nonce: "n-0S6_WzA2Mj",
    sessionUid: "bench",
  };
}

let current: Algorithm = "ES256";

async function many(count: number, make: () => Promise<string>): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, make));
}

const accessToken = async () => new provider.AccessToken(await newSession(current)).save();

async function prepare(algorithm: Algorithm): Promise<Target> {
  current = algorithm;
  const credentials = { id: clientOf(algorithm), secret };
  return {
    paths: {
      discovery: "/.well-known/openid-configuration",
      keys: "/jwks",
      token: "/token",
      introspection: "/token/introspection",
      userinfo: "/me",
      revocation: "/token/revocation",
    },
    client: credentials,
    machine: credentials,
    clientCredentials: {
      opaque: { grant_type: "client_credentials" },
      jwt: { grant_type: "client_credentials", scope: "api", resource: resourceOf(algorithm) },
    },
    redirectUri: REDIRECT,
    opaque: await many(SESSIONS, accessToken),
    jwt: [],
    refresh: await many(SESSIONS, async () => new provider.RefreshToken(await newSession(algorithm)).save()),
  };
}

function supply(kind: SupplyKind, count: number): Promise<string[]> {
  if (kind === "revocable") return many(count, accessToken);
  return many(count, async () =>
    new provider.AuthorizationCode({ ...(await newSession(current)), redirectUri: REDIRECT }).save(),
  );
}

const serve = provider.callback();
createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://localhost");
  if (!url.pathname.startsWith("/bench/")) return serve(request, response);
  const algorithm = algorithms.find((name) => name === url.searchParams.get("algorithm")) ?? current;
  const kind = url.searchParams.get("kind") === "codes" ? "codes" : "revocable";
  const asked =
    url.pathname === benchPaths.prepare ? prepare(algorithm) : supply(kind, Number(url.searchParams.get("count")));
  asked.then(
    (body) => response.setHeader("content-type", "application/json").end(JSON.stringify(body)),
    (error) => response.writeHead(500).end(String(error?.stack ?? error)),
  );
}).listen(Number(process.env.BENCH_PORT), "127.0.0.1");
