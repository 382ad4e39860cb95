/**
 * Every state that must, or must not, stop somebody who is signed in. Each is set on one node and observed on another.
 */
import {
  changeApplication,
  deleteApplication,
  setApplicationState,
} from "../../src/identity/applications/applications.ts";
import { replaceSecrets } from "../../src/identity/applications/secrets.ts";
import { takeBackConsent } from "../../src/identity/consents/consents.ts";
import { deleteKey } from "../../src/identity/credential-keys/store.ts";
import { refuseProjectGrant } from "../../src/identity/grant-answers.ts";
import { addManager } from "../../src/identity/managers.ts";
import { deleteOrganization, setOrganizationState } from "../../src/identity/organizations.ts";
import { setPolicy } from "../../src/identity/policies/policies.ts";
import { removeProjectCaller } from "../../src/identity/project-callers.ts";
import { grantProject, type ProjectGrant } from "../../src/identity/project-grants.ts";
import { changeProject, deleteProject, setProjectState } from "../../src/identity/projects.ts";
import { deleteRoleAssignment } from "../../src/identity/role-assignments.ts";
import { revokePersonalAccessToken } from "../../src/identity/service-users/personal-access-tokens.ts";
import { deleteSecret, keyOwner } from "../../src/identity/service-users/service-users.ts";
import { endAppSession } from "../../src/identity/sessions/app-sessions.ts";
import { authenticateAgain, endLoginSession } from "../../src/identity/sessions/login-sessions.ts";
import { revokeToken } from "../../src/identity/sessions/revoked-tokens.ts";
import { removeAllFactors } from "../../src/identity/users/factors.ts";
import { setPassword } from "../../src/identity/users/passwords.ts";
import { deleteUser, endAllSessions, setUserState } from "../../src/identity/users/users.ts";
import type { Transaction } from "../../src/storage/database.ts";
import { MANAGEMENT_SCOPE } from "../support/api.ts";
import { agreed } from "../support/consent.ts";
import { grantAccepted } from "../support/grants.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by, loginLifetimes } from "../support/world.ts";
import type { Scene } from "./scene.ts";

type Change = (tx: Transaction, scene: Scene) => Promise<unknown>;

/** Everybody may sign in there, and nobody has been asked. */
const toAnotherOrganization: Change = (tx, { world }) =>
  tx
    .updateTable("projects")
    .set({ organization_id: world.other.id, project_check: 0 })
    .where("id", "=", world.project.id)
    .execute();

async function applicationsOf(tx: Transaction, { world }: Scene): Promise<string[]> {
  const rows = await tx.selectFrom("applications").select("id").where("project_id", "=", world.project.id).execute();
  return rows.map(({ id }) => id);
}

/** As if they had been asked at every sign-in they have. */
const withConsent: Change = async (tx, scene) => {
  await toAnotherOrganization(tx, scene);
  for (const id of await applicationsOf(tx, scene)) {
    const consent_id = await agreed(tx, scene.world.ada.id, id, [...MANAGEMENT_SCOPE.split(" "), "offline_access"]);
    await tx.updateTable("app_sessions").set({ consent_id }).where("application_id", "=", id).execute();
  }
};

/** The project is another organization's, and the user's is admitted to it by a grant alone. */
function ownedElsewhere(tx: Transaction, { world }: Scene, grant: typeof grantProject): Promise<ProjectGrant> {
  const { project, other, acme } = world;
  return tx
    .updateTable("projects")
    .set({ organization_id: other.id })
    .where("id", "=", project.id)
    .execute()
    .then(() => grant(tx, { projectId: project.id, organizationId: acme.id, roleKeys: [] }, by));
}

export const states = {
  "nothing changed": async () => {},
  "user deactivated": (tx, { world }) => setUserState(tx, world.ada.id, "deactivate", by),
  "user deactivated and activated again": async (tx, { world }) => {
    await setUserState(tx, world.ada.id, "deactivate", by);
    await setUserState(tx, world.ada.id, "activate", by);
  },
  "user locked": (tx, { world }) => setUserState(tx, world.ada.id, "lock", by),
  "user locked and unlocked again": async (tx, { world }) => {
    await setUserState(tx, world.ada.id, "lock", by);
    await setUserState(tx, world.ada.id, "unlock", by);
  },
  "user deleted": (tx, { world }) => deleteUser(tx, world.ada.id, by),
  "password changed": (tx, { world }) =>
    setPassword(tx, world.ada.id, { hash: unjudged("other"), changeRequired: false }, by),
  "password changed by the user in this session": (tx, { world, login }) =>
    setPassword(
      tx,
      world.ada.id,
      { hash: unjudged("other"), changeRequired: false, keep: { loginSessionId: login.id } },
      by,
    ),
  "signed out everywhere": (tx, { world }) => endAllSessions(tx, world.ada.id, by),
  "made a manager of the instance by somebody else": (tx, { world }) =>
    addManager(tx, { userId: world.ada.id, role: "IAM_OWNER_VIEWER", place: { level: "iam" } }, by),
  "login session ended": (tx, { login }) => endLoginSession(tx, login.id, by),
  "login session expired": (tx, { login }) =>
    tx.updateTable("login_sessions").set({ idle_expires_at: 1 }).where("id", "=", login.id).execute(),
  "proved again, under a new cookie": (tx, { login }) =>
    authenticateAgain(tx, login, { amr: ["pwd"], idleMs: loginLifetimes.idleMs }),
  "second factor required": (tx, { world }) =>
    setPolicy(
      tx,
      "secondFactor",
      { organizationId: world.acme.id, settings: { mode: "required", allowed: ["passkey", "totp", "email_code"] } },
      by,
    ),
  "instance requires a second factor where the organization does not": async (tx, { world }) => {
    // The instance decides last, and all the same it counts.
    const allowed = ["passkey", "totp", "email_code"];
    await setPolicy(tx, "secondFactor", { organizationId: world.acme.id, settings: { mode: "off", allowed } }, by);
    await setPolicy(tx, "secondFactor", { settings: { mode: "required", allowed } }, by);
  },
  "second factors removed": (tx, { world }) => removeAllFactors(tx, world.ada.id, by),
  "app session ended": (tx, { appSessionId }) => endAppSession(tx, appSessionId, "revoked", by),
  "app session expired": (tx, { appSessionId }) =>
    tx
      .updateTable("app_sessions")
      .set({ code_expires_at: 1, idle_expires_at: 1 })
      .where("id", "=", appSessionId)
      .execute(),
  "token revoked": async (tx, { world, tokenId }) =>
    revokeToken(tx, { id: tokenId, expiresAt: Date.now() + 60_000, userId: world.ada.id }, by),
  "organization of the user deactivated": (tx, { world }) => setOrganizationState(tx, world.acme.id, "deactivate", by),
  "organization of the user deleted": (tx, { world }) => deleteOrganization(tx, world.acme.id, by),
  "application deactivated": (tx, { world }) => setApplicationState(tx, world.application.id, "deactivate", by),
  "application deleted": (tx, { world }) => deleteApplication(tx, world.application.id, by),
  "secret of the application replaced": (tx, { world }) => replaceSecrets(tx, world.application.id, by),
  "application keeps nothing but the code": (tx, { world }) =>
    changeApplication(tx, world.application.id, { responseTypes: ["code"], grantTypes: ["authorization_code"] }, by),
  "address of the application replaced": (tx, { world }) =>
    changeApplication(tx, world.application.id, { redirectUris: ["https://app.example/elsewhere"] }, by),
  "project deactivated": (tx, { world }) => setProjectState(tx, world.project.id, "deactivate", by),
  "project deleted": (tx, { world }) => deleteProject(tx, world.project.id, by),
  "role required that the user does not have": (tx, { world }) =>
    changeProject(tx, world.project.id, { roleCheck: true }, by),
  "application of another organization, without consent": toAnotherOrganization,
  "application of another organization, with consent": withConsent,
  "consent taken back": async (tx, scene) => {
    await withConsent(tx, scene);
    const userId = scene.world.ada.id;
    for (const applicationId of await applicationsOf(tx, scene))
      await takeBackConsent(tx, { userId, applicationId }, by);
  },
  "project granted by another organization, and the grant left": async (tx, scene) => {
    const grant = await ownedElsewhere(tx, scene, grantAccepted);
    await refuseProjectGrant(tx, { projectGrantId: grant.id, organizationId: grant.organizationId }, by);
  },
  "project granted by another organization, and the grant pending": (tx, scene) =>
    ownedElsewhere(tx, scene, grantProject),
  "service user deactivated": (tx, { service }) => setUserState(tx, service.id, "deactivate", by),
  "service user deactivated and activated again": async (tx, { service }) => {
    await setUserState(tx, service.id, "deactivate", by);
    await setUserState(tx, service.id, "activate", by);
  },
  "service user deleted": (tx, { service }) => deleteUser(tx, service.id, by),
  "key removed": (tx, { service, keyId }) => deleteKey(tx, keyOwner(service), keyId, by),
  "key expired": (tx, { keyId }) =>
    tx.updateTable("credential_keys").set({ expires_at: 1 }).where("id", "=", keyId).execute(),
  "secret removed": (tx, { service }) => deleteSecret(tx, service.id, by),
  "personal access token revoked": (tx, { service, personalAccessTokenId }) =>
    revokePersonalAccessToken(tx, service.id, personalAccessTokenId, by),
  "audience project no longer lists the application": (tx, { world, ledger }) =>
    removeProjectCaller(tx, ledger.project.id, world.project.id, by),
  "audience project deactivated": (tx, { ledger }) => setProjectState(tx, ledger.project.id, "deactivate", by),
  "role at the audience project lost": (tx, { ledger }) => deleteRoleAssignment(tx, ledger.assignmentId, by),
} as const satisfies Record<string, Change>;

export type StateName = keyof typeof states;
