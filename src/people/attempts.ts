/** The one way to count an attempt, for every room that people visit, and what whoever has to wait is told. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "../http/client-address.ts";
import {
  type AttemptKind,
  type Counted,
  type Origin,
  type Slowed,
  countAttempt as take,
  type Who,
} from "../identity/limits/attempts.ts";
import type { Words } from "../texts/words.ts";
import type { PeopleServices } from "./people-services.ts";

interface Attempting {
  readonly request: FastifyRequest;
  readonly services: Pick<PeopleServices, "storage" | "cookies">;
}

/** Before it is looked at. */
export function countAttempt(
  visit: Attempting,
  attempt: { kind: AttemptKind; who?: Who | undefined },
): Promise<Counted | Slowed> {
  return take(visit.services.storage.db, { ...attempt, from: originOf(visit) });
}

/** What counts as the same place, and the same browser. */
export function originOf({ request, services }: Attempting): Origin {
  return { network: networkOf(request.ip), browser: services.cookies.binding(request) };
}

/** What to tell them; the reply has its status, and says when to come back. */
export function tellSlowed(reply: FastifyReply, words: Words, { seconds }: Slowed): string {
  reply.code(429).header("retry-after", seconds);
  return words.say("signIn.slowed", { time: words.duration(seconds) });
}

/** No code was sent, because there were too many mails of late. */
export function tooManyMails(words: Words): { problem: string; status: 429 } {
  return { problem: words.say("factor.tooManyMails"), status: 429 };
}
