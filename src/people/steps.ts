/**
 * The way in, as a table. Every step says in its own file where it is, how it is opened from the sealed request, what
 * its page shows, what a submission comes to and what may follow; `answer.ts` does with that what is to be done. What
 * is due after a proof is decided in one place, `sign-in/what-follows.ts`. docs/architecture.md shows the whole way.
 *
 * A request begins at `login-name`, at `accounts` where somebody is signed in already, or at `consent`.
 */
import type { App } from "../http/app.ts";
import { consentStep } from "./consent/consent.ts";
import { sendCannotContinue } from "./dead-ends.ts";
import { enrolStep } from "./factors/enrol.ts";
import { enrolledStep } from "./factors/enrolled.ts";
import { factorStep } from "./factors/factor.ts";
import { passkeyOfferStep } from "./factors/passkey-offer.ts";
import type { StepName } from "./outcome.ts";
import { forgotSentStep, forgotStep } from "./password/forgot.ts";
import { newPasswordStep } from "./password/new-password.ts";
import type { PeopleServices } from "./people-services.ts";
import { firstPasswordStep, registrationCodeStep } from "./register/code.ts";
import { registerStep } from "./register/register.ts";
import { accountsStep, removeAccountStep } from "./sign-in/accounts.ts";
import { chooseAccountStep } from "./sign-in/choose-account.ts";
import { passkeyStep } from "./sign-in/passkey.ts";
import { cancelStep, loginNameStep, passwordStep } from "./sign-in/sign-in.ts";
import { unblockStep } from "./sign-in/unblock.ts";
import { openSignInVisit } from "./sign-in/visit.ts";
import type { Step } from "./step.ts";

/** Steps that a sealed request can be at. */
const sealedSteps: Record<StepName, Step> = {
  "login-name": loginNameStep,
  accounts: accountsStep,
  password: passwordStep,
  unblock: unblockStep,
  choose: chooseAccountStep,
  factor: factorStep,
  enrol: enrolStep,
  enrolled: enrolledStep,
  offer: passkeyOfferStep,
  "new-password": newPasswordStep,
  "forgot-sent": forgotSentStep,
  code: registrationCodeStep,
  "first-password": firstPasswordStep,
  consent: consentStep,
};

/** Those that are open to a request wherever it is. */
const openSteps = {
  passkey: passkeyStep,
  "remove-account": removeAccountStep,
  forgot: forgotStep,
  register: registerStep,
  cancel: cancelStep,
};

export const steps: Readonly<Record<string, Step>> = { ...sealedSteps, ...openSteps };

export function addSteps(app: App, services: PeopleServices): void {
  const pathOf = (name: StepName) => sealedSteps[name].path;
  for (const [path, there] of Map.groupBy(Object.entries(steps), ([, { path }]) => path)) {
    const add = (method: "GET" | "POST", does: "show" | "take") => {
      if (there.every(([, step]) => step[does] === undefined)) return;
      app.route({
        method,
        url: path,
        config: { page: true },
        async handler(request, reply) {
          const visit = await openSignInVisit(request, reply, services);
          // Two steps can share an address: the request says which it is at.
          const [, step] = there.find(([name]) => name === visit?.login.step?.at) ?? there[0] ?? [];
          return visit === undefined || step === undefined
            ? sendCannotContinue(reply)
            : (step[does]?.(visit, pathOf) ?? sendCannotContinue(reply));
        },
      });
    };
    add("GET", "show");
    add("POST", "take");
  }
}
