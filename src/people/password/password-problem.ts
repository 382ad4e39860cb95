/** What is wrong with a password that somebody has chosen, in their language. */
import { LONGEST_PASSWORD, type PasswordProblem } from "../../identity/users/password-rules.ts";
import type { TextKey, Words } from "../../texts/words.ts";

const problemTexts: Record<PasswordProblem, TextKey> = {
  too_long: "newPassword.tooLong",
  too_short: "newPassword.tooShort",
  common: "newPassword.common",
  like_name: "newPassword.likeName",
  same: "newPassword.same",
};

export function describePasswordProblem(words: Words, problem: PasswordProblem, minLength: number): string {
  return words.say(problemTexts[problem], { count: problem === "too_long" ? LONGEST_PASSWORD : minLength });
}
