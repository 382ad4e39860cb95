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
import { setPasswordByLink, verifyEmail } from "../../identity/users/mail-links.ts";
import { newPassword } from "../../identity/users/new-password.ts";
import { type Appearance, appearanceFor } from "../../pages/appearance.ts";
import { html } from "../../pages/html.ts";
import { paths } from "../../pages/login-request.ts";
import { sendPage } from "../../pages/page.ts";
import { byPerson } from "../by-person.ts";
import { sendLinkOver } from "../dead-ends.ts";
import type { LoginServices } from "../people-services.ts";
import { type ChoosePassword, sendChoosePassword } from "./choose-password-page.ts";
import { askFirstPassword, type FirstPlace, openFinishing, setFirstPassword } from "./first-password.ts";

const passwordSet = `${paths.mailLink}/password-set`;
const addressConfirmed = `${paths.mailLink}/address-confirmed`;

interface ShownLink extends OpenMailLink {
  readonly ticket: string;
  readonly appearance: Appearance;
}

export function addMailLink(app: App, services: LoginServices): void {
  app.get(paths.mailLink, { config: { page: true } }, async (request, reply) => {
    const shown = await openLink(request, queryOf(request).get("link") ?? "", services);
    if (shown === undefined) return sendLinkOver(reply);
    if (shown.link.purpose === "verify_email") return askToConfirm(reply, shown);
    return shown.link.purpose === "registration"
      ? askFirst(reply, shown, services)
      : askPassword(reply, shown, undefined, services);
  });

  app.post(paths.mailLink, { config: { page: true } }, async (request, reply) => {
    const form = formOf(request);
    const shown = await openLink(request, form.get("link") ?? "", services);
    if (shown === undefined) return sendLinkOver(reply);
    if (shown.link.purpose === "verify_email") return confirmAddress(request, reply, shown, services);
    if (shown.link.purpose === "registration") return finishRegistration(request, reply, shown, form, services);
    return choosePassword(request, reply, shown, form.get("password") ?? "", services);
  });

  // Of their own, so that going back or loading again does not send a form twice.
  app.get(passwordSet, { config: { page: true } }, async (request, reply) => {
    const appearance = appearanceFor(request, { brand: await readBrand(services.storage.db) });
    return sendPage(reply, appearance, {
      title: appearance.words.say("newPassword.doneTitle"),
      body: html`<p>${appearance.words.say("newPassword.done")}</p>`,
    });
  });
  app.get(addressConfirmed, { config: { page: true } }, async (request, reply) => {
    const appearance = appearanceFor(request, { brand: await readBrand(services.storage.db) });
    return sendPage(reply, appearance, {
      title: appearance.words.say("link.confirmedTitle"),
      body: html`<p>${appearance.words.say("link.confirmed")}</p>`,
    });
  });
}

async function openLink(
  request: FastifyRequest,
  ticket: string,
  services: LoginServices,
): Promise<ShownLink | undefined> {
  const { db } = services.storage;
  const open = await openMailLink(db, services.tickets, ticket);
  return (
    open && { ...open, ticket, appearance: appearanceFor(request, { brand: await readBrand(db, open.organizationId) }) }
  );
}

const addressOf = (ticket: string) => `${paths.mailLink}?link=${ticket}`;

function askToConfirm(reply: FastifyReply, { appearance, ticket, email, loginName }: ShownLink): FastifyReply {
  return sendPage(reply, appearance, {
    title: appearance.words.say("link.confirmTitle"),
    address: addressOf(ticket),
    body: html`<p>${appearance.words.say("link.confirm", { email, loginName })}</p>
<form method="post" action="${paths.mailLink}">
<input type="hidden" name="link" value="${ticket}">
<button>${appearance.words.say("link.confirmSubmit")}</button>
</form>`,
  });
}

function placeOf(ticket: string): FirstPlace {
  return {
    action: paths.mailLink,
    hidden: html`<input type="hidden" name="link" value="${ticket}">`,
    address: addressOf(ticket),
  };
}

async function askFirst(
  reply: FastifyReply,
  { appearance, link, ticket }: ShownLink,
  services: LoginServices,
): Promise<FastifyReply> {
  const finishing = await openFinishing(services.storage.db, link);
  if (finishing === undefined) return sendLinkOver(reply);
  return askFirstPassword(reply, appearance, { ...finishing, place: placeOf(ticket) }, services);
}

async function finishRegistration(
  request: FastifyRequest,
  reply: FastifyReply,
  { appearance, link, ticket }: ShownLink,
  form: URLSearchParams,
  services: LoginServices,
): Promise<FastifyReply> {
  const finishing = await openFinishing(services.storage.db, link);
  if (finishing === undefined) return sendLinkOver(reply);
  const answer = await setFirstPassword(request, finishing, form.get("password") ?? "", services);
  if (answer.outcome === "lost") return sendLinkOver(reply);
  if (answer.outcome === "won") return reply.redirect(`${services.loginUrl}${passwordSet}`, 303);
  return askFirstPassword(
    reply.code(400),
    appearance,
    { ...finishing, place: placeOf(ticket), problem: answer.problem },
    services,
  );
}

async function askPassword(
  reply: FastifyReply,
  { appearance, ticket, link, loginName, organizationId }: ShownLink,
  problem: ChoosePassword["problem"],
  services: LoginServices,
): Promise<FastifyReply> {
  const { settings } = await readPolicy(services.storage.db, "password", organizationId);
  const first = link.purpose !== "reset_password";
  return sendChoosePassword(reply, appearance, {
    ...placeOf(ticket),
    loginName,
    minLength: settings.minLength,
    first,
    endsSessions: !first,
    problem,
  });
}

async function confirmAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  { link }: ShownLink,
  services: LoginServices,
): Promise<FastifyReply> {
  const outcome = await services.storage.transaction((tx) => verifyEmail(tx, link, byPerson(request, link.userId)));
  return outcome === "won" ? reply.redirect(`${services.loginUrl}${addressConfirmed}`, 303) : sendLinkOver(reply);
}

async function choosePassword(
  request: FastifyRequest,
  reply: FastifyReply,
  shown: ShownLink,
  password: string,
  services: LoginServices,
): Promise<FastifyReply> {
  const { link } = shown;
  const requester = hashRequester(request, link.userId);
  const chosen = await newPassword(services, { userId: link.userId, chosenBy: "owner", password, requester });
  if (chosen.outcome === "refused") return askPassword(reply.code(400), shown, chosen.problem, services);
  const outcome = await services.storage.transaction(async (tx) => {
    const won = await setPasswordByLink(tx, link, chosen.hash, byPerson(request, link.userId));
    if (won === "lost") return won;
    // Somebody's guesses at the former password do not make its owner wait with the new one.
    await forgetAttempts(tx, ...passwordSubjects(link.userId));
    await stayKnown(tx, { userId: link.userId, browser: services.cookies.binding(request) });
    return won;
  });
  return outcome === "won" ? reply.redirect(`${services.loginUrl}${passwordSet}`, 303) : sendLinkOver(reply);
}
