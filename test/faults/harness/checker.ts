/**
 * The invariants that hold whatever is taken away meanwhile, checked over a history of calls and over what is in the
 * database when everything is back. A violation names the calls that show it.
 */
import type { Call, Exit } from "./history.ts";

export interface Violation {
  /** I1 to I8, or the id of the test whose own promise was broken. */
  readonly broke: string;
  readonly says: string;
  readonly calls: readonly Call[];
}

/** What the database holds afterwards. */
export interface Aftermath {
  readonly registers: ReadonlyMap<string, number | string>;
  /** How many audit events there are by each name. */
  readonly events: ReadonlyMap<string, number>;
}

export interface Seen {
  readonly calls: readonly Call[];
  readonly exits: readonly Exit[];
}

export function check({ calls, exits }: Seen, after: Aftermath): Violation[] {
  return [
    ...codesSpentTwice(calls),
    ...secondLeaves(calls),
    ...usedAfterTheEnd(calls),
    ...lostWrites(calls, after),
    ...unverifiable(calls),
    ...badServerErrors(calls),
    ...wrongEvents(calls, after),
    ...exits.map(({ node, code, signal }) => broke("I8", `node ${node} ended by itself with ${signal ?? code}`)),
  ];
}

function broke(invariant: string, says: string, ...calls: readonly (Call | undefined)[]): Violation {
  return { broke: invariant, says, calls: calls.filter((call) => call !== undefined) };
}

function codesSpentTwice(calls: readonly Call[]): Violation[] {
  const spent = Map.groupBy(
    calls.filter((call) => call.code !== undefined && call.succeeded),
    ({ code }) => code,
  );
  return [...spent.values()]
    .filter(({ length }) => length > 1)
    .map((twice) => broke("I1", "a code gave tokens more than once", ...twice));
}

/** A family has one live leaf: what follows n is always n + 1, and once n + 1 has been used, n is worth nothing. */
function secondLeaves(calls: readonly Call[]): Violation[] {
  const won = calls.flatMap((call) =>
    call.refresh !== undefined && call.succeeded ? [{ call, ...call.refresh }] : [],
  );
  const forked = won.filter(({ presented, got }) => got !== presented + 1);
  const families = Map.groupBy(won, ({ family }) => family);
  const revived = [...families.values()].flatMap((uses) => {
    const byEnd = uses.toSorted((a, b) => a.call.ended - b.call.ended);
    let done = 0;
    let newest: (typeof uses)[number] | undefined;
    return uses
      .toSorted((a, b) => a.call.began - b.call.began)
      .flatMap((use) => {
        for (let next = byEnd[done]; next !== undefined && next.call.ended < use.call.began; next = byEnd[++done]) {
          if (newest === undefined || next.presented > newest.presented) newest = next;
        }
        return newest !== undefined && newest.presented > use.presented ? [{ newest, use }] : [];
      });
  });
  return [
    ...forked.map(({ call, presented, got }) => broke("I2", `generation ${presented} was followed by ${got}`, call)),
    ...revived.map(({ newest, use }) =>
      broke(
        "I2",
        `generation ${use.presented} gave tokens after ${newest.presented} had been used`,
        newest.call,
        use.call,
      ),
    ),
  ];
}

const isAcknowledged = ({ status }: Call): boolean => status !== "no answer" && status < 400;

function usedAfterTheEnd(calls: readonly Call[]): Violation[] {
  const over = new Map<string, { at: number; by: Call }>();
  for (const call of calls.filter(isAcknowledged)) {
    for (const thing of call.ends ?? []) {
      const at = call.ended + (call.endsWithinMs ?? 0);
      if (at < (over.get(thing)?.at ?? Number.POSITIVE_INFINITY)) over.set(thing, { at, by: call });
    }
  }
  return calls
    .filter(({ succeeded }) => succeeded)
    .flatMap((call) =>
      (call.uses ?? []).flatMap((thing) => {
        const end = over.get(thing);
        return end !== undefined && call.began > end.at
          ? [broke("I3", `${thing} was over, and still worked`, end.by, call)]
          : [];
      }),
    );
}

/** Nobody knows whether a call without an answer, or with a server's error, was carried out. */
const mayHaveHappened = ({ status, succeeded }: Call): boolean => succeeded || status === "no answer" || status >= 500;

function lostWrites(calls: readonly Call[], { registers }: Aftermath): Violation[] {
  const writes = calls.flatMap((call) =>
    call.writes !== undefined && mayHaveHappened(call) ? [{ call, ...call.writes }] : [],
  );
  return [...Map.groupBy(writes, ({ register }) => register)].flatMap(([register, made]) => {
    const there = registers.get(register);
    const acknowledged = made.filter(({ call }) => call.succeeded);
    // Where no write was confirmed, a text may still be what it was before this history.
    if (acknowledged.length === 0 && typeof there !== "number") return [];
    const possible = typeof there === "number" ? grown(made, there) : replaced(made, there);
    if (possible) return [];
    return [
      broke(
        "I4",
        `${register} is ${there ?? "not there"} in the database`,
        ...acknowledged.slice(-3).map(({ call }) => call),
      ),
    ];
  });
}

interface Write {
  readonly call: Call;
  readonly value: number | string;
}

/** At least what was acknowledged, at most what was asked for. */
function grown(made: readonly Write[], there: number): boolean {
  const values = (some: readonly Write[]) => some.map(({ value }) => Number(value));
  return there >= Math.max(...values(made.filter(({ call }) => call.succeeded))) && there <= Math.max(...values(made));
}

/**
 * A value may stand unless a later one was acknowledged after it. One that nobody confirmed may have come at any time.
 */
function replaced(made: readonly Write[], there: string | undefined): boolean {
  return made.some(
    ({ call, value }) =>
      value === there &&
      !(call.succeeded && made.some((later) => later.call.succeeded && later.call.began > call.ended)),
  );
}

/** But for a key that was taken out because it was known to others. */
function unverifiable(calls: readonly Call[]): Violation[] {
  const revoked = (key: string, before: number) =>
    calls.some(({ ends, began }) => began < before && ends?.includes(`key ${key}`));
  return calls.flatMap((call) => {
    const { verified } = call;
    if (verified === undefined || verified.result === "good" || revoked(verified.key, call.ended)) return [];
    return [broke("I5", `a token did not verify: ${verified.result} ${verified.key}`, call)];
  });
}

function badServerErrors(calls: readonly Call[]): Violation[] {
  return calls
    .filter(({ status, retryAfter }) => status !== "no answer" && status >= 500 && !(status === 503 && retryAfter))
    .map((call) => broke("I6", `an answer ${call.status}${call.status === 503 ? " without Retry-After" : ""}`, call));
}

function wrongEvents(calls: readonly Call[], { events }: Aftermath): Violation[] {
  return calls.flatMap((call) => {
    if (call.change === undefined) return [];
    const count = events.get(call.change) ?? 0;
    const right = call.succeeded ? count === 1 : count <= 1;
    return right ? [] : [broke("I7", `${call.change} is in the audit log ${count} times`, call)];
  });
}

/** Where nobody revoked anything, nobody has to sign in again. */
export function forcedSignIns(calls: readonly Call[]): Violation[] {
  const over = new Set(calls.flatMap(({ ends }) => ends ?? []));
  return calls
    .filter(
      ({ refresh, refusal, uses }) =>
        refresh !== undefined && refusal === "invalid_grant" && !uses?.some((thing) => over.has(thing)),
    )
    .map((call) =>
      broke("forced sign-in", `a refresh token of generation ${call.refresh?.presented} was refused`, call),
    );
}
