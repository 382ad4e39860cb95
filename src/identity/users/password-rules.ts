/**
 * What a password must be, by the policy that holds for the person. Asked by new-password.ts, which is the way to one
 * that may be stored.
 */
import { isCommonPassword } from "../../passwords/common.ts";
import { UnstorableText } from "../../storage/errors.ts";
import { nameKey } from "../names.ts";
import type { PolicySettings } from "../policies/kinds.ts";

export const LONGEST_PASSWORD = 256;

/** `same`: it is the one that they have. */
export type PasswordProblem = "too_long" | "too_short" | "like_name" | "common" | "same";

/** What is wrong with it; undefined when nothing is. `names`: all that the person goes by, each of which others know. */
export async function findPasswordProblem(
  password: string,
  { minLength, checkCommon }: PolicySettings<"password">,
  names: readonly string[] = [],
): Promise<PasswordProblem | undefined> {
  // No page would take it.
  if (password.includes("\0")) throw new UnstorableText();
  // Normalising takes time that grows with the length.
  if (password.length > 4 * LONGEST_PASSWORD) return "too_long";
  // Counted as it is hashed: characters, whatever they take to store.
  const { length } = [...password.normalize("NFKC")];
  if (length > LONGEST_PASSWORD) return "too_long";
  if (length < minLength) return "too_short";
  if (!checkCommon) return undefined;
  if (names.flatMap(withoutDomain).map(nameKey).includes(nameKey(password))) return "like_name";
  if (await isCommonPassword(password)) return "common";
  return undefined;
}

/** What stands before the @ is a name, too: it is theirs, or will be when they have proved the address. */
function withoutDomain(name: string): string[] {
  return name.includes("@") ? [name, name.slice(0, name.lastIndexOf("@"))] : [name];
}

/** For whoever reads the API's answer; pages have words of their own. */
export function describePasswordProblem(problem: PasswordProblem, minLength: number): string {
  const messages: Record<PasswordProblem, string> = {
    too_long: `A password may have at most ${LONGEST_PASSWORD} characters`,
    too_short: `A password needs at least ${minLength} characters`,
    like_name: "This is your name or address, which others know; choose something else",
    common: "This password is one of those that are guessed first; choose something less common",
    same: "This is the password that is set already",
  };
  return messages[problem];
}
