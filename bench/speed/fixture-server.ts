/**
 * A process that fills an empty database and hands out what a load needs to use it: credentials, tokens, codes. It runs
 * beside the Signet that is measured, on the same database, from the same revision.
 *
 * The configuration is Signet's own; BENCH_PORT says where to listen, BENCH_PEOPLE how many can sign in, BENCH_BALLAST
 * how much else is in the database.
 */
import { createServer } from "node:http";
import { loadConfig } from "../../src/config.ts";
import { createLogger } from "../../src/http/logging.ts";
import { endpoints } from "../../src/oauth/discovery.ts";
import { sealSessions } from "../../src/pages/cookies.ts";
import { openServices } from "../../src/services.ts";
import { addBallast } from "./ballast.ts";
import {
  accessTokensOf,
  codeOf,
  makeAssertion,
  openSessions,
  refreshTokenOf,
  type Session,
} from "./signet-sessions.ts";
import { makeWorld, PASSWORD, REDIRECT, signWith } from "./signet-world.ts";
import { type Algorithm, algorithms, benchPaths, type SupplyKind, type Target } from "./target.ts";

/** Each account takes only few attempts at a time, so there are more people than ever sign in at once. */
const people = Number(process.env.BENCH_PEOPLE ?? 256);
/** More than there are connections, so that no two rotate the same refresh token. */
const SESSIONS = 64;

const config = loadConfig(process.env);
const services = await openServices(config, createLogger("error"));
const world = await makeWorld(services, config, people);
const ballast =
  process.env.BENCH_BALLAST === undefined
    ? undefined
    : await addBallast(config.databaseUrl, world, process.env.BENCH_BALLAST);
const around = ballast === undefined ? world : { ...world, logins: ballast.logins };
const issuer = config.issuerUrl;
const revocableFrom = await openSessions(services, around, SESSIONS, "spent");

async function prepare(algorithm: Algorithm): Promise<Target> {
  await signWith(services, algorithm);
  const own: Session[] = await openSessions(services, around, SESSIONS, "spent");
  // Where there is ballast, whoever is asked about lies anywhere in it.
  const asked = ballast?.sessions ?? own;
  const input = { world, issuer, algorithm };
  return {
    paths: { ...endpoints, discovery: "/.well-known/openid-configuration" },
    client: world.client,
    machine: { id: world.serviceUser.id, secret: world.serviceUser.secret },
    clientCredentials: { opaque: { grant_type: "client_credentials", scope: "openid" } },
    assertion: makeAssertion(world.serviceUser, issuer),
    redirectUri: REDIRECT,
    opaque: await accessTokensOf(services, asked, { ...input, kind: "opaque" }),
    jwt: await accessTokensOf(services, asked.slice(0, SESSIONS), { ...input, kind: "jwt" }),
    refresh: (ballast === undefined ? own : asked).map((session) => refreshTokenOf(services, world, session)),
    browser: {
      authorization: endpoints.authorization,
      cookies: around.logins
        .slice(0, SESSIONS)
        .map(
          ({ loginSessionId, version }) =>
            `signet-sessions=${sealSessions(services.tickets, [{ id: loginSessionId, version }])}`,
        ),
      loginNames: world.loginNames,
      password: PASSWORD,
    },
  };
}

async function supply(kind: SupplyKind, count: number): Promise<string[]> {
  if (kind === "codes")
    return (await openSessions(services, around, count, "waits")).map((session) => codeOf(services, session));
  const owners = Array.from({ length: count }, (_, n) => revocableFrom[n % revocableFrom.length]).filter(
    (one) => one !== undefined,
  );
  return accessTokensOf(services, owners, { world, issuer, kind: "opaque", algorithm: "ES256" });
}

async function answer(url: URL): Promise<unknown> {
  const algorithm = algorithms.find((name) => name === url.searchParams.get("algorithm"));
  if (url.pathname === benchPaths.prepare && algorithm !== undefined) return prepare(algorithm);
  const kind = url.searchParams.get("kind");
  if (url.pathname === benchPaths.supply && (kind === "codes" || kind === "revocable")) {
    return supply(kind, Number(url.searchParams.get("count")));
  }
  return {};
}

const server = createServer((request, response) => {
  answer(new URL(request.url ?? "/", "http://localhost")).then(
    (body) => response.setHeader("content-type", "application/json").end(JSON.stringify(body)),
    (error) => response.writeHead(500).end(String(error?.stack ?? error)),
  );
});
server.listen(Number(process.env.BENCH_PORT), "127.0.0.1");
process.once("SIGTERM", async () => {
  server.close();
  server.closeAllConnections();
  await services.close();
  process.exit(0);
});
