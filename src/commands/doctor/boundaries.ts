/** What an instance from before migration 7 has left between organizations: it goes on, and waits for somebody to confirm it. */
import type { Database } from "./database.ts";
import { type Finding, ok, warning } from "./finding.ts";

export async function boundaryFindings({ storage: { db } }: Database): Promise<Finding[]> {
  return [grantsFinding(await grantsToConfirm(db))];
}

type Connection = Database["storage"]["db"];

/** Grants that admit people and carry roles, but that nobody in the organization that received them has accepted. */
async function grantsToConfirm(db: Connection): Promise<number> {
  const { count } = await db
    .selectFrom("project_grants")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("state", "in", ["active", "inactive"])
    .where("accepted_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

function grantsFinding(count: number): Finding {
  const check = "project_grants";
  if (count === 0) return ok(check, "No grant from before waits to be confirmed.");
  return warning(
    check,
    `${count} ${count === 1 ? "grant" : "grants"} from before grants had to be accepted, which nobody has confirmed.`,
    "People are asked for consent there, and applications get no metadata, until an owner of the organization that received it confirms it, in the Console under Granted projects.",
  );
}
