/** A small world to test in: two organizations with users, a project granted from one to the other, an application. */

import { type Application, createApplication } from "../../src/identity/applications/applications.ts";
import { defaultSettings } from "../../src/identity/applications/rules.ts";
import type { ApplicationSettings, ApplicationType } from "../../src/identity/applications/types.ts";
import { bootstrap } from "../../src/identity/bootstrap.ts";
import { type Instance, readInstance } from "../../src/identity/instance.ts";
import { createOrganization, type Organization } from "../../src/identity/organizations.ts";
import { createProject, type Project } from "../../src/identity/projects.ts";
import { openAppSession } from "../../src/identity/sessions/app-sessions.ts";
import { type BrowserAccount, readBrowserAccounts } from "../../src/identity/sessions/browser-accounts.ts";
import { type LoginSession, startLoginSession } from "../../src/identity/sessions/login-sessions.ts";
import { createHuman, type Human } from "../../src/identity/users/humans.ts";
import type { Database } from "../../src/storage/database.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { unjudged } from "./unjudged-password.ts";

export const by = { actor: { kind: "system" } } as const;
export const DAY = 86_400_000;
export const lifetimes = { codeMs: 60_000, idleMs: 30 * DAY, absoluteMs: 90 * DAY };
export const loginLifetimes = { idleMs: 7 * DAY, absoluteMs: 30 * DAY };

export interface World {
  readonly storage: Storage;
  readonly instance: Instance;
  /** Owns `project`, `application` and `ada`. */
  readonly acme: Organization;
  /** Has `bob`; nothing is granted to it. */
  readonly other: Organization;
  readonly project: Project;
  readonly application: Application;
  readonly ada: Human;
  readonly bob: Human;
}

let worlds = 0;

/** Several worlds fit into one database: only their domains have to differ. */
export async function makeWorld(storage: Storage): Promise<World> {
  const n = ++worlds;
  await bootstrap(storage, {
    login: "admin@localhost",
    passwordHash: unjudged("no password hash"),
    passwordChangeRequired: false,
    console: { redirectUris: ["http://localhost:8080/console/callback"], postLogoutRedirectUris: [] },
    handOut: async () => {},
  });
  return storage.transaction(async (tx) => {
    const acme = await createOrganization(tx, { name: "Acme", domain: `acme${n}.example` }, by);
    const other = await createOrganization(tx, { name: "Other", domain: `other${n}.example` }, by);
    const project = await createProject(tx, { organizationId: acme.id, name: "CRM" }, by);
    const { application } = await createApplication(tx, { projectId: project.id, settings: settings("web") }, by);
    const ada = await createHuman(
      tx,
      {
        organizationId: acme.id,
        userName: "ada",
        profile: { givenName: "Ada", familyName: "Lovelace" },
        email: `ada${n}@mail.example`,
        emailVerified: true,
      },
      by,
    );
    const bob = await createHuman(tx, { organizationId: other.id, userName: "bob", email: `bob${n}@mail.example` }, by);
    return { storage, instance: await readInstance(tx), acme, other, project, application, ada, bob };
  });
}

export function settings(type: ApplicationType, change: Partial<ApplicationSettings> = {}): ApplicationSettings {
  const redirectUris = type === "api" ? [] : ["https://app.example/callback"];
  return { ...defaultSettings(type), name: "App", redirectUris, ...change };
}

/** Ada signed in at the application, with the code still to be spent unless `spent`. */
export async function signIn(
  world: World,
  options: {
    spent?: boolean;
    userId?: string;
    applicationId?: string;
    scopes?: string[];
    login?: LoginSession;
    consentId?: string;
  } = {},
): Promise<{ login: LoginSession; appSessionId: string }> {
  const userId = options.userId ?? world.ada.id;
  return world.storage.transaction(async (tx) => {
    const login =
      options.login ??
      (await startLoginSession(tx, { userId, amr: ["pwd"], userAgent: "test", lifetimes: loginLifetimes }, by));
    if (login === undefined) throw new Error("nobody was signed in");
    const appSessionId = await openAppSession(
      tx,
      {
        applicationId: options.applicationId ?? world.application.id,
        loginSessionId: login.id,
        scopes: options.scopes ?? ["openid", "offline_access"],
        nonce: undefined,
        redirectUri: "https://app.example/callback",
        codeChallenge: "challenge",
        consentId: options.consentId,
        lifetimes,
      },
      by,
    );
    if (appSessionId === undefined) throw new Error("no app session was opened");
    if (options.spent)
      await tx
        .updateTable("app_sessions")
        .set({ code_spent_at: login.createdAt })
        .where("id", "=", appSessionId)
        .execute();
    return { login, appSessionId };
  });
}

/** The session that a cookie names, if it still stands. */
export async function findLoginSession(
  db: Database,
  cookie: { id: string; version: number },
): Promise<BrowserAccount | undefined> {
  return (await readBrowserAccounts(db, [cookie]))[0];
}
