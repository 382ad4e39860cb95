/** Where it does not go on: the page is too old, belongs to another browser, or its link is over. */
import type { FastifyReply } from "fastify";
import { appearanceFor } from "../pages/appearance.ts";
import { html } from "../pages/html.ts";
import { sendPage } from "../pages/page.ts";

export function sendCannotContinue(reply: FastifyReply): FastifyReply {
  const appearance = appearanceFor(reply.request);
  return sendPage(reply.code(400), appearance, {
    title: appearance.words.say("error.expiredTitle"),
    body: html`<p>${appearance.words.say("error.expired")}</p>
<p>${appearance.words.say("error.expiredAdvice")}</p>`,
  });
}

/** One page for all reasons: which of them it is would tell a stranger about the person. */
export function sendLinkOver(reply: FastifyReply): FastifyReply {
  const appearance = appearanceFor(reply.request);
  return sendPage(reply.code(400), appearance, {
    title: appearance.words.say("link.overTitle"),
    body: html`<p>${appearance.words.say("link.over")}</p>
<p>${appearance.words.say("link.overAdvice")}</p>`,
  });
}
