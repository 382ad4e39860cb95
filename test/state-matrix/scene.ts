/**
 * What stands before a state is set: Ada signed in at an application, and a service user with every kind of credential.
 */
import { type MadeCredential, makeCredential } from "../../src/identity/credential-keys/credential.ts";
import { addKey } from "../../src/identity/credential-keys/store.ts";
import { resetPolicy } from "../../src/identity/policies/policies.ts";
import { addProjectCaller } from "../../src/identity/project-callers.ts";
import { addProjectRole } from "../../src/identity/project-roles.ts";
import { createProject, type Project } from "../../src/identity/projects.ts";
import { assignRoles } from "../../src/identity/role-assignments.ts";
import { createPersonalAccessToken } from "../../src/identity/service-users/personal-access-tokens.ts";
import {
  createServiceUser,
  keyOwner,
  replaceSecret,
  type ServiceUser,
} from "../../src/identity/service-users/service-users.ts";
import type { LoginSession } from "../../src/identity/sessions/login-sessions.ts";
import type { Transaction } from "../../src/storage/database.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { MANAGEMENT_SCOPE } from "../support/api.ts";
import { by, makeWorld, signIn, type World } from "../support/world.ts";

export interface Scene {
  readonly world: World;
  readonly login: LoginSession;
  /** The code of this one is still to be spent; that of the other is spent. */
  readonly appSessionId: string;
  readonly tokenId: string;
  readonly service: ServiceUser;
  readonly keyId: string;
  readonly secret: string;
  readonly personalAccessTokenId: string;
  readonly ledger: Ledger;
}

/**
 * Another project, which tokens name in their audience: it lists the project of the application, and asks for a role.
 */
export interface Ledger {
  readonly project: Project;
  readonly scope: string;
  /** Ada's. */
  readonly assignmentId: string;
}

let credential: Promise<MadeCredential> | undefined;
let scenes = 0;

export async function makeScene(storage: Storage, given?: MadeCredential): Promise<Scene> {
  const world = await makeWorld(storage);
  const { login, appSessionId } = await signIn(world);
  credential ??= makeCredential();
  const made = given ?? (await credential);
  return storage.transaction(async (tx) => {
    // The scene before may have decided it for everybody.
    await resetPolicy(tx, "secondFactor", {}, by);
    const service = await createServiceUser(tx, { organizationId: world.acme.id, userName: "robot" }, by);
    const key = await addKey(tx, keyOwner(service), { credential: { ...made, id: `key-${++scenes}` } }, by);
    const { secret } = await replaceSecret(tx, service.id, by);
    const ledger = await makeLedger(tx, world, service);
    const token = await createPersonalAccessToken(
      tx,
      {
        userId: service.id,
        name: "ci",
        scopes: [...MANAGEMENT_SCOPE.split(" "), audienceScope(world.project), ledger.scope],
        expiresAt: login.createdAt + 1_000_000,
      },
      by,
    );
    const credentials = { service, keyId: key.id, secret, personalAccessTokenId: token.id };
    return { world, login, appSessionId, tokenId: `token-${scenes}`, ...credentials, ledger };
  });
}

export const audienceScope = ({ id }: Project) => `urn:service:iam:org:project:id:${id}:aud`;

async function makeLedger(
  tx: Transaction,
  { acme, ada, project: caller }: World,
  service: ServiceUser,
): Promise<Ledger> {
  const project = await createProject(tx, { organizationId: acme.id, name: "Ledger", roleCheck: true }, by);
  await addProjectRole(tx, project.id, { key: "auditor" }, by);
  await addProjectCaller(tx, project.id, { callingProjectId: caller.id }, by);
  const assign = (userId: string) => assignRoles(tx, { userId, projectId: project.id, roleKeys: ["auditor"] }, by);
  await assign(service.id);
  return { project, scope: audienceScope(project), assignmentId: (await assign(ada.id)).id };
}
