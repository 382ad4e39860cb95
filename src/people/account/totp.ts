/** An authenticator app is set up, or takes the place of the one before. */
import type { FastifyReply } from "fastify";
import { maySetUp } from "../../identity/factors/due.ts";
import { newTotpSecret } from "../../identity/factors/totp.ts";
import { html } from "../../pages/html.ts";
import { tellSlowed } from "../attempts.ts";
import { codeField, totpInstructions } from "../factors/factor-parts.ts";
import { setUp } from "../factors/set-up.ts";
import { afterAdding } from "./added-factor.ts";
import type { FormTicket } from "./form-ticket.ts";
import { places, sendAccountPage, ticketField } from "./frame.ts";
import { sendFormOver } from "./refusals.ts";
import type { Room } from "./room.ts";
import { addressFor, goTo, openForm, sealForm, type Visit } from "./visit.ts";

export function addAuthenticator(room: Room): void {
  room.page(places.totp, { fresh: true }, (visit) => {
    if (!isAllowed(visit)) return goTo(visit, places.security);
    const step = openForm(visit, places.totp, visit.query.get("step"));
    // The secret is made once and stays the same while the person looks for their phone.
    if (step?.secret === undefined)
      return goTo(visit, places.totp, { step: sealForm(visit, places.totp, { secret: newTotpSecret() }) });
    return show(visit, step.secret);
  });

  room.form(places.totp, { fresh: true, back: places.totp }, confirm);
}

function isAllowed({ situation }: Visit): boolean {
  return maySetUp(situation, "totp");
}

function show(visit: Visit, secret: string, problem?: string): FastifyReply {
  const { appearance, human, situation } = visit;
  const { words, brand } = appearance;
  return sendAccountPage(visit, {
    at: places.totp,
    title: words.say("security.totpAdd"),
    address: addressFor(visit, places.totp, { step: sealForm(visit, places.totp, { secret }) }),
    body: html`${situation.has.includes("totp") ? html`<p>${words.say("security.totpReplaceIntro")}</p>` : undefined}
${totpInstructions(words, secret, { issuer: brand.name, label: human.loginName })}
<form method="post" action="${places.totp}" novalidate>
${ticketField(visit, places.totp, { secret })}
${codeField(words, problem)}
<button>${words.say("code.submit")}</button>
</form>
<p class="quiet"><a href="${addressFor(visit, places.security)}">${words.say("common.back")}</a></p>`,
  });
}

async function confirm(visit: Visit, { secret }: FormTicket): Promise<FastifyReply> {
  const { human, form, appearance, reply } = visit;
  if (secret === undefined || !isAllowed(visit)) return sendFormOver(visit);
  const added = await setUp(visit, human, { kind: "totp", secret, code: form.get("code") ?? "" });
  if (added.outcome === "won") return afterAdding(visit, added);
  if (added.outcome === "slowed") return show(visit, secret, tellSlowed(reply, appearance.words, added));
  reply.code(401);
  return show(visit, secret, appearance.words.say("factor.wrong"));
}
