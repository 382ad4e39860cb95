/**
 * For traces: who watches is told of every statement when it begins and when it ends. Of a statement nothing is told
 * but its text.
 */

/** Returns what is called at the end. */
export type StatementWatcher = (sql: string) => (outcome: "done" | "failed") => void;

let watcher: StatementWatcher | undefined;

export function watchStatements(watch: StatementWatcher | undefined): void {
  watcher = watch;
}

export function watched<T>(sql: string, run: () => Promise<T>): Promise<T> {
  return watcher === undefined ? run() : runWatched(watcher(sql), run);
}

async function runWatched<T>(ended: (outcome: "done" | "failed") => void, run: () => Promise<T>): Promise<T> {
  try {
    const result = await run();
    ended("done");
    return result;
  } catch (error) {
    ended("failed");
    throw error;
  }
}
