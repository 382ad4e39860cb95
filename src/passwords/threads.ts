/** The worker threads that compute argon2id: none until the first password, and none again after a quiet while. */
import { extname, join } from "node:path";
import type { Piscina } from "piscina";
import type { Derivation } from "./worker.ts";

export interface Threads {
  derive(derivation: Derivation): Promise<Uint8Array>;
  /** How many there are now. */
  count(): number;
  stop(): Promise<void>;
}

export interface ThreadOptions {
  readonly most: number;
  readonly idleTimeoutMs?: number;
  readonly workerFile?: string;
}

type Workers = Piscina<Derivation, Uint8Array>;

const IDLE_TIMEOUT_MS = 30_000;
// TypeScript in a clone, JavaScript in the published package: the worker has the extension that this file has.
const WORKER_FILE = join(import.meta.dirname, `worker${extname(import.meta.filename)}`);

export function openThreads({
  most,
  idleTimeoutMs = IDLE_TIMEOUT_MS,
  workerFile = WORKER_FILE,
}: ThreadOptions): Threads {
  let starting: Promise<Workers> | undefined;
  let started: Workers | undefined;

  async function start(): Promise<Workers> {
    // Imported at the first password: a start and an idle process should not pay for it.
    const { Piscina } = await import("piscina");
    const workers = new Piscina<Derivation, Uint8Array>({
      filename: workerFile,
      minThreads: 0,
      maxThreads: most,
      idleTimeout: idleTimeoutMs,
      // By default piscina sends a task that found no free thread to the end of its queue, where it can starve.
      stricterFIFO: true,
      // The main thread's Node options (--import, --inspect …) are not meant for these threads.
      execArgv: [],
    });
    workers.on("error", (error: Error) => {
      process.emitWarning(`A thread that hashes passwords failed: ${error.message}`);
      releaseStranded(workers);
    });
    started = workers;
    return workers;
  }

  return {
    async derive(derivation) {
      starting ??= start();
      const workers = await starting;
      try {
        return await workers.run(derivation);
      } catch (error) {
        releaseStranded(workers);
        throw new Error("A password could not be hashed", { cause: error });
      }
    },
    count: () => started?.threads.length ?? 0,
    async stop() {
      const workers = await starting;
      await workers?.destroy();
    },
  };
}

/**
 * piscina does not replace a thread that died. If it was the last one, what is queued would wait for the next call to
 * start another, perhaps forever: destroying the empty pool answers it with an error. The pool starts threads again
 * after.
 */
function releaseStranded(workers: Workers): void {
  if (workers.threads.length === 0) void workers.destroy();
}
