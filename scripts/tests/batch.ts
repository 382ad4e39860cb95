/**
 * Runs the test files it is given, one after the other, in this one process: to load the program and to warm it up
 * costs more than most files. `scripts/tests/process.ts` starts it.
 */
import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const substitute = import.meta.resolve("./node-test.ts");
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "node:test" ? { url: substitute, shortCircuit: true } : next(specifier, context),
});

const { runFile } = await import("./node-test.ts");
// Some tests wait for what keeps no process alive. One that waits for nothing is stopped for its silence.
const alive = setInterval(() => {}, 60_000);
for (const file of process.argv.slice(2)) await runFile(file, () => import(pathToFileURL(resolve(file)).href));
clearInterval(alive);
