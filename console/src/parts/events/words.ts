/** What happened, in plain words: one for each type of event there is. */
import type { operations } from "@signet/management-client";
import type { Schemas } from "../../api.ts";
import { inWords } from "../values/words.ts";

export type AuditEvent = Schemas["Event"];
export type EventQuery = NonNullable<operations["listEvents"]["parameters"]["query"]>;
type Filter = NonNullable<EventQuery["type"]>;
type EventType = Extract<Filter, `${string}.${string}`>;

/** The API's own list, so that a new type of event asks for its words here. */
const sentences: Readonly<Record<EventType, string>> = {
  "organization.created": "Organization created",
  "organization.changed": "Organization changed",
  "organization.activated": "Organization activated",
  "organization.deactivated": "Organization deactivated",
  "organization.deleted": "Organization deleted",
  "project.created": "Project created",
  "project.changed": "Project changed",
  "project.activated": "Project activated",
  "project.deactivated": "Project deactivated",
  "project.deleted": "Project deleted",
  "project_grant.created": "Project granted to another organization",
  "project_grant.changed": "Grant of a project changed",
  "project_grant.activated": "Grant of a project activated",
  "project_grant.deactivated": "Grant of a project deactivated",
  "project_grant.deleted": "Grant of a project taken back",
  "project_grant.accepted": "Grant of a project accepted",
  "project_grant.refused": "Grant of a project refused or left",
  "application.created": "Application created",
  "application.changed": "Application changed",
  "application.activated": "Application activated",
  "application.deactivated": "Application deactivated",
  "application.deleted": "Application deleted",
  "user.created": "User created",
  "user.changed": "User changed",
  "user.activated": "User activated",
  "user.deactivated": "User deactivated",
  "user.deleted": "User deleted",
  "user.locked": "User locked out",
  "user.unlocked": "User unlocked",
  "user.verified": "User verified",
  "user.invited": "User invited by mail",
  "user.registration_requested": "Registration begun",
  "user.registration_repeated": "Registration with an address that has an account",
  "user_email.change_requested": "Change of the e-mail address begun",
  "user_email.changed": "E-mail address changed",
  "user_email.verified": "E-mail address verified",
  "user_email.verification_requested": "Mail to verify the address sent",
  "user_password.changed": "Password changed",
  "user_password.reset": "Password reset by mail",
  "user_password.reset_requested": "Mail to reset the password sent",
  "user_password.unblock_requested": "Code to sign in without waiting sent by mail",
  "user_factor.added": "Second factor or passkey added",
  "user_factor.changed": "Second factor or passkey renamed",
  "user_factor.code_requested": "Code to sign in sent by mail",
  "user_factor.copy_suspected": "Passkey refused: it may have been copied",
  "user_factor.removed": "Second factor or passkey removed",
  "user_recovery_code.used": "Recovery code used",
  "user_sessions.ended": "Signed out everywhere",
  "sign_in.failed": "Sign-in failed",
  "client_authentication.failed": "Application or service user could not prove who it is",
  "management_call.refused": "Management call refused",
  "service_credential.used": "Key or secret of a service user used",
  "service_user_key.created": "Key of a service user added",
  "service_user_key.deleted": "Key of a service user deleted",
  "service_user_secret.created": "Secret of a service user made",
  "service_user_secret.deleted": "Secret of a service user deleted",
  "personal_access_token.created": "Personal access token made",
  "personal_access_token.revoked": "Personal access token revoked",
  "project_role.created": "Role of a project added",
  "project_role.changed": "Role of a project changed",
  "project_role.deleted": "Role of a project deleted",
  "project_caller.added": "Another project or application let name this project",
  "project_caller.confirmed": "Whoever named this project before, confirmed",
  "project_caller.removed": "Another project or application no longer let name this project",
  "application_secret.created": "Secret of an application made",
  "application_secret.deleted": "Secret of an application deleted",
  "application_key.created": "Key of an application added",
  "application_key.deleted": "Key of an application deleted",
  "role_assignment.created": "Roles given to a user",
  "role_assignment.changed": "Roles of a user changed",
  "role_assignment.activated": "Roles of a user activated",
  "role_assignment.deactivated": "Roles of a user deactivated",
  "role_assignment.deleted": "Roles taken from a user",
  "manager.added": "Manager added",
  "manager.removed": "Manager removed",
  "metadata.set": "Metadata set",
  "metadata.deleted": "Metadata deleted",
  "policy.changed": "Policy changed",
  "policy.reset": "Policy reset",
  "branding_image.set": "Image of the branding set",
  "branding_image.removed": "Image of the branding removed",
  "login_session.started": "Signed in",
  "login_session.ended": "Signed out",
  "app_session.started": "Signed in to an application",
  "app_session.ended": "Session at an application ended",
  "app_session.code_replayed": "Code used twice: session ended",
  "app_session.refresh_repeated": "Refresh token repeated",
  "app_session.refresh_forwarded": "Refresh token used from elsewhere",
  "app_session.refresh_theft": "Refresh token perhaps stolen: session ended",
  "consent.given": "Application allowed",
  "consent.taken_back": "Consent for an application taken back",
  "token.revoked": "Token revoked",
  "key.created": "Signing key made",
  "key.rotated": "Signing key rotated",
  "key.revoked": "Signing key revoked",
  "master_key.registered": "Master key registered",
  "master_key.rotated": "Master key changed",
  "mail.test_requested": "Test mail sent",
  "instance.bootstrapped": "Signet started for the first time",
  "instance.changed": "Instance changed",
};

export const eventTypes = Object.keys(sentences) as readonly EventType[];

/** A type that this Console does not know yet is made of its own words. */
export function typeInWords(type: string): string {
  const sentenceByType: Readonly<Record<string, string>> = sentences;
  return sentenceByType[type] ?? inWords(type.replaceAll(".", " "));
}

/** What there is to say besides, short enough for a row: the role that was given, the key of the metadata. */
export function noteOf({ detail }: AuditEvent): string | undefined {
  const { count } = detail;
  const what = subjectOf(detail);
  // What recurs is written once, and then as one line with its number.
  if (typeof count !== "number" || count < 2) return what;
  return what === undefined ? `${count} times` : `${what}, ${count} times`;
}

function subjectOf(detail: AuditEvent["detail"]): string | undefined {
  const { role, roleKeys, key, algorithm, reason, kind, factor, proof, call, method, credential, others } = detail;
  if (typeof others === "string") return "others";
  if (typeof call === "string") return call;
  for (const word of [proof, method, credential]) if (typeof word === "string") return inWords(word).toLowerCase();
  if (typeof role === "string") return role;
  if (Array.isArray(roleKeys) && roleKeys.length > 0) return roleKeys.join(", ");
  if (typeof key === "string") return key;
  if (typeof algorithm === "string") return algorithm;
  if (typeof reason === "string") return inWords(reason).toLowerCase();
  if (typeof factor === "object" && factor !== null && "kind" in factor)
    return inWords(String(factor.kind)).toLowerCase();
  return kind === "service" ? "service user" : undefined;
}

/** The things whose events can be asked for, `user` for every `user.…`. */
export const eventThings = [...new Set(eventTypes.map((type) => type.split(".", 1)[0] ?? type))] as readonly Filter[];

export const resourceKinds: readonly NonNullable<EventQuery["resourceKind"]>[] = [
  ...([
    "organization",
    "project",
    "project_grant",
    "application",
    "user",
    "role_assignment",
    "manager",
    "policy",
  ] as const),
  ...(["login_session", "app_session", "token", "key", "master_key", "mail", "instance"] as const),
];

const kindWords: Readonly<Record<string, string>> = {
  app_session: "Session at an application",
  login_session: "Sign-in",
  key: "Signing key",
  visitor: "Somebody not signed in",
  operator: "Operator at the command line",
  system: "Signet",
};

export function kindInWords(kind: string): string {
  return kindWords[kind] ?? inWords(kind);
}
