/**
 * A bound on how many passwords are hashed or wait for it: together, so that a storm of sign-ins is refused and not
 * hoarded, and for each person and address, so that nobody's storm is anybody else's.
 */
import { SignetError } from "../errors/signet-error.ts";
import type { Threads } from "./threads.ts";
import { type HashRequester, openTurns, type PlaceLimits, type Waiting } from "./turns.ts";
import type { Derivation } from "./worker.ts";

export interface Load {
  /** Being hashed, or waiting for it. */
  readonly accepted: number;
  readonly capacity: number;
  /** Since the start. */
  readonly refused: number;
}

export interface Pool {
  derive(derivation: Derivation, requester: HashRequester): Promise<Uint8Array>;
  load(): Load;
  /** Refuses what is new, finishes what was accepted, then stops the threads. */
  close(): Promise<void>;
}

export interface PoolOptions {
  /** Hashed at the same time. */
  readonly most: number;
  /** How many may wait for that. */
  readonly queue: number;
  readonly places: PlaceLimits;
  /** Whoever has waited so long is refused: they, or what stands before us, will have given up. */
  readonly patienceMs: number;
}

/**
 * piscina has a bound of its own, but tells it only by the text of a message, counts nothing while it is still being
 * imported, and to take something back may have to stop a thread. Counting here is exact from the first call on.
 */
export function openPool(threads: Threads, { most, queue, places, patienceMs }: PoolOptions): Pool {
  const accepted = new Set<Promise<Uint8Array>>();
  const turns = openTurns(places);
  let running = 0;
  /**
   * Running and waiting; one who was refused while waiting is no longer among them, before their caller has heard of
   * it.
   */
  let taken = 0;
  let closing = false;
  let refused = 0;

  function overloaded(message = "Too many passwords are being checked right now."): SignetError {
    refused++;
    return new SignetError("overloaded", message);
  }

  /** When everything is taken, those who have the most give way to somebody who has less. */
  function takePlace(requester: HashRequester): void {
    if (turns.takePlace(requester) === "lost")
      throw overloaded("Too many passwords are being checked for you right now.");
    if (taken >= most + queue) {
      const last = turns.lastOfMostCrowded(turns.placesOf(requester.address));
      if (last === undefined) {
        turns.giveBackPlace(requester);
        throw overloaded();
      }
      last.giveUp();
    }
    taken++;
  }

  function givePlaceBack(requester: HashRequester): void {
    turns.giveBackPlace(requester);
    taken--;
  }

  function turn(requester: HashRequester): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        requester,
        begin() {
          clearTimeout(tooLong);
          resolve();
        },
        giveUp() {
          clearTimeout(tooLong);
          givePlaceBack(requester);
          reject(overloaded());
        },
      };
      const tooLong = setTimeout(() => {
        turns.leave(waiting);
        waiting.giveUp();
      }, patienceMs);
      turns.wait(waiting);
    });
  }

  async function hash(derivation: Derivation, requester: HashRequester): Promise<Uint8Array> {
    if (running >= most) await turn(requester);
    else {
      running++;
      turns.serve(requester);
    }
    try {
      return await threads.derive(derivation);
    } finally {
      // The place is given back after, so that what was just hashed for them is remembered for this turn.
      const next = turns.next();
      givePlaceBack(requester);
      // The thread is handed on, so that nobody who comes meanwhile takes it.
      if (next === undefined) running--;
      else next.begin();
    }
  }

  return {
    async derive(derivation, requester) {
      if (closing) throw new SignetError("stopping", "This node is stopping and takes no more passwords.");
      takePlace(requester);
      const answer = hash(derivation, requester);
      accepted.add(answer);
      try {
        return await answer;
      } finally {
        accepted.delete(answer);
      }
    },

    load: () => ({ accepted: taken, capacity: most + queue, refused }),

    async close() {
      closing = true;
      // piscina's own close() forgets queued tasks while its threads are still starting.
      await Promise.allSettled(accepted);
      await threads.stop();
    },
  };
}
