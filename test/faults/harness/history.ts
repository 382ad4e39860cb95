/**
 * What the clients of a test saw: every call, when it began and ended, at which node, and what came of it. The checker
 * reads nothing else of the run, so whatever an invariant needs to know of a call stands in it.
 */

export interface Call {
  readonly number: number;
  /** What was asked for, in a word: "refresh", "introspect". */
  readonly what: string;
  readonly node: number;
  /** Milliseconds since the history began. */
  readonly began: number;
  readonly ended: number;
  readonly status: number | "no answer";
  readonly retryAfter?: boolean;
  readonly requestId?: string;
  /** Whether what was asked for was had: tokens came, the token is active, the change was made. */
  readonly succeeded: boolean;
  /** The OAuth error, where there was one. */
  readonly refusal?: string;
  /** The things it relied on, by name: "session …", "user …", "token …", "key …". */
  readonly uses?: readonly string[];
  /** The things that are over once this call is acknowledged, on every node, for calls that begin after that. */
  readonly ends?: readonly string[];
  /** Where it takes a documented while until every node knows: so long. */
  readonly endsWithinMs?: number;
  /** The code that was to be spent. */
  readonly code?: string;
  /** Generations of a refresh family: which one was presented, which one came back. */
  readonly refresh?: { readonly family: string; readonly presented: number; readonly got?: number };
  /** What must be in the database once this call is acknowledged. Numbers only grow; texts are replaced. */
  readonly writes?: { readonly register: string; readonly value: number | string };
  /** By which name the audit log knows the change, where the call is one: it must be there exactly once. */
  readonly change?: string;
  /** Of a token that was verified with a key set: by which key, and what came of it. */
  readonly verified?: { readonly key: string; readonly result: "good" | "unknown key" | "bad signature" };
}

/** A process that ended without having been told to. */
export interface Exit {
  readonly node: number;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly at: number;
}

export interface Fault {
  readonly at: number;
  readonly says: string;
}

export class History {
  readonly calls: Call[] = [];
  readonly exits: Exit[] = [];
  readonly faults: Fault[] = [];
  readonly #zero = performance.now();

  now(): number {
    return performance.now() - this.#zero;
  }

  note(call: Omit<Call, "number">): void {
    this.calls.push({ number: this.calls.length + 1, ...call });
  }

  /** Takes over what another history has, by this one's clock; `as` says what of a call. */
  absorb(other: History, as: (call: Call) => Call = (call) => call): void {
    const ahead = other.#zero - this.#zero;
    for (const call of other.calls) {
      const { number: _, ...taken } = as(call);
      this.note({ ...taken, began: call.began + ahead, ended: call.ended + ahead });
    }
    for (const exit of other.exits) this.exits.push({ ...exit, at: exit.at + ahead });
    for (const fault of other.faults) this.faults.push({ ...fault, at: fault.at + ahead });
  }

  fault(says: string): void {
    this.faults.push({ at: this.now(), says });
  }
}

/** A call without what only its own database can confirm, for a history of several. */
export function bare({ number, what, node, began, ended, status, retryAfter, succeeded }: Call): Call {
  return { number, what, node, began, ended, status, succeeded, ...(retryAfter === undefined ? {} : { retryAfter }) };
}

/** Calls that a node answers from memory. All others show whether the service as a whole is there. */
const fromMemory = new Set(["keys", "discovery", "alive", "ready", "verify"]);

/** The longest time in which no call that needs the database succeeded, while there were such calls. */
export function longestOutage(calls: readonly Call[]): number {
  const needing = calls.filter(({ what }) => !fromMemory.has(what)).toSorted((a, b) => a.ended - b.ended);
  let since = needing[0]?.began ?? 0;
  let longest = 0;
  for (const call of needing) {
    if (!call.succeeded) continue;
    longest = Math.max(longest, call.ended - since);
    since = call.ended;
  }
  return Math.max(longest, (needing.at(-1)?.ended ?? since) - since);
}
