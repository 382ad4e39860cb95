/** What a call needs to be right in every respect beside its place, and how it is made. */
import type { Transaction } from "../../../src/storage/database.ts";
import type { Caller } from "./callers.ts";
import type { Grounds } from "./grounds.ts";
import type { Place } from "./places.ts";

export interface Call {
  readonly grounds: Grounds;
  readonly place: Place;
  /** Of the place, or of a fresh thing there. */
  readonly id: string;
  /** Who may make it; undefined when it is prepared for those who may not. */
  readonly caller: Caller | undefined;
}

export interface Prepared {
  /** Instead of the place's. */
  readonly id?: string;
  /** Path parameters beside the one that names the place. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Puts back what others need. */
  readonly after?: () => Promise<unknown>;
}

export type Prepare = (call: Call) => Promise<Prepared> | Prepared;

export const nothing: Prepare = () => ({});

type Stateful = "organizations" | "projects" | "project_grants" | "applications" | "users" | "role_assignments";

/** Whatever state it was in, without the ways between states. */
export function setState(tx: Transaction, table: Stateful, id: string, state: string): Promise<unknown> {
  return tx.updateTable(table).set({ state }).where("id", "=", id).execute();
}

/** The thing is in the state that the call starts from; afterwards it is active, as others need it. */
export function from(table: Stateful, state: "active" | "inactive" | "locked"): Prepare {
  return async ({ grounds: { make }, id, caller }) => {
    // What is refused changes nothing, so it may as well be what all others use.
    if (caller === undefined) return {};
    await make.run((tx) => setState(tx, table, id, state));
    return { after: () => make.run((tx) => setState(tx, table, id, "active")) };
  };
}
