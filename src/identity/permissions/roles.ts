/** From manager role to permissions: the one table that the code, the API document and the docs share. */
import { type Permission, type PermissionResource, permissions } from "./permissions.ts";

export const managerLevels = ["iam", "organization", "project", "project_grant"] as const;
export type ManagerLevel = (typeof managerLevels)[number];

export interface RoleEntry {
  /** Where the role is given: its permissions count there and in everything that lies within. */
  readonly level: ManagerLevel;
  readonly title: string;
  readonly purpose: string;
  readonly permissions: readonly Permission[];
}

function everyActionOn(...resources: PermissionResource[]): Permission[] {
  return permissions.filter((permission) => resources.some((resource) => permission.startsWith(`${resource}.`)));
}

function readsOf(group: readonly Permission[]): Permission[] {
  return group.filter((permission) => permission.endsWith(".read"));
}

/** In the order of the table, each once. */
function together(...groups: (readonly Permission[])[]): readonly Permission[] {
  const held = new Set(groups.flat());
  return permissions.filter((permission) => held.has(permission));
}

const accounts = everyActionOn(
  "user",
  "user_credential",
  "user_metadata",
  "session",
  "service_user",
  "service_user_key",
  "service_user_secret",
  "service_user_token",
);

/** To give a role one must find the user, the project and its roles. */
const rolesOfUsers = together(
  everyActionOn("role_assignment"),
  ["user.read", "service_user.read", "organization.read"],
  ["project.read", "project_role.read", "project_grant.read"],
);

const organizationSettings = together(everyActionOn("organization_policy", "branding", "organization_metadata"), [
  "organization.read",
  "organization.write",
]);

/**
 * management_access stays out: its holder could bring any manager who signs in to an application of theirs under
 * control. `user.read` at a project finds the users of the organization that owns it, to give them roles; not their
 * profiles. And who grants a project never accepts it for the other side.
 */
const oneProject = together(
  ["project.read", "project.write", "project.delete", "application.read", "application.write", "application.delete"],
  ["project_grant.read", "project_grant.write", "project_grant.delete", "project_grant_manager.read"],
  everyActionOn("project_role", "project_manager", "role_assignment", "application_key", "application_secret"),
  ["user.read", "event.read", "token.read"],
);

/** What was granted: the project's name, the roles in the grant and who has them. Its applications were not. */
const oneProjectGrant = together(
  ["project.read", "project_role.read", "project_grant.read", "user.read"],
  everyActionOn("role_assignment", "project_grant_manager"),
);

const userManagement = together(accounts, rolesOfUsers, ["organization_policy.read", "event.read", "token.read"]);

/**
 * That the organization exists stays with the instance, and so does whether one that is inactive comes back: it may
 * have been the instance that ended it. Its domain is the owner's to choose as far as it is nobody else's.
 */
const wholeOrganization = together(
  organizationSettings,
  ["organization.deactivate", "organization_domain.choose"],
  userManagement,
  everyActionOn("organization_manager", "project_grant_manager", "usage"),
  // What is accepted lets another organization's applications know everybody here: that is for the owner to say.
  ["project.create", "project_grant.accept"],
  oneProject,
  oneProjectGrant,
);

export const roles = {
  IAM_OWNER: {
    level: "iam",
    title: "Instance owner",
    purpose: "Manages everything in the instance, its settings, keys and managers included.",
    permissions,
  },
  IAM_OWNER_VIEWER: {
    level: "iam",
    title: "Instance viewer",
    purpose: "Sees everything in the instance and changes nothing.",
    permissions: readsOf(permissions),
  },
  IAM_ORG_MANAGER: {
    level: "iam",
    title: "Organization manager of the instance",
    purpose:
      "Creates organizations, sets their domains and manages everything in them, but neither the instance nor its managers.",
    permissions: together(wholeOrganization, everyActionOn("organization", "organization_domain")),
  },
  IAM_USER_MANAGER: {
    level: "iam",
    title: "User manager of the instance",
    purpose: "Manages the users of all organizations, their credentials, sessions and roles.",
    permissions: userManagement,
  },
  ORG_OWNER: {
    level: "organization",
    title: "Organization owner",
    purpose: "Manages everything in one organization, its managers, domain and deactivation included.",
    permissions: wholeOrganization,
  },
  ORG_OWNER_VIEWER: {
    level: "organization",
    title: "Organization viewer",
    purpose: "Sees everything in one organization and changes nothing.",
    permissions: readsOf(wholeOrganization),
  },
  ORG_USER_MANAGER: {
    level: "organization",
    title: "User manager",
    purpose: "Manages the users of one organization, their credentials, sessions and roles.",
    permissions: userManagement,
  },
  // Whoever creates a project becomes its PROJECT_OWNER in the same transaction; that happens where projects are
  // created.
  ORG_PROJECT_CREATOR: {
    level: "organization",
    title: "Project creator",
    purpose: "Creates projects in one organization and owns those, without seeing the others.",
    permissions: ["organization.read", "project.create"],
  },
  ORG_SETTINGS_MANAGER: {
    level: "organization",
    title: "Settings manager",
    purpose: "Manages the name, policies, branding and metadata of one organization.",
    permissions: organizationSettings,
  },
  ORG_USER_PERMISSION_EDITOR: {
    level: "organization",
    title: "Role editor",
    purpose: "Gives roles of projects to users of one organization and takes them away.",
    permissions: rolesOfUsers,
  },
  PROJECT_OWNER: {
    level: "project",
    title: "Project owner",
    purpose: "Manages one project: its roles, applications, grants, role assignments and managers.",
    permissions: oneProject,
  },
  PROJECT_OWNER_VIEWER: {
    level: "project",
    title: "Project viewer",
    purpose: "Sees everything in one project and changes nothing.",
    permissions: readsOf(oneProject),
  },
  PROJECT_GRANT_OWNER: {
    level: "project_grant",
    title: "Project grant owner",
    purpose:
      "Gives the granted roles of another organization's project to users of one's own, and manages who else may.",
    permissions: oneProjectGrant,
  },
  PROJECT_GRANT_OWNER_VIEWER: {
    level: "project_grant",
    title: "Project grant viewer",
    purpose: "Sees what was granted of another organization's project and who has it, and changes nothing.",
    permissions: readsOf(oneProjectGrant),
  },
} as const satisfies Record<string, RoleEntry>;

export type Role = keyof typeof roles;

export function isRole(name: string): name is Role {
  return Object.hasOwn(roles, name);
}

export const roleNames: readonly Role[] = Object.keys(roles).filter(isRole);

/** What somebody may do at a place where these roles count. */
export function permissionsOf(held: Iterable<Role>): Set<Permission> {
  return new Set([...held].flatMap((role) => [...roles[role].permissions]));
}
