/**
 * Codes by e-mail as a second factor: wanted by whoever shows that they arrive. The address is the confirmed one, never
 * one from a form.
 */

import type { FastifyReply } from "fastify";
import { maySetUp } from "../../identity/factors/due.ts";
import { requestCodeMail } from "../../identity/users/mail-requests.ts";
import { alert } from "../../pages/fields.ts";
import { html } from "../../pages/html.ts";
import { tellSlowed, tooManyMails } from "../attempts.ts";
import { codeField } from "../factors/factor-parts.ts";
import { setUp } from "../factors/set-up.ts";
import { afterAdding } from "./added-factor.ts";
import type { FormTicket } from "./form-ticket.ts";
import { places, sendAccountPage, ticketField } from "./frame.ts";
import { sendFormOver } from "./refusals.ts";
import type { Room } from "./room.ts";
import { addressFor, goTo, openForm, sealForm, type Visit } from "./visit.ts";

export function addCodesByMail(room: Room): void {
  room.page(places.emailCodes, { fresh: true }, (visit) => {
    if (!isAllowed(visit)) return goTo(visit, places.security);
    return show(visit, openForm(visit, places.emailCodes, visit.query.get("step"))?.codeId);
  });

  room.form(places.emailCodes, { fresh: true, back: places.emailCodes }, (visit, ticket) => {
    if (!isAllowed(visit)) return sendFormOver(visit);
    return ticket.codeId === undefined ? send(visit) : confirm(visit, ticket);
  });
}

function isAllowed({ situation }: Visit): boolean {
  return maySetUp(situation, "email_code");
}

function show(visit: Visit, codeId: string | undefined, problem?: string): FastifyReply {
  const { appearance, human } = visit;
  const { words } = appearance;
  const { email } = human;
  const remembered = codeId === undefined ? {} : { codeId };
  return sendAccountPage(visit, {
    at: places.emailCodes,
    title: words.say("security.emailCodeAdd"),
    address: addressFor(
      visit,
      places.emailCodes,
      codeId === undefined ? {} : { step: sealForm(visit, places.emailCodes, remembered) },
    ),
    body: html`<p class="intro">${words.say(codeId === undefined ? "factor.emailIntro" : "factor.emailSent", { email })}</p>
${codeId === undefined ? alert(problem) : undefined}<form method="post" action="${places.emailCodes}" novalidate>
${ticketField(visit, places.emailCodes, remembered)}
${codeId === undefined ? undefined : codeField(words, problem)}
<button>${words.say(codeId === undefined ? "factor.emailSend" : "code.submit")}</button>
</form>
<p class="quiet"><a href="${addressFor(visit, places.security)}">${words.say("common.back")}</a></p>`,
  });
}

async function send(visit: Visit): Promise<FastifyReply> {
  const { services, human, by, appearance, reply } = visit;
  const wanted = { userId: human.id, purpose: "second_factor", language: appearance.words.language } as const;
  const codeId = await services.storage.transaction((tx) => requestCodeMail(tx, wanted, by));
  if (codeId === undefined) {
    const { problem, status } = tooManyMails(appearance.words);
    reply.code(status);
    return show(visit, undefined, problem);
  }
  services.mail.wake();
  return goTo(visit, places.emailCodes, { step: sealForm(visit, places.emailCodes, { codeId }) });
}

async function confirm(visit: Visit, { codeId }: FormTicket): Promise<FastifyReply> {
  const { human, form, appearance, reply } = visit;
  const added = await setUp(visit, human, { kind: "email_code", codeId, code: form.get("code") ?? "" });
  if (added.outcome === "won") return afterAdding(visit, added);
  if (added.outcome === "slowed") return show(visit, codeId, tellSlowed(reply, appearance.words, added));
  reply.code(401);
  return show(visit, codeId, appearance.words.say("code.wrong"));
}
