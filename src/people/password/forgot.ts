/**
 * A forgotten password. Whoever is named, the answer is the same; only the mail knows whether there is such an account.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { SignetError } from "../../errors/signet-error.ts";
import type { App } from "../../http/app.ts";
import { formOf, queryOf } from "../../http/forms.ts";
import { LONGEST_LOGIN_NAME } from "../../identity/users/login-names.ts";
import { requestMail } from "../../identity/users/mail-requests.ts";
import { html } from "../../pages/html.ts";
import { paths, withRequest } from "../../pages/login-request.ts";
import { sendPage } from "../../pages/page.ts";
import { countAttempt, tellSlowed } from "../attempts.ts";
import { sendCannotContinue } from "../dead-ends.ts";
import { cancelForm, field, hiddenTicket } from "../parts.ts";
import type { LoginServices } from "../people-services.ts";
import { canBeLoginName, readLoginName } from "../sign-in/login-name.ts";
import { type OpenLogin, onTo, openRequest } from "../sign-in/open-request.ts";

const sent = `${paths.forgot}/sent`;

export function addForgot(app: App, services: LoginServices): void {
  app.get(paths.forgot, { config: { page: true } }, async (request, reply) => {
    const open = await openRequest(request, queryOf(request).get("request"), services);
    return open === undefined ? sendCannotContinue(reply) : ask(reply, open, { loginName: typedBefore(open) });
  });

  app.post(paths.forgot, { config: { page: true } }, async (request, reply) => {
    const form = formOf(request);
    const open = await openRequest(request, form.get("request"), services);
    if (open === undefined) return sendCannotContinue(reply);
    const loginName = (form.get("loginName") ?? "").trim();
    const { words } = open.appearance;
    if (!canBeLoginName(loginName)) {
      return ask(reply.code(400), open, { loginName: "", problem: words.say("signIn.loginNameMissing") });
    }
    const counted = await countAttempt(request, { kind: "forgot" }, services);
    if (counted.outcome === "slowed")
      return ask(reply, open, { loginName, problem: tellSlowed(reply, words, counted) });
    sendLink(request, open, loginName, services);
    return reply.redirect(onTo(sent, open, { at: "password", loginName }, services), 303);
  });

  app.get(sent, { config: { page: true } }, async (request, reply) => {
    const open = await openRequest(request, queryOf(request).get("request"), services);
    if (open === undefined) return sendCannotContinue(reply);
    const { words } = open.appearance;
    return sendPage(reply, open.appearance, {
      title: words.say("forgot.sentTitle"),
      leadsAway: true,
      body: html`<p>${words.say("forgot.sent", { loginName: typedBefore(open) })}</p>
<p class="quiet">${words.say("forgot.none")}</p>
<p><a href="${withRequest("", paths.login, open.ticket)}">${words.say("forgot.backToSignIn")}</a></p>`,
    });
  });
}

function typedBefore({ login, parameters }: OpenLogin): string {
  return login.step?.at === "password"
    ? login.step.loginName
    : (parameters.get("login_hint") ?? "").slice(0, LONGEST_LOGIN_NAME);
}

function ask(reply: FastifyReply, open: OpenLogin, shown: { loginName: string; problem?: string }): FastifyReply {
  const { words } = open.appearance;
  return sendPage(reply, open.appearance, {
    title: words.say("forgot.title"),
    address: withRequest("", paths.forgot, open.ticket),
    leadsAway: true,
    body: html`<p class="intro">${words.say("forgot.intro")}</p>
<form method="post" action="${paths.forgot}" novalidate>
${hiddenTicket(open)}
${field(words, {
  name: "loginName",
  label: words.say("signIn.loginName"),
  value: shown.loginName,
  autocomplete: "username",
  longest: LONGEST_LOGIN_NAME,
  focused: true,
  problem: shown.problem,
})}
<button>${words.say("forgot.submit")}</button>
</form>
<p class="quiet"><a href="${withRequest("", paths.login, open.ticket)}">${words.say("forgot.backToSignIn")}</a></p>
${cancelForm(open)}`,
  });
}

/**
 * After the answer, so that it takes as long for somebody as for nobody; and a mail that may not be sent is nobody's
 * business.
 */
function sendLink(request: FastifyRequest, open: OpenLogin, loginName: string, services: LoginServices): void {
  const { storage, ring, mail } = services;
  const { appearance } = open;
  const by = { actor: { kind: "visitor" }, requestId: request.id } as const;
  services.afterAnswer.run(async () => {
    // If several have proved the address, each is sent a mail there, and the person uses the one of the account that is
    // meant.
    const { candidates } = await readLoginName(storage.db, loginName, { open, secret: ring.ticketRoot().secret });
    for (const { userId } of candidates) {
      const wanted = { kind: "reset_password", userId, language: appearance.words.language } as const;
      try {
        await storage.transaction((tx) => requestMail(tx, wanted, by));
      } catch (error) {
        if (error instanceof SignetError) continue;
        throw error;
      }
      mail.wake();
    }
  });
}
