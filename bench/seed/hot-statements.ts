/** What is asked often, or of tables that grow: each as the code does it, with how many rows it may read. */

import { oldEvents } from "../../src/events/audit-log.ts";
import { listEvents } from "../../src/events/read-events.ts";
import { readUsage } from "../../src/events/read-usage.ts";
import { listApplications } from "../../src/identity/applications/applications.ts";
import { oldAttempts, takeAttempt } from "../../src/identity/limits/proof-attempts.ts";
import { expiredAssertions, useAssertion } from "../../src/identity/limits/used-assertions.ts";
import { addManager, listManagers, refuseIfLastOwner, refuseIfLastOwnersIn } from "../../src/identity/managers.ts";
import { setMetadata } from "../../src/identity/metadata.ts";
import { listOrganizations } from "../../src/identity/organizations.ts";
import { permissionsAt } from "../../src/identity/permissions/may.ts";
import { mayManageUser, mayManageUsersOf } from "../../src/identity/permissions/take-over.ts";
import { readPolicy } from "../../src/identity/policies/policies.ts";
import { changeProjectGrantRoles, listProjectGrants } from "../../src/identity/project-grants.ts";
import { listProjects } from "../../src/identity/projects.ts";
import { assignRoles, listRoleAssignments } from "../../src/identity/role-assignments.ts";
import { listServiceUsers } from "../../src/identity/service-users/service-users.ts";
import { expiredAppSessions, listAppSessions, openAppSession } from "../../src/identity/sessions/app-sessions.ts";
import { readBrowserAccounts } from "../../src/identity/sessions/browser-accounts.ts";
import {
  endLoginSession,
  expiredLoginSessions,
  touchLoginSession,
} from "../../src/identity/sessions/login-sessions.ts";
import { expiredRevocations } from "../../src/identity/sessions/revoked-tokens.ts";
import { rotateRefreshToken } from "../../src/identity/sessions/rotate-refresh.ts";
import { spendCode } from "../../src/identity/sessions/spend-code.ts";
import { noDetail, readSubject } from "../../src/identity/sessions/subject.ts";
import { listHumans } from "../../src/identity/users/humans.ts";
import { whoIsMeant } from "../../src/identity/users/login-names.ts";
import { searchUsers, writeSearchWords } from "../../src/identity/users/search.ts";
import { deleteUser, endAllSessions } from "../../src/identity/users/users.ts";
import type { Database, Transaction } from "../../src/storage/database.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { by } from "../../test/support/identity.ts";
import { idOf } from "./data.ts";
import type { Work } from "./plans.ts";

export interface HotStatement {
  readonly name: string;
  /** At most so many rows may be read by any one statement of it. */
  readonly rows: number;
  readonly work: Work;
}

/** Rows that exist, found in the seeded database. */
export interface Samples {
  readonly users: number;
  readonly loginName: string;
  readonly bigOrganization: string;
  readonly smallOrganization: string;
  readonly freshSession: { readonly id: string };
  readonly appSession: {
    readonly userId: string;
    readonly id: string;
    readonly applicationId: string;
    readonly loginSessionId: string;
    readonly redirectUri: string;
  };
  readonly assigned: { readonly userId: string; readonly projectId: string; readonly organizationId: string };
  readonly grant: { readonly id: string; readonly organizationId: string; readonly projectId: string };
}

const latest = { sort: "-at", limit: 50 } as const;
const page = { sort: "createdAt", limit: 50 } as const;
const SWEEP = 500;

export function hotStatements(samples: Samples): HotStatement[] {
  const { bigOrganization, smallOrganization, appSession, assigned, grant } = samples;
  const user = (n: number) => idOf("user", n);
  const [owner, creator, plain] = [user(1), user(7), user(samples.users - 1)];
  const search = (
    query: string,
    more: { organizationId?: string; kind?: "human"; after?: { word: string; userId: string } } = {},
  ): Work => {
    return (db) => searchUsers(db, { query, limit: 50, searched: "all", ...more });
  };
  const session = { ...appSession, codeChallenge: "", most: 100, appSessionId: appSession.id };
  const sweep = (sweep: { deleteBatch(db: Parameters<Work>[0], size: number): Promise<number> }): Work => {
    return (db) => sweep.deleteBatch(db, SWEEP);
  };
  return [
    {
      name: "user by login name",
      rows: 10,
      work: (db) => whoIsMeant(db, samples.loginName, { ownerId: bigOrganization }),
    },
    {
      name: "user by bare name in an organization",
      rows: 10,
      work: (db) => whoIsMeant(db, "nobody.here", { organizationId: bigOrganization }),
    },
    {
      name: "user by verified e-mail",
      rows: 10,
      work: (db) => whoIsMeant(db, "somebody@elsewhere.example", { ownerId: bigOrganization }),
    },
    {
      name: "list people, page in the middle",
      rows: 300,
      work: (db) =>
        listHumans(db, {
          searched: "all",
          organizationId: bigOrganization,
          ...page,
          after: { value: "", id: user(samples.users / 2) },
        }),
    },
    {
      name: "list people by user name",
      rows: 300,
      work: (db) => listHumans(db, { searched: "all", organizationId: bigOrganization, ...page, sort: "userName" }),
    },
    {
      name: "list people of the instance",
      rows: 300,
      work: (db) =>
        listHumans(db, {
          searched: "all",
          ...page,
          sort: "-createdAt",
          after: { value: "", id: user(samples.users / 2) },
        }),
    },
    {
      name: "list people: a state that nobody is in",
      rows: 5_000,
      work: (db) => listHumans(db, { searched: "all", organizationId: bigOrganization, ...page, state: "unverified" }),
    },
    {
      name: "list people of the instance: no such state",
      rows: 5_000,
      work: (db) =>
        listHumans(db, {
          searched: "all",
          ...page,
          state: "locked",
          after: { value: "", id: user(samples.users / 2) },
        }),
    },
    {
      name: "list service users of the instance",
      rows: 300,
      work: (db) => listServiceUsers(db, { searched: "all", ...page, after: { value: "", id: user(1) } }),
    },
    {
      name: "list service users by user name",
      rows: 3_000,
      work: (db) =>
        listServiceUsers(db, { searched: "all", organizationId: bigOrganization, ...page, sort: "userName" }),
    },
    {
      name: "list organizations by name",
      rows: 100,
      work: (db) => listOrganizations(db, { ...page, sort: "-name", after: { value: "z", id: "" } }),
    },
    {
      name: "list organizations by domain",
      rows: 100,
      work: (db) => listOrganizations(db, { ...page, sort: "domain", after: { value: "a", id: "" } }),
    },
    {
      name: "list organizations: a name nobody has",
      rows: 3_000,
      work: (db) => listOrganizations(db, { ...page, sort: "name", q: "zzz", after: { value: "A", id: "" } }),
    },
    {
      name: "list events of the instance",
      rows: 100,
      work: (db) => listEvents(db, {}, { ...latest, after: { value: "9e12", id: "" } }),
    },
    {
      name: "list events of an organization",
      rows: 200,
      work: (db) => listEvents(db, { organizationId: bigOrganization }, latest),
    },
    {
      name: "list events: a type nobody has seen",
      rows: 3_000,
      work: (db) => listEvents(db, { organizationId: bigOrganization, type: "policy.reset" }, latest),
    },
    { name: "list events of a user", rows: 100, work: (db) => listEvents(db, { resourceId: plain }, latest) },
    {
      name: "list events of a project",
      rows: 5_000,
      work: (db) => listEvents(db, { projectId: assigned.projectId }, latest),
    },
    {
      name: "list usage of an organization",
      rows: 1_000,
      work: (db) => readUsage(db, { organizationId: bigOrganization, from: 0, to: 86_400_000, interval: "hour" }),
    },
    {
      name: "list organizations of a manager",
      rows: 300,
      work: (db) => listOrganizations(db, { ...page, managedBy: owner }),
    },
    {
      name: "list projects by name",
      rows: 100,
      work: (db) => listProjects(db, bigOrganization, { ...page, sort: "name" }),
    },
    {
      name: "list applications by name",
      rows: 100,
      work: (db) => listApplications(db, assigned.projectId, { ...page, sort: "-name" }),
    },

    { name: "search: a letter, whole instance", rows: 1_000, work: search("a") },
    {
      name: "search: a letter, large organization",
      rows: 1_000,
      work: search("a", { organizationId: bigOrganization }),
    },
    {
      name: "search: a letter, small organization",
      rows: 1_000,
      work: search("a", { organizationId: smallOrganization }),
    },
    {
      name: "search: a frequent name, people",
      rows: 1_500,
      work: search("alexander", { organizationId: bigOrganization, kind: "human" }),
    },
    {
      name: "search: a later page",
      rows: 1_000,
      work: search("al", { after: { word: "alexander", userId: user(samples.users / 2) } }),
    },
    { name: "search: two words", rows: 2_500, work: search("alex ba", { organizationId: bigOrganization }) },
    {
      name: "search: two beginnings, one of which nobody has",
      rows: 2_500,
      work: search("al za", { organizationId: bigOrganization }),
    },
    {
      name: "search: two frequent words nobody has",
      rows: 2_500,
      work: search("alexander thomas", { organizationId: bigOrganization }),
    },
    { name: "search: two frequent words, instance", rows: 2_500, work: search("alexander thomas", { kind: "human" }) },
    {
      name: "search: a rare and a frequent word",
      rows: 2_500,
      work: search("alexander bamann", { organizationId: smallOrganization }),
    },
    {
      name: "search: two words, in what is shown to everybody",
      rows: 2_500,
      work: (db) =>
        searchUsers(db, { query: "alex ba", limit: 50, searched: "shown", organizationId: bigOrganization }),
    },
    { name: "search: an address", rows: 100, work: search(samples.loginName) },
    {
      name: "words written anew",
      rows: 30,
      work: (tx) =>
        writeSearchWords(
          tx,
          { id: plain, organizationId: bigOrganization },
          { all: ["Ada Lovelace", "ada", "ada@acme.example"], shown: ["Ada Lovelace", "ada"] },
        ),
    },

    {
      name: "permissions: owner at an application",
      rows: 20,
      work: (db) => permissionsAt(db, owner, { level: "application", applicationId: appSession.applicationId }),
    },
    {
      name: "permissions: no manager",
      rows: 20,
      work: (db) => permissionsAt(db, plain, { level: "organization", organizationId: bigOrganization }),
    },
    {
      name: "permissions: one of very many projects",
      rows: 30,
      work: (db) => permissionsAt(db, creator, { level: "project", projectId: idOf("project", 2) }),
    },
    {
      name: "permissions: at a user",
      rows: 20,
      work: (db) => permissionsAt(db, owner, { level: "user", userId: plain }),
    },
    {
      name: "permissions: at a grant",
      rows: 20,
      work: (db) => permissionsAt(db, owner, { level: "project_grant", projectGrantId: grant.id }),
    },
    { name: "take-over: a user without a role", rows: 20, work: (db) => mayManageUser(db, owner, plain, "acts_as") },
    {
      name: "take-over: the users of an organization",
      rows: 2_000,
      work: (db) => mayManageUsersOf(db, owner, bigOrganization, "acts_as"),
    },
    { name: "last owner: a plain user", rows: 20, work: (tx) => refuseIfLastOwner(tx, plain) },
    { name: "last owner: an organization", rows: 50, work: (tx) => refuseIfLastOwnersIn(tx, smallOrganization) },
    {
      name: "add a manager",
      rows: 20,
      work: (tx) => addManager(tx, { userId: plain, role: "IAM_OWNER", place: { level: "iam" } }, by),
    },
    { name: "list managers of the instance", rows: 600, work: (db) => listManagers(db, { level: "iam" }, page) },

    {
      name: "list role assignments of a project",
      rows: 400,
      work: (db) => listRoleAssignments(db, { projectId: assigned.projectId }, page),
    },
    {
      name: "list role assignments of a grant",
      rows: 400,
      work: (db) => listRoleAssignments(db, { projectGrantId: grant.id }, page),
    },
    {
      name: "list grants of an organization",
      rows: 400,
      work: (db) => listProjectGrants(db, { organizationId: grant.organizationId }, page),
    },
    {
      name: "assign roles",
      rows: 30,
      work: (tx) => assignRoles(tx, { userId: plain, projectId: idOf("project", 3), roleKeys: ["reader"] }, by),
    },
    {
      name: "take a role out of a grant",
      rows: 5_000,
      work: (tx) => changeProjectGrantRoles(tx, grant.id, { roleKeys: ["reader"] }, by),
    },
    {
      name: "set metadata",
      rows: 120,
      work: (tx) => setMetadata(tx, { kind: "user", id: user(1) }, { key: "new", value: "value" }, by),
    },
    { name: "read a policy", rows: 5, work: (db) => readPolicy(db, "password", bigOrganization) },

    {
      name: "subject of an access token, and whether it stands",
      rows: 20,
      work: (db) => readSubject(db, { owner: "app_session", ...session, id: idOf("other", 0) }, noDetail),
    },
    {
      name: "open an app session",
      rows: 30,
      work: (tx) =>
        openAppSession(
          tx,
          {
            ...session,
            scopes: ["openid"],
            nonce: undefined,
            lifetimes: { codeMs: 60_000, idleMs: 3_600_000, absoluteMs: 3_600_000 },
          },
          by,
        ),
    },
    {
      name: "spend a code",
      rows: 30,
      work: (tx) => spendCode(within(tx), { ...session, appSessionId: samples.freshSession.id }, by),
    },
    {
      name: "rotate a refresh token",
      rows: 30,
      work: (tx) =>
        rotateRefreshToken(within(tx), { ...session, generation: 3, graceMs: 60_000, idleMs: 86_400_000 }, by),
    },
    {
      name: "login sessions of a cookie",
      rows: 20,
      work: (db) => readBrowserAccounts(db, [{ id: appSession.loginSessionId, version: 1 }]),
    },
    {
      name: "touch a login session",
      rows: 10,
      work: (db) => touchLoginSession(db, appSession.loginSessionId, 86_400_000),
    },
    { name: "sign out", rows: 20, work: (tx) => endLoginSession(tx, appSession.loginSessionId, by) },
    { name: "sign out everywhere", rows: 20, work: (tx) => endAllSessions(tx, plain, by) },
    { name: "list app sessions of a user", rows: 100, work: (db) => listAppSessions(db, appSession.userId) },
    { name: "delete a user", rows: 50, work: (tx) => deleteUser(tx, plain, by) },
    { name: "take an attempt", rows: 5, work: (db) => takeAttempt(db, `user:${plain}`) },
    { name: "use an assertion", rows: 5, work: (db) => useAssertion(db, { issuer: plain, jti: "new", expiresAt: 0 }) },

    { name: "sweep app sessions", rows: 3 * SWEEP, work: sweep(expiredAppSessions) },
    { name: "sweep login sessions", rows: 3 * SWEEP, work: sweep(expiredLoginSessions) },
    { name: "sweep revoked tokens", rows: 3 * SWEEP, work: sweep(expiredRevocations) },
    { name: "sweep used assertions", rows: 3 * SWEEP, work: sweep(expiredAssertions) },
    { name: "sweep proof attempts", rows: 3 * SWEEP, work: sweep(oldAttempts) },
    { name: "sweep events", rows: 3 * SWEEP, work: sweep(oldEvents) },
  ];
}

/** For what opens its transaction itself. */
function within(tx: Database & Transaction): Pick<Storage, "db" | "transaction"> {
  return { db: tx, transaction: (work) => work(tx) };
}
