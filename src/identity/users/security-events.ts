/** What has happened to the security of an account, for its owner to look at: from the audit log, newest first. */
import { type AuditEvent, type EventFilter, listEvents } from "../../events/read-events.ts";
import type { Database } from "../../storage/database.ts";

export const MOST_SECURITY_EVENTS = 50;

/** About the person. */
const aboutUser = [
  "user.changed",
  "user.locked",
  "user.unlocked",
  "user.activated",
  "user.deactivated",
  "user_email.change_requested",
  "user_email.changed",
  "user_email.verified",
  "user_password.changed",
  "user_password.reset",
  "user_password.reset_requested",
  "user_password.unblock_requested",
  "user_factor.added",
  "user_factor.removed",
  "user_factor.code_requested",
  "user_factor.copy_suspected",
  "user_recovery_code.used",
  "user_sessions.ended",
  "consent.given",
  "consent.taken_back",
] as const;
/** By the person: these are about a session, which has an id of its own. */
const bySession = ["login_session.started", "login_session.ended", "app_session.ended"] as const;

/** Caused by anybody who knows the name. */
const byStrangers = "sign_in.failed";
/** Whoever wants to hide what else happened could fill the page with these. */
const MOST_BY_STRANGERS = 10;

export const securityEventTypes = [...aboutUser, ...bySession, byStrangers] as const;
export type SecurityEventType = (typeof securityEventTypes)[number];

export interface SecurityEvent extends AuditEvent {
  readonly type: SecurityEventType;
}

export async function listSecurityEvents(db: Database, userId: string): Promise<SecurityEvent[]> {
  const lists = await Promise.all([
    newest(db, { resourceKind: "user", resourceId: userId, exceptType: byStrangers }),
    newest(db, { resourceKind: "user", resourceId: userId, type: byStrangers }, MOST_BY_STRANGERS),
    ...bySession.map((type) => newest(db, { actorId: userId, type })),
  ]);
  return lists
    .flat()
    .filter(isSecurityEvent)
    .filter(({ resource, detail }) => resource.id === userId || detail.userId === userId)
    .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
    .slice(0, MOST_SECURITY_EVENTS);
}

/** Others are between them, so more are read than are shown. */
const MOST_READ = 4 * MOST_SECURITY_EVENTS;

async function newest(db: Database, filter: EventFilter, limit = MOST_READ): Promise<readonly AuditEvent[]> {
  return (await listEvents(db, filter, { sort: "-at", limit })).items;
}

function isSecurityEvent(event: AuditEvent): event is SecurityEvent {
  return (securityEventTypes as readonly string[]).includes(event.type);
}
