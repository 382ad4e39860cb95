import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  CODE_ATTEMPTS,
  CODE_LIFE_MS,
  type CodePurpose,
  expectCode,
  expiredCodes,
  forgetCodes,
  makeCode,
  newCodeId,
  pretendCode,
  spendOneTimeCode,
} from "../../src/identity/limits/one-time-codes.ts";
import { deleteUser } from "../../src/identity/users/users.ts";
import type { KeyRing } from "../../src/keys/key-ring.ts";
import { onEachEngine } from "../support/each-engine.ts";
import { insertUser } from "../support/identity.ts";
import { startTestNode, type TestNode } from "../support/node.ts";
import { by } from "../support/world.ts";

/** Only for its key ring: the codes of a test are in a database of its own. */
let node: TestNode;
before(async () => {
  node = await startTestNode();
});
after(() => node.close());
const ring = (): KeyRing => node.services.ring;

const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

onEachEngine("codes by mail", (stage) => {
  const purpose = "registration";
  const run: typeof stage.world.storage.transaction = (work) => stage.world.storage.transaction(work);

  async function sent(): Promise<{ id: string; userId: string; code: string }> {
    const userId = stage.world.ada.id;
    const id = await run((tx) => expectCode(tx, { userId, purpose }));
    const code = await makeCode(stage.world.storage.db, ring(), id);
    assert.match(code ?? "", /^\d{6}$/);
    return { id, userId, code: code ?? "" };
  }
  const spend = (id: string, code: string, as: CodePurpose = purpose) =>
    spendOneTimeCode(stage.world.storage.db, ring(), { id, purpose: as, code });
  const attemptsLeft = async (id: string) => {
    const row = await stage.world.storage.db
      .selectFrom("one_time_codes")
      .select("attempts_left")
      .where("id", "=", id)
      .executeTakeFirst();
    return row?.attempts_left;
  };

  test("the right code wins, once", async () => {
    const { id, userId, code } = await sent();
    const won = await spend(id, code);
    assert.deepEqual(won.outcome === "won" && won.userId, userId);
    assert.deepEqual(await spend(id, code), { outcome: "lost" });
  });

  test("of fifty who have the right code at once, one wins", async () => {
    const { id, code } = await sent();
    const others = [await stage.database.open(), await stage.database.open()];
    const databases = [stage.world.storage, ...others].map(({ db }) => db);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) => {
        const db = databases[i % databases.length] ?? stage.world.storage.db;
        return spendOneTimeCode(db, ring(), { id, purpose, code });
      }),
    );
    assert.equal(outcomes.filter(({ outcome }) => outcome === "won").length, 1);
  });

  test("of fifty guesses at once, five are looked at; the right code comes too late after them", async () => {
    const { id, code } = await sent();
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => spend(id, wrong(code))));
    assert.ok(outcomes.every(({ outcome }) => outcome === "lost"));
    assert.equal(await attemptsLeft(id), 0);
    assert.deepEqual(await spend(id, code), { outcome: "lost" });
  });

  test("four wrong ones leave one attempt", async () => {
    const { id, code } = await sent();
    for (let i = 1; i < CODE_ATTEMPTS; i++) assert.equal((await spend(id, wrong(code))).outcome, "lost");
    assert.equal((await spend(id, code)).outcome, "won");
  });

  test("it lives ten minutes from when its mail was written", async () => {
    const [early, late] = [await sent(), await sent()];
    await stage.database.advance(CODE_LIFE_MS - 5_000);
    assert.equal((await spend(early.id, early.code)).outcome, "won");
    await stage.database.advance(6_000);
    assert.equal((await spend(late.id, late.code)).outcome, "lost");
    assert.equal(
      await makeCode(stage.world.storage.db, ring(), late.id),
      undefined,
      "nor is there another in its place",
    );
  });

  test("a mail that waits for an hour still brings one", async () => {
    const id = await run((tx) => expectCode(tx, { userId: stage.world.ada.id, purpose }));
    await stage.database.advance(3_600_000);
    const code = await makeCode(stage.world.storage.db, ring(), id);
    assert.equal((await spend(id, code ?? "")).outcome, "won");
  });

  test("a mail that is written again has another code, and the first is worth nothing", async () => {
    const { id, code } = await sent();
    const again = (await makeCode(stage.world.storage.db, ring(), id)) ?? "";
    if (again !== code) assert.equal((await spend(id, code)).outcome, "lost");
    assert.equal((await spend(id, again)).outcome, "won");
  });

  test("the code of one step is worth nothing for another, of this kind or of another", async () => {
    const [one, other] = [await sent(), await sent()];
    if (one.code !== other.code) assert.equal((await spend(one.id, other.code)).outcome, "lost");
    assert.equal((await spend(one.id, one.code, "second_factor")).outcome, "lost");
    assert.equal((await spend(newCodeId(), one.code)).outcome, "lost");
    assert.equal((await spend(one.id, one.code)).outcome, "won");
  });

  test("before its mail is written, and for a step that only looks like one, no code fits", async () => {
    const waiting = await run((tx) => expectCode(tx, { userId: stage.world.ada.id, purpose }));
    const pretended = newCodeId();
    await run((tx) => pretendCode(tx, { id: pretended, userId: stage.world.ada.id, purpose }));
    for (const id of [waiting, pretended]) {
      for (const guess of ["", "000000", ".", "null", "undefined"])
        assert.equal((await spend(id, guess)).outcome, "lost");
      assert.equal(await attemptsLeft(id), 0, "and it counts as one at a real one does");
    }
  });

  test("it may be typed with spaces, dashes and marks, and in the digits of other scripts", async () => {
    const zero = (start: number) => (code: string) =>
      [...code].map((digit) => String.fromCharCode(start + Number(digit))).join("");
    for (const typed of [
      (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)}\n`,
      (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`,
      (code: string) => `\u200e${code}\u200f`,
      zero(0xff10),
      zero(0x0660),
      zero(0x06f0),
    ]) {
      const { id, code } = await sent();
      assert.equal((await spend(id, typed(code))).outcome, "won", typed("012345"));
    }
    const { id, code } = await sent();
    for (const typed of [`${code}0`, `x${code}`, code.slice(1), `${code}${" ".repeat(100_000)}0`]) {
      assert.equal(
        (await spend(id, typed)).outcome,
        typed.length > 1_000 ? "won" : "lost",
        "what is far too long is cut off",
      );
    }
  });

  test("the code is stored nowhere, not even as a hash that could be tried out", async () => {
    const { id, code } = await sent();
    const row = await stage.world.storage.db
      .selectFrom("one_time_codes")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    assert.ok(!JSON.stringify({ ...row, id: "", user_id: "" }).includes(code));
    const elsewhere = await startTestNode();
    try {
      const found = await spendOneTimeCode(stage.world.storage.db, elsewhere.services.ring, { id, purpose, code });
      assert.equal(found.outcome, "lost", "with another key, the right code is wrong");
    } finally {
      await elsewhere.close();
    }
  });

  test("what is over is swept, what is not stays; who is deleted takes theirs along, and what is done takes its own", async () => {
    const [old] = [await sent()];
    await stage.database.advance(CODE_LIFE_MS + 1_000);
    const fresh = await sent();
    assert.ok((await expiredCodes.deleteBatch(stage.world.storage.db, 500)) >= 1);
    assert.deepEqual([await attemptsLeft(old.id), await attemptsLeft(fresh.id)], [undefined, CODE_ATTEMPTS]);
    const userId = await insertUser(stage.world.storage.db, stage.world.acme.id);
    const [theirs, factor] = await run(async (tx) => [
      await expectCode(tx, { userId, purpose }),
      await expectCode(tx, { userId, purpose: "second_factor" }),
    ]);
    await run((tx) => forgetCodes(tx, { userId, purpose }));
    assert.deepEqual([await attemptsLeft(theirs ?? ""), await attemptsLeft(factor ?? "")], [undefined, CODE_ATTEMPTS]);
    await run((tx) => deleteUser(tx, userId, by));
    assert.equal(await attemptsLeft(factor ?? ""), undefined);
    assert.equal(await attemptsLeft(fresh.id), CODE_ATTEMPTS);
  });
});
