/**
 * Who may make a call. Every route passes here, before its body is read: the token must be one of ours that stands,
 * meant for the management API, of a manager who holds the permission at the place of the call.
 */
import { SignetError } from "../errors/signet-error.ts";
import type { Actor } from "../events/audit-log.ts";
import { findDeleted } from "../events/read-events.ts";
import type { Instance } from "../identity/instance.ts";
import { type Caller, readCaller } from "../identity/permissions/caller.ts";
import { permissionsAt } from "../identity/permissions/may.ts";
import { missingPermissions } from "../identity/permissions/missing.ts";
import type { Permission } from "../identity/permissions/permissions.ts";
import type { Target } from "../identity/permissions/places.ts";
import { type ManagerOf, mayManageUser, type Reach } from "../identity/permissions/take-over.ts";
import type { Subject } from "../identity/sessions/subject.ts";
import type { Database } from "../storage/database.ts";
import { type AccessToken, readAccessToken } from "../tokens/access-tokens.ts";
import { activeToken, noteUseOf } from "../tokens/active-token.ts";
import { mayCarryManagement } from "../tokens/audience.ts";
import { noteRefusedCall } from "./refused-calls.ts";
import { placeParameter, type Route } from "./route.ts";
import type { ManagementServices } from "./services.ts";

/** A call that may be made. */
export interface ManagerCall {
  readonly subject: Subject;
  readonly actor: Actor;
  /** At the place of the call. */
  readonly permissions: ReadonlySet<Permission>;
  /** The thing was deleted before, by the same right: there is nothing left to do. */
  readonly alreadyDeleted: boolean;
  /**
   * The same questions again, of the rows as they are now. Whoever sends a body decides how long that takes: meanwhile
   * they may have lost their role, or the user they wanted to change may have become a manager.
   */
  askAgain(db: Database): Promise<ManagerCall>;
  /** The call failed: if because the caller lacks a permission after all, that is recorded. */
  noteFailure(error: unknown): void;
}

export interface GuardedRequest {
  readonly id: string;
  readonly authorization: string | undefined;
  readonly params: Readonly<Record<string, string>>;
}

export async function guard(services: ManagementServices, route: Route, request: GuardedRequest): Promise<ManagerCall> {
  const target = targetOf(route, request.params);
  const credential = await readCredential(services, request.authorization);
  const note = (caller: Caller, error: unknown) => {
    // What is not there, for somebody who might have had it, is no refusal.
    if (error instanceof SignetError && error.code === "unknown_resource" && !lacks(route, caller)) return;
    const { subject } = caller;
    const call = {
      route,
      actor: actorOf(caller),
      subject,
      level: target.level,
      place: placeIdOf(target),
      requestId: request.id,
    };
    noteRefusedCall(services.recurring, call, error);
  };
  return judge(services.storage.db, route, { target, credential, note });
}

interface Question {
  readonly target: Target;
  readonly credential: Credential;
  readonly note: (caller: Caller, error: unknown) => void;
}

async function judge(db: Database, route: Route, question: Question): Promise<ManagerCall> {
  const caller = await authenticate(db, question);
  try {
    return await judgeCaller(db, route, question, caller);
  } catch (error) {
    question.note(caller, error);
    throw error;
  }
}

function actorOf({ subject }: Pick<Caller, "subject">): ManagerCall["actor"] {
  return { kind: subject.person === undefined ? "service_user" : "user", id: subject.userId };
}

async function judgeCaller(db: Database, route: Route, question: Question, caller: Caller): Promise<ManagerCall> {
  const { target } = question;
  if (!caller.isManager) throw new SignetError("no_manager_role", "You have no manager role");
  const call = {
    subject: caller.subject,
    actor: actorOf(caller),
    permissions: caller.permissions,
    alreadyDeleted: false,
    askAgain: (now: Database) => judge(now, route, question),
    noteFailure: (error: unknown) => question.note(caller, error),
  };
  if (lacks(route, caller) || !caller.placeExists) {
    if (await wasDeletedWithin(db, route, target, caller)) return { ...call, alreadyDeleted: true };
    throw refusal(route, caller);
  }
  // Every change of a user, whatever it is: whoever may not do all that a manager does may not touch the manager's
  // account.
  if (target.level === "user" && route.method !== "GET") {
    refuseOverManager(
      await mayManageUser(db, caller.subject.userId, target.userId, route.effect),
      "This user is a manager",
    );
  }
  return call;
}

function lacks({ permission }: Route, { permissions }: Caller): boolean {
  return permission !== "any" && !permissions.has(permission);
}

/** What the caller showed, read. Whether it counts is asked of the database. */
interface Credential {
  readonly token: AccessToken | undefined;
  readonly instance: Instance;
}

async function readCredential(services: ManagementServices, authorization: string | undefined): Promise<Credential> {
  if (authorization === undefined) throw new SignetError("token_missing", "The call has no access token");
  const text = bearerToken(authorization);
  const token = text === undefined ? undefined : await readAccessToken(services.tokens, text);
  return { token, instance: await services.instance() };
}

/** The token itself, however the header is written. */
export function bearerToken(authorization: string): string | undefined {
  return /^bearer +([\w.~+/-]+=*)$/i.exec(authorization)?.[1];
}

async function authenticate(db: Database, { target, credential: { token, instance } }: Question): Promise<Caller> {
  const caller = token && (await readCaller(db, token, target));
  const active = token && activeToken(token, caller?.subject, instance);
  if (active === undefined || caller === undefined) {
    throw new SignetError("invalid_token", "The access token is not one of ours, has expired, or was ended");
  }
  // An application of Signet's own project is in that audience anyway: it is not for that reason one that managers
  // trust.
  const { application } = caller.subject;
  const mayCarry = application === undefined || mayCarryManagement(application, instance);
  if (!mayCarry || !active.audience.includes(instance.projectId)) {
    throw new SignetError("wrong_audience", "The access token is not meant for the management API");
  }
  await noteUseOf(db, active);
  return caller;
}

/**
 * A place where the caller may do nothing at all looks like one that does not exist: nobody learns which ids there are
 * elsewhere. Whoever may do something there is told what is missing. Roles of the instance count in every place there
 * could be, so holding one does not show that there is this one.
 */
function refusal(route: Route, caller: Caller): SignetError {
  if (route.permission === "any" || !caller.placeExists || (route.at !== "iam" && caller.permissions.size === 0)) {
    return new SignetError(
      "unknown_resource",
      `There is no such ${route.at.replaceAll("_", " ")}, or you may not see it`,
    );
  }
  return missingPermissions([route.permission]);
}

/**
 * RFC 9110 §9.2.2: repeating a DELETE has the same effect, so it gets the same answer, from whoever could have made the
 * first.
 */
async function wasDeletedWithin(db: Database, route: Route, target: Target, caller: Caller): Promise<boolean> {
  if (!deletesThePlace(route) || route.permission === "any" || caller.placeExists) return false;
  const id = placeIdOf(target);
  const organizationId = id && (await findDeleted(db, target.level, id));
  if (!organizationId) return false;
  const permissions = await permissionsAt(db, caller.subject.userId, { level: "organization", organizationId });
  return permissions.has(route.permission);
}

/** Not something that belongs to it: that is asked of whatever it belongs to. */
function deletesThePlace({ method, at, path }: Route): boolean {
  return method === "DELETE" && at !== "iam" && path.endsWith(`/:${placeParameter[at]}`);
}

function placeIdOf({ level: _, ...ids }: Target): string | undefined {
  return Object.values(ids)[0];
}

export function targetOf({ at }: Pick<Route, "at">, params: Readonly<Record<string, string>>): Target {
  const id = at === "iam" ? "" : (params[placeParameter[at]] ?? "");
  switch (at) {
    case "iam":
      return { level: "iam" };
    case "organization":
      return { level: "organization", organizationId: id };
    case "project":
      return { level: "project", projectId: id };
    case "project_grant":
      return { level: "project_grant", projectGrantId: id };
    case "application":
      return { level: "application", applicationId: id };
    case "user":
      return { level: "user", userId: id, kind: "human" };
    case "service_user":
      return { level: "user", userId: id, kind: "service" };
    case "role_assignment":
      return { level: "role_assignment", roleAssignmentId: id };
  }
}

/** For what a call asks beyond its own permission, at the same place. */
export function requirePermission(caller: Pick<ManagerCall, "permissions">, permission: Permission): void {
  if (!caller.permissions.has(permission)) throw missingPermissions([permission]);
}

const managerOf: Readonly<Record<ManagerOf, string>> = {
  instance: "of the instance",
  own_organization: "of their organization",
  other_organization: "of another organization",
  project: "of a project",
  project_grant: "of a project grant",
};

/**
 * For the take-over rule. It says of what kind the roles are that stand in the way, and of no place which one it is.
 */
export function refuseOverManager(reach: Reach, who: string): void {
  if (reach.allowed) return;
  const what = reach.managerOf.map((kind) => managerOf[kind]).join(" and ");
  throw missingPermissions(reach.missing, `${who} ${what}, and you do not hold`, "there");
}
