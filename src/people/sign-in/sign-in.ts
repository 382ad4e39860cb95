/** Login name, then password. Whatever is wrong, the answer is the same and takes as long. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../http/app.ts";
import { formOf, queryOf } from "../../http/forms.ts";
import { withProof } from "../../identity/factors/levels.ts";
import { subjectsOf } from "../../identity/limits/attempts.ts";
import { LONGEST_LOGIN_NAME } from "../../identity/users/login-names.ts";
import { paths } from "../../pages/login-request.ts";
import { tellSlowed } from "../attempts.ts";
import { sendCannotContinue } from "../dead-ends.ts";
import { promptForSignIn } from "../factors/passkey-proof.ts";
import type { LoginServices } from "../people-services.ts";
import { registrationFor } from "../register/registration-policy.ts";
import { accountsFor } from "./accounts.ts";
import { proceedAsOneOf } from "./choose-account.ts";
import { canBeLoginName } from "./login-name.ts";
import { backToProtocol, type OpenLogin, onTo, openRequest, ticketAt } from "./open-request.ts";
import { type NotProved, notProved, provePassword, settle } from "./prove.ts";
import { sendLoginNamePage, sendPasswordPage } from "./sign-in-pages.ts";

export function addSignIn(app: App, services: LoginServices): void {
  app.get(paths.login, { config: { page: true } }, async (request, reply) => {
    const open = await openRequest(request, queryOf(request).get("request"), services);
    if (open === undefined) return sendCannotContinue(reply);
    return askLoginName(request, reply, open, { loginName: typedBefore(open) }, services);
  });

  app.post(paths.login, { config: { page: true } }, async (request, reply) => {
    const form = formOf(request);
    const open = await openRequest(request, form.get("request"), services);
    if (open === undefined) return sendCannotContinue(reply);
    const loginName = (form.get("loginName") ?? "").trim();
    if (!canBeLoginName(loginName)) {
      reply.code(400);
      return askLoginName(
        request,
        reply,
        open,
        { loginName: "", problem: open.appearance.words.say("signIn.loginNameMissing") },
        services,
      );
    }
    return reply.redirect(onTo(paths.password, open, { at: "password", loginName }, services), 303);
  });

  app.get(paths.password, { config: { page: true } }, async (request, reply) => {
    const open = await openRequest(request, queryOf(request).get("request"), services);
    if (open === undefined) return sendCannotContinue(reply);
    const { step } = open.login;
    if (step?.at !== "password") return reply.redirect(onTo(paths.login, open, undefined, services), 302);
    return sendPasswordPage(reply, open, { loginName: step.loginName, unblocked: step.unblocked !== undefined });
  });

  app.post(paths.password, { config: { page: true } }, async (request, reply) => {
    const form = formOf(request);
    const open = await openRequest(request, form.get("request"), services);
    if (open === undefined) return sendCannotContinue(reply);
    const { step } = open.login;
    if (step?.at !== "password") return reply.redirect(onTo(paths.login, open, undefined, services), 303);
    const typed = { ...step, password: form.get("password") ?? "", passkeys: form.get("passkeys") === "1" };
    return signIn(request, reply, open, typed, services);
  });

  app.post(`${paths.login}/cancel`, { config: { page: true } }, async (request, reply) => {
    const open = await openRequest(request, formOf(request).get("request"), services);
    if (open === undefined) return sendCannotContinue(reply);
    return reply.redirect(backToProtocol(open, { cancelled: true }, services), 303);
  });
}

/** Whoever comes back from the password sees what they typed; else what the application suggests. */
function typedBefore({ login, parameters }: OpenLogin): string {
  const { step } = login;
  return step?.at === "password" || step?.at === "unblock"
    ? step.loginName
    : (parameters.get("login_hint") ?? "").slice(0, LONGEST_LOGIN_NAME);
}

export async function askLoginName(
  request: FastifyRequest,
  reply: FastifyReply,
  open: OpenLogin,
  shown: { loginName: string; problem?: string; passkeyProblem?: string },
  services: LoginServices,
): Promise<FastifyReply> {
  const { allowed } = await registrationFor(services.storage.db, open);
  const passkey = await promptForSignIn(request, open, services);
  // Pages of our own know already whom they want to hear from.
  const signedIn = open.login.returnTo === undefined ? await accountsFor(request, open, services) : [];
  return sendLoginNamePage(reply, open, { ...shown, mayRegister: allowed, passkey, signedIn });
}

async function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  open: OpenLogin,
  typed: { loginName: string; unblocked?: string; password: string; passkeys: boolean },
  services: LoginServices,
): Promise<FastifyReply> {
  const { words } = open.appearance;
  const { loginName } = typed;
  if (typed.password === "")
    return sendPasswordPage(reply.code(400), open, { loginName, problem: words.say("signIn.passwordMissing") });
  const refuse = (proof: NotProved) => {
    const problem = proof.outcome === "slowed" ? tellSlowed(reply, words, proof) : words.say("signIn.wrong");
    if (proof.outcome === "wrong") reply.code(401);
    const offer = proof.mayUnblock ? ticketAt(open, { at: "unblock", loginName }, services) : undefined;
    return sendPasswordPage(reply, open, { loginName, problem, offer });
  };
  const proof = await provePassword(request, open, typed, services);
  if (proof.outcome !== "right") return refuse(proof);
  const { fits, counted } = proof;
  const proven = fits.map(({ candidate: { userId }, version: passwordVersion }) => ({
    userId,
    amr: withProof([], { kind: "password" }),
    passwordVersion,
    counted: subjectsOf(counted, userId),
    ...(typed.passkeys ? { passkeys: true as const } : {}),
  }));
  const next = await proceedAsOneOf(request, reply, open, proven, services);
  // The right password of somebody who may not sign in has to look like a wrong one, also when it is tried often.
  if (next === undefined) return refuse(notProved(counted));
  await settle(request, proof, typed.password, services);
  return reply.redirect(next, 303);
}
