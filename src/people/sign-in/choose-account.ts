/**
 * Several people have proved the same address, and what was typed is the password of more than one of them: which one
 * goes on is theirs to say. Only accounts that were proved in this step are named; the step is sealed into the login
 * request.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../http/app.ts";
import { formOf, queryOf } from "../../http/forms.ts";
import { findOrganization } from "../../identity/organizations.ts";
import { findWhoMaySignIn } from "../../identity/sessions/login-sessions.ts";
import { findHuman } from "../../identity/users/humans.ts";
import { type Proven, paths } from "../../pages/login-request.ts";
import { sendCannotContinue } from "../dead-ends.ts";
import type { LoginServices } from "../people-services.ts";
import { type ChoosableAccount, sendChooseAccount } from "./choose-account-page.ts";
import { stillCounts } from "./enter.ts";
import { type OpenLogin, onTo, openRequest } from "./open-request.ts";
import { leadOn, proceed } from "./proceed.ts";

export function addChooseAccount(app: App, services: LoginServices): void {
  app.get(paths.chooseAccount, { config: { page: true } }, async (request, reply) => {
    const open = await openRequest(request, queryOf(request).get("request"), services);
    const accounts = open && (await accountsOf(open, services));
    return open === undefined || accounts === undefined || accounts.length === 0
      ? sendCannotContinue(reply)
      : sendChooseAccount(reply, open, accounts);
  });

  app.post(paths.chooseAccount, { config: { page: true } }, async (request, reply) => {
    const form = formOf(request);
    const open = await openRequest(request, form.get("request"), services);
    const chosen = open && (await accountsOf(open, services)).find(({ proven }) => proven.userId === form.get("user"));
    if (open === undefined || chosen === undefined) return sendCannotContinue(reply);
    return leadOn(reply, await proceed(request, reply, open, chosen.proven, services), () => sendCannotContinue(reply));
  });
}

/** The address to go on to; undefined when none of them may sign in. */
export async function proceedAsOneOf(
  request: FastifyRequest,
  reply: FastifyReply,
  open: OpenLogin,
  proven: readonly Proven[],
  services: LoginServices,
): Promise<string | undefined> {
  const { db } = services.storage;
  const admitted: Proven[] = [];
  for (const one of proven) if ((await findWhoMaySignIn(db, one.userId)) !== undefined) admitted.push(one);
  const [only, ...others] = admitted;
  if (only === undefined) return undefined;
  if (others.length > 0) return onTo(paths.chooseAccount, open, { at: "choose", proven: admitted }, services);
  return proceed(request, reply, open, only, services);
}

/** Those for whom what was proved still counts. */
async function accountsOf({ login: { step } }: OpenLogin, services: LoginServices): Promise<ChoosableAccount[]> {
  if (step?.at !== "choose") return [];
  const { db } = services.storage;
  const accounts: ChoosableAccount[] = [];
  for (const proven of step.proven) {
    const human = await findHuman(db, proven.userId);
    const organization = human && (await findOrganization(db, human.organizationId));
    if (human === undefined || organization === undefined) continue;
    if ((await findWhoMaySignIn(db, human.id)) === undefined || !(await stillCounts(db, proven))) continue;
    accounts.push({
      proven,
      displayName: human.displayName,
      loginName: human.loginName,
      organizationName: organization.name,
    });
  }
  return accounts;
}
