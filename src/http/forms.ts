/** The two places a browser puts parameters, as they came: whoever reads them decides what a repeated one means. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { UnstorableText } from "../storage/errors.ts";

/** Within one room: forms and nothing else. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, body),
  );
}

export function queryString(request: FastifyRequest): string {
  const start = request.url.indexOf("?");
  return start < 0 ? "" : request.url.slice(start + 1);
}

/** Empty when there was no form. */
export function formString(request: FastifyRequest): string {
  return typeof request.body === "string" ? request.body : "";
}

export function queryOf(request: FastifyRequest): URLSearchParams {
  return storable(queryString(request));
}

export function formOf(request: FastifyRequest): URLSearchParams {
  return storable(formString(request));
}

/**
 * Nobody types a NUL. It is refused before anything is done; the database would refuse it too, but maybe after the
 * answer.
 */
function storable(encoded: string): URLSearchParams {
  const values = new URLSearchParams(encoded);
  for (const [name, value] of values) if (name.includes("\0") || value.includes("\0")) throw new UnstorableText();
  return values;
}
