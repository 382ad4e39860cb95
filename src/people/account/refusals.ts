/** Where it does not go on: a form that is over, or that another site has sent. */
import type { FastifyReply } from "fastify";
import { html } from "../../pages/html.ts";
import { paths } from "../../pages/login-request.ts";
import { type Look, lookFor } from "../../pages/look.ts";
import { sendPage } from "../../pages/page.ts";
import type { Visit } from "./visit.ts";

export function sendFormOver({ reply, look }: Visit): FastifyReply {
  return refuse(reply, look);
}

export function refuseForeignForm(reply: FastifyReply): FastifyReply {
  return refuse(reply, lookFor(reply.request));
}

function refuse(reply: FastifyReply, look: Look): FastifyReply {
  const { words } = look;
  return sendPage(reply.code(400), look, {
    title: words.say("error.expiredTitle"),
    body: html`<p>${words.say("account.formOver")}</p>
<p>${words.say("account.formOverAdvice")}</p>
<p><a class="button other" href="${paths.account}">${words.say("account.back")}</a></p>`,
  });
}
