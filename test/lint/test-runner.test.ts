/** The runner itself: it takes nothing for tested that was not, and blames nobody for a busy machine. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, describe, mock, test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { Report } from "../../scripts/tests/report.ts";
import { runAll } from "../../scripts/tests/run.ts";
import { readWords } from "../../scripts/tests/words.ts";
import { isDue, oneOf, rounds } from "../support/divided.ts";

const folder = mkdtempSync(join(tmpdir(), "signet-runner-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const fine = `test("fine", () => {});`;
/** What ends or is killed at once is gone before its reporter has had its turn. */
const turns = "for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);";
const hangs = `
  test("hangs", async () => { ${turns} console.log("it hangs"); await new Promise(() => setInterval(() => {}, 1000)); });
  test("waits for the one before", () => {});`;

function file(name: string, content: string): string {
  const path = join(folder, `${name}.test.ts`);
  const hooks = "after, afterEach, before, beforeEach, describe, test";
  writeFileSync(path, `import { ${hooks} } from "node:test";\n${content}\n`);
  return path;
}

class HeardReport extends Report {
  readonly printed: string[] = [];
  readonly #waiting: { readonly text: string; heard(): void }[] = [];
  #output = "";

  constructor() {
    super((text) => void this.printed.push(stripVTControlCharacters(text)));
  }

  override notice(output: string): void {
    super.notice(output);
    this.#output += output;
    for (const { text, heard } of this.#waiting) if (this.#output.includes(text)) heard();
  }

  /** When a test has printed it. */
  async hears(text: string): Promise<void> {
    if (this.#output.includes(text)) return;
    await new Promise<void>((heard) => void this.#waiting.push({ text, heard }));
  }

  get lastNumber(): number {
    return Number(this.#output.match(/\d+(?= word)/g)?.at(-1));
  }
}

async function run(batches: string[][], during?: (report: HeardReport, abort: () => void) => Promise<void>) {
  const report = new HeardReport();
  const controller = new AbortController();
  const running = runAll(batches, 1, { report, signal: controller.signal });
  await during?.(report, () => controller.abort());
  await running;
  const code = report.end();
  return { code, last: report.printed.at(-1)?.trim(), printed: report.printed.join("\n") };
}

describe("a run", () => {
  test("in which all passed ends with their number and with 0", async () => {
    const { code, last } = await run([[file("a", fine), file("b", fine + fine)]]);
    assert.deepEqual({ code, last }, { code: 0, last: "3 passed, 0 failed" });
  });

  test("in which one failed says which, why, and ends with 1", async () => {
    const bad = file(
      "bad",
      `describe("group", () => { test("bad", () => { throw new Error("because"); }); ${fine} });`,
    );
    const { code, last, printed } = await run([[bad, file("a", fine)]]);
    assert.deepEqual({ code, last }, { code: 1, last: "2 passed, 1 failed" });
    assert.match(printed, /✖ group › bad \(.*bad\.test\.ts\)\n\n {2}Error: because/);
  });

  test("takes a test that is skipped for a failed one", async () => {
    const { code, last } = await run([[file("skips", `test("later", { skip: true }, () => {}); ${fine}`)]]);
    assert.deepEqual({ code, last }, { code: 1, last: "1 passed, 1 failed" });
  });

  test("names a file that cannot be loaded, and goes on with the next", async () => {
    const { code, last, printed } = await run([[file("broken", `import "./missing.ts";`), file("a", fine)]]);
    assert.deepEqual({ code, last }, { code: 1, last: "1 passed, 1 failed" });
    assert.match(printed, /the file can be loaded \(.*broken\.test\.ts.*\)[\s\S]*Cannot find module .*missing\.ts/);
  });

  test("counts the tests that a failed hook kept from running as not run", async () => {
    const { code, last } = await run([[file("hook", `before(() => { throw new Error("no"); }); ${fine} ${fine}`)]]);
    assert.deepEqual({ code, last }, { code: 1, last: "0 passed, 1 failed, 2 not run" });
  });

  test("goes on in another process when a file took its own with it", async () => {
    const exits = `${fine} test("exits", async () => { ${turns} process.exit(3); }); test("never", () => {});`;
    const { code, last, printed } = await run([[file("a", fine), file("exits", exits), file("b", fine)]]);
    assert.deepEqual({ code, last }, { code: 1, last: "3 passed, 1 failed, 1 not run" });
    assert.match(printed, /It ended before its tests did, with 3\.\n {2}Under way: exits/);
    assert.match(printed, /Not run: never \(.*exits\.test\.ts\)/);
  });

  test("fails when something was thrown after the tests had ended", async () => {
    const late = `${fine} test("leaves", () => void setTimeout(() => { throw new Error("late"); }, 50));`;
    const { code, printed } = await run([[file("late", late)]]);
    assert.equal(code, 1);
    assert.match(printed, /late/);
  });

  test("that is stopped says what was not run", async () => {
    const rest = [file("b", fine), file("c", fine)];
    const { code, last } = await run(
      [[file("a", fine), file("hangs", hangs), ...rest], [file("d", fine)]],
      async (report, abort) => {
        await report.hears("it hangs");
        abort();
      },
    );
    // What was under way, the one that waited for it, and three files.
    assert.deepEqual({ code, last }, { code: 1, last: "1 passed, 0 failed, 5 not run" });
  });

  test("takes what a missing tool leaves out for not run", () => {
    const report = new HeardReport();
    report.count();
    report.leaveOut([{ name: "test/clients/go/a.test.ts", missing: [{ title: "Go", isThere: () => false }] }]);
    assert.equal(report.end(), 1);
    assert.match(report.printed.join("\n"), /Not run: test\/clients\/go\/a\.test\.ts, because this machine has no Go/);
    assert.equal(report.printed.at(-1)?.trim(), "1 passed, 0 failed, 1 not run");
  });
});

describe("a file of which nothing is heard", () => {
  const MINUTE = 60_000;
  afterEach(() => mock.timers.reset());

  test("is stopped after five minutes, and the others run", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const batch = [file("a", fine), file("hangs", hangs), file("b", fine)];
    const { code, last, printed } = await run([batch], async (report) => {
      await report.hears("it hangs");
      mock.timers.tick(5 * MINUTE);
    });
    assert.deepEqual({ code, last }, { code: 1, last: "2 passed, 1 failed, 1 not run" });
    assert.match(printed, /Nothing was heard of it for five minutes, and it was stopped\.\n {2}Under way: hangs/);
  });

  test("is left alone as long as something is heard now and then", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const words = Array.from({ length: 4 }, (_, at) => `word ${at};`);
    const slow = file(
      "slow",
      `
      const asked = () => new Promise((resolve) => process.once("SIGUSR2", resolve));
      test("slow", async () => {
        const alive = setInterval(() => {}, 1000);
        for (const word of ${JSON.stringify(words)}) {
          const next = asked();
          console.log(process.pid + " " + word);
          await next;
        }
        clearInterval(alive);
      });`,
    );
    const { code, last } = await run([[slow]], async (report) => {
      for (const word of words) {
        await report.hears(word);
        mock.timers.tick(4 * MINUTE);
        process.kill(report.lastNumber, "SIGUSR2");
      }
    });
    assert.deepEqual({ code, last }, { code: 0, last: "1 passed, 0 failed" });
  });
});

describe("files that share a process", () => {
  test("keep their hooks to themselves", async () => {
    const noisy = (name: string) => `
      before(() => console.log("${name} before"));
      beforeEach(() => console.log("${name} each"));
      after(() => console.log("${name} after"));
      test("${name}", () => console.log("${name} runs " + process.pid));`;
    const printed: string[] = [];
    const report = new (class extends Report {
      override notice(output: string): void {
        printed.push(...output.trim().split("\n"));
      }
    })(() => {});
    const batch = [file("one", noisy("one")), file("two", noisy("two"))];
    await runAll([batch], 1, { report, signal: new AbortController().signal });
    const pids = new Set(printed.map((line) => /\d+/.exec(line)?.[0]).filter((pid) => pid !== undefined));
    assert.equal(pids.size, 1);
    const words = printed.map((line) => line.replace(/ \d+$/, ""));
    const of = (name: string) => [`${name} before`, `${name} each`, `${name} runs`, `${name} after`];
    assert.deepEqual(words, [...of("one"), ...of("two")]);
  });

  test("each get the hooks of a helper that both load", async () => {
    writeFileSync(
      join(folder, "helper.ts"),
      `import { after } from "node:test";\nlet count = 0;\nafter(() => console.log("summary: end " + ++count));\n`,
    );
    const batch = ["first", "second"].map((name) => file(name, `import "./helper.ts";\n${fine}`));
    const { printed } = await run([batch]);
    assert.match(printed, /end 1\nend 2/);
  });
});

describe("what is divided among runs", () => {
  test("takes the same turn with the same seed, and every turn in as many seeds as there are choices", () => {
    const choices = ["a", "b", "c"];
    for (const name of ["one", "two", "three"]) {
      assert.deepEqual(oneOf(name, choices, "7"), oneOf(name, choices, "7"));
      const taken = ["7", "8", "9"].flatMap((seed) => oneOf(name, choices, seed));
      assert.deepEqual(taken.toSorted(), choices);
    }
  });

  test("is due in one of two runs, and always where nothing is divided", () => {
    assert.equal(["7", "8"].filter((seed) => isDue("a page", seed)).length, 1);
    const { TEST_SEED: seed } = process.env;
    delete process.env.TEST_SEED;
    const undivided = isDue("a page");
    if (seed !== undefined) process.env.TEST_SEED = seed;
    assert.equal(undivided, true);
  });

  test("is tried less often, but never not at all", () => {
    assert.deepEqual([rounds(100, "1"), rounds(1, "1")], [25, 1]);
  });

  test("does not take the same turn everywhere", () => {
    const names = Array.from({ length: 50 }, (_, at) => `name ${at}`);
    assert.equal(new Set(names.flatMap((name) => oneOf(name, ["a", "b"], "1"))).size, 2);
  });

  test("follows from --seed, and is not divided at all with --both or --all", () => {
    assert.deepEqual(readWords(["--seed", "7", "storage"]), { all: false, seed: 7, wanted: ["storage"] });
    assert.equal(readWords(["--both"]).seed, undefined);
    assert.deepEqual(readWords(["--all"]), { all: true, seed: undefined, wanted: [] });
    assert.throws(() => readWords(["--seed", "seven"]), /takes a number/);
  });
});
