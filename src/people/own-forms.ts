/**
 * Forms of a room are sent by its own pages. The ticket in them proves that already; what a browser says about where a
 * form comes from is asked as well, so that there are two things to get around.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply } from "fastify";
import type { App } from "../http/app.ts";

export function refuseFormsFromElsewhere(
  room: App,
  loginUrl: string,
  refuse: (reply: FastifyReply) => FastifyReply,
): void {
  const { origin } = new URL(loginUrl);
  room.addHook("preHandler", async (request, reply) => {
    if (request.method === "POST" && isFromElsewhere(request.headers, origin)) return refuse(reply);
  });
}

/**
 * Our pages do not say where one comes from, so the origin of their own forms is `null`, which is anybody's; old
 * browsers say nothing.
 */
function isFromElsewhere(
  { origin = "null", "sec-fetch-site": site = "same-origin" }: IncomingHttpHeaders,
  own: string,
): boolean {
  return (origin !== "null" && origin !== own) || (site !== "same-origin" && site !== "none");
}
