/**
 * Somebody who has had an account for a moment, and has just chosen its password, goes on to whatever is due next, or
 * in.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { sendCannotContinue } from "../dead-ends.ts";
import type { LoginServices } from "../people-services.ts";
import type { OpenLogin } from "./open-request.ts";
import { leadOn, proceed } from "./proceed.ts";

export async function letIn(
  request: FastifyRequest,
  reply: FastifyReply,
  open: OpenLogin,
  account: { userId: string; passwordVersion: number },
  services: LoginServices,
): Promise<FastifyReply> {
  return leadOn(reply, await proceed(request, reply, open, { ...account, amr: ["pwd"] }, services), () =>
    sendCannotContinue(reply),
  );
}
