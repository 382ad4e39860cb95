/** The instance itself: what the first start made, and what therefore nobody may take away. */
import { SignetError } from "../errors/signet-error.ts";
import { record } from "../events/audit-log.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { now } from "../storage/now.ts";
import { displayText } from "./names.ts";
import type { By, Stamp } from "./resource.ts";

export interface Instance {
  readonly organizationId: string;
  /** The service's own project: a token with it in its audience may reach the management API. */
  readonly projectId: string;
  readonly consoleApplicationId: string;
}

/** Undefined until the first start has finished. */
export async function findInstance(db: Database): Promise<Instance | undefined> {
  const row = await db
    .selectFrom("instance")
    .select(["organization_id", "project_id", "console_application_id"])
    .executeTakeFirst();
  return (
    row && {
      organizationId: row.organization_id,
      projectId: row.project_id,
      consoleApplicationId: row.console_application_id,
    }
  );
}

export async function readInstance(db: Database): Promise<Instance> {
  const instance = await findInstance(db);
  if (instance === undefined) throw new Error("the instance has not been set up");
  return instance;
}

/** What it names never changes, so it is read once. */
export function rememberInstance(db: Database): () => Promise<Instance> {
  let known: Instance | undefined;
  return async () => {
    known ??= await readInstance(db);
    return known;
  };
}

/** Refuses to deactivate or delete what the instance stands on. */
export async function refuseIfProtected(db: Database, id: string): Promise<void> {
  const instance = await readInstance(db);
  const names = new Map([
    [instance.organizationId, "the first organization"],
    [instance.projectId, "Signet's own project"],
    [instance.consoleApplicationId, "the console's application"],
  ]);
  const name = names.get(id);
  if (name !== undefined) throw new SignetError("protected", `This is ${name}, which Signet needs to work`);
}

/** The instance as its managers see it. */
export interface InstanceSettings extends Instance, Stamp {
  readonly name: string;
}

const columns = [
  "organization_id",
  "project_id",
  "console_application_id",
  "name",
  "version",
  "created_at",
  "changed_at",
] as const;

export async function readInstanceSettings(db: Database): Promise<InstanceSettings> {
  const row = await db.selectFrom("instance").select(columns).executeTakeFirst();
  if (row === undefined) throw new Error("the instance has not been set up");
  return toSettings(row);
}

/** `version`: only if it still is the one that was read. */
export async function changeInstance(
  tx: Transaction,
  change: { name?: string | undefined; version?: number | undefined },
  by: By,
): Promise<InstanceSettings> {
  const values = change.name === undefined ? {} : { name: displayText("name", change.name) };
  const row = await tx
    .updateTable("instance")
    .set((eb) => ({ ...values, version: eb("version", "+", 1), changed_at: now }))
    .$if(change.version !== undefined, (query) => query.where("version", "=", change.version ?? 0))
    .returning(columns)
    .executeTakeFirst();
  if (row === undefined) {
    const { version } = await readInstanceSettings(tx);
    throw new SignetError("changed_meanwhile", `The instance is at version ${version} by now`);
  }
  const settings = toSettings(row);
  await record(tx, {
    type: "instance.changed",
    ...by,
    resource: { kind: "instance" },
    organizationId: settings.organizationId,
    detail: values,
  });
  return settings;
}

function toSettings(row: {
  organization_id: string;
  project_id: string;
  console_application_id: string;
  name: string;
  version: number;
  created_at: number;
  changed_at: number;
}): InstanceSettings {
  return {
    name: row.name,
    organizationId: row.organization_id,
    projectId: row.project_id,
    consoleApplicationId: row.console_application_id,
    version: row.version,
    createdAt: row.created_at,
    // 0 until it is changed for the first time.
    changedAt: row.changed_at || row.created_at,
  };
}
