/**
 * The first start makes what an instance cannot be without: an organization, the service's own project, the console's
 * application and the first manager. In one transaction: it is all there, or nothing is.
 */
import { record } from "../events/audit-log.ts";
import type { Transaction } from "../storage/database.ts";
import { now } from "../storage/now.ts";
import type { Storage } from "../storage/storage.ts";
import { createApplication } from "./applications/applications.ts";
import { defaultSettings } from "./applications/rules.ts";
import type { MadeCredential } from "./credential-keys/credential.ts";
import { addKey, keyFile } from "./credential-keys/store.ts";
import { findInstance, type Instance } from "./instance.ts";
import { addManager } from "./managers.ts";
import { createOrganization } from "./organizations.ts";
import { builtInPolicies } from "./policies/kinds.ts";
import { setPolicy } from "./policies/policies.ts";
import { createProject } from "./projects.ts";
import { createServiceUser, keyOwner } from "./service-users/service-users.ts";
import { createHuman } from "./users/humans.ts";
import type { StorablePassword } from "./users/new-password.ts";

export interface FirstStart {
  /** The first manager: `name@domain`, whose domain becomes the first organization's. */
  readonly login: string;
  readonly passwordHash: StorablePassword;
  readonly passwordChangeRequired: boolean;
  readonly console: { readonly redirectUris: readonly string[]; readonly postLogoutRedirectUris: readonly string[] };
  /** Whether people may make accounts for themselves from the start; otherwise it is left to be decided. */
  readonly registrationOpen?: boolean;
  /** For a service user with IAM_OWNER; made before the transaction. */
  readonly serviceKey?: MadeCredential | undefined;
  /**
   * Hands out what is shown once (the password, the key file), before the commit: if the process dies in between, what
   * was handed out does not work and the next start hands out anew; the other way round nobody could get in.
   */
  handOut(secrets: { readonly keyFile: Record<string, string> | undefined }): Promise<void>;
}

const by = { actor: { kind: "system" } } as const;

/** Undefined when the instance exists already, also when another node was faster. */
export async function bootstrap(storage: Storage, first: FirstStart): Promise<Instance | undefined> {
  return storage.transaction(async (tx) => {
    await storage.lock(tx, "bootstrap");
    if ((await findInstance(tx)) !== undefined) return undefined;

    const at = first.login.lastIndexOf("@");
    const organization = await createOrganization(tx, { name: "Signet", domain: first.login.slice(at + 1) }, by);
    // Managers of every organization sign in to the console; what they may do there is for their roles to say.
    const project = await createProject(
      tx,
      { organizationId: organization.id, name: "Signet", projectCheck: false },
      by,
    );
    const { application } = await createApplication(
      tx,
      {
        projectId: project.id,
        settings: { ...defaultSettings("user_agent"), name: "Console", ...first.console, managementAccess: true },
      },
      by,
    );
    await tx
      .insertInto("instance")
      .values({
        id: 1,
        organization_id: organization.id,
        project_id: project.id,
        console_application_id: application.id,
        created_at: now,
      })
      .execute();

    if (first.registrationOpen) {
      await setPolicy(
        tx,
        "registration",
        { settings: { ...builtInPolicies.registration, allowed: true, verifyEmail: true } },
        by,
      );
    }

    const manager = await createHuman(
      tx,
      {
        organizationId: organization.id,
        userName: first.login.slice(0, at),
        passwordHash: first.passwordHash,
        passwordChangeRequired: first.passwordChangeRequired,
      },
      by,
    );
    // It was made a moment ago, here: there is nothing in it that somebody could have prepared.
    await addManager(tx, { userId: manager.id, role: "IAM_OWNER", place: { level: "iam" }, keepSessions: true }, by);

    const instance = { organizationId: organization.id, projectId: project.id, consoleApplicationId: application.id };
    await record(tx, {
      type: "instance.bootstrapped",
      ...by,
      resource: { kind: "instance" },
      organizationId: organization.id,
      detail: { ...instance },
    });
    await first.handOut({
      keyFile: first.serviceKey && (await addServiceOwner(tx, organization.id, first.serviceKey)),
    });
    return instance;
  });
}

/** A service user that may do everything, for setting up an instance by machine. Returns its key file. */
async function addServiceOwner(
  tx: Transaction,
  organizationId: string,
  credential: MadeCredential,
): Promise<Record<string, string>> {
  const service = await createServiceUser(tx, { organizationId, userName: "bootstrap", name: "Bootstrap" }, by);
  await addManager(tx, { userId: service.id, role: "IAM_OWNER", place: { level: "iam" }, keepSessions: true }, by);
  const { expiresAt } = await addKey(tx, keyOwner(service), { credential }, by);
  return keyFile(keyOwner(service), credential, expiresAt);
}
