/** A project holds applications and roles; its settings say who may sign in at its applications. */
import { v7 as newId } from "uuid";
import { record } from "../events/audit-log.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { ReferenceViolation } from "../storage/errors.ts";
import { allowLongStatements } from "../storage/long-statements.ts";
import { now } from "../storage/now.ts";
import { lostChange } from "./changes.ts";
import { refuseIfProtected } from "./instance.ts";
import {
  allOf,
  inRange,
  type Listed,
  type ListRequest,
  mapList,
  nameHolds,
  nameMayHold,
  orderOf,
  readList,
  rowHas,
  screen,
  searchText,
} from "./listing.ts";
import { displayText } from "./names.ts";
import { type By, found, type Stamp, stampOf, unknownResource } from "./resource.ts";
import { type PlainVerb, type State, transition } from "./states.ts";

export interface ProjectSettings {
  /** Only users of the owning organization, and of those the project is granted to, may sign in. */
  readonly projectCheck: boolean;
  /** Only users who have a role in the project may sign in. */
  readonly roleCheck: boolean;
  /** Roles are in the tokens without being asked for by scope. */
  readonly roleAssertion: boolean;
}

export interface Project extends Stamp, ProjectSettings {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly state: State;
}

export const defaultProjectSettings: ProjectSettings = { projectCheck: true, roleCheck: false, roleAssertion: false };

const columns = [
  "id",
  "organization_id",
  "name",
  "project_check",
  "role_check",
  "role_assertion",
  "state",
  "version",
  "created_at",
  "changed_at",
] as const;

export async function createProject(
  tx: Transaction,
  input: { organizationId: string; name: string } & Partial<ProjectSettings>,
  by: By,
): Promise<Project> {
  const id = newId();
  const name = displayText("name", input.name);
  const { organizationId } = input;
  const insert = tx
    .insertInto("projects")
    .values({
      id,
      organization_id: organizationId,
      name,
      ...settingColumns({ ...defaultProjectSettings, ...input }),
      state: "active",
      version: 1,
      created_at: now,
      changed_at: now,
    })
    .returning(columns);
  const row = await insert.executeTakeFirstOrThrow().catch((error) => {
    throw error instanceof ReferenceViolation ? unknownResource("organization", organizationId) : error;
  });
  await record(tx, {
    type: "project.created",
    ...by,
    resource: { kind: "project", id },
    organizationId,
    detail: { name },
  });
  return toProject(row);
}

export async function findProject(db: Database, id: string): Promise<Project | undefined> {
  const row = await db.selectFrom("projects").select(columns).where("id", "=", id).executeTakeFirst();
  return row && toProject(row);
}

export async function readProject(db: Database, id: string): Promise<Project> {
  return found(await findProject(db, id), "project", id);
}

export interface ProjectList extends ListRequest<"createdAt" | "name"> {
  /** Those whose name holds it. */
  readonly q?: string | undefined;
  readonly state?: State | undefined;
}

/** With `q` or `state` a page may hold fewer than asked for and go on all the same: see Listed. */
export async function listProjects(
  db: Database,
  organizationId: string,
  request: ProjectList,
): Promise<Listed<Project>> {
  const { state } = request;
  const text = searchText(request.q);
  const { field, direction } = orderOf(request.sort);
  const column = field === "name" ? "name" : undefined;
  const order = { column, id: "id", direction } as const;
  const query = db.selectFrom("projects").select(columns).where("organization_id", "=", organizationId);
  const list = await readList(request, {
    rows: (after, limit) => inRange(query, { ...order, after, limit }).execute(),
    position: (row) => ({ value: column === undefined ? "" : row[column], id: row.id }),
    filter: screen(db, query, {
      ...order,
      condition: allOf(rowHas("state", state), nameMayHold(text)),
      accepts: (row) => nameHolds(row.name, text),
    }),
  });
  return mapList(list, toProject);
}

export async function changeProject(
  tx: Transaction,
  id: string,
  change: { name?: string | undefined; version?: number | undefined } & Partial<ProjectSettings>,
  by: By,
): Promise<Project> {
  // Either check would keep managers out of the console.
  if (change.projectCheck || change.roleCheck) await refuseIfProtected(tx, id);
  const values = {
    ...(change.name === undefined ? {} : { name: displayText("name", change.name) }),
    ...settingColumns(change),
  };
  const row = await tx
    .updateTable("projects")
    .set((eb) => ({ ...values, version: eb("version", "+", 1), changed_at: now }))
    .where("id", "=", id)
    .$if(change.version !== undefined, (query) => query.where("version", "=", change.version ?? 0))
    .returning(columns)
    .executeTakeFirst();
  if (row === undefined) throw await lostChange(tx, "projects", "project", id);
  const project = toProject(row);
  await record(tx, {
    type: "project.changed",
    ...by,
    resource: { kind: "project", id },
    organizationId: project.organizationId,
    detail: values,
  });
  return project;
}

export async function setProjectState(tx: Transaction, id: string, verb: PlainVerb, by: By): Promise<void> {
  if (verb === "deactivate") await refuseIfProtected(tx, id);
  const { organizationId } = await readProject(tx, id);
  await transition(tx, { table: "projects", id, organizationId }, verb, by);
}

/** With it go its applications and their sessions, its roles, its grants, its role assignments and its managers. */
export async function deleteProject(tx: Transaction, id: string, by: By): Promise<void> {
  await refuseIfProtected(tx, id);
  await allowLongStatements(tx);
  const row = await tx
    .deleteFrom("projects")
    .where("id", "=", id)
    .returning(["name", "organization_id"])
    .executeTakeFirst();
  const { name, organization_id: organizationId } = found(row, "project", id);
  await record(tx, {
    type: "project.deleted",
    ...by,
    resource: { kind: "project", id },
    organizationId,
    detail: { name },
  });
}

type SettingColumns = Partial<Record<"project_check" | "role_check" | "role_assertion", number>>;

function settingColumns(settings: ProjectSettings): Required<SettingColumns>;
function settingColumns(settings: Partial<ProjectSettings>): SettingColumns;
function settingColumns({ projectCheck, roleCheck, roleAssertion }: Partial<ProjectSettings>): SettingColumns {
  return {
    ...(projectCheck === undefined ? {} : { project_check: Number(projectCheck) }),
    ...(roleCheck === undefined ? {} : { role_check: Number(roleCheck) }),
    ...(roleAssertion === undefined ? {} : { role_assertion: Number(roleAssertion) }),
  };
}

interface ProjectRow {
  id: string;
  organization_id: string;
  name: string;
  project_check: number;
  role_check: number;
  role_assertion: number;
  state: string;
  version: number;
  created_at: number;
  changed_at: number;
}

function toProject(row: ProjectRow): Project {
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    projectCheck: row.project_check === 1,
    roleCheck: row.role_check === 1,
    roleAssertion: row.role_assertion === 1,
    state: row.state as State,
    ...stampOf(row),
  };
}
