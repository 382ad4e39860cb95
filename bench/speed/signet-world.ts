/**
 * What a Signet under load is asked about: one organization with an application, a service user, and people who can
 * sign in.
 */
import { createPrivateKey, type KeyObject } from "node:crypto";
import type { Config } from "../../src/config.ts";
import { createApplication } from "../../src/identity/applications/applications.ts";
import { defaultSettings } from "../../src/identity/applications/rules.ts";
import { bootstrap } from "../../src/identity/bootstrap.ts";
import { makeCredential } from "../../src/identity/credential-keys/credential.ts";
import { addKey } from "../../src/identity/credential-keys/store.ts";
import { createOrganization } from "../../src/identity/organizations.ts";
import { builtInPolicies } from "../../src/identity/policies/kinds.ts";
import { setPolicy } from "../../src/identity/policies/policies.ts";
import { createProject } from "../../src/identity/projects.ts";
import { createServiceUser, keyOwner, replaceSecret } from "../../src/identity/service-users/service-users.ts";
import { startLoginSession } from "../../src/identity/sessions/login-sessions.ts";
import { createHuman } from "../../src/identity/users/humans.ts";
import { operatorsPassword } from "../../src/identity/users/new-password.ts";
import type { Services } from "../../src/services.ts";
import type { Transaction } from "../../src/storage/database.ts";
import type { Algorithm, Credentials } from "./target.ts";

export const PASSWORD = "correct horse battery staple";
export const REDIRECT = "https://app.example/callback";
const DOMAIN = "bench.example";
const DAY = 86_400_000;
const by = { actor: { kind: "system" } } as const;

/** Somebody who is signed in in a browser. */
export interface Login {
  readonly userId: string;
  readonly loginSessionId: string;
  readonly version: number;
}

export interface World {
  readonly organizationId: string;
  readonly client: Credentials;
  readonly serviceUser: Credentials & { readonly keyId: string; readonly key: KeyObject };
  readonly loginNames: readonly string[];
  readonly logins: readonly Login[];
}

/** Fills an empty database. */
export async function makeWorld({ storage, passwords }: Services, config: Config, people: number): Promise<World> {
  const { hash: passwordHash } = await operatorsPassword(passwords, PASSWORD);
  const instance = await bootstrap(storage, {
    login: "admin@localhost",
    passwordHash,
    passwordChangeRequired: false,
    console: { redirectUris: [`${config.loginUrl}/console/callback`], postLogoutRedirectUris: [] },
    handOut: async () => {},
  });
  if (instance === undefined) throw new Error("the database was not empty");
  const credential = await makeCredential();
  return storage.transaction(async (tx) => {
    const organization = await createOrganization(tx, { name: "Bench", domain: DOMAIN }, by);
    const project = await createProject(tx, { organizationId: organization.id, name: "Bench" }, by);
    const settings = {
      ...defaultSettings("web"),
      name: "Bench",
      redirectUris: [REDIRECT],
      authMethod: "basic" as const,
    };
    const { application, secret } = await createApplication(tx, { projectId: project.id, settings }, by);
    const service = await createServiceUser(tx, { organizationId: organization.id, userName: "robot" }, by);
    await addKey(tx, keyOwner(service), { credential }, by);
    const serviceSecret = await replaceSecret(tx, service.id, by);
    const names = Array.from({ length: people }, (_, n) => `person${n}`);
    const logins: Login[] = [];
    for (const [n, userName] of names.entries()) {
      const profile = { givenName: "Ada", familyName: `Number ${n}` };
      const email = `${userName}@mail.example`;
      const person = { organizationId: organization.id, userName, profile, email, emailVerified: true, passwordHash };
      logins.push(await signIn(tx, (await createHuman(tx, person, by)).id));
    }
    return {
      organizationId: organization.id,
      client: { id: application.id, secret: secret ?? "" },
      serviceUser: {
        id: service.id,
        secret: serviceSecret.secret,
        keyId: credential.id,
        key: createPrivateKey(credential.privateKey),
      },
      loginNames: names.map((name) => `${name}@${DOMAIN}`),
      logins,
    };
  });
}

async function signIn(tx: Transaction, userId: string): Promise<Login> {
  const lifetimes = { idleMs: 7 * DAY, absoluteMs: 30 * DAY };
  const login = await startLoginSession(tx, { userId, amr: ["pwd"], userAgent: "bench", lifetimes }, by);
  if (login === undefined) throw new Error("nobody was signed in");
  return { userId, loginSessionId: login.id, version: login.version };
}

/** Nothing of a policy is kept by a server, so it follows with the next request. */
export async function signWith({ storage }: Services, algorithm: Algorithm): Promise<void> {
  const { tokens } = builtInPolicies;
  const settings = { ...tokens, defaults: { ...tokens.defaults, idTokenAlgorithm: algorithm } };
  await storage.transaction((tx) => setPolicy(tx, "tokens", { settings }, by));
}
