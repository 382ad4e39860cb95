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

/**
 * piscina has a bound of its own, but tells it only by the text of a message, and counts nothing while it is still being
 * imported. Counting here is exact from the first call on.
 */
export function openPool(threads: Threads, capacity: number): Pool {
  const accepted = new Set<Promise<Uint8Array>>();
  let closing = false;
  let refused = 0;

  return {
    async derive(derivation) {
      if (closing) throw new SignetError("stopping", "This node is stopping and takes no more passwords.");
      if (accepted.size >= capacity) {
        refused++;
        throw new SignetError("overloaded", "Too many passwords are being checked right now.");
      }
      const answer = threads.derive(derivation);
      accepted.add(answer);
      try {
        return await answer;
      } finally {
        accepted.delete(answer);
      }
    },

    load: () => ({ accepted: accepted.size, capacity, refused }),

    async close() {
      closing = true;
      // piscina's own close() forgets queued tasks while its threads are still starting.
      await Promise.allSettled(accepted);
      await threads.stop();
    },
  };
}
