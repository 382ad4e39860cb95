/**
 * `npm run test:faults -- --quick`, as much of it as touches every invariant; the whole takes its own time. `npm test`
 * runs half of that.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { oneOf } from "../support/divided.ts";

const LONGEST_MS = 1_200_000;
/** I1: T4; I2: T2; I3: T15; I4 and I7: T1, T5, S1, S2; I5: T8; I6 and I8: each of them. */
const halves = [
  ["t1", "t2", "t4", "s1"],
  ["t5", "t8", "t15", "s2"],
];
const chosen = oneOf("quick faults", halves).flat();

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

function faults(words: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "run.ts"), ...words], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const tooLong = setTimeout(() => child.kill("SIGTERM"), LONGEST_MS);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
      // So that the runner hears of it meanwhile.
      process.stdout.write(chunk);
    });
  }
  return new Promise((resolve) =>
    child.once("close", (code) => {
      clearTimeout(tooLong);
      resolve({ code, output });
    }),
  );
}

describe("npm run test:faults", () => {
  let ended: Ended;
  before(async () => {
    ended = await faults(["--quick", ...chosen]);
  });

  test("nothing is lost and nobody let in while nodes, answers, PostgreSQL, keys and the disk are taken away", () => {
    assert.equal(ended.code, 0, ended.output);
    assert.match(ended.output, new RegExp(`^${chosen.length} tests, 0 violations`, "m"));
  });

  test("every test made calls and did something to the service meanwhile", () => {
    const rows = ended.output.split("\n").filter((line) => /^\| [TS]\d/.test(line));
    const counts = rows
      .map((row) => row.split("|").map((cell) => cell.trim()))
      .map(([, id, , calls, injected]) => [id, Number(calls), Number(injected)]);
    assert.deepEqual(counts.map(([id]) => String(id).toLowerCase()).toSorted(), chosen.toSorted(), ended.output);
    for (const [id, calls, injected] of counts)
      assert.ok(Number(calls) > 50 && Number(injected) > 0, `${id}: ${calls} calls, ${injected} faults`);
  });

  test("a test that there is not is an error that names those there are", async () => {
    const { code, output } = await faults(["t99"]);
    assert.equal(code, 2);
    assert.match(output, /There is no test t99\. There are T1, T2/);
  });
});
