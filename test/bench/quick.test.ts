import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { RowSummary } from "../../bench/speed/summary.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "signet-bench-test-"));

function bench(words: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(root, "bench/run.ts"), ...words], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk));
  return new Promise((resolve) => child.once("exit", (code) => resolve({ code, output })));
}

describe("npm run bench", () => {
  let ended: { code: number | null; output: string };
  let row: RowSummary | undefined;
  before(async () => {
    const file = join(folder, "result.json");
    const chosen = ["--only", "^introspection, opaque", "--systems", "^(SQLite|peer)$", "--seconds", "0.1"];
    ended = await bench(["--quick", "--json", file, ...chosen]);
    const { rows }: { rows: RowSummary[] } = ended.code === 0 ? JSON.parse(readFileSync(file, "utf8")) : { rows: [] };
    row = rows[0];
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test("measures Signet and its peer without an error", () => {
    assert.equal(ended.code, 0, ended.output);
    assert.deepEqual(
      Object.entries(row?.systems ?? {}).map(([name, { requests, errors }]) => [name, requests > 0, errors]),
      [
        ["SQLite", true, 0],
        ["peer", true, 0],
      ],
    );
  });

  test("says what bounds it: HTTP, and the statements that were recorded", () => {
    assert.ok((row?.limits.http ?? 0) > 0, ended.output);
    assert.ok((row?.limits.database.sqlite ?? 0) > 0, ended.output);
    assert.equal(row?.limits.cryptography, null);
    assert.equal(row?.written.sqlite?.rows, 0);
  });

  test("says what is wrong with an option nobody knows", async () => {
    const { code, output } = await bench(["--fast"]);
    assert.equal(code, 1);
    assert.match(output, /Unknown option '--fast'/);
  });
});
