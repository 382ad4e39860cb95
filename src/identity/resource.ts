/** What all resources have in common. */
import { SignetError } from "../errors/signet-error.ts";

export type { By } from "../events/audit-log.ts";

/** What every resource carries: when it was made and changed, and a number that grows with every change. */
export interface Stamp {
  readonly version: number;
  readonly createdAt: number;
  readonly changedAt: number;
}

export interface StampRow {
  readonly version: number;
  readonly created_at: number;
  readonly changed_at: number;
}

export function stampOf(row: StampRow): Stamp {
  return { version: row.version, createdAt: row.created_at, changedAt: row.changed_at };
}

export function unknownResource(kind: string, id: string): SignetError {
  // Ids that cannot exist are not worth repeating, and may be anything.
  const shown = /^[\w-]{1,64}$/.test(id) ? ` ${id}` : "";
  return new SignetError("unknown_resource", `There is no ${kind.replaceAll("_", " ")}${shown}`);
}

export function found<T>(row: T | undefined, kind: string, id: string): T {
  if (row === undefined) throw unknownResource(kind, id);
  return row;
}
