/** Where it does not go on: the page is too old, belongs to another browser, or its link is over. */
import type { FastifyReply } from "fastify";
import { html } from "../pages/html.ts";
import { lookFor } from "../pages/look.ts";
import { sendPage } from "../pages/page.ts";

export function sendCannotContinue(reply: FastifyReply): FastifyReply {
  const look = lookFor(reply.request);
  return sendPage(reply.code(400), look, {
    title: look.words.say("error.expiredTitle"),
    body: html`<p>${look.words.say("error.expired")}</p>
<p>${look.words.say("error.expiredAdvice")}</p>`,
  });
}

/** One page for all reasons: which of them it is would tell a stranger about the person. */
export function sendLinkOver(reply: FastifyReply): FastifyReply {
  const look = lookFor(reply.request);
  return sendPage(reply.code(400), look, {
    title: look.words.say("link.overTitle"),
    body: html`<p>${look.words.say("link.over")}</p>
<p>${look.words.say("link.overAdvice")}</p>`,
  });
}
