/**
 * After the form: the code from the mail, then the first password, and in. The link in the mail leads to the same,
 * elsewhere.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../http/app.ts";
import { formOf, queryOf } from "../../http/forms.ts";
import { unknownNameSubject } from "../../identity/limits/attempts.ts";
import { spendOneTimeCode } from "../../identity/limits/one-time-codes.ts";
import { defaultThrottle, forgetAttempts, giveBackAttempt } from "../../identity/limits/proof-attempts.ts";
import { emailAddress, nameKey } from "../../identity/names.ts";
import { prepareMailLink } from "../../identity/users/mail-links.ts";
import { paths, withRequest } from "../../pages/login-request.ts";
import { countAttempt, tellSlowed } from "../attempts.ts";
import { sendCannotContinue } from "../dead-ends.ts";
import { cancelForm, hiddenTicket } from "../parts.ts";
import {
  askFirstPassword,
  type Finishing,
  type FirstPlace,
  openFinishing,
  setFirstPassword,
} from "../password/first-password.ts";
import type { LoginServices } from "../people-services.ts";
import { letIn } from "../sign-in/let-in.ts";
import { type OpenLogin, onTo, openRequest } from "../sign-in/open-request.ts";
import { sendCodePage, sendRegistrationClosed } from "./registration-pages.ts";
import { registrationFor } from "./registration-policy.ts";

export function addRegistrationCode(app: App, services: LoginServices): void {
  app.get(paths.registerCode, { config: { page: true } }, async (request, reply) => {
    const open = await openRequest(request, queryOf(request).get("request"), services);
    if (open === undefined) return sendCannotContinue(reply);
    const { step } = open.login;
    if (step?.at === "code") return sendCodePage(reply, open, { email: step.email });
    const finishing = await finishingOf(open, services);
    if (finishing === undefined) return sendCannotContinue(reply);
    return askFirstPassword(reply, open.appearance, { ...finishing, place: placeOf(open) }, services);
  });

  app.post(paths.registerCode, { config: { page: true } }, async (request, reply) => {
    const form = formOf(request);
    const open = await openRequest(request, form.get("request"), services);
    if (open === undefined) return sendCannotContinue(reply);
    // It may have been closed since the form was sent.
    const here = await registrationFor(services.storage.db, open);
    if (!here.allowed) return sendRegistrationClosed(reply.code(403), open, here);
    const { step } = open.login;
    return step?.at === "code"
      ? proveCode(request, reply, open, { ...step, code: form.get("code") ?? "" }, services)
      : finish(request, reply, open, form, services);
  });
}

async function proveCode(
  request: FastifyRequest,
  reply: FastifyReply,
  open: OpenLogin,
  given: { codeId: string; email: string; code: string },
  services: LoginServices,
): Promise<FastifyReply> {
  const { words } = open.appearance;
  const { ring } = services;
  const { db } = services.storage;
  const { email } = given;
  // For the address, whoever it belongs to: who asks for one code after the other gets no more attempts by it.
  const subject = unknownNameSubject(`registration code ${nameKey(emailAddress(email))}`, ring.ticketRoot().secret);
  const who = { subject, userId: undefined, rules: defaultThrottle };
  const counted = await countAttempt(request, { kind: "registration_code", who }, services);
  if (counted.outcome === "slowed")
    return sendCodePage(reply, open, { email, problem: tellSlowed(reply, words, counted) });
  const spent = await spendOneTimeCode(db, ring, { id: given.codeId, purpose: "registration", code: given.code });
  const link = spent.outcome === "won" ? await prepareMailLink(db, spent.userId, "registration") : undefined;
  if (link === undefined || (await openFinishing(db, link)) === undefined) {
    return sendCodePage(reply.code(401), open, { email, problem: words.say("code.wrong") });
  }
  await forgetAttempts(db, ...counted.subjects);
  await giveBackAttempt(db, ...counted.address);
  const { userId, emailVersion, passwordVersion } = link;
  return reply.redirect(
    onTo(paths.registerCode, open, { at: "first-password", userId, emailVersion, passwordVersion }, services),
    303,
  );
}

/** What the code was right for, if it still is to be done. */
async function finishingOf({ login: { step } }: OpenLogin, services: LoginServices): Promise<Finishing | undefined> {
  if (step?.at !== "first-password") return undefined;
  const { userId, emailVersion, passwordVersion } = step;
  return openFinishing(services.storage.db, { userId, emailVersion, passwordVersion, purpose: "registration" });
}

function placeOf(open: OpenLogin): FirstPlace {
  return {
    action: paths.registerCode,
    hidden: hiddenTicket(open),
    address: withRequest("", paths.registerCode, open.ticket),
    after: cancelForm(open),
    leadsAway: true,
  };
}

async function finish(
  request: FastifyRequest,
  reply: FastifyReply,
  open: OpenLogin,
  form: URLSearchParams,
  services: LoginServices,
): Promise<FastifyReply> {
  const finishing = await finishingOf(open, services);
  if (finishing === undefined) return sendCannotContinue(reply);
  const answer = await setFirstPassword(request, finishing, form.get("password") ?? "", services);
  if (answer.outcome === "lost") return sendCannotContinue(reply);
  if (answer.outcome === "refused") {
    const shown = { ...finishing, place: placeOf(open), problem: answer.problem };
    return askFirstPassword(reply.code(400), open.appearance, shown, services);
  }
  return letIn(
    request,
    reply,
    open,
    { userId: finishing.human.id, passwordVersion: finishing.link.passwordVersion + 1 },
    services,
  );
}
