/** The instance itself: what the first start made, and what therefore nobody may take away. */
import { SignetError } from "../errors/signet-error.ts";
import type { Database } from "../storage/database.ts";

export interface Instance {
  readonly organizationId: string;
  /** The service's own project: a token with it in its audience may reach the management API. */
  readonly projectId: string;
  readonly consoleApplicationId: string;
}

/** Undefined until the first start has finished. */
export async function findInstance(db: Database): Promise<Instance | undefined> {
  const row = await db.selectFrom("instance").select(["organization_id", "project_id", "console_application_id"]).executeTakeFirst();
  return row && { organizationId: row.organization_id, projectId: row.project_id, consoleApplicationId: row.console_application_id };
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
