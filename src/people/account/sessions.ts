/**
 * Where somebody is signed in, browsers and applications that may act for them, and what they allowed applications:
 * each can be ended or taken back, or all sessions ended at once.
 */
import type { FastifyReply } from "fastify";
import { type Consent, listConsents, takeBackConsent } from "../../identity/consents/consents.ts";
import { readInstance } from "../../identity/instance.ts";
import { unknownResource } from "../../identity/resource.ts";
import { type AppSession, endAppSessionOf, listAppSessions } from "../../identity/sessions/app-sessions.ts";
import { nameBrowser } from "../../identity/sessions/browser-name.ts";
import { endLoginSessionOf, type LoginSession, listLoginSessions } from "../../identity/sessions/login-sessions.ts";
import { endAllSessions } from "../../identity/users/users.ts";
import { type Html, html } from "../../pages/html.ts";
import { paths } from "../../pages/login-request.ts";
import type { Database } from "../../storage/database.ts";
import type { Words } from "../../texts/words.ts";
import { type AskedAccess, accessInWords, nameProjects } from "../consent/consent-words.ts";
import { buttonForm, places, sendAccountPage, ticketField } from "./frame.ts";
import type { Room } from "./room.ts";
import { goTo, type Visit } from "./visit.ts";

const OFFLINE = "offline_access";

export function addSessions(room: Room): void {
  room.page(places.sessions, {}, show);

  room.form(places.endBrowser, { back: places.sessions }, async (visit) => {
    const { services, human, account, by, form } = visit;
    const id = form.get("id") ?? "";
    const outcome = await services.storage.transaction((tx) => endLoginSessionOf(tx, human.id, id, by));
    if (outcome === "lost") throw unknownResource("login_session", id);
    return id === account.sessionId ? leave(visit) : goTo(visit, places.sessions, { done: "ended" });
  });

  room.form(places.endApplication, { back: places.sessions }, async (visit) => {
    const { services, human, by, form } = visit;
    const id = form.get("id") ?? "";
    const outcome = await services.storage.transaction((tx) => endAppSessionOf(tx, human.id, id, by));
    if (outcome === "lost") throw unknownResource("app_session", id);
    return goTo(visit, places.sessions, { done: "ended" });
  });

  room.form(places.takeBackConsent, { back: places.sessions }, async (visit) => {
    const { services, human, by, form } = visit;
    const applicationId = form.get("id") ?? "";
    const outcome = await services.storage.transaction((tx) =>
      takeBackConsent(tx, { userId: human.id, applicationId }, by),
    );
    if (outcome === "lost") throw unknownResource("consent", applicationId);
    return goTo(visit, places.sessions, { done: "takenBack" });
  });

  room.form(places.endAll, { back: places.sessions }, async (visit) => {
    const { services, human, by } = visit;
    await services.storage.transaction((tx) => endAllSessions(tx, human.id, by));
    return leave(visit);
  });
}

/** The session is over; the others of this browser stay. */
export function leave({ services, request, reply, account }: Visit, path: string = paths.signedOut): FastifyReply {
  const left = services.cookies.sessions(request).filter(({ id }) => id !== account.sessionId);
  services.cookies.writeSessions(reply, left);
  return reply.redirect(`${services.loginUrl}${path}`, 303);
}

async function show(visit: Visit): Promise<FastifyReply> {
  const { services, human, appearance } = visit;
  const { words } = appearance;
  const { db } = services.storage;
  const browsers = await listLoginSessions(db, human.id);
  const applications = (await listAppSessions(db, human.id)).filter(({ scopes }) => scopes.includes(OFFLINE));
  const allowed = await listAllowed(db, human.id);
  return sendAccountPage(visit, {
    at: places.sessions,
    title: words.say("sessions.title"),
    body: html`<h2>${words.say("sessions.browsers")}</h2>
<ul class="things">
${browsers.map((session) => browserRow(visit, session))}</ul>
<h2>${words.say("sessions.applications")}</h2>
${
  applications.length === 0
    ? html`<p class="intro">${words.say("sessions.noApplications")}</p>`
    : html`<p class="intro">${words.say("sessions.applicationsIntro")}</p>
<ul class="things">
${applications.map((session) => applicationRow(visit, session))}</ul>`
}
<h2>${words.say("sessions.allowed")}</h2>
${
  allowed.length === 0
    ? html`<p class="intro">${words.say("sessions.noAllowed")}</p>`
    : html`<p class="intro">${words.say("sessions.allowedIntro")}</p>
<ul class="things">
${allowed.map((consent) => consentRow(visit, consent))}</ul>`
}
<form method="post" action="${places.endAll}">
${ticketField(visit, places.endAll)}
<button class="other">${words.say("sessions.everywhere")}</button>
<p class="hint">${words.say("sessions.everywhereHint")}</p>
</form>`,
  });
}

function browserRow(visit: Visit, session: LoginSession): Html {
  const { words } = visit.appearance;
  const name = browserText(words, session.userAgent);
  const isThis = session.id === visit.account.sessionId;
  const button = { id: session.id, text: words.say("sessions.end"), label: words.say("sessions.endNamed", { name }) };
  return html`<li><span class="what"><b>${name}</b>${isThis ? html` <i class="tag">${words.say("sessions.this")}</i>` : undefined}<span>${words.say("sessions.since", { time: words.moment(session.createdAt) })}</span><span>${words.say("sessions.lastUsed", { time: words.moment(session.lastUsedAt) })}</span></span>${buttonForm(visit, places.endBrowser, button)}</li>\n`;
}

function browserText(words: Words, userAgent: string): string {
  const known = nameBrowser(userAgent);
  if (known === undefined) return words.say("browser.unknown");
  return known.system === undefined
    ? known.browser
    : words.say("browser.on", { browser: known.browser, system: known.system });
}

function applicationRow(visit: Visit, session: AppSession): Html {
  const { words } = visit.appearance;
  const name = session.applicationName;
  const button = {
    id: session.id,
    text: words.say("sessions.endApplication"),
    label: words.say("sessions.endApplicationNamed", { name }),
  };
  return html`<li><span class="what"><b><bdi>${name}</bdi></b><span>${words.say("sessions.since", { time: words.moment(session.createdAt) })}</span><span>${words.say("sessions.lastUsed", { time: words.moment(session.lastUsedAt) })}</span></span>${buttonForm(visit, places.endApplication, button)}</li>\n`;
}

type Allowed = Consent & Omit<AskedAccess, "client">;

/** With the names of what they may reach beyond themselves. */
async function listAllowed(db: Database, userId: string): Promise<Allowed[]> {
  const consents = await listConsents(db, userId);
  if (consents.length === 0) return [];
  const instance = await readInstance(db);
  const projects = await nameProjects(
    db,
    instance,
    consents.flatMap(({ scopes }) => scopes),
  );
  return consents.map((consent) => ({ ...consent, instance, projects }));
}

function consentRow(visit: Visit, allowed: Allowed): Html {
  const { words } = visit.appearance;
  const { applicationId, applicationName: name, organization, changedAt } = allowed;
  const since = { organization: organization.name, domain: organization.domain, time: words.moment(changedAt) };
  const button = {
    id: applicationId,
    text: words.say("sessions.takeBack"),
    label: words.say("sessions.takeBackNamed", { name }),
  };
  const access = accessInWords(words, { ...allowed, client: { roleAssertion: false } });
  return html`<li><span class="what"><b><bdi>${name}</bdi></b><span>${words.say("sessions.allowedSince", since)}</span>${access.map((line) => html`<span>${line}</span>`)}</span>${buttonForm(visit, places.takeBackConsent, button)}</li>\n`;
}
