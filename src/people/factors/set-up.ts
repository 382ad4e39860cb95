/** A factor is set up by whoever visits, on the way in or in their account; identity/factors/set-up.ts has the rules. */
import type { FastifyRequest } from "fastify";
import { type NewFactor, type SetUp, setUpFactor } from "../../identity/factors/set-up.ts";
import type { Human } from "../../identity/users/humans.ts";
import { originOf } from "../attempts.ts";
import { byPerson } from "../by-person.ts";
import type { PeopleServices } from "../people-services.ts";

export async function setUp(
  visit: { readonly request: FastifyRequest; readonly services: PeopleServices },
  human: Human,
  factor: NewFactor,
): Promise<SetUp> {
  const { request, services } = visit;
  const answer = await setUpFactor(services, { human, from: originOf(visit) }, factor, byPerson(request, human.id));
  // They are told so by mail.
  if (answer.outcome === "won") services.mail.wake();
  return answer;
}
