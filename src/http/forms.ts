/** The two places a browser puts parameters, as they came: whoever reads them decides what a repeated one means. */
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Within one room: forms and nothing else. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) => done(null, body));
}

export function queryString(request: FastifyRequest): string {
  const start = request.url.indexOf("?");
  return start < 0 ? "" : request.url.slice(start + 1);
}

/** Empty when there was no form. */
export function formString(request: FastifyRequest): string {
  return typeof request.body === "string" ? request.body : "";
}
