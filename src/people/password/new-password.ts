/** A password that has to be changed before its owner may go on. It was right a moment ago; now comes its successor. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../http/app.ts";
import { hashRequester } from "../../http/client-address.ts";
import { formOf, queryOf } from "../../http/forms.ts";
import { readPolicy } from "../../identity/policies/policies.ts";
import { findWhoMaySignIn } from "../../identity/sessions/login-sessions.ts";
import { findHuman, type Human } from "../../identity/users/humans.ts";
import { newPassword } from "../../identity/users/new-password.ts";
import { readPassword, replacePassword } from "../../identity/users/passwords.ts";
import { type Proven, paths, withRequest } from "../../pages/login-request.ts";
import { byPerson } from "../by-person.ts";
import { sendCannotContinue } from "../dead-ends.ts";
import { cancelForm, hiddenTicket } from "../parts.ts";
import type { LoginServices } from "../people-services.ts";
import { type OpenLogin, openRequest } from "../sign-in/open-request.ts";
import { leadOn, proceed } from "../sign-in/proceed.ts";
import { type ChoosePassword, sendChoosePassword } from "./choose-password-page.ts";

export function addNewPassword(app: App, services: LoginServices): void {
  app.get(paths.newPassword, { config: { page: true } }, async (request, reply) => {
    const due = await openDue(request, queryOf(request).get("request"), services);
    return due === undefined ? sendCannotContinue(reply) : ask(reply, due, undefined);
  });

  app.post(paths.newPassword, { config: { page: true } }, async (request, reply) => {
    const form = formOf(request);
    const due = await openDue(request, form.get("request"), services);
    return due === undefined
      ? sendCannotContinue(reply)
      : change(request, reply, due, form.get("password") ?? "", services);
  });
}

interface Due {
  readonly open: OpenLogin;
  readonly human: Human;
  readonly proven: Proven;
  readonly minLength: number;
}

/** Undefined when the password was changed meanwhile, or the person is gone or shut out. */
async function openDue(
  request: FastifyRequest,
  ticket: string | null,
  services: LoginServices,
): Promise<Due | undefined> {
  const open = await openRequest(request, ticket, services);
  const step = open?.login.step;
  if (open === undefined || step?.at !== "new-password") return undefined;
  const { db } = services.storage;
  const { proven } = step;
  const human = await findHuman(db, proven.userId);
  if (human === undefined || (await readPassword(db, proven.userId))?.version !== proven.passwordVersion)
    return undefined;
  // A password set meanwhile would be waiting for somebody who was shut out.
  if ((await findWhoMaySignIn(db, proven.userId)) === undefined) return undefined;
  const { settings } = await readPolicy(db, "password", human.organizationId);
  return { open, human, proven, minLength: settings.minLength };
}

function ask(reply: FastifyReply, { open, human, minLength }: Due, problem: ChoosePassword["problem"]): FastifyReply {
  return sendChoosePassword(reply, open.appearance, {
    action: paths.newPassword,
    hidden: hiddenTicket(open),
    address: withRequest("", paths.newPassword, open.ticket),
    loginName: human.loginName,
    minLength,
    first: false,
    intro: open.appearance.words.say("newPassword.required"),
    endsSessions: true,
    problem,
    after: cancelForm(open),
    leadsAway: true,
  });
}

async function change(
  request: FastifyRequest,
  reply: FastifyReply,
  due: Due,
  password: string,
  services: LoginServices,
): Promise<FastifyReply> {
  const { open, human, proven } = due;
  const { passwordVersion = 0 } = proven;
  const requester = hashRequester(request, human.id);
  const chosen = await newPassword(services, { userId: human.id, chosenBy: "owner", password, requester });
  if (chosen.outcome === "refused") return ask(reply.code(400), due, chosen.problem);
  const { hash } = chosen;
  const outcome = await services.storage.transaction((tx) =>
    replacePassword(tx, human.id, { hash, version: passwordVersion }, byPerson(request, human.id)),
  );
  if (outcome === "lost") return sendCannotContinue(reply);
  const next = await proceed(request, reply, open, { ...proven, passwordVersion: passwordVersion + 1 }, services);
  return leadOn(reply, next, () => sendCannotContinue(reply));
}
