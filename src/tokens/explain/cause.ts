/** Who is behind the end of a token, and when it was: as the audit log says of the thing that ended it. */
import type { EventType, ResourceKind } from "../../events/event-types.ts";
import { type AuditEvent, listEvents } from "../../events/read-events.ts";
import type { EndReason } from "../../identity/sessions/app-sessions.ts";
import type { ServiceCredential } from "../../identity/sessions/standing.ts";
import type { Database } from "../../storage/database.ts";
import type { Reason } from "./reasons.ts";
import { appSessionOf, loginOf, type Trace } from "./trace.ts";

/** What ended it is one of these events of this thing; the newest one. */
interface Lead {
  readonly kind: ResourceKind;
  readonly id: string | undefined;
  readonly types: readonly EventType[];
  /** Where events of the thing are about several things in it. */
  readonly about?: { readonly [name: string]: string };
}

/** So far back is looked: users and sessions do not have many events. */
const NEWEST = 500;

/** Undefined where nobody did anything (it expired), or the log does not say. */
export async function findCause(db: Database, reason: Reason, trace: Trace): Promise<AuditEvent | undefined> {
  const lead = leadTo(reason, trace);
  if (lead?.id === undefined) return undefined;
  const { kind, id, types, about = {} } = lead;
  const { items } = await listEvents(db, { resourceKind: kind, resourceId: id }, { sort: "-at", limit: NEWEST });
  return items.find(
    ({ type, detail }) =>
      (types as readonly string[]).includes(type) &&
      Object.entries(about).every(([name, value]) => detail[name] === value),
  );
}

function leadTo(reason: Reason, { presented, user, application, session, clientId }: Trace): Lead | undefined {
  const ofUser = (...types: EventType[]): Lead => ({ kind: "user", id: user.id, types });
  const takenBack = (): Lead => ({ ...ofUser("consent.taken_back"), about: { applicationId: clientId } });
  switch (reason) {
    case "token_revoked":
      if (presented.kind === "personal_access_token") {
        return { ...ofUser("personal_access_token.revoked"), about: { tokenId: presented.token.id } };
      }
      return { kind: "token", id: tokenIdOf(presented), types: ["token.revoked"] };
    case "session_ended":
      if (session?.endedBy === ("consent_taken_back" satisfies EndReason)) return takenBack();
      return { kind: "app_session", id: appSessionOf(presented), types: sessionEnds };
    case "session_gone":
      // Sessions go with their application.
      if (application === undefined) return { kind: "application", id: clientId, types: ["application.deleted"] };
      return { kind: "app_session", id: appSessionOf(presented), types: sessionEnds };
    case "login_session_ended":
      return {
        kind: "login_session",
        id: loginOf(presented) ?? session?.loginSessionId,
        types: ["login_session.ended"],
      };
    case "user_not_active":
      return ofUser("user.locked", "user.deactivated");
    case "user_signed_out":
      return ofUser(
        "user_sessions.ended",
        "user_password.changed",
        "user_password.reset",
        "user_factor.removed",
        "user.locked",
        "user.deactivated",
      );
    case "organization_not_active":
      return { kind: "organization", id: user.organizationId, types: ["organization.deactivated"] };
    case "application_not_active":
      return { kind: "application", id: application?.id, types: ["application.deactivated"] };
    case "project_not_active":
      return { kind: "project", id: application?.projectId, types: ["project.deactivated"] };
    case "project_organization_not_active":
      return { kind: "organization", id: application?.organizationId, types: ["organization.deactivated"] };
    case "consent_missing":
      return takenBack();
    case "credential_ended":
      return presented.kind === "access_token" && presented.token.owner === "service_user"
        ? leadToCredential(presented.token.credential, ofUser)
        : undefined;
    default:
      return undefined;
  }
}

const sessionEnds = ["app_session.ended", "app_session.code_replayed", "app_session.refresh_theft"] as const;

function leadToCredential(credential: ServiceCredential, ofUser: (...types: EventType[]) => Lead): Lead | undefined {
  if (credential.kind === "key") return { ...ofUser("service_user_key.deleted"), about: { keyId: credential.keyId } };
  return credential.kind === "secret"
    ? ofUser("service_user_secret.created", "service_user_secret.deleted")
    : undefined;
}

function tokenIdOf(presented: Trace["presented"]): string | undefined {
  if (presented.kind === "access_token") return presented.token.id;
  return presented.kind === "access_token_id" ? presented.id : undefined;
}
