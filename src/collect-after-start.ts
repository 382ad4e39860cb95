/**
 * Loading some two hundred modules leaves garbage that V8 keeps for as long as the process is idle. One thorough
 * collection when the start is over gives it back: an idle node then holds 105 MB instead of 122 (`npm run
 * bench:start`). It takes some 50 ms, once.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Late enough for what a start leaves behind to be garbage. */
const AFTER_MS = 500;

export function collectAfterStart(): void {
  setTimeout(() => {
    setFlagsFromString("--expose-gc");
    const collect: (options: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void =
      runInNewContext("gc");
    collect({ type: "major", execution: "sync", flavor: "last-resort" });
  }, AFTER_MS).unref();
}
