/**
 * Who may make which call, written down by hand: for every call of the management API the roles that may make it where
 * they are held. It does not look at the table of permissions, so that a mistake there is found. What follows from
 * where a role is held and where a call is made is in rules.ts.
 */
import type { Role } from "../../../src/identity/permissions/roles.ts";

export interface Expectation {
  /** `every`: whoever has a role at all. */
  readonly roles: readonly Role[] | "every";
  /** It shows something and changes nothing. */
  readonly sees: boolean;
  /** It only stops the user it is about: what they manage away from home does not stand in the way. */
  readonly stops?: true;
  /** The call names a token and is judged where that belongs. For whoever is not in this list there is none. */
  readonly tokensShownTo?: readonly Role[];
}

function see(...groups: readonly (readonly Role[])[]): Expectation {
  return { roles: [...new Set(groups.flat())], sees: true };
}

function change(...groups: readonly (readonly Role[])[]): Expectation {
  return { roles: [...new Set(groups.flat())], sees: false };
}

function stop(...groups: readonly (readonly Role[])[]): Expectation {
  return { ...change(...groups), stops: true };
}

const everyManager: Expectation = { roles: "every", sees: true };

// Of the instance.
const instanceOwner = ["IAM_OWNER"] as const;
const instanceViewers = ["IAM_OWNER", "IAM_OWNER_VIEWER"] as const;
const everyInstanceRole = ["IAM_OWNER", "IAM_OWNER_VIEWER", "IAM_ORG_MANAGER", "IAM_USER_MANAGER"] as const;

// Of organizations: each group that may change something has one that may see it.
const organizationMakers = ["IAM_OWNER", "IAM_ORG_MANAGER"] as const;
const organizationOwners = [...organizationMakers, "ORG_OWNER"] as const;
const organizationViewers = [...organizationOwners, "IAM_OWNER_VIEWER", "ORG_OWNER_VIEWER"] as const;
const settingsManagers = [...organizationOwners, "ORG_SETTINGS_MANAGER"] as const;
const settingsViewers = [...organizationViewers, "ORG_SETTINGS_MANAGER"] as const;
const userManagers = [...organizationOwners, "IAM_USER_MANAGER", "ORG_USER_MANAGER"] as const;
const userViewers = [...organizationViewers, "IAM_USER_MANAGER", "ORG_USER_MANAGER"] as const;
/** To give somebody a role one has to find them, and the project. */
const roleEditors = [...userManagers, "ORG_USER_PERMISSION_EDITOR"] as const;
const roleViewers = [...userViewers, "ORG_USER_PERMISSION_EDITOR"] as const;
const everyOrganizationRole = [...roleViewers, "ORG_SETTINGS_MANAGER", "ORG_PROJECT_CREATOR"] as const;

// Of projects and of what is granted of them.
const projectOwner = ["PROJECT_OWNER"] as const;
const projectViewers = ["PROJECT_OWNER", "PROJECT_OWNER_VIEWER"] as const;
const grantOwner = ["PROJECT_GRANT_OWNER"] as const;
const grantViewers = ["PROJECT_GRANT_OWNER", "PROJECT_GRANT_OWNER_VIEWER"] as const;

const organization = "/organizations/:organizationId";
const project = "/projects/:projectId";
const grant = "/project-grants/:projectGrantId";
const assignment = "/role-assignments/:roleAssignmentId";
const application = "/applications/:applicationId";
const user = "/users/:userId";
const serviceUser = "/service-users/:serviceUserId";

/** One policy at one place. */
function policy(path: string, viewers: readonly Role[], managers: readonly Role[]): Record<string, Expectation> {
  return { [`GET ${path}`]: see(viewers), [`PUT ${path}`]: change(managers), [`DELETE ${path}`]: change(managers) };
}

function pictures(path: string, viewers: readonly Role[], managers: readonly Role[]): Record<string, Expectation> {
  return {
    [`GET ${path}`]: see(viewers),
    [`PUT ${path}/:kind`]: change(managers),
    [`DELETE ${path}/:kind`]: change(managers),
  };
}

const seesTokens = [...userViewers, ...projectViewers] as const;
const seesPolicies = [...settingsViewers, "IAM_USER_MANAGER", "ORG_USER_MANAGER"] as const;

export const expectations: Readonly<Record<string, Expectation>> = {
  // Oneself, and the table of roles.
  "GET /me": everyManager,
  "GET /me/permissions": everyManager,
  "GET /roles": everyManager,
  "GET /permissions": everyManager,

  // The instance.
  "GET /instance": see(instanceViewers),
  "PATCH /instance": change(instanceOwner),
  "GET /instance/managers": see(instanceViewers),
  "POST /instance/managers": change(instanceOwner),
  "DELETE /instance/managers/:managerId": change(instanceOwner),
  "GET /instance/policies": see(instanceViewers),
  ...policy("/instance/policies/password", instanceViewers, instanceOwner),
  ...policy("/instance/policies/registration", instanceViewers, instanceOwner),
  "GET /instance/policies/registration/admits": see(instanceViewers),
  ...policy("/instance/policies/sessions", instanceViewers, instanceOwner),
  ...policy("/instance/policies/throttling", instanceViewers, instanceOwner),
  ...policy("/instance/policies/throttlingBounds", instanceViewers, instanceOwner),
  ...policy("/instance/policies/secondFactor", instanceViewers, instanceOwner),
  ...policy("/instance/policies/account", instanceViewers, instanceOwner),
  ...policy("/instance/policies/languages", instanceViewers, instanceOwner),
  ...policy("/instance/policies/tokens", instanceViewers, instanceOwner),
  ...policy("/instance/policies/events", instanceViewers, instanceOwner),
  ...policy("/instance/branding", instanceViewers, instanceOwner),
  ...pictures("/instance/branding/images", instanceViewers, instanceOwner),
  "GET /signing-keys": see(instanceViewers),
  "POST /signing-keys/rotate": change(instanceOwner),
  "POST /signing-keys/enable": change(instanceOwner),
  "POST /signing-keys/:keyId/revoke": change(instanceOwner),
  "GET /mail": see(instanceViewers),
  "POST /mail/test": change(instanceOwner),

  // Organizations. That they exist, and that one comes back, is for the instance to say.
  "GET /organizations": everyManager,
  "POST /organizations": change(organizationMakers),
  [`GET ${organization}`]: see(everyOrganizationRole),
  [`PATCH ${organization}`]: change(settingsManagers),
  [`POST ${organization}/activate`]: change(organizationMakers),
  [`POST ${organization}/deactivate`]: stop(organizationOwners),
  [`DELETE ${organization}`]: change(organizationMakers),
  [`GET ${organization}/managers`]: see(organizationViewers),
  [`POST ${organization}/managers`]: change(organizationOwners),
  [`DELETE ${organization}/managers/:managerId`]: change(organizationOwners),
  [`GET ${organization}/metadata`]: see(settingsViewers),
  [`PUT ${organization}/metadata/:key`]: change(settingsManagers),
  [`DELETE ${organization}/metadata/:key`]: change(settingsManagers),
  ...policy(`${organization}/branding`, settingsViewers, settingsManagers),
  ...pictures(`${organization}/branding/images`, settingsViewers, settingsManagers),
  [`GET ${organization}/policies`]: see(seesPolicies),
  ...policy(`${organization}/policies/password`, seesPolicies, settingsManagers),
  ...policy(`${organization}/policies/registration`, seesPolicies, settingsManagers),
  [`GET ${organization}/policies/registration/admits`]: see(seesPolicies),
  ...policy(`${organization}/policies/sessions`, seesPolicies, settingsManagers),
  ...policy(`${organization}/policies/throttling`, seesPolicies, settingsManagers),
  ...policy(`${organization}/policies/secondFactor`, seesPolicies, settingsManagers),
  ...policy(`${organization}/policies/account`, seesPolicies, settingsManagers),
  ...policy(`${organization}/policies/languages`, seesPolicies, settingsManagers),

  // People.
  "GET /users": see(everyInstanceRole),
  [`GET ${organization}/users`]: see(roleViewers),
  [`POST ${organization}/users`]: change(userManagers),
  [`GET ${user}`]: see(roleViewers),
  [`PATCH ${user}`]: change(userManagers),
  [`DELETE ${user}`]: stop(userManagers),
  [`POST ${user}/activate`]: change(userManagers),
  [`POST ${user}/deactivate`]: stop(userManagers),
  [`POST ${user}/lock`]: stop(userManagers),
  [`POST ${user}/unlock`]: change(userManagers),
  [`PUT ${user}/email`]: change(userManagers),
  [`POST ${user}/invite`]: change(userManagers),
  [`POST ${user}/send-email-verification`]: change(userManagers),
  [`POST ${user}/send-password-reset`]: change(userManagers),
  [`GET ${user}/credentials`]: see(userViewers),
  [`GET ${user}/access`]: see(userViewers),
  [`PUT ${user}/password`]: change(userManagers),
  [`DELETE ${user}/factors`]: change(userManagers),
  [`DELETE ${user}/factors/:factorId`]: change(userManagers),
  [`GET ${user}/metadata`]: see(userViewers),
  [`PUT ${user}/metadata/:key`]: change(userManagers),
  [`DELETE ${user}/metadata/:key`]: change(userManagers),
  [`GET ${user}/sessions`]: see(userViewers),
  [`DELETE ${user}/login-sessions/:loginSessionId`]: stop(userManagers),
  [`DELETE ${user}/app-sessions/:appSessionId`]: stop(userManagers),
  [`GET ${user}/consents`]: see(userViewers),
  [`DELETE ${user}/consents/:applicationId`]: stop(userManagers),
  [`POST ${user}/sign-out`]: stop(userManagers),
  [`GET ${user}/manager-roles`]: see(roleViewers),
  [`GET ${user}/role-assignments`]: see(roleViewers),

  // Service users.
  "GET /service-users": see(everyInstanceRole),
  [`GET ${organization}/service-users`]: see(roleViewers),
  [`POST ${organization}/service-users`]: change(userManagers),
  [`GET ${serviceUser}`]: see(roleViewers),
  [`PATCH ${serviceUser}`]: change(userManagers),
  [`DELETE ${serviceUser}`]: stop(userManagers),
  [`POST ${serviceUser}/activate`]: change(userManagers),
  [`POST ${serviceUser}/deactivate`]: stop(userManagers),
  [`POST ${serviceUser}/sign-out`]: stop(userManagers),
  [`POST ${serviceUser}/regenerate-secret`]: change(userManagers),
  [`DELETE ${serviceUser}/secret`]: change(userManagers),
  [`GET ${serviceUser}/access`]: see(userViewers),
  [`GET ${serviceUser}/keys`]: see(userViewers),
  [`POST ${serviceUser}/keys`]: change(userManagers),
  [`DELETE ${serviceUser}/keys/:keyId`]: change(userManagers),
  [`GET ${serviceUser}/refused-authentications`]: see(userViewers),
  [`GET ${serviceUser}/personal-access-tokens`]: see(userViewers),
  [`POST ${serviceUser}/personal-access-tokens`]: change(userManagers),
  [`DELETE ${serviceUser}/personal-access-tokens/:tokenId`]: stop(userManagers),
  [`GET ${serviceUser}/metadata`]: see(userViewers),
  [`PUT ${serviceUser}/metadata/:key`]: change(userManagers),
  [`DELETE ${serviceUser}/metadata/:key`]: change(userManagers),
  [`GET ${serviceUser}/manager-roles`]: see(roleViewers),
  [`GET ${serviceUser}/role-assignments`]: see(roleViewers),

  // Projects.
  [`GET ${organization}/projects`]: see(roleViewers),
  [`POST ${organization}/projects`]: change(organizationOwners, ["ORG_PROJECT_CREATOR"]),
  [`GET ${project}`]: see(roleViewers, projectViewers),
  [`PATCH ${project}`]: change(organizationOwners, projectOwner),
  [`POST ${project}/activate`]: change(organizationOwners, projectOwner),
  [`POST ${project}/deactivate`]: change(organizationOwners, projectOwner),
  [`DELETE ${project}`]: change(organizationOwners, projectOwner),
  [`GET ${project}/managers`]: see(organizationViewers, projectViewers),
  [`POST ${project}/managers`]: change(organizationOwners, projectOwner),
  [`DELETE ${project}/managers/:managerId`]: change(organizationOwners, projectOwner),
  [`GET ${project}/roles`]: see(roleViewers, projectViewers),
  [`POST ${project}/roles`]: change(organizationOwners, projectOwner),
  [`GET ${project}/roles/:key`]: see(roleViewers, projectViewers),
  [`PATCH ${project}/roles/:key`]: change(organizationOwners, projectOwner),
  [`DELETE ${project}/roles/:key`]: change(organizationOwners, projectOwner),

  // Applications. What was granted of a project are its roles, not its applications.
  [`GET ${project}/applications`]: see(organizationViewers, projectViewers),
  [`POST ${project}/applications`]: change(organizationOwners, projectOwner),
  [`POST ${project}/applications/check`]: see(organizationViewers, projectViewers),
  [`GET ${application}`]: see(organizationViewers, projectViewers),
  [`GET ${application}/use`]: see(organizationViewers, projectViewers),
  [`PATCH ${application}`]: change(organizationOwners, projectOwner),
  [`POST ${application}/activate`]: change(organizationOwners, projectOwner),
  [`POST ${application}/deactivate`]: change(organizationOwners, projectOwner),
  [`DELETE ${application}`]: change(organizationOwners, projectOwner),
  [`GET ${application}/secrets`]: see(organizationViewers, projectViewers),
  [`POST ${application}/secrets`]: change(organizationOwners, projectOwner),
  [`DELETE ${application}/secrets/:secretId`]: change(organizationOwners, projectOwner),
  [`POST ${application}/regenerate-secret`]: change(organizationOwners, projectOwner),
  [`GET ${application}/access`]: see(organizationViewers, projectViewers),
  [`GET ${application}/keys`]: see(organizationViewers, projectViewers),
  [`POST ${application}/keys`]: change(organizationOwners, projectOwner),
  [`DELETE ${application}/keys/:keyId`]: change(organizationOwners, projectOwner),
  [`GET ${application}/refused-authentications`]: see(organizationViewers, projectViewers),

  // Project grants: the project's side says what is granted, the receiving side who manages it.
  [`GET ${project}/callers`]: see(roleViewers, projectViewers),
  [`POST ${project}/callers`]: change(organizationOwners, projectOwner),
  [`POST ${project}/callers/:callerId/confirm`]: change(organizationOwners, projectOwner),
  [`DELETE ${project}/callers/:callerId`]: change(organizationOwners, projectOwner),
  [`GET ${project}/grants`]: see(roleViewers, projectViewers),
  [`POST ${project}/grants`]: change(organizationOwners, projectOwner),
  [`GET ${organization}/received-grants`]: see(roleViewers),
  // Who grants a project does not say whether the other side wants it.
  [`POST ${organization}/received-grants/:projectGrantId/accept`]: change(organizationOwners),
  [`POST ${organization}/received-grants/:projectGrantId/refuse`]: change(organizationOwners),
  [`GET ${grant}`]: see(roleViewers, projectViewers, grantViewers),
  [`PATCH ${grant}`]: change(organizationOwners, projectOwner),
  [`POST ${grant}/activate`]: change(organizationOwners, projectOwner),
  [`POST ${grant}/deactivate`]: change(organizationOwners, projectOwner),
  [`DELETE ${grant}`]: change(organizationOwners, projectOwner),
  [`GET ${grant}/roles`]: see(roleViewers, projectViewers, grantViewers),
  [`GET ${grant}/managers`]: see(organizationViewers, projectViewers, grantViewers),
  [`POST ${grant}/managers`]: change(organizationOwners, grantOwner),
  [`DELETE ${grant}/managers/:managerId`]: change(organizationOwners, grantOwner),

  // Role assignments.
  [`GET ${project}/role-assignments`]: see(roleViewers, projectViewers),
  [`POST ${project}/role-assignments`]: change(roleEditors, projectOwner),
  [`GET ${grant}/role-assignments`]: see(roleViewers, projectViewers, grantViewers),
  [`POST ${grant}/role-assignments`]: change(roleEditors, projectOwner, grantOwner),
  [`GET ${assignment}`]: see(roleViewers, projectViewers, grantViewers),
  [`PATCH ${assignment}`]: change(roleEditors, projectOwner, grantOwner),
  [`POST ${assignment}/activate`]: change(roleEditors, projectOwner, grantOwner),
  [`POST ${assignment}/deactivate`]: change(roleEditors, projectOwner, grantOwner),
  [`DELETE ${assignment}`]: change(roleEditors, projectOwner, grantOwner),

  // Whom one can give roles to. Those who receive a grant are not for its giver to look up.
  [`GET ${project}/users`]: see(roleViewers, projectViewers),
  [`GET ${grant}/users`]: see(roleViewers, grantViewers),

  // Tokens, of one's users or for one's applications.
  "POST /tokens/inspect": { ...see(seesTokens), tokensShownTo: seesTokens },
  "POST /tokens/revoke": { ...stop(userManagers), tokensShownTo: seesTokens },

  // Events and usage.
  "GET /events": see(everyInstanceRole),
  "GET /events/export": see(everyInstanceRole),
  [`GET ${organization}/events`]: see(userViewers),
  [`GET ${organization}/events/export`]: see(userViewers),
  [`GET ${project}/events`]: see(userViewers, projectViewers),
  [`GET ${project}/events/export`]: see(userViewers, projectViewers),
  "GET /usage": see(organizationViewers),
  [`GET ${organization}/usage`]: see(organizationViewers),
};
