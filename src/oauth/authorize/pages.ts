/** What a person sees when there is no way back to the application. */
import type { FastifyReply } from "fastify";
import { html } from "../../http/html.ts";
import { sendPage } from "../../http/page.ts";
import { endpoints } from "../discovery.ts";
import type { CannotReturn } from "./find-client.ts";
import type { AuthorizeRequest } from "./request.ts";
import { addressOf } from "./respond.ts";

export function sendCannotReturn(reply: FastifyReply, { message, detail }: CannotReturn): FastifyReply {
  reply.code(400);
  return sendPage(reply, {
    title: "We cannot continue",
    body: html`<p>${message}</p>
<p>Go back to the application and try again. If it happens again, tell the people who run it.</p>
<p class="quiet">For them: ${detail} Request id: <code>${reply.request.id}</code></p>`,
  });
}

export function sendExpired(reply: FastifyReply): FastifyReply {
  reply.code(400);
  return sendPage(reply, {
    title: "This sign-in cannot be continued",
    body: html`<p>It has taken too long, or it was begun in another browser. Nothing was shared.</p>
<p>Go back to the application and sign in again.</p>`,
  });
}

/** Somebody is signed in who may not use this application. The way back tells the application so. */
export function sendNotAdmitted(reply: FastifyReply, request: AuthorizeRequest, loginName: string, issuer: string): FastifyReply {
  const answer = {
    error: "access_denied",
    error_description: "The person may not sign in at this application.",
    state: request.state,
    iss: issuer,
  };
  const entries = Object.entries(answer).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const back = addressOf(
    { redirectUri: request.redirectUri, responseMode: request.responseMode === "fragment" ? "fragment" : "query" },
    new URLSearchParams(entries),
  );
  // Who has to prove again does so with the other account as well.
  const prompt = request.prompts.includes("login") ? "login" : "select_account";
  reply.code(403);
  return sendPage(reply, {
    title: "You have no access to this application",
    body: html`<p>You are signed in as ${loginName}, and ${request.client.application.name} is not open to that account.</p>
<p>If you should have access, ask the people who manage ${request.client.application.name}.</p>
<p><a href="${endpoints.authorization}?${request.parameters.encode({ prompt })}">Use another account</a></p>
<p><a href="${back}">Back to ${request.client.application.name}</a></p>`,
  });
}
