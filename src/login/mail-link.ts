/**
 * The pages behind the links in mails. Mail scanners follow links, so opening one only shows a form; sending the form uses it.
 * The link itself is the proof: whoever has it can do what it is for, in any browser, once.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../http/app.ts";
import { paths } from "../http/login-request.ts";
import { accountSubject, forgetAttempts } from "../identity/limits/proof-attempts.ts";
import { readPolicy } from "../identity/policies.ts";
import { type OpenMailLink, openMailLink } from "../identity/users/mail-link-tickets.ts";
import { setPasswordByLink, verifyEmail } from "../identity/users/mail-links.ts";
import { findPasswordProblem } from "../identity/users/password-rules.ts";
import { sendAddressConfirmed, sendChoosePassword, sendConfirmAddress, sendLinkOver, sendPasswordSet } from "./mail-link-pages.ts";
import { formOf, queryOf } from "./open-request.ts";
import type { LoginServices } from "./services.ts";

const passwordSet = `${paths.mailLink}/password-set`;
const addressConfirmed = `${paths.mailLink}/address-confirmed`;

export function addMailLink(app: App, services: LoginServices): void {
  app.get(paths.mailLink, { config: { page: true } }, async (request, reply) => {
    const ticket = queryOf(request).get("link") ?? "";
    const open = await openMailLink(services.storage.db, services.tickets, ticket);
    if (open === undefined) return sendLinkOver(reply);
    if (open.link.purpose === "verify_email") return sendConfirmAddress(reply, { ticket, ...open });
    const { settings } = await readPolicy(services.storage.db, "password", open.organizationId);
    return sendChoosePassword(reply, { ticket, ...open, minLength: settings.minLength });
  });

  app.post(paths.mailLink, { config: { page: true } }, async (request, reply) => {
    const form = formOf(request);
    const ticket = form.get("link") ?? "";
    const open = await openMailLink(services.storage.db, services.tickets, ticket);
    if (open === undefined) return sendLinkOver(reply);
    if (open.link.purpose === "verify_email") return confirmAddress(request, reply, open, services);
    return choosePassword(request, reply, { ...open, ticket, password: form.get("password") ?? "" }, services);
  });

  // Of their own, so that going back or loading again does not send a form twice.
  app.get(passwordSet, { config: { page: true } }, async (_request, reply) => sendPasswordSet(reply));
  app.get(addressConfirmed, { config: { page: true } }, async (_request, reply) => sendAddressConfirmed(reply));
}

async function confirmAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  { link }: OpenMailLink,
  services: LoginServices,
): Promise<FastifyReply> {
  const outcome = await services.storage.transaction((tx) => verifyEmail(tx, link, byPerson(request, link.userId)));
  return outcome === "won" ? reply.redirect(`${services.loginUrl}${addressConfirmed}`, 303) : sendLinkOver(reply);
}

async function choosePassword(
  request: FastifyRequest,
  reply: FastifyReply,
  { link, ticket, password, ...open }: OpenMailLink & { ticket: string; password: string },
  services: LoginServices,
): Promise<FastifyReply> {
  const { db } = services.storage;
  const { settings } = await readPolicy(db, "password", open.organizationId);
  const userName = open.loginName.slice(0, open.loginName.lastIndexOf("@"));
  const problem = await findPasswordProblem(password, settings, [open.loginName, userName, open.email]);
  if (problem !== undefined) {
    reply.code(400);
    return sendChoosePassword(reply, { link, ticket, ...open, minLength: settings.minLength, problem });
  }
  const hash = await services.passwords.hash(password);
  const outcome = await services.storage.transaction(async (tx) => {
    const won = await setPasswordByLink(tx, link, hash, byPerson(request, link.userId));
    // Somebody's guesses at the former password do not make its owner wait with the new one.
    if (won === "won") await forgetAttempts(tx, accountSubject(link.userId));
    return won;
  });
  return outcome === "won" ? reply.redirect(`${services.loginUrl}${passwordSet}`, 303) : sendLinkOver(reply);
}

function byPerson(request: FastifyRequest, userId: string) {
  return { actor: { kind: "user", id: userId }, requestId: request.id } as const;
}
