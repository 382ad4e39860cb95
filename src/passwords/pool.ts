/** A bound on how many passwords are hashed or wait for it, so that a storm of sign-ins is refused and not hoarded. */
import { SignetError } from "../errors/signet-error.ts";
import type { Threads } from "./threads.ts";
import type { Derivation } from "./worker.ts";

export interface Load {
  /** Being hashed, or waiting for it. */
  readonly accepted: number;
  readonly capacity: number;
  /** Since the start. */
  readonly refused: number;
}

export interface Pool {
  derive(derivation: Derivation): Promise<Uint8Array>;
  load(): Load;
  /** Refuses what is new, finishes what was accepted, then stops the threads. */
  close(): Promise<void>;
}

export interface PoolOptions {
  /** Hashed at the same time. */
  readonly most: number;
  /** How many may wait for that. */
  readonly queue: number;
  /** Whoever has waited so long is refused: they, or what stands before us, will have given up. */
  readonly patienceMs: number;
}

/**
 * piscina has a bound of its own, but tells it only by the text of a message, counts nothing while it is still being imported,
 * and to take something back may have to stop a thread. Counting here is exact from the first call on.
 */
export function openPool(threads: Threads, { most, queue, patienceMs }: PoolOptions): Pool {
  const accepted = new Set<Promise<Uint8Array>>();
  const waiting = new Set<() => void>();
  let running = 0;
  let closing = false;
  let refused = 0;

  function overloaded(): SignetError {
    refused++;
    return new SignetError("overloaded", "Too many passwords are being checked right now.");
  }

  /** In the order in which they came. */
  function turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(tooLong);
        resolve();
      };
      const tooLong = setTimeout(() => {
        waiting.delete(begin);
        reject(overloaded());
      }, patienceMs);
      waiting.add(begin);
    });
  }

  async function hash(derivation: Derivation): Promise<Uint8Array> {
    if (running >= most) await turn();
    else running++;
    try {
      return await threads.derive(derivation);
    } finally {
      const [next] = waiting;
      // The place is handed on, so that nobody who comes meanwhile takes it.
      if (next === undefined) running--;
      else {
        waiting.delete(next);
        next();
      }
    }
  }

  return {
    async derive(derivation) {
      if (closing) throw new SignetError("stopping", "This node is stopping and takes no more passwords.");
      if (accepted.size >= most + queue) throw overloaded();
      const answer = hash(derivation);
      accepted.add(answer);
      try {
        return await answer;
      } finally {
        accepted.delete(answer);
      }
    },

    load: () => ({ accepted: accepted.size, capacity: most + queue, refused }),

    async close() {
      closing = true;
      // piscina's own close() forgets queued tasks while its threads are still starting.
      await Promise.allSettled(accepted);
      await threads.stop();
    },
  };
}
