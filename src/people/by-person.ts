/** Who an event names when a person does something about their own account. */
import type { FastifyRequest } from "fastify";

export function byPerson(request: FastifyRequest, userId: string) {
  return { actor: { kind: "user", id: userId }, requestId: request.id } as const;
}
