/** An application that people sign in to, or an API that introspects. Its id is its client_id. */
import { v7 as newId } from "uuid";
import { SignetError } from "../../errors/signet-error.ts";
import { record } from "../../events/audit-log.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { allowLongStatements } from "../../storage/long-statements.ts";
import { now } from "../../storage/now.ts";
import { lostChange } from "../changes.ts";
import { refuseIfProtected } from "../instance.ts";
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
} from "../listing.ts";
import { readProject } from "../projects.ts";
import { type By, found, type Stamp } from "../resource.ts";
import { endManagementSessions } from "../sessions/management-sessions.ts";
import { type PlainVerb, type State, transition } from "../states.ts";
import { columns, toApplication, toRow } from "./row.ts";
import { checkApplication, type Warning } from "./rules.ts";
import { addSecret } from "./secrets.ts";
import { type ApplicationSettings, type ApplicationType, type InstanceTokenRules, usesSecret } from "./types.ts";

export interface Application extends ApplicationSettings, Stamp {
  readonly id: string;
  readonly projectId: string;
  readonly state: State;
}

export interface CreatedApplication {
  readonly application: Application;
  readonly warnings: readonly Warning[];
  /** Shown once, for the methods that use one. */
  readonly secret: string | undefined;
}

export async function createApplication(
  tx: Transaction,
  input: { projectId: string; settings: ApplicationSettings; tokenRules?: InstanceTokenRules },
  by: By,
): Promise<CreatedApplication> {
  const { organizationId } = await readProject(tx, input.projectId);
  const { settings, warnings } = checked(input.settings, input.tokenRules);
  const id = newId();
  const row = await tx
    .insertInto("applications")
    .values({
      id,
      project_id: input.projectId,
      ...toRow(settings),
      state: "active",
      version: 1,
      created_at: now,
      changed_at: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  const detail = { name: settings.name, type: settings.type, projectId: input.projectId };
  await record(tx, {
    type: "application.created",
    ...by,
    resource: { kind: "application", id },
    organizationId,
    detail,
  });
  const secret = usesSecret(settings.authMethod) ? (await addSecret(tx, id, by)).secret : undefined;
  return { application: toApplication(row), warnings, secret };
}

export async function findApplication(db: Database, id: string): Promise<Application | undefined> {
  const row = await db.selectFrom("applications").select(columns).where("id", "=", id).executeTakeFirst();
  return row && toApplication(row);
}

export async function readApplication(db: Database, id: string): Promise<Application> {
  return found(await findApplication(db, id), "application", id);
}

export interface ApplicationList extends ListRequest<"createdAt" | "name"> {
  /** Those whose name holds it. */
  readonly q?: string | undefined;
  readonly state?: State | undefined;
  readonly type?: ApplicationType | undefined;
}

/** With `q`, `state` or `type` a page may hold fewer than asked for and go on all the same: see Listed. */
export async function listApplications(
  db: Database,
  projectId: string,
  request: ApplicationList,
): Promise<Listed<Application>> {
  const { state, type } = request;
  const text = searchText(request.q);
  const { field, direction } = orderOf(request.sort);
  const column = field === "name" ? "name" : undefined;
  const order = { column, id: "id", direction } as const;
  const query = db.selectFrom("applications").select(columns).where("project_id", "=", projectId);
  const list = await readList(request, {
    rows: (after, limit) => inRange(query, { ...order, after, limit }).execute(),
    position: (row) => ({ value: column === undefined ? "" : row[column], id: row.id }),
    filter: screen(db, query, {
      ...order,
      condition: allOf(rowHas("state", state), rowHas("type", type), nameMayHold(text)),
      accepts: (row) => nameHolds(row.name, text),
    }),
  });
  return mapList(list, toApplication);
}

export interface ApplicationChange extends Partial<Omit<ApplicationSettings, "type">> {
  readonly version?: number | undefined;
  readonly tokenRules?: InstanceTokenRules;
  /** Sessions that would carry a manager's power by management access that is given go on. */
  readonly keepSessions?: boolean | undefined;
}

/** The settings are judged as a whole after the change, by the same rules as a new application's. The type stays. */
export async function changeApplication(
  tx: Transaction,
  id: string,
  change: ApplicationChange,
  by: By,
): Promise<{ application: Application; warnings: readonly Warning[] }> {
  const { version, tokenRules, keepSessions = false, ...settingsChange } = change;
  const before = await readApplication(tx, id);
  if (version !== undefined && version !== before.version)
    throw await lostChange(tx, "applications", "application", id);
  const { settings, warnings } = checked({ ...before, ...settingsChange }, tokenRules);
  const row = await tx
    .updateTable("applications")
    .set((eb) => ({ ...toRow(settings), version: eb("version", "+", 1), changed_at: now }))
    .where("id", "=", id)
    // The rules judged what was read: if it has changed since, they must judge again.
    .where("version", "=", before.version)
    .returning(columns)
    .executeTakeFirst();
  if (row === undefined) throw await lostChange(tx, "applications", "application", id);
  const gains = settings.managementAccess && !before.managementAccess;
  // They were opened while nobody had to watch who could: what they were given then must not become a manager's power.
  const ended = gains && !keepSessions ? { appSessions: await endManagementSessions(tx, id, by) } : undefined;
  const what = gains ? (ended === undefined ? { keptSessions: true } : { ended }) : {};
  const detail = { changed: Object.keys(settingsChange), ...what };
  await recordChange(tx, row, { type: "application.changed", detail }, by);
  return { application: toApplication(row), warnings };
}

export async function setApplicationState(tx: Transaction, id: string, verb: PlainVerb, by: By): Promise<void> {
  if (verb === "deactivate") await refuseIfProtected(tx, id);
  const { organizationId } = await readProject(tx, (await readApplication(tx, id)).projectId);
  await transition(tx, { table: "applications", id, organizationId }, verb, by);
}

/** With it go its secrets, its keys and every session at it. */
export async function deleteApplication(tx: Transaction, id: string, by: By): Promise<void> {
  await refuseIfProtected(tx, id);
  await allowLongStatements(tx);
  const row = await tx
    .deleteFrom("applications")
    .where("id", "=", id)
    .returning(["id", "project_id", "name"])
    .executeTakeFirst();
  const gone = found(row, "application", id);
  await recordChange(tx, gone, { type: "application.deleted", detail: { name: gone.name } }, by);
}

async function recordChange(
  tx: Transaction,
  row: { id: string; project_id: string },
  change: { type: "application.changed" | "application.deleted"; detail: Record<string, unknown> },
  by: By,
): Promise<void> {
  const { organizationId } = await readProject(tx, row.project_id);
  await record(tx, { ...change, ...by, resource: { kind: "application", id: row.id }, organizationId });
}

function checked(
  settings: ApplicationSettings,
  tokenRules?: InstanceTokenRules,
): { settings: ApplicationSettings; warnings: readonly Warning[] } {
  const { problems, warnings } = checkApplication(settings, tokenRules);
  const [first] = problems;
  if (first !== undefined) throw new SignetError("invalid_input", first.message.replace(/\.$/, ""), { problems });
  return { settings: { ...settings, name: settings.name.trim() }, warnings };
}
