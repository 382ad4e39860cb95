/**
 * Every code that is typed in this room is counted before it is looked at, as those at the door are: for the person and
 * for the address. What is to be said to whoever has to wait comes with the status of the reply.
 */

import { person } from "../../identity/limits/attempts.ts";
import { giveBackAttempt } from "../../identity/limits/proof-attempts.ts";
import { countAttempt, tellSlowed } from "../attempts.ts";
import type { Visit } from "./visit.ts";

export type CountedCode =
  | { readonly outcome: "counted" /** It was right, and so no guess. */; giveBack(): Promise<void> }
  | { readonly outcome: "slowed"; readonly problem: string };

export async function countCode(visit: Visit, kind: "new_factor" | "new_address"): Promise<CountedCode> {
  const { services, human, appearance, reply } = visit;
  const { db } = services.storage;
  const counted = await countAttempt(visit, { kind, who: await person(db, human) });
  if (counted.outcome === "slowed") return { outcome: "slowed", problem: tellSlowed(reply, appearance.words, counted) };
  return { outcome: "counted", giveBack: () => giveBackAttempt(db, ...counted.address, ...counted.subjects) };
}
