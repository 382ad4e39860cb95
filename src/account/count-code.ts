/** Every code that is typed in this room is counted for the account before it is looked at, together with those at the door. */
import { accountSubject, giveBackAttempt, takeAttempt } from "../identity/limits/proof-attempts.ts";
import { readPolicy } from "../identity/policies.ts";
import type { Visit } from "./visit.ts";

export type CountedCode =
  | { readonly outcome: "counted" /** It was right, and so no guess. */; giveBack(): Promise<void> }
  | { readonly outcome: "slowed"; readonly problem: string };

export async function countCode({ services, human, look, reply }: Visit): Promise<CountedCode> {
  const { db } = services.storage;
  const subject = accountSubject(human.id);
  const { settings } = await readPolicy(db, "throttling", human.organizationId);
  const attempt = await takeAttempt(db, subject, settings);
  if (attempt.outcome === "won") return { outcome: "counted", giveBack: () => giveBackAttempt(db, subject) };
  const seconds = Math.ceil(attempt.retryAfterMs / 1000);
  reply.header("retry-after", seconds);
  return { outcome: "slowed", problem: look.words.say("signIn.slowed", { time: look.words.duration(seconds) }) };
}
