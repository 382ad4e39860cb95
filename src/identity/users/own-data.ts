/**
 * Everything that is kept about a person, for the person. Nothing in it opens anything: no hashes, secrets, keys or
 * codes.
 */
import type { AuditEvent } from "../../events/read-events.ts";
import type { Database } from "../../storage/database.ts";
import { listConsents } from "../consents/consents.ts";
import { listManagerRoles } from "../managers.ts";
import { listMetadata } from "../metadata.ts";
import { readOrganization } from "../organizations.ts";
import { listRoleAssignments } from "../role-assignments.ts";
import { listAppSessions } from "../sessions/app-sessions.ts";
import { listLoginSessions } from "../sessions/login-sessions.ts";
import { listFactors } from "./factors.ts";
import { readHuman } from "./humans.ts";
import { listSecurityEvents } from "./security-events.ts";

const MOST_ROLE_ASSIGNMENTS = 1_000;

export async function readOwnData(db: Database, userId: string): Promise<Record<string, unknown>> {
  const human = await readHuman(db, userId);
  const organization = await readOrganization(db, human.organizationId);
  const roles = await listRoleAssignments(db, { userId }, { sort: "createdAt", limit: MOST_ROLE_ASSIGNMENTS });
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const { version: _, createdAt, changedAt, organizationId: _id, kind: _kind, ...profile } = human;
  return {
    profile: { ...profile, createdAt: time(createdAt), changedAt: time(changedAt) },
    organization: { id: organization.id, name: organization.name },
    factors: (await listFactors(db, userId)).map(({ id, kind, name, createdAt: made, lastUsedAt }) => ({
      ...{ id, kind, name, createdAt: time(made), lastUsedAt: time(lastUsedAt) },
    })),
    browsers: (await listLoginSessions(db, userId)).map((session) => ({
      ...{ id: session.id, userAgent: session.userAgent, amr: session.amr },
      ...{
        createdAt: time(session.createdAt),
        authenticatedAt: time(session.authenticatedAt),
        lastUsedAt: time(session.lastUsedAt),
      },
      expiresAt: time(session.expiresAt),
    })),
    applications: (await listAppSessions(db, userId)).map((session) => ({
      ...{ id: session.id, application: session.applicationName, scopes: session.scopes },
      ...{
        createdAt: time(session.createdAt),
        lastUsedAt: time(session.lastUsedAt),
        expiresAt: time(session.expiresAt),
      },
    })),
    consents: (await listConsents(db, userId)).map(
      ({ applicationName, organization: owner, scopes, createdAt: given, changedAt: extended }) => ({
        ...{
          application: applicationName,
          organization: owner.name,
          scopes,
          createdAt: time(given),
          changedAt: time(extended),
        },
      }),
    ),
    roleAssignments: roles.items.map(({ projectName, roleKeys, state }) => ({
      project: projectName,
      roles: roleKeys,
      state,
    })),
    managerRoles: await listManagerRoles(db, userId),
    metadata: await listMetadata(db, { kind: "user", id: userId }),
    events: (await listSecurityEvents(db, userId)).map((event) => eventData(event, userId)),
  };
}

/** Who else had a hand in it is nobody's data but theirs. */
function eventData({ at, type, actor, detail }: AuditEvent, userId: string): Record<string, unknown> {
  return { at: new Date(at).toISOString(), type, by: actor.id === userId ? "you" : actor.kind, detail };
}
