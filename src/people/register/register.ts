/**
 * Somebody makes an account for themselves, where the organization allows it. With a verified address: the form, a code
 * from the mail (or its link, in any browser), then the first password. Without: the form with a password, and they are
 * in.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../http/app.ts";
import { hashRequester } from "../../http/client-address.ts";
import { formOf, queryOf } from "../../http/forms.ts";
import { newCodeId } from "../../identity/limits/one-time-codes.ts";
import { readPolicy } from "../../identity/policies/policies.ts";
import { newcomersPassword } from "../../identity/users/new-password.ts";
import {
  type Registration,
  registerAtOnce,
  registerByMail,
  untilNameIsFree,
} from "../../identity/users/registration.ts";
import { paths } from "../../pages/login-request.ts";
import { countAttempt, tellSlowed } from "../attempts.ts";
import { sendCannotContinue } from "../dead-ends.ts";
import { isNameTaken } from "../password/first-password.ts";
import { describePasswordProblem } from "../password/password-problem.ts";
import type { LoginServices } from "../people-services.ts";
import { letIn } from "../sign-in/let-in.ts";
import { type OpenLogin, onTo, openRequest } from "../sign-in/open-request.ts";
import { addRegistrationCode } from "./registration-code.ts";
import {
  emptyForm,
  findProblems,
  newcomerOf,
  noProblems,
  type RegistrationForm,
  readRegistrationForm,
} from "./registration-form.ts";
import { type RegistrationPage, sendRegistrationClosed, sendRegistrationPage } from "./registration-pages.ts";
import { type RegistrationHere, registrationFor } from "./registration-policy.ts";

export function addRegistration(app: App, services: LoginServices): void {
  app.get(paths.register, { config: { page: true } }, async (request, reply) => {
    const open = await openRequest(request, queryOf(request).get("request"), services);
    if (open === undefined) return sendCannotContinue(reply);
    const here = await registrationFor(services.storage.db, open);
    if (!here.allowed) return sendRegistrationClosed(reply, open, here);
    return showForm(
      reply,
      open,
      { here, form: { ...emptyForm, email: typedBefore(open) }, problems: noProblems },
      services,
    );
  });

  app.post(paths.register, { config: { page: true } }, async (request, reply) => {
    const fields = formOf(request);
    const open = await openRequest(request, fields.get("request"), services);
    if (open === undefined) return sendCannotContinue(reply);
    const here = await registrationFor(services.storage.db, open);
    // The page is not the only way to send the form.
    if (!here.allowed) return sendRegistrationClosed(reply.code(403), open, here);
    return register(request, reply, open, { here, form: readRegistrationForm(fields) }, services);
  });

  addRegistrationCode(app, services);
}

/** Whoever comes back from the page for the code corrects the address; else what the application suggests. */
function typedBefore({ login: { step }, parameters }: OpenLogin): string {
  if (step?.at === "code") return step.email;
  const hint = parameters.get("login_hint") ?? "";
  return hint.includes("@") ? hint : "";
}

async function showForm(
  reply: FastifyReply,
  open: OpenLogin,
  shown: Omit<RegistrationPage, "minLength">,
  services: LoginServices,
): Promise<FastifyReply> {
  const { settings } = await readPolicy(services.storage.db, "password", shown.here.organizationId);
  return sendRegistrationPage(reply, open, { ...shown, minLength: settings.minLength });
}

async function register(
  request: FastifyRequest,
  reply: FastifyReply,
  open: OpenLogin,
  { here, form }: { here: RegistrationHere; form: RegistrationForm },
  services: LoginServices,
): Promise<FastifyReply> {
  const { words } = open.appearance;
  const problems = await findProblems(services.storage.db, form, here, words);
  if (Object.keys(problems).length > 0) return showForm(reply.code(400), open, { here, form, problems }, services);
  // Each one may send a mail to somebody who has not asked for it.
  const counted = await countAttempt(request, { kind: "registration" }, services);
  if (counted.outcome === "slowed") {
    return showForm(reply, open, { here, form, problems, alert: tellSlowed(reply, words, counted) }, services);
  }
  const registration: Registration = {
    organizationId: here.organizationId,
    email: form.email,
    name: here.fields.includes("name") ? { given: form.givenName, family: form.familyName } : undefined,
    phone: here.fields.includes("phone") ? form.phone : undefined,
    language: words.language,
  };
  return here.verifyEmail
    ? sendMail(request, reply, open, registration, services)
    : makeAtOnce(request, reply, open, { here, form, registration }, services);
}

/** Whatever the address is to us, the answer is the same, and what follows from it comes after the answer. */
function sendMail(
  request: FastifyRequest,
  reply: FastifyReply,
  open: OpenLogin,
  registration: Registration,
  { storage, mail, ...services }: LoginServices,
): FastifyReply {
  const codeId = newCodeId();
  const { email } = registration;
  const by = { actor: { kind: "visitor" }, requestId: request.id } as const;
  services.afterAnswer.run(async () => {
    await untilNameIsFree(() => storage.transaction((tx) => registerByMail(tx, { ...registration, codeId }, by)));
    mail.wake();
  });
  return reply.redirect(
    onTo(paths.registerCode, open, { at: "code", codeId, email }, { storage, mail, ...services }),
    303,
  );
}

async function makeAtOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  open: OpenLogin,
  { here, form, registration }: { here: RegistrationHere; form: RegistrationForm; registration: Registration },
  services: LoginServices,
): Promise<FastifyReply> {
  const newcomer = newcomerOf(form, here);
  const { userName } = newcomer;
  const requester = hashRequester(request, registration.email);
  const chosen = await newcomersPassword(services, newcomer, { password: form.password, requester });
  if (chosen.outcome === "refused") {
    const password = describePasswordProblem(open.appearance.words, chosen.problem, chosen.minLength);
    return showForm(reply.code(400), open, { here, form, problems: { password } }, services);
  }
  const { hash: passwordHash } = chosen;
  const by = { actor: { kind: "visitor" }, requestId: request.id } as const;
  const make = () =>
    services.storage.transaction((tx) => registerAtOnce(tx, { ...registration, userName, passwordHash }, by));
  try {
    const human = await (userName === undefined ? untilNameIsFree(make) : make());
    return await letIn(request, reply, open, { userId: human.id, passwordVersion: 1 }, services);
  } catch (error) {
    if (userName === undefined || !isNameTaken(error)) throw error;
    const problems = { userName: open.appearance.words.say("register.userNameTaken") };
    return showForm(reply.code(409), open, { here, form, problems }, services);
  }
}
