/** What a person sees when there is no way back to the application. */
import type { FastifyReply } from "fastify";
import { type Appearance, appearanceFor } from "../../pages/appearance.ts";
import { html } from "../../pages/html.ts";
import { sendPage } from "../../pages/page.ts";
import { endpoints } from "../discovery.ts";
import type { CannotReturn } from "./find-client.ts";
import type { AuthorizeRequest } from "./request.ts";
import { addressOf } from "./respond.ts";

/**
 * The details are for whoever wrote the application, who may not read the language of the page; they are in English.
 */
export function sendCannotReturn(
  reply: FastifyReply,
  { text, application, detail }: CannotReturn,
  uiLocales?: string,
): FastifyReply {
  const appearance = appearanceFor(reply.request, { uiLocales: uiLocales ?? null });
  const { words } = appearance;
  return sendPage(reply.code(400), appearance, {
    title: words.say("error.cannotTitle"),
    body: html`<p>${words.say(text, { application })}</p>
<p>${words.say("error.cannotAdvice")}</p>
<details class="more" open><summary>${words.say("common.forDevelopers")}</summary>
<p lang="en" dir="ltr">${detail} Request id: <code>${reply.request.id}</code></p></details>`,
  });
}

export function sendExpired(reply: FastifyReply): FastifyReply {
  const appearance = appearanceFor(reply.request);
  return sendPage(reply.code(400), appearance, {
    title: appearance.words.say("error.expiredTitle"),
    body: html`<p>${appearance.words.say("error.expired")}</p>
<p>${appearance.words.say("error.expiredAdvice")}</p>`,
  });
}

/** Somebody is signed in who may not use this application. The way back tells the application so. */
export function sendNotAdmitted(
  reply: FastifyReply,
  request: AuthorizeRequest,
  shown: { loginName: string; issuer: string; appearance: Appearance },
): FastifyReply {
  const answer = {
    error: "access_denied",
    error_description: "The person may not sign in at this application.",
    state: request.state,
    iss: shown.issuer,
  };
  const entries = Object.entries(answer).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const back = addressOf(
    { redirectUri: request.redirectUri, responseMode: request.responseMode === "fragment" ? "fragment" : "query" },
    new URLSearchParams(entries),
  );
  // Who has to prove again does so with the other account as well.
  const prompt = request.prompts.includes("login") ? "login" : "select_account";
  const { words } = shown.appearance;
  const application = request.client.application.name;
  return sendPage(reply.code(403), shown.appearance, {
    title: words.say("error.noAccessTitle"),
    body: html`<p>${words.say("error.noAccess", { loginName: shown.loginName, application })}</p>
<p>${words.say("error.noAccessAdvice", { application })}</p>
<p><a class="button" href="${endpoints.authorization}?${request.parameters.encode({ prompt })}">${words.say("accounts.other")}</a></p>
<p><a class="button other" href="${back}">${words.say("error.backTo", { application })}</a></p>`,
  });
}
