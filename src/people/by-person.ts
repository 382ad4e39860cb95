/** Who an event names. */
import type { FastifyRequest } from "fastify";

/** A person who does something about their own account. */
export function byPerson(request: FastifyRequest, userId: string) {
  return { actor: { kind: "user", id: userId }, requestId: request.id } as const;
}

/** Somebody of whom nothing is known yet. */
export function byVisitor(request: FastifyRequest) {
  return { actor: { kind: "visitor" }, requestId: request.id } as const;
}
