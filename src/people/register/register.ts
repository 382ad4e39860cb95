/**
 * Somebody makes an account for themselves, where the organization allows it. With a verified address: the form, a code
 * from the mail (or its link, in any browser), then the first password. Without: the form with a password, and they are
 * in.
 */
import { hashRequester } from "../../http/client-address.ts";
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
import { countAttempt } from "../attempts.ts";
import { byVisitor } from "../by-person.ts";
import type { Outcome, Says } from "../outcome.ts";
import { isNameTaken } from "../password/first-password.ts";
import { describePasswordProblem } from "../password/password-problem.ts";
import type { SignInVisit } from "../sign-in/visit.ts";
import { step } from "../step.ts";
import {
  emptyForm,
  findProblems,
  newcomerOf,
  type RegistrationForm,
  type RegistrationProblems,
  readRegistrationForm,
} from "./form.ts";
import { registrationPage } from "./pages.ts";
import { openRegistration, type RegistrationHere } from "./policy.ts";

type RegisterSays = Says & { readonly typed?: RegistrationForm; readonly problems?: RegistrationProblems };
type RegisterOutcome = Outcome<"code" | "due", RegisterSays>;

export const registerStep = step({
  path: paths.register,
  mayFollow: ["code", "due"],
  open: openRegistration,
  async page(
    visit,
    here,
    { typed = { ...emptyForm, email: typedBefore(visit) }, problems = {}, problem }: RegisterSays,
  ) {
    const { settings } = await readPolicy(visit.services.storage.db, "password", here.organizationId);
    return registrationPage(visit, { here, form: typed, problems, alert: problem, minLength: settings.minLength });
  },
  take: register,
});

/** Whoever comes back from the page for the code corrects the address; else what the application suggests. */
function typedBefore({ login, parameters }: SignInVisit): string {
  if (login.step?.at === "code") return login.step.email;
  const hint = parameters.get("login_hint") ?? "";
  return hint.includes("@") ? hint : "";
}

async function register(visit: SignInVisit, here: RegistrationHere): Promise<RegisterOutcome> {
  const { words } = visit.appearance;
  const typed = readRegistrationForm(visit.form);
  const problems = await findProblems(visit.services.storage.db, typed, here, words);
  if (Object.keys(problems).length > 0) return { again: { typed, problems }, status: 400 };
  // Each one may send a mail to somebody who has not asked for it.
  const counted = await countAttempt(visit, { kind: "registration" });
  if (counted.outcome === "slowed") return { again: { typed }, slowed: counted };
  const registration: Registration = {
    organizationId: here.organizationId,
    email: typed.email,
    name: here.fields.includes("name") ? { given: typed.givenName, family: typed.familyName } : undefined,
    phone: here.fields.includes("phone") ? typed.phone : undefined,
    language: words.language,
  };
  return here.verifyEmail ? sendMail(visit, registration) : makeAtOnce(visit, here, { typed, registration });
}

/** Whatever the address is to us, the answer is the same, and what follows from it comes after the answer. */
function sendMail({ request, services }: SignInVisit, registration: Registration): RegisterOutcome {
  const { storage, mail } = services;
  const codeId = newCodeId();
  const by = byVisitor(request);
  services.afterAnswer.run(async () => {
    await untilNameIsFree(() => storage.transaction((tx) => registerByMail(tx, { ...registration, codeId }, by)));
    mail.wake();
  });
  return { to: { at: "code", codeId, email: registration.email } };
}

async function makeAtOnce(
  { request, services, appearance: { words } }: SignInVisit,
  here: RegistrationHere,
  { typed, registration }: { typed: RegistrationForm; registration: Registration },
): Promise<RegisterOutcome> {
  const newcomer = newcomerOf(typed, here);
  const { userName } = newcomer;
  const requester = hashRequester(request, registration.email);
  const chosen = await newcomersPassword(services, newcomer, { password: typed.password, requester });
  if (chosen.outcome === "refused") {
    const password = describePasswordProblem(words, chosen.problem, chosen.minLength);
    return { again: { typed, problems: { password } }, status: 400 };
  }
  const newAccount = { ...registration, userName, passwordHash: chosen.hash };
  const make = () => services.storage.transaction((tx) => registerAtOnce(tx, newAccount, byVisitor(request)));
  try {
    const human = await (userName === undefined ? untilNameIsFree(make) : make());
    return { proven: [{ userId: human.id, amr: ["pwd"], passwordVersion: 1 }] };
  } catch (error) {
    if (userName === undefined || !isNameTaken(error)) throw error;
    return { again: { typed, problems: { userName: words.say("register.userNameTaken") } }, status: 409 };
  }
}
