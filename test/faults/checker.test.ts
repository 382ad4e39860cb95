/**
 * The checker of the fault tests: each invariant is shown to catch a history that breaks it, and to let one pass that
 * keeps it.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Aftermath, check, forcedSignIns } from "./harness/checker.ts";
import { type Call, type Exit, longestOutage } from "./harness/history.ts";

type Made = Partial<Call>;

/** Calls one after the other, each 10 ms long, unless they say otherwise. */
function historyOf(...made: readonly Made[]): Call[] {
  return made.map((call, n) => ({
    number: n + 1,
    what: "call",
    node: 1,
    began: n * 20,
    ended: (call.began ?? n * 20) + 10,
    status: 200,
    succeeded: true,
    ...call,
  }));
}

const nothing: Aftermath = { registers: new Map(), events: new Map() };

function broken(calls: readonly Call[], after: Partial<Aftermath> = {}, exits: readonly Exit[] = []): string[] {
  return check({ calls, exits }, { ...nothing, ...after }).map((violation) => violation.broke);
}

const refused = { succeeded: false, status: 400, refusal: "invalid_grant" } as const;
const unanswered = { succeeded: false, status: "no answer" } as const;

test("a history in which nothing went wrong breaks nothing", () => {
  assert.deepEqual(broken([]), []);
  assert.deepEqual(broken(historyOf({}, { what: "introspect" }, unanswered)), []);
});

describe("I1: a code succeeds at most once", () => {
  test("a code that gave tokens twice is caught, with both calls", () => {
    const calls = historyOf({ code: "a" }, { code: "b" }, { code: "a" });
    const [violation] = check({ calls, exits: [] }, nothing);
    assert.equal(violation?.broke, "I1");
    assert.deepEqual(
      violation?.calls.map(({ number }) => number),
      [1, 3],
    );
  });
  test("a code that was refused the second time is none", () => {
    assert.deepEqual(broken(historyOf({ code: "a" }, { code: "a", ...refused })), []);
  });
});

describe("I2: a refresh family has at most one live leaf", () => {
  const use = (presented: number, got?: number) => ({
    refresh: { family: "f", presented, ...(got === undefined ? {} : { got }) },
  });
  test("a successor that is not the next generation is caught", () => {
    assert.deepEqual(broken(historyOf(use(1, 2), use(1, 3))), ["I2"]);
  });
  test("a token that still gives tokens after its successor was used is caught", () => {
    assert.deepEqual(broken(historyOf(use(1, 2), use(2, 3), use(1, 2))), ["I2"]);
  });
  test("an answer given again, before the successor was used or while it is being used, is none", () => {
    assert.deepEqual(broken(historyOf(use(1, 2), use(1, 2), use(2, 3))), []);
    assert.deepEqual(broken(historyOf(use(1, 2), { ...use(2, 3), ended: 70 }, { ...use(1, 2), began: 60 })), []);
    assert.deepEqual(broken(historyOf(use(1, 2), use(2, 3), { ...use(1), ...refused })), []);
  });
});

describe("I3: what was ended does not work any more", () => {
  const ends = { what: "revoke", ends: ["session s"] };
  const uses = { what: "introspect", uses: ["session s", "user u"] };
  test("a call that begins after the acknowledgement and succeeds is caught", () => {
    assert.deepEqual(broken(historyOf(ends, uses)), ["I3"]);
  });
  test("a call that began before, one that was refused, and an end that was not acknowledged are none", () => {
    assert.deepEqual(broken(historyOf({ ...ends, began: 10 }, { ...uses, began: 15 })), []);
    assert.deepEqual(broken(historyOf(ends, { ...uses, succeeded: false })), []);
    assert.deepEqual(broken(historyOf({ ...ends, ...unanswered }, uses)), []);
  });
  test("where nodes may take a while to know, it counts from then on", () => {
    const later = { ...ends, endsWithinMs: 1_000 };
    assert.deepEqual(broken(historyOf(later, { ...uses, began: 900 })), []);
    assert.deepEqual(broken(historyOf(later, { ...uses, began: 1_200 })), ["I3"]);
  });
});

describe("I4: an acknowledged write is in the database", () => {
  const wrote = (value: number | string) => ({ writes: { register: "r", value } });
  const stored = (value: number | string) => ({ registers: new Map([["r", value]]) });
  test("one that is not there, or is older, or that nobody asked for, is caught", () => {
    assert.deepEqual(broken(historyOf(wrote("a"))), ["I4"]);
    assert.deepEqual(broken(historyOf(wrote("a"), wrote("b")), stored("a")), ["I4"]);
    assert.deepEqual(broken(historyOf(wrote(2), wrote(3)), stored(2)), ["I4"]);
    assert.deepEqual(broken(historyOf(wrote(2)), stored(7)), ["I4"]);
  });
  test("the last one, one of several at the same time, and one whose answer was lost, are none", () => {
    assert.deepEqual(broken(historyOf(wrote("a"), wrote("b")), stored("b")), []);
    assert.deepEqual(broken(historyOf({ ...wrote("a"), ended: 50 }, { ...wrote("b"), began: 40 }), stored("a")), []);
    assert.deepEqual(broken(historyOf(wrote("a"), { ...wrote("b"), ...unanswered }), stored("b")), []);
    assert.deepEqual(broken(historyOf(wrote(2), { ...wrote(3), ...unanswered }), stored(3)), []);
    assert.deepEqual(broken(historyOf({ ...wrote("a"), ...unanswered })), []);
    assert.deepEqual(broken(historyOf({ ...wrote("a"), ...unanswered }), stored("from before")), []);
  });
  test("one that was refused must not be there", () => {
    assert.deepEqual(broken(historyOf(wrote("a"), { ...wrote("b"), ...refused }), stored("b")), ["I4"]);
  });
});

describe("I5: every token that was handed out verifies", () => {
  const verified = (result: "good" | "unknown key" | "bad signature") => ({
    what: "verify",
    verified: { key: "k", result },
  });
  test("an unknown key and a bad signature are caught", () => {
    assert.deepEqual(broken(historyOf(verified("unknown key"), verified("good"), verified("bad signature"))), [
      "I5",
      "I5",
    ]);
  });
  test("a token of a key that was revoked is none", () => {
    assert.deepEqual(broken(historyOf({ ends: ["key k"] }, verified("unknown key"))), []);
    assert.deepEqual(broken(historyOf(verified("unknown key"), { ends: ["key k"] })), ["I5"]);
  });
});

describe("I6: no server error but 503 with Retry-After", () => {
  test("a 500, and a 503 that does not say when to come back, are caught", () => {
    assert.deepEqual(broken(historyOf({ status: 500, succeeded: false }, { status: 503, succeeded: false })), [
      "I6",
      "I6",
    ]);
  });
  test("a 503 with Retry-After, and no answer at all, are none", () => {
    assert.deepEqual(broken(historyOf({ status: 503, retryAfter: true, succeeded: false }, unanswered)), []);
  });
});

describe("I7: one audit event for each acknowledged change", () => {
  const change = { change: "user.created u" };
  const logged = (count: number) => ({ events: new Map([["user.created u", count]]) });
  test("a change without an event, and one with two, are caught", () => {
    assert.deepEqual(broken(historyOf(change)), ["I7"]);
    assert.deepEqual(broken(historyOf(change), logged(2)), ["I7"]);
    assert.deepEqual(broken(historyOf({ ...change, ...unanswered }), logged(2)), ["I7"]);
  });
  test("one event, whether or not the answer came, is none", () => {
    assert.deepEqual(broken(historyOf(change), logged(1)), []);
    assert.deepEqual(broken(historyOf({ ...change, ...unanswered }), logged(1)), []);
    assert.deepEqual(broken(historyOf({ ...change, ...unanswered })), []);
  });
});

test("I8: a process that ended by itself is caught", () => {
  assert.deepEqual(broken([], {}, [{ node: 2, code: 1, signal: null, at: 5 }]), ["I8"]);
});

test("who is refused without anybody having ended their session was made to sign in again", () => {
  const use = { refresh: { family: "f", presented: 3 }, uses: ["session f"], ...refused };
  assert.equal(forcedSignIns(historyOf(use)).length, 1);
  assert.equal(forcedSignIns(historyOf({ ends: ["session f"] }, use)).length, 0);
  assert.equal(forcedSignIns(historyOf({ ...use, ...unanswered, refusal: "" })).length, 0);
});

test("an outage lasts from one call that succeeded to the next; what is answered from memory does not count", () => {
  const calls = historyOf(
    { began: 0 },
    { began: 500, ...unanswered },
    { began: 600, what: "keys" },
    { began: 990 },
    { began: 1_000 },
  );
  assert.equal(longestOutage(calls), 990);
  assert.equal(longestOutage([]), 0);
});
