/** Where it does not go on: a form that is over, or that another site has sent. */
import type { FastifyReply } from "fastify";
import { type Appearance, appearanceFor } from "../../pages/appearance.ts";
import { html } from "../../pages/html.ts";
import { paths } from "../../pages/login-request.ts";
import { sendPage } from "../../pages/page.ts";
import type { Visit } from "./visit.ts";

export function sendFormOver({ reply, appearance }: Visit): FastifyReply {
  return refuse(reply, appearance);
}

export function refuseForeignForm(reply: FastifyReply): FastifyReply {
  return refuse(reply, appearanceFor(reply.request));
}

function refuse(reply: FastifyReply, appearance: Appearance): FastifyReply {
  const { words } = appearance;
  return sendPage(reply.code(400), appearance, {
    title: words.say("error.expiredTitle"),
    body: html`<p>${words.say("account.formOver")}</p>
<p>${words.say("account.formOverAdvice")}</p>
<p><a class="button other" href="${paths.account}">${words.say("account.back")}</a></p>`,
  });
}
