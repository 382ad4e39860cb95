/**
 * Where the matrix is played: three organizations, projects, a grant from one to another, and makers of fresh things in
 * them.
 *
 *   home      owns `project` and `sibling`, both granted to receiver
 *   receiver  receives those, and a grant of other's project; owns a project that is granted to other
 *   other     has nothing to do with home
 *
 * What an organization keeps to itself has a name that says so: see secretNames.
 */
import { randomUUID } from "node:crypto";
import { createApplication } from "../../../src/identity/applications/applications.ts";
import { addManager } from "../../../src/identity/managers.ts";
import { createOrganization } from "../../../src/identity/organizations.ts";
import type { Place as ManagedPlace } from "../../../src/identity/permissions/places.ts";
import type { Role } from "../../../src/identity/permissions/roles.ts";
import { grantProject } from "../../../src/identity/project-grants.ts";
import { addProjectRole } from "../../../src/identity/project-roles.ts";
import { createProject } from "../../../src/identity/projects.ts";
import { assignRoles } from "../../../src/identity/role-assignments.ts";
import { createServiceUser } from "../../../src/identity/service-users/service-users.ts";
import { createHuman } from "../../../src/identity/users/humans.ts";
import type { Transaction } from "../../../src/storage/database.ts";
import { now } from "../../../src/storage/now.ts";
import type { Api } from "../../support/api.ts";
import { grantAccepted } from "../../support/grants.ts";
import { by, settings } from "../../support/world.ts";

export type OrganizationName = "home" | "receiver" | "other" | "signet";
export type ProjectName = "project" | "sibling" | "receivers" | "others" | "signets";
export type GrantName = "grant" | "siblingGrant" | "othersGrant" | "receiversGrant";

export interface Grounds {
  readonly api: Api;
  readonly organizations: Readonly<Record<OrganizationName, string>>;
  readonly projects: Readonly<Record<ProjectName, string>>;
  readonly grants: Readonly<Record<GrantName, string>>;
  readonly make: Makers;
}

export const ownerOf = {
  project: "home",
  sibling: "home",
  receivers: "receiver",
  others: "other",
  signets: "signet",
} as const;
export const granted = {
  grant: { project: "project", receiver: "receiver" },
  siblingGrant: { project: "sibling", receiver: "receiver" },
  othersGrant: { project: "others", receiver: "receiver" },
  receiversGrant: { project: "receivers", receiver: "other" },
} as const satisfies Record<GrantName, { project: ProjectName; receiver: OrganizationName }>;

/** In the names of what nobody else may see. */
export const secretNames = {
  home: "homes-secret",
  receiver: "receivers-secret",
  other: "others-secret",
  signet: "signets",
} as const;

export type Names = Readonly<Record<OrganizationName, string>>;

/** The first is in every grant, the second in none. */
export const roleKeys = (project: ProjectName) => ({
  granted: `${project}-reader`,
  kept: `${project}-${secretNames[ownerOf[project]]}`,
});

/** With Acme as home, unless other organizations are given, whose things may have other names. */
export async function makeGrounds(
  api: Api,
  given: { home?: string; other?: string; names?: Names } = {},
): Promise<Grounds> {
  const { idp } = api;
  const { instance } = idp.world;
  const { home = idp.world.acme.id, other = idp.world.other.id, names = secretNames } = given;
  const { storage } = idp.node.services;
  return storage.transaction(async (tx) => {
    const receiver = await createOrganization(tx, { name: "Receiver", domain: `receiver-${randomUUID()}.example` }, by);
    const organizations = { home, receiver: receiver.id, other, signet: instance.organizationId };
    const project = async (name: Exclude<ProjectName, "signets">, shownAs: string) => {
      const { id } = await createProject(tx, { organizationId: organizations[ownerOf[name]], name: shownAs }, by);
      for (const key of Object.values(roleKeys(name))) await addProjectRole(tx, id, { key }, by);
      return id;
    };
    const projects = {
      project: await project("project", "The project"),
      sibling: await project("sibling", "Its sibling"),
      receivers: await project("receivers", secretNames.receiver),
      others: await project("others", "What other grants"),
      signets: instance.projectId,
    };
    await createProject(tx, { organizationId: other, name: names.other }, by);
    const grant = async (name: GrantName) => {
      const { project, receiver } = granted[name];
      const input = {
        projectId: projects[project],
        organizationId: organizations[receiver],
        roleKeys: [roleKeys(project).granted],
      };
      return (await grantAccepted(tx, input, by)).id;
    };
    const grants = {
      grant: await grant("grant"),
      siblingGrant: await grant("siblingGrant"),
      othersGrant: await grant("othersGrant"),
      receiversGrant: await grant("receiversGrant"),
    };
    return {
      api,
      organizations,
      projects,
      grants,
      make: makers(storage.transaction, { organizations, projects }, names),
    };
  });
}

/** Each makes one thing that nobody else has, and says its id. What is plain may be seen by others, too. */
export interface Makers {
  organization(): Promise<string>;
  project(organization: OrganizationName): Promise<string>;
  /** A role's key. */
  role(projectId: string): Promise<string>;
  application(project: ProjectName, options?: { managementAccess?: true; plain?: true }): Promise<string>;
  human(organization: OrganizationName, options?: { plain?: true }): Promise<string>;
  serviceUser(organization: OrganizationName): Promise<string>;
  grantOf(project: ProjectName): Promise<string>;
  /** Of a fresh project of another organization; it waits for an answer. */
  grantTo(organization: OrganizationName): Promise<string>;
  /** For a fresh user of the organization. */
  assignment(project: ProjectName, organization: OrganizationName): Promise<string>;
  manager(userId: string, role: Role, place: ManagedPlace): Promise<string>;
  /** One that named the project before it kept a list. */
  caller(projectId: string): Promise<string>;
  run<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

type Run = Makers["run"];

function makers(
  run: Run,
  { organizations, projects }: Pick<Grounds, "organizations" | "projects">,
  names: Names,
): Makers {
  const unique = () => randomUUID();
  const idOf = async (made: Promise<{ id: string }>) => (await made).id;
  const make: Makers = {
    run,
    organization: () => run((tx) => idOf(createOrganization(tx, { name: "Fresh", domain: `${unique()}.example` }, by))),
    project: (organization) =>
      run((tx) =>
        idOf(
          createProject(tx, { organizationId: organizations[organization], name: `Fresh ${names[organization]}` }, by),
        ),
      ),
    role: async (projectId) => {
      const key = `role-${unique()}`;
      await run((tx) => addProjectRole(tx, projectId, { key }, by));
      return key;
    },
    application: (project, { managementAccess = false, plain = false } = {}) => {
      const name = plain ? "Fresh" : names[ownerOf[project]];
      const input = settings("web", { name, managementAccess, authMethod: "basic" });
      return run((tx) =>
        createApplication(tx, { projectId: projects[project], settings: input }, by).then(
          ({ application }) => application.id,
        ),
      );
    },
    human: (organization, { plain } = {}) =>
      run((tx) =>
        idOf(
          createHuman(
            tx,
            {
              organizationId: organizations[organization],
              userName: `${plain ? "user" : names[organization]}-${unique()}`,
              email: `${unique()}@mail.example`,
              emailVerified: true,
            },
            by,
          ),
        ),
      ),
    serviceUser: (organization) =>
      run((tx) =>
        idOf(
          createServiceUser(
            tx,
            { organizationId: organizations[organization], userName: `${names[organization]}-${unique()}` },
            by,
          ),
        ),
      ),
    grantOf: async (project) => {
      const organizationId = await make.organization();
      return run((tx) =>
        idOf(
          grantAccepted(
            tx,
            { projectId: projects[project], organizationId, roleKeys: [roleKeys(project).granted] },
            by,
          ),
        ),
      );
    },
    grantTo: (organization) =>
      run(async (tx) => {
        const giver = organizations[organization === "other" ? "home" : "other"];
        const { id: projectId } = await createProject(tx, { organizationId: giver, name: "Fresh" }, by);
        return idOf(grantProject(tx, { projectId, organizationId: organizations[organization], roleKeys: [] }, by));
      }),
    assignment: async (project, organization) => {
      const userId = await make.human(organization, { plain: true });
      return run((tx) =>
        idOf(assignRoles(tx, { userId, projectId: projects[project], roleKeys: [roleKeys(project).granted] }, by)),
      );
    },
    caller: async (projectId) => {
      const row = { project_id: projectId, caller_id: unique(), from_before: 1, created_at: now };
      await run((tx) =>
        tx
          .insertInto("project_callers")
          .values({ ...row, application_id: row.caller_id })
          .execute(),
      );
      return row.caller_id;
    },
    manager: (userId, role, place) => run((tx) => idOf(addManager(tx, { userId, role, place }, by))),
  };
  return make;
}
