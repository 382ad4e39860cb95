/** What a Signet under load is asked about: one organization with applications, people, sessions and a service user. */
import { createPrivateKey, type KeyObject } from "node:crypto";
import { v7 as newId } from "uuid";
import type { Config } from "../../src/config.ts";
import { createLogger } from "../../src/http/logging.ts";
import { createApplication } from "../../src/identity/applications/applications.ts";
import { defaultSettings } from "../../src/identity/applications/rules.ts";
import type { IdTokenAlgorithm } from "../../src/identity/applications/types.ts";
import { bootstrap } from "../../src/identity/bootstrap.ts";
import { makeCredential } from "../../src/identity/credential-keys/credential.ts";
import { addKey } from "../../src/identity/credential-keys/store.ts";
import { createOrganization } from "../../src/identity/organizations.ts";
import { builtInPolicies } from "../../src/identity/policies/kinds.ts";
import { setPolicy } from "../../src/identity/policies.ts";
import { createProject } from "../../src/identity/projects.ts";
import { createServiceUser, keyOwner, replaceSecret } from "../../src/identity/service-users/service-users.ts";
import { startLoginSession } from "../../src/identity/sessions/login-sessions.ts";
import { createHuman } from "../../src/identity/users/humans.ts";
import { openServices, type Services } from "../../src/services.ts";
import { now, readNow } from "../../src/storage/now.ts";
import { makeAccessToken, type TokenServices } from "../../src/tokens/access-tokens.ts";
import { codeTicket, refreshTicket } from "../../src/tokens/kinds.ts";

export const PASSWORD = "correct horse battery staple";
export const REDIRECT = "https://app.example/callback";
export const DOMAIN = "bench.example";
const by = { actor: { kind: "system" } } as const;
const DAY = 86_400_000;

export interface Fixture {
  /** A web application with a secret; it gets codes, refreshes and introspects. */
  readonly client: { readonly id: string; readonly secret: string };
  readonly serviceUser: { readonly id: string; readonly secret: string; readonly keyId: string; readonly key: KeyObject };
  /** Sessions that are signed in, with an access token of each kind. */
  readonly opaque: readonly string[];
  readonly jwt: readonly string[];
  /** Of each connection: a refresh token of its own. */
  readonly refresh: readonly string[];
  /** To be spent once each. */
  readonly codes: readonly string[];
}

export interface FixtureSize {
  readonly sessions: number;
  readonly codes: number;
  readonly people: number;
}

/** Fills an empty database. The server is started on it afterwards. */
export async function makeFixture(config: Config, algorithm: IdTokenAlgorithm, size: FixtureSize): Promise<Fixture> {
  const services = await openServices(config, createLogger("silent"));
  try {
    return await fill(services, config, algorithm, size);
  } finally {
    await services.close();
  }
}

async function fill(services: Services, config: Config, algorithm: IdTokenAlgorithm, size: FixtureSize): Promise<Fixture> {
  const { storage, passwords, ring, tickets } = services;
  const passwordHash = await passwords.hash(PASSWORD);
  const instance = await bootstrap(storage, {
    login: "admin@localhost",
    passwordHash,
    passwordChangeRequired: false,
    console: { redirectUris: [`${config.loginUrl}/console/callback`], postLogoutRedirectUris: [] },
    handOut: async () => {},
  });
  if (instance === undefined) throw new Error("the database was not empty");
  const credential = await makeCredential();
  const made = await storage.transaction(async (tx) => {
    const tokens = { ...builtInPolicies.tokens, defaults: { ...builtInPolicies.tokens.defaults, idTokenAlgorithm: algorithm } };
    await setPolicy(tx, "tokens", { settings: tokens }, by);
    const organization = await createOrganization(tx, { name: "Bench", domain: DOMAIN }, by);
    const project = await createProject(tx, { organizationId: organization.id, name: "Bench" }, by);
    const settings = { ...defaultSettings("web"), name: "Bench", redirectUris: [REDIRECT], authMethod: "basic" as const };
    const { application, secret } = await createApplication(tx, { projectId: project.id, settings }, by);
    const service = await createServiceUser(tx, { organizationId: organization.id, userName: "robot" }, by);
    await addKey(tx, keyOwner(service), { credential }, by);
    const serviceSecret = await replaceSecret(tx, service.id, by);
    const people: string[] = [];
    for (let n = 0; n < size.people; n++) {
      const input = {
        organizationId: organization.id,
        userName: `person${n}`,
        profile: { givenName: "Ada", familyName: `Number ${n}` },
        email: `person${n}@mail.example`,
        emailVerified: true,
        passwordHash,
      };
      people.push((await createHuman(tx, input, by)).id);
    }
    return { application, secret: secret ?? "", service, serviceSecret: serviceSecret.secret, people };
  });

  const tokens: TokenServices = { ring, tickets, issuer: config.issuerUrl };
  const sessions = await openSessions(services, made.application.id, made.people, {
    count: size.sessions + size.codes,
    spent: size.sessions,
  });
  const standing = sessions.slice(0, size.sessions);
  const issuedAt = Math.floor((await readNow(storage.db)) / 1000);
  const accessToken = async ({ id, loginSessionId, userId }: Session, kind: "opaque" | "jwt") => {
    const { token } = await makeAccessToken(tokens, {
      owner: { owner: "app_session", appSessionId: id, loginSessionId },
      scopes: ["openid", "profile", "email"],
      issuedAt,
      lifetime: 86_400,
      kind,
      jwt: { algorithm, subject: userId, clientId: made.application.id, audience: [made.application.id] },
    });
    return token;
  };
  return {
    client: { id: made.application.id, secret: made.secret },
    serviceUser: { id: made.service.id, secret: made.serviceSecret, keyId: credential.id, key: createPrivateKey(credential.privateKey) },
    opaque: await Promise.all(standing.map((session) => accessToken(session, "opaque"))),
    jwt: await Promise.all(standing.map((session) => accessToken(session, "jwt"))),
    refresh: standing.map(({ id }) => tickets.seal(refreshTicket, { s: id, c: made.application.id, n: 1 })),
    codes: sessions.slice(size.sessions).map(({ id }) => tickets.seal(codeTicket, { s: id })),
  };
}

interface Session {
  readonly id: string;
  readonly userId: string;
  readonly loginSessionId: string;
}

/** As `openAppSession` leaves them, many at a time, with codes that wait for an hour. */
async function openSessions(
  { storage }: Services,
  applicationId: string,
  people: readonly string[],
  { count, spent }: { count: number; spent: number },
): Promise<Session[]> {
  const logins = await storage.transaction((tx) =>
    Promise.all(
      people.map(async (userId) => {
        const lifetimes = { idleMs: 7 * DAY, absoluteMs: 30 * DAY };
        const login = await startLoginSession(tx, { userId, amr: ["pwd"], userAgent: "bench", lifetimes }, by);
        if (login === undefined) throw new Error("nobody was signed in");
        return { userId, loginSessionId: login.id };
      }),
    ),
  );
  const sessions = Array.from({ length: count }, (_, n) => ({ id: newId(), spent: n < spent, ...pick(logins, n) }));
  for (let from = 0; from < count; from += BATCH) {
    const batch = sessions.slice(from, from + BATCH);
    await storage.transaction((tx) =>
      tx
        .insertInto("app_sessions")
        .values((eb) =>
          batch.map((session) => ({
            id: session.id,
            user_id: session.userId,
            application_id: applicationId,
            login_session_id: session.loginSessionId,
            epoch: 1,
            scopes: "openid profile email offline_access",
            nonce: "n-0S6_WzA2Mj",
            authenticated_at: now,
            amr: '["pwd"]',
            redirect_uri: REDIRECT,
            code_challenge: "",
            code_expires_at: eb(now, "+", 3_600_000),
            code_spent_at: session.spent ? now : null,
            generation: 1,
            rotated_at: now,
            repeats: 0,
            last_rotation: null,
            created_at: now,
            idle_expires_at: eb(now, "+", 30 * DAY),
            expires_at: eb(now, "+", 90 * DAY),
            ended_at: null,
            ended_by: null,
          })),
        )
        .execute(),
    );
  }
  return sessions;
}

/** A statement takes only so many parameters. */
const BATCH = 500;

export function pick<T>(values: readonly T[], n: number): T {
  const value = values[n % values.length];
  if (value === undefined) throw new Error("there is nothing to pick from");
  return value;
}
