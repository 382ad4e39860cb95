/** The states of everything that has one, and the only ways between them. */
import { SignetError } from "../errors/signet-error.ts";
import { record } from "../events/audit-log.ts";
import type { EventType } from "../events/event-types.ts";
import type { Transaction } from "../storage/database.ts";
import { now } from "../storage/now.ts";
import { type By, unknownResource } from "./resource.ts";

export type State = "active" | "inactive";
/** Until the organization that it goes to has accepted it: see grant-answers.ts. */
export type GrantState = State | "pending" | "refused";
/** `unverified`: registered, but the mail link has not been used yet, where the policy asks for that. */
export type UserState = State | "locked" | "unverified";

type StatefulTable = "organizations" | "projects" | "project_grants" | "applications" | "users" | "role_assignments";

const resourceNames = {
  organizations: "organization",
  projects: "project",
  project_grants: "project_grant",
  applications: "application",
  users: "user",
  role_assignments: "role_assignment",
} as const satisfies Record<StatefulTable, string>;

interface TransitionRule {
  readonly from: readonly UserState[];
  readonly to: UserState;
  readonly done: "activated" | "deactivated" | "locked" | "unlocked" | "verified";
  /** Whether what was signed in before must not come back with the state. */
  readonly endsSessions: boolean;
}

export const transitions = {
  activate: { from: ["inactive"], to: "active", done: "activated", endsSessions: false },
  deactivate: { from: ["active", "unverified"], to: "inactive", done: "deactivated", endsSessions: true },
  lock: { from: ["active"], to: "locked", done: "locked", endsSessions: true },
  unlock: { from: ["locked"], to: "active", done: "unlocked", endsSessions: false },
  verify: { from: ["unverified"], to: "active", done: "verified", endsSessions: false },
} as const satisfies Record<string, TransitionRule>;

export type Verb = keyof typeof transitions;
/** Everything but users knows only these two. */
export type PlainVerb = "activate" | "deactivate";

export async function transition(
  tx: Transaction,
  { table, id, organizationId }: { table: StatefulTable; id: string; organizationId: string | undefined },
  verb: Verb,
  by: By,
): Promise<void> {
  const { from, to, done } = transitions[verb];
  const won = await tx
    .updateTable(table)
    .set((eb) => ({ state: to, version: eb("version", "+", 1), changed_at: now }))
    .where("id", "=", id)
    .where("state", "in", from)
    .executeTakeFirst();
  const kind = resourceNames[table];
  if (won.numUpdatedRows === 0n) {
    const row = await tx.selectFrom(table).select("state").where("id", "=", id).executeTakeFirst();
    if (row === undefined) throw unknownResource(kind, id);
    // Only users can be unverified.
    const possible = from.filter((state) => table === "users" || state !== "unverified");
    throw new SignetError(
      "wrong_state",
      `This ${kind.replace("_", " ")} is ${row.state}; only one that is ${possible.join(" or ")} can be ${done}`,
    );
  }
  // Only users have the verbs that only users' events know.
  const type = `${kind}.${done}` as EventType;
  await record(tx, { type, ...by, resource: { kind, id }, organizationId });
}
