/** The page that asks who somebody is, with what else leads on from there: a passkey, whoever is signed in here. */

import { promptForSignIn } from "../factors/passkey-prompts.ts";
import type { StepPage } from "../outcome.ts";
import { registrationFor } from "../register/policy.ts";
import { accountsFor } from "./accounts.ts";
import { type LoginNamePage, loginNamePage } from "./sign-in-pages.ts";
import type { SignInVisit } from "./visit.ts";

export async function askLoginName(
  visit: SignInVisit,
  shown: Pick<LoginNamePage, "loginName" | "problem" | "passkeyProblem">,
): Promise<StepPage> {
  const { allowed } = await registrationFor(visit.services.storage.db, visit);
  const passkey = await promptForSignIn(visit);
  // Pages of our own know already whom they want to hear from.
  const signedIn = visit.login.returnTo === undefined ? await accountsFor(visit) : [];
  return loginNamePage(visit, { ...shown, mayRegister: allowed, passkey, signedIn });
}
