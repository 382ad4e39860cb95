/**
 * Whom a project lets name it in the audience of a token (audiences.ts): other projects with all their applications,
 * single applications, and service users that did so before there was this list.
 *
 * Whoever keeps the list types ids of other organizations, too. An id that does not exist, one that was deleted and one
 * of somebody else's are listed alike, and nothing is told about them, so that nobody learns by it what there is
 * elsewhere.
 */
import { sql } from "kysely";
import { SignetError } from "../errors/signet-error.ts";
import { record } from "../events/audit-log.ts";
import type { Transaction } from "../storage/database.ts";
import { now } from "../storage/now.ts";
import { lockRow, unlessTaken } from "./changes.ts";
import { readInstance } from "./instance.ts";
import { invalid } from "./names.ts";
import { readProject } from "./projects.ts";
import { type By, found } from "./resource.ts";

export type CallerKind = "project" | "application" | "service_user";

export const MOST_CALLERS = 200;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** In `from_before`; 0 for what somebody listed. */
export const UNCONFIRMED = 1;
const CONFIRMED = 2;

export interface NewCaller {
  readonly callingProjectId?: string | undefined;
  readonly applicationId?: string | undefined;
}

export async function addProjectCaller(
  tx: Transaction,
  projectId: string,
  input: NewCaller,
  by: By,
): Promise<{ id: string }> {
  const { organizationId } = await readProject(tx, projectId);
  if (projectId === (await readInstance(tx)).projectId) {
    throw new SignetError(
      "wrong_state",
      "Signet's own project keeps no list: only service users, the Console and applications with management access may name it",
    );
  }
  const { kind, id } = calledBy(input);
  if (id === projectId)
    throw invalid("callingProjectId", "Applications of the project itself may name it without being listed");
  // Those of one project are counted one after the other.
  await lockRow(tx, "projects", projectId);
  const columns = sql`${kind === "project" ? id : null}, ${kind === "application" ? id : null}`;
  const insert = sql`
    INSERT INTO project_callers (project_id, caller_id, calling_project_id, application_id, from_before, created_at)
    SELECT ${projectId}, ${id}, ${columns}, 0, ${now}
    WHERE (SELECT count(*) FROM project_callers WHERE project_id = ${projectId}) < ${MOST_CALLERS}`.execute(tx);
  const field = kind === "project" ? "callingProjectId" : "applicationId";
  const { numAffectedRows } = await unlessTaken(insert, "It is listed already", field);
  if (numAffectedRows !== 1n) {
    throw new SignetError(
      "wrong_state",
      `The project lists ${MOST_CALLERS} callers, which is the most possible; remove one first`,
    );
  }
  await recordFor(tx, "project_caller.added", { projectId, organizationId, kind, id }, by);
  return { id };
}

function calledBy({ callingProjectId, applicationId }: NewCaller): { kind: CallerKind; id: string } {
  if ((callingProjectId === undefined) === (applicationId === undefined)) {
    throw invalid("callingProjectId", "Give either callingProjectId or applicationId, and not both");
  }
  const [kind, field, given] =
    applicationId === undefined
      ? (["project", "callingProjectId", callingProjectId ?? ""] as const)
      : (["application", "applicationId", applicationId] as const);
  const id = given.trim().toLowerCase();
  if (!UUID.test(id))
    throw invalid(
      field,
      `${field} must be the id of a${kind === "application" ? "n application" : " project"}, such as 019a8530-6d20-7b6e-8c55-2f4d8a9b0c1d`,
    );
  return { kind, id };
}

/** Confirming what was confirmed changes nothing. */
export async function confirmProjectCaller(
  tx: Transaction,
  projectId: string,
  callerId: string,
  by: By,
): Promise<void> {
  const { organizationId } = await readProject(tx, projectId);
  const row = await tx
    .updateTable("project_callers")
    .set({ from_before: CONFIRMED })
    .where("project_id", "=", projectId)
    .where("caller_id", "=", callerId)
    .where("from_before", "=", UNCONFIRMED)
    .returning(kindColumns)
    .executeTakeFirst();
  if (row === undefined) return;
  await recordFor(tx, "project_caller.confirmed", { projectId, organizationId, kind: kindOf(row), id: callerId }, by);
}

/** From then on it is in the audience of no token any more, also of those that are out. */
export async function removeProjectCaller(tx: Transaction, projectId: string, callerId: string, by: By): Promise<void> {
  const { organizationId } = await readProject(tx, projectId);
  const row = await tx
    .deleteFrom("project_callers")
    .where("project_id", "=", projectId)
    .where("caller_id", "=", callerId)
    .returning(kindColumns)
    .executeTakeFirst();
  const kind = kindOf(found(row, "caller", callerId));
  await recordFor(tx, "project_caller.removed", { projectId, organizationId, kind, id: callerId }, by);
}

const kindColumns = ["calling_project_id", "application_id", "user_id"] as const;

export interface KindRow {
  readonly calling_project_id: string | null;
  readonly application_id: string | null;
  readonly user_id: string | null;
}

export function kindOf(row: KindRow): CallerKind {
  if (row.calling_project_id !== null) return "project";
  return row.application_id === null ? "service_user" : "application";
}

async function recordFor(
  tx: Transaction,
  type: "project_caller.added" | "project_caller.confirmed" | "project_caller.removed",
  { projectId, organizationId, kind, id }: { projectId: string; organizationId: string; kind: CallerKind; id: string },
  by: By,
): Promise<void> {
  const detail = { callerKind: kind, callerId: id };
  await record(tx, { type, ...by, resource: { kind: "project", id: projectId }, organizationId, detail });
}
