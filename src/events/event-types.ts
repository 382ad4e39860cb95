/**
 * Every kind of event there is: the thing, then what happened to it. And every kind of thing that an event can be
 * about.
 */
const managed = ["organization", "project", "project_grant", "application", "user", "role_assignment"] as const;
const lifecycle = ["created", "changed", "activated", "deactivated", "deleted"] as const;

type Managed = (typeof managed)[number];
type Lifecycle = (typeof lifecycle)[number];

const others = [
  "user.locked",
  "user.unlocked",
  "user.verified",
  "user.invited",
  "user.registration_requested",
  "user.registration_repeated",
  "user_email.change_requested",
  "user_email.changed",
  "user_email.verified",
  "user_email.verification_requested",
  "user_password.changed",
  "user_password.reset",
  "user_password.reset_requested",
  "user_password.unblock_requested",
  "user_factor.added",
  "user_factor.changed",
  "user_factor.code_requested",
  "user_factor.copy_suspected",
  "user_factor.removed",
  "user_recovery_code.used",
  "user_sessions.ended",
  "sign_in.failed",
  "client_authentication.failed",
  "management_call.refused",
  "service_credential.used",
  "service_user_key.created",
  "service_user_key.deleted",
  "service_user_secret.created",
  "service_user_secret.deleted",
  "personal_access_token.created",
  "personal_access_token.revoked",
  "project_grant.accepted",
  "project_grant.refused",
  "project_role.created",
  "project_role.changed",
  "project_role.deleted",
  "project_caller.added",
  "project_caller.confirmed",
  "project_caller.removed",
  "application_secret.created",
  "application_secret.deleted",
  "application_key.created",
  "application_key.deleted",
  "manager.added",
  "manager.removed",
  "metadata.set",
  "metadata.deleted",
  "policy.changed",
  "policy.reset",
  "branding_image.set",
  "branding_image.removed",
  "login_session.started",
  "login_session.ended",
  "app_session.started",
  "app_session.ended",
  "app_session.code_replayed",
  "app_session.refresh_repeated",
  "app_session.refresh_forwarded",
  "app_session.refresh_theft",
  "consent.given",
  "consent.taken_back",
  "token.revoked",
  "key.created",
  "key.rotated",
  "key.revoked",
  "master_key.registered",
  "master_key.rotated",
  "mail.test_requested",
  "instance.bootstrapped",
  "instance.changed",
] as const;

export type EventType = `${Managed}.${Lifecycle}` | (typeof others)[number];

export const eventTypes: readonly EventType[] = [
  ...managed.flatMap((thing) => lifecycle.map((happened): EventType => `${thing}.${happened}`)),
  ...others,
];

/** An id belongs to one of them, whatever the event says happened. */
export const resourceKinds = [
  ...managed,
  "manager",
  "policy",
  "login_session",
  "app_session",
  "token",
  "key",
  "master_key",
  "mail",
  "instance",
] as const;
export type ResourceKind = (typeof resourceKinds)[number];
