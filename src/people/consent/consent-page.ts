/**
 * Who asks, what it would learn and may do, how long, where the answer goes, and as whom: with two answers of the same
 * weight.
 */
import { html } from "../../pages/html.ts";
import { paths, withRequest } from "../../pages/login-request.ts";
import type { StepPage } from "../outcome.ts";
import { hiddenTicket, whoBox } from "../parts.ts";
import type { SignInVisit } from "../sign-in/visit.ts";

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

export function consentPage(visit: SignInVisit, asked: AskedConsent): StepPage {
  const { appearance } = visit;
  const { words } = appearance;
  const application = visit.application.name;
  const { name, domain } = asked.organization;
  const time = words.duration(asked.lasts);
  return {
    appearance,
    title: words.say("consent.title", { application }),
    body: html`<p class="intro">${words.say(asked.isOwn ? "consent.ownOrganization" : "consent.otherOrganization", { application, organization: name, domain })}</p>
${whoBox(words, asked.loginName, withRequest("", paths.accounts, visit.ticket))}
<h2 class="small">${words.say("consent.learns")}</h2>
<ul class="access">
${asked.access.map((line) => html`<li>${line}</li>\n`)}</ul>
<p class="quiet">${words.say(asked.offline ? "consent.lastsOffline" : "consent.lasts", { time })}</p>
<p class="quiet">${words.say("consent.destination")} <b><bdi dir="ltr">${asked.destination}</bdi></b></p>
<p class="quiet">${words.say("consent.remembered")}</p>
<form method="post" action="${paths.consent}" class="answers">
${hiddenTicket(visit)}
<button class="other" name="answer" value="deny">${words.say("consent.deny")}</button>
<button class="other" name="answer" value="allow">${words.say("consent.allow")}</button>
</form>`,
  };
}
