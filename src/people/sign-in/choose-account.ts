/**
 * Several people have proved the same address, and what was typed is the password of more than one of them: which one
 * goes on is theirs to say. Only accounts that were proved in this step are named; the step is sealed into the login
 * request.
 */
import { findOrganization } from "../../identity/organizations.ts";
import { findWhoMaySignIn } from "../../identity/sessions/login-sessions.ts";
import { findHuman } from "../../identity/users/humans.ts";
import { paths } from "../../pages/login-request.ts";
import { sealedAt, step } from "../step.ts";
import { type ChoosableAccount, chooseAccountPage } from "./choose-account-page.ts";
import { stillCounts } from "./proven.ts";
import type { SignInVisit } from "./visit.ts";

export const chooseAccountStep = step({
  path: paths.chooseAccount,
  mayFollow: ["due"],
  async open(visit) {
    const accounts = await accountsProved(visit);
    return accounts.length === 0 ? undefined : accounts;
  },
  page: chooseAccountPage,
  take({ form }, accounts) {
    const chosen = accounts.find(({ proven }) => proven.userId === form.get("user"));
    return chosen === undefined ? "over" : { proven: [chosen.proven] };
  },
});

/** Those for whom what was proved still counts. */
async function accountsProved(visit: SignInVisit): Promise<ChoosableAccount[]> {
  const { db } = visit.services.storage;
  const accounts: ChoosableAccount[] = [];
  for (const proven of sealedAt(visit, "choose")?.proven ?? []) {
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
