/** What somebody typed to register, and what is wrong with it, field by field. */

import { SignetError } from "../../errors/signet-error.ts";
import { displayText, emailAddress, phoneNumber, userName } from "../../identity/names.ts";
import type { PolicySettings } from "../../identity/policies/kinds.ts";
import { type Newcomer, refuseNewcomers } from "../../identity/users/new-password.ts";
import type { Database } from "../../storage/database.ts";
import type { Words } from "../../texts/words.ts";
import { describePasswordProblem } from "../password/password-problem.ts";
import type { RegistrationHere } from "./policy.ts";

const registrationInputs = ["email", "givenName", "familyName", "userName", "phone", "password"] as const;
type RegistrationInput = (typeof registrationInputs)[number];

export type RegistrationForm = Readonly<Record<RegistrationInput, string>>;
export type RegistrationProblems = Readonly<Partial<Record<RegistrationInput, string>>>;

export const emptyForm: RegistrationForm = {
  email: "",
  givenName: "",
  familyName: "",
  userName: "",
  phone: "",
  password: "",
};

/** A password keeps its spaces; nobody means those around the rest. */
export function readRegistrationForm(form: URLSearchParams): RegistrationForm {
  const entries = registrationInputs.map(
    (name) => [name, name === "password" ? form.get(name) : form.get(name)?.trim()] as const,
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? ""])) as Record<RegistrationInput, string>;
}

/**
 * Where the address has to be proved, the user name comes after it: whether a name is taken is told to nobody who has
 * not, and a name that is held for an address that is new here, and not for one that is known, would tell the two
 * apart.
 */
export function asksUserName(asked: PolicySettings<"registration">): boolean {
  return asked.fields.includes("userName") && !asked.verifyEmail;
}

/** Only the fields that are asked for count. */
export async function findProblems(
  db: Database,
  form: RegistrationForm,
  asked: RegistrationHere,
  words: Words,
): Promise<RegistrationProblems> {
  const problems: Partial<Record<RegistrationInput, string>> = {};
  if (isRefused(() => emailAddress(form.email))) problems.email = words.say("register.emailInvalid");
  if (asked.fields.includes("name")) {
    for (const name of ["givenName", "familyName"] as const) {
      if (form[name] === "") problems[name] = words.say("register.nameMissing");
      else if (isRefused(() => displayText(name, form[name]))) problems[name] = words.say("register.nameInvalid");
    }
  }
  if (asksUserName(asked) && isRefused(() => userName(form.userName)))
    problems.userName = words.say("register.userNameInvalid");
  if (asked.fields.includes("phone") && isRefused(() => phoneNumber(form.phone)))
    problems.phone = words.say("register.phoneInvalid");
  if (!asked.verifyEmail) {
    const refused = await refuseNewcomers(db, newcomerOf(form, asked), form.password);
    if (refused !== undefined) problems.password = describePasswordProblem(words, refused.problem, refused.minLength);
  }
  return problems;
}

/** By the names that they are going to have. */
export function newcomerOf({ email, userName: name }: RegistrationForm, here: RegistrationHere): Newcomer {
  return { organizationId: here.organizationId, email, userName: asksUserName(here) ? name : undefined };
}

export function isRefused(check: () => unknown): boolean {
  try {
    check();
    return false;
  } catch (error) {
    if (error instanceof SignetError) return true;
    throw error;
  }
}
