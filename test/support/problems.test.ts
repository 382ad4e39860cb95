import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const problems = pathToFileURL(join(import.meta.dirname, "problems.ts")).href;

function runFile(work: string): Promise<{ code: unknown; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), "signet-problems-"));
  const file = join(folder, "planted.test.ts");
  writeFileSync(
    file,
    `import { test } from "node:test";\nimport { report, takeProblems } from ${JSON.stringify(problems)};\ntest("passes", () => { ${work} });\n`,
  );
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("NODE_")));
  return new Promise((resolve) => {
    execFile(process.execPath, ["--test", file], { env: environment }, (error, stdout, stderr) => {
      rmSync(folder, { recursive: true });
      resolve({ code: error?.code ?? 0, output: stdout + stderr });
    });
  });
}

test("what was found wrong with a node fails the file that it was found in, though its tests pass", async () => {
  const failed = await runFile('report(["a secret is in the log: planted"]);');
  assert.deepEqual([failed.code, failed.output.includes("a secret is in the log: planted")], [1, true], failed.output);
  for (const fine of ["", 'report([]); report(["planted"]); takeProblems();'])
    assert.equal((await runFile(fine)).code, 0);
});
