/**
 * The same tests of one client on both databases: a Signet, the client registered as the wizard does it, and the client
 * running.
 */
import { after, before, describe } from "node:test";
import { changeApplication } from "../../src/identity/applications/applications.ts";
import type { ApplicationSettings } from "../../src/identity/applications/types.ts";
import { addProjectRole } from "../../src/identity/project-roles.ts";
import { assignRoles } from "../../src/identity/role-assignments.ts";
import { endAppSessionOf, listAppSessions } from "../../src/identity/sessions/app-sessions.ts";
import { endLoginSession, listLoginSessions } from "../../src/identity/sessions/login-sessions.ts";
import { enginesOf } from "../support/engines.ts";
import type { Idp, Registered } from "../support/idp.ts";
import { by } from "../support/world.ts";
import type { ClientProcess } from "./client-process.ts";
import { type FrameworkStage, setFrameworkStage } from "./framework-stage.ts";
import { listenAsIdp } from "./stage.ts";

export interface Scene {
  readonly idp: Idp;
  readonly stage: FrameworkStage;
  readonly client: ClientProcess;
  /** The client again, with another secret than the application has. */
  restart(secret: string): Promise<void>;
}

export interface ClientKind {
  readonly title: string;
  /** Its id among the frameworks. */
  readonly framework: string;
  /** What is chosen otherwise than the wizard proposes. */
  readonly change?: Partial<ApplicationSettings>;
  start(stage: FrameworkStage, secret: string, idp: Idp): Promise<ClientProcess>;
}

/** `tests` gets the scene as a function: it is set only when they run. */
export function describeClient(
  { title, framework, change, start }: ClientKind,
  tests: (scene: () => Scene) => void,
): void {
  for (const engine of enginesOf(title)) {
    describe(`${title}, on ${engine.name}`, () => {
      let idp: Idp;
      let stage: FrameworkStage;
      let client: ClientProcess;
      before(async () => {
        idp = await listenAsIdp(engine);
        stage = await setFrameworkStage(idp, framework, change);
        client = await start(stage, stage.registered.secret, idp);
      });
      after(async () => {
        await client?.stop();
        stage?.[Symbol.dispose]();
        await idp?.close();
      });
      const restart = async (secret: string) => {
        await client.stop();
        client = await start(stage, secret, idp);
      };
      tests(() => ({ idp, stage, client, restart }));
    });
  }
}

/**
 * As a manager ends them, or Ada herself at another browser: those at Signet, and those at applications that may
 * outlive them.
 */
export async function endEverySession({ node, world }: Idp): Promise<void> {
  await node.services.storage.transaction(async (tx) => {
    for (const { id } of await listLoginSessions(tx, world.ada.id)) await endLoginSession(tx, id, by);
    for (const { id } of await listAppSessions(tx, world.ada.id)) await endAppSessionOf(tx, world.ada.id, id, by);
  });
}

/**
 * From now on, access and ID tokens are good for so many seconds; a client replaces what is nearly over before it uses
 * it again.
 */
export async function shortenTokens({ node }: Idp, { application }: Registered, seconds = 20): Promise<void> {
  const tokens = {
    ...application.tokens,
    lifetimes: { ...application.tokens.lifetimes, accessToken: seconds, idToken: seconds },
  };
  await node.services.storage.transaction((tx) => changeApplication(tx, application.id, { tokens }, by));
}

/** Ada gets a role in the project that the applications are in. */
export async function addRole({ node, world }: Idp, key: string): Promise<void> {
  await node.services.storage.transaction(async (tx) => {
    await addProjectRole(tx, world.project.id, { key }, by);
    await assignRoles(tx, { userId: world.ada.id, projectId: world.project.id, roleKeys: [key] }, by);
  });
}
