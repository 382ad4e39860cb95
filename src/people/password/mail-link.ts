/**
 * The pages behind the links in mails. Mail scanners follow links, so opening one only shows a form; sending the form
 * uses it. The link itself is the proof: whoever has it can do what it is for, in any browser, once.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../http/app.ts";
import { hashRequester } from "../../http/client-address.ts";
import { formOf, queryOf } from "../../http/forms.ts";
import { readBrand } from "../../identity/branding/brand.ts";
import { passwordSubjects } from "../../identity/limits/attempts.ts";
import { forgetAttempts } from "../../identity/limits/proof-attempts.ts";
import { readPolicy } from "../../identity/policies/policies.ts";
import { stayKnown } from "../../identity/sessions/known-browsers.ts";
import { type OpenMailLink, openMailLink } from "../../identity/users/mail-link-tickets.ts";
import { type MailLinkPurpose, setPasswordByLink, verifyEmail } from "../../identity/users/mail-links.ts";
import { newPassword } from "../../identity/users/new-password.ts";
import type { PasswordProblem } from "../../identity/users/password-rules.ts";
import { type Appearance, appearanceFor } from "../../pages/appearance.ts";
import { html } from "../../pages/html.ts";
import { paths } from "../../pages/login-request.ts";
import { type Page, sendPage } from "../../pages/page.ts";
import type { TextKey } from "../../texts/words.ts";
import { byPerson } from "../by-person.ts";
import { sendLinkOver } from "../dead-ends.ts";
import type { PeopleServices } from "../people-services.ts";
import { choosePasswordPage } from "./choose-password-page.ts";
import { firstPasswordPage, openFinishing, setFirstPassword } from "./first-password.ts";

interface LinkVisit extends OpenMailLink {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: PeopleServices;
  readonly form: URLSearchParams;
  readonly ticket: string;
  readonly appearance: Appearance;
}

/** What a link is for: the page that it opens, and what its form does. */
interface LinkUse {
  page(visit: LinkVisit, refused?: PasswordProblem): Promise<Page | undefined> | Page;
  take(visit: LinkVisit): Promise<"password-set" | "address-confirmed" | "over" | { refused: PasswordProblem }>;
}

const choosing: LinkUse = { page: passwordPage, take: setPassword };
const uses: Record<MailLinkPurpose, LinkUse> = {
  verify_email: { page: confirmPage, take: confirmAddress },
  registration: { page: firstPage, take: finishRegistration },
  invitation: choosing,
  reset_password: choosing,
};

export function addMailLink(app: App, services: PeopleServices): void {
  app.get(paths.mailLink, { config: { page: true } }, async (request, reply) => {
    const visit = await openVisit(request, reply, services);
    return visit === undefined ? sendLinkOver(reply) : show(visit);
  });

  app.post(paths.mailLink, { config: { page: true } }, async (request, reply) => {
    const visit = await openVisit(request, reply, services);
    const outcome = visit === undefined ? "over" : await uses[visit.link.purpose].take(visit);
    if (visit === undefined || outcome === "over") return sendLinkOver(reply);
    if (typeof outcome === "string") return reply.redirect(`${services.loginUrl}${paths.mailLink}/${outcome}`, 303);
    reply.code(400);
    return show(visit, outcome.refused);
  });

  // Of their own, so that going back or loading again does not send a form twice.
  const done = (path: string, title: TextKey, text: TextKey) =>
    app.get(`${paths.mailLink}/${path}`, { config: { page: true } }, async (request, reply) => {
      const appearance = appearanceFor(request, { brand: await readBrand(services.storage.db) });
      const { words } = appearance;
      return sendPage(reply, appearance, { title: words.say(title), body: html`<p>${words.say(text)}</p>` });
    });
  done("password-set", "newPassword.doneTitle", "newPassword.done");
  done("address-confirmed", "link.confirmedTitle", "link.confirmed");
}

async function openVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  services: PeopleServices,
): Promise<LinkVisit | undefined> {
  const { db } = services.storage;
  const form = formOf(request);
  const ticket = (request.method === "POST" ? form : queryOf(request)).get("link") ?? "";
  const open = await openMailLink(db, services.tickets, ticket);
  if (open === undefined) return undefined;
  const appearance = appearanceFor(request, { brand: await readBrand(db, open.organizationId) });
  return { ...open, request, reply, services, form, ticket, appearance };
}

async function show(visit: LinkVisit, refused?: PasswordProblem): Promise<FastifyReply> {
  const page = await uses[visit.link.purpose].page(visit, refused);
  if (page === undefined) return sendLinkOver(visit.reply);
  return sendPage(visit.reply, visit.appearance, { ...page, address: `${paths.mailLink}?link=${visit.ticket}` });
}

const hiddenLink = ({ ticket }: LinkVisit) => html`<input type="hidden" name="link" value="${ticket}">`;

function confirmPage(visit: LinkVisit): Page {
  const { email, loginName } = visit;
  const { words } = visit.appearance;
  return {
    title: words.say("link.confirmTitle"),
    body: html`<p>${words.say("link.confirm", { email, loginName })}</p>
<form method="post" action="${paths.mailLink}">
${hiddenLink(visit)}
<button>${words.say("link.confirmSubmit")}</button>
</form>`,
  };
}

async function confirmAddress({ request, services, link }: LinkVisit): ReturnType<LinkUse["take"]> {
  const outcome = await services.storage.transaction((tx) => verifyEmail(tx, link, byPerson(request, link.userId)));
  return outcome === "won" ? "address-confirmed" : "over";
}

async function firstPage(visit: LinkVisit, problem?: PasswordProblem): Promise<Page | undefined> {
  const finishing = await openFinishing(visit.services.storage.db, visit.link);
  const shown = { action: paths.mailLink, hidden: hiddenLink(visit), problem };
  return finishing && firstPasswordPage(visit, finishing.human, shown);
}

async function finishRegistration(visit: LinkVisit): ReturnType<LinkUse["take"]> {
  const finishing = await openFinishing(visit.services.storage.db, visit.link);
  if (finishing === undefined) return "over";
  const set = await setFirstPassword(visit, finishing, visit.form.get("password") ?? "");
  if (set.outcome === "refused") return { refused: set.problem };
  return set.outcome === "won" ? "password-set" : "over";
}

async function passwordPage(visit: LinkVisit, problem?: PasswordProblem): Promise<Page> {
  const { services, appearance, link, loginName, organizationId } = visit;
  const { settings } = await readPolicy(services.storage.db, "password", organizationId);
  const first = link.purpose !== "reset_password";
  return choosePasswordPage(appearance.words, {
    action: paths.mailLink,
    hidden: hiddenLink(visit),
    loginName,
    minLength: settings.minLength,
    first,
    endsSessions: !first,
    problem,
  });
}

async function setPassword({ request, services, link, form }: LinkVisit): ReturnType<LinkUse["take"]> {
  const { userId } = link;
  const password = form.get("password") ?? "";
  const requester = hashRequester(request, userId);
  const chosen = await newPassword(services, { userId, chosenBy: "owner", password, requester });
  if (chosen.outcome === "refused") return { refused: chosen.problem };
  return services.storage.transaction(async (tx) => {
    const outcome = await setPasswordByLink(tx, link, chosen.hash, byPerson(request, userId));
    if (outcome === "lost") return "over";
    // Somebody's guesses at the former password do not make its owner wait with the new one.
    await forgetAttempts(tx, ...passwordSubjects(userId));
    await stayKnown(tx, { userId, browser: services.cookies.binding(request) });
    return "password-set";
  });
}
