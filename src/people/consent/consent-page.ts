/**
 * Who asks, what it would learn and may do, how long, where the answer goes, and as whom: with two answers of the same
 * weight.
 */
import type { FastifyReply } from "fastify";
import { html } from "../../pages/html.ts";
import { paths, withRequest } from "../../pages/login-request.ts";
import { sendPage } from "../../pages/page.ts";
import { hiddenTicket, whoBox } from "../parts.ts";
import type { OpenLogin } from "../sign-in/open-request.ts";

export interface AskedConsent {
  readonly loginName: string;
  /** That the application belongs to. */
  readonly organization: { readonly name: string; readonly domain: string };
  readonly isOwn: boolean;
  /** Where the answer goes. */
  readonly destination: string;
  readonly access: readonly string[];
  readonly offline: boolean;
  /** In seconds. */
  readonly lasts: number;
}

export function sendConsentPage(reply: FastifyReply, open: OpenLogin, asked: AskedConsent): FastifyReply {
  const { words } = open.appearance;
  const application = open.application.name;
  const { name, domain } = asked.organization;
  const time = words.duration(asked.lasts);
  return sendPage(reply, open.appearance, {
    title: words.say("consent.title", { application }),
    address: withRequest("", paths.consent, open.ticket),
    leadsAway: true,
    body: html`<p class="intro">${words.say(asked.isOwn ? "consent.ownOrganization" : "consent.otherOrganization", { application, organization: name, domain })}</p>
${whoBox(words, asked.loginName, withRequest("", paths.accounts, open.ticket))}
<h2 class="small">${words.say("consent.learns")}</h2>
<ul class="access">
${asked.access.map((line) => html`<li>${line}</li>\n`)}</ul>
<p class="quiet">${words.say(asked.offline ? "consent.lastsOffline" : "consent.lasts", { time })}</p>
<p class="quiet">${words.say("consent.destination")} <b><bdi dir="ltr">${asked.destination}</bdi></b></p>
<p class="quiet">${words.say("consent.remembered")}</p>
<form method="post" action="${paths.consent}" class="answers">
${hiddenTicket(open)}
<button class="other" name="answer" value="deny">${words.say("consent.deny")}</button>
<button class="other" name="answer" value="allow">${words.say("consent.allow")}</button>
</form>`,
  });
}
