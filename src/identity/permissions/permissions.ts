/**
 * Everything a manager can be permitted, and what each permission means. A permission is held at a place (the instance,
 * an organization, a project or a project grant) and covers what lies within it and nothing else.
 *
 * `read` sees, `write` creates, changes and (de)activates, `delete` deletes, ends or revokes; where one role may do
 * less than all of a `write`, that part has an action of its own. A secret has no `read`: it is shown once, to whoever
 * made it.
 */
export const permissionMeanings = {
  "instance.read": "See the settings of the instance",
  "instance.write": "Change the settings of the instance",
  "instance_policy.read": "See the policies that organizations inherit",
  "instance_policy.write": "Change the policies that organizations inherit",
  "iam_manager.read": "See the managers of the instance",
  "iam_manager.write": "Make and remove managers of the instance",
  "signing_key.read": "See signing keys and their states, never their private part",
  "signing_key.rotate": "Rotate signing keys",
  "signing_key.revoke": "Revoke a signing key at once",
  "mail.read": "See how mail is sent and whether it gets through",
  "mail.test": "Send a test mail",

  "organization.read": "See the organization",
  "organization.create": "Create organizations",
  "organization.write": "Change the name and settings of the organization",
  "organization.activate": "Activate the organization again",
  "organization.deactivate": "Deactivate the organization",
  "organization.delete": "Delete the organization",
  "organization_domain.write": "Set any domain that login names of the organization end with",
  "organization_domain.choose": "Choose a domain that is nobody else's for the organization's login names",
  "organization_policy.read": "See the policies of the organization",
  "organization_policy.write": "Change the policies of the organization",
  "organization_policy.delete": "Return a policy of the organization to the instance's",
  "branding.read": "See the branding of the organization",
  "branding.write": "Change the branding of the organization",
  "organization_metadata.read": "See the metadata of the organization",
  "organization_metadata.write": "Change the metadata of the organization",
  "organization_metadata.delete": "Delete metadata of the organization",
  "organization_manager.read": "See the managers of the organization",
  "organization_manager.write": "Make and remove managers of the organization",

  "user.read": "See and search people, their profiles and states",
  "user.write": "Create, invite, change, lock, unlock, activate and deactivate people",
  "user.delete": "Delete people",
  "user_credential.read": "See which passwords, second factors and passkeys a person has",
  "user_credential.write": "Set a person's password or send a mail to reset it",
  "user_credential.delete": "Remove a person's second factors and passkeys",
  "user_metadata.read": "See the metadata of users",
  "user_metadata.write": "Change the metadata of users",
  "user_metadata.delete": "Delete metadata of users",
  "session.read": "See the sessions of users",
  "session.delete": "End sessions of users",
  "service_user.read": "See service users",
  "service_user.write": "Create, change, activate and deactivate service users",
  "service_user.delete": "Delete service users",
  "service_user_key.read": "See the ids and expiry of a service user's keys",
  "service_user_key.write": "Make or upload keys of a service user",
  "service_user_key.delete": "Remove keys of a service user",
  "service_user_secret.write": "Make a new client secret for a service user",
  "service_user_secret.delete": "Remove the client secret of a service user",
  "service_user_token.read": "See the names, expiry and last use of a service user's personal access tokens",
  "service_user_token.write": "Make personal access tokens for a service user",
  "service_user_token.delete": "Revoke personal access tokens of a service user",

  "project.read": "See the project",
  "project.create": "Create projects",
  "project.write": "Change, activate and deactivate the project",
  "project.delete": "Delete the project",
  "project_role.read": "See the roles of the project",
  "project_role.write": "Create and change roles of the project",
  "project_role.delete": "Delete roles of the project",
  "project_manager.read": "See the managers of the project",
  "project_manager.write": "Make and remove managers of the project",
  "project_grant.read": "See to which organizations the project is granted, and with which roles",
  "project_grant.write": "Grant the project to other organizations and change such a grant",
  "project_grant.delete": "Take a project grant back",
  "project_grant.accept": "Accept or refuse a project that another organization grants",
  "project_grant_manager.read": "See the managers of a project grant",
  "project_grant_manager.write": "Make and remove managers of a project grant",
  "role_assignment.read": "See which users have which roles",
  "role_assignment.write": "Give roles to users and change, activate and deactivate that",
  "role_assignment.delete": "Take roles from users",
  "application.read": "See applications and their settings",
  "application.write": "Create, change, activate and deactivate applications",
  "application.delete": "Delete applications",
  "application.management_access": "Let an application act with the manager roles of whoever signs in to it",
  "application_key.read": "See the ids and expiry of an application's keys",
  "application_key.write": "Make or upload keys of an application",
  "application_key.delete": "Remove keys of an application",
  "application_secret.write": "Make a new client secret for an application",
  "application_secret.delete": "Remove a client secret of an application",

  "event.read": "See and export audit events",
  "usage.read": "See usage counts",
  "token.read": "Inspect a token: what it is, for whom, and whether it is active",
} as const satisfies Record<`${string}.${string}`, string>;

export type Permission = keyof typeof permissionMeanings;

type ResourceIn<Name> = Name extends `${infer Resource}.${string}` ? Resource : never;
export type PermissionResource = ResourceIn<Permission>;

export function isPermission(name: string): name is Permission {
  return Object.hasOwn(permissionMeanings, name);
}

/** In the order of the table. */
export const permissions: readonly Permission[] = Object.keys(permissionMeanings).filter(isPermission);
