/** GET and POST /oauth/v2/userinfo (OpenID Connect Core §5.3): claims about the user whose access token it is. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../http/app.ts";
import { allowAnyOrigin } from "../http/cors.ts";
import type { Instance } from "../identity/instance.ts";
import { readSubject } from "../identity/sessions/subject.ts";
import { readAccessToken } from "../tokens/access-tokens.ts";
import { type ActiveToken, detailFor, findActiveToken, noteUseOf } from "../tokens/active-token.ts";
import { claimsOf } from "./claims.ts";
import { endpoints } from "./discovery.ts";
import { OauthError } from "./errors.ts";
import type { MachineServices } from "./machine-services.ts";
import { onlyProject } from "./token-response.ts";

export function addUserinfo(app: App, services: MachineServices): void {
  const options = allowAnyOrigin(app, endpoints.userinfo, ["GET", "POST"]);
  const handler = (request: FastifyRequest, reply: FastifyReply) => userinfo(request, reply, services);
  app.get(endpoints.userinfo, options, handler);
  app.post(endpoints.userinfo, options, handler);
}

async function userinfo(request: FastifyRequest, reply: FastifyReply, services: MachineServices): Promise<unknown> {
  const { authorization } = request.headers;
  // RFC 6750 §3.1: who sends no token at all is told how to send one, and no error code.
  if (authorization === undefined) return reply.code(401).header("www-authenticate", 'Bearer realm="signet"').send();
  const instance = await services.instance();
  const token = await findToken(authorization, services, instance);
  if (token === undefined)
    throw new OauthError("invalid_token", "The access token is not one of ours, has expired, or was ended.");
  if (!token.scopes.includes("openid"))
    throw new OauthError("invalid_token", "The access token was given without the scope openid.");
  await noteUseOf(services.storage.db, token);
  const { subject, audience, scopes } = token;
  services.usage.count("userinfo", subject.organization.id);
  if (subject.application !== undefined) services.usage.note("profile", subject.application.id);
  const project = subject.application ?? onlyProject(audience, { serviceProjectId: instance.projectId });
  return { ...claimsOf(subject, scopes, project), sub: subject.userId };
}

/** RFC 6750 §2.1, and no other place: addresses are logged, bodies are forms that a page can make somebody send. */
async function findToken(
  authorization: string,
  { storage: { db }, tokens }: MachineServices,
  instance: Instance,
): Promise<ActiveToken | undefined> {
  const text = /^bearer +([\w.~+/-]+=*)$/i.exec(authorization)?.[1];
  const token = text === undefined ? undefined : await readAccessToken(tokens, text);
  if (token === undefined) return undefined;
  return findActiveToken(db, token, await readSubject(db, token, detailFor(token, instance.projectId)), instance);
}
