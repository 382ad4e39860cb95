/** Runs batches of files, some at a time, until there are none left. */
import { runProcess, type Supervision } from "./process.ts";

export async function runAll(
  batches: readonly (readonly string[])[],
  atOnce: number,
  supervision: Supervision,
): Promise<void> {
  const queue = [...batches];
  const work = async () => {
    for (let files = queue.shift(); files !== undefined; files = queue.shift()) {
      if (supervision.signal.aborted) {
        for (const file of files) supervision.report.notRun(file);
        continue;
      }
      const left = await runProcess(files, supervision);
      if (left.length > 0) queue.unshift(left);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
