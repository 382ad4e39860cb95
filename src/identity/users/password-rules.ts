/** Whether a password may be chosen, by the policy that holds for the person. */
import { isCommonPassword } from "../../passwords/common.ts";
import { nameKey } from "../names.ts";
import type { PolicySettings } from "../policies/kinds.ts";

export const LONGEST_PASSWORD = 256;

/** What is wrong with it, without the password in it; undefined when nothing is. `own`: what others know of the person. */
export async function findPasswordProblem(
  password: string,
  { minLength, checkCommon }: PolicySettings<"password">,
  own: readonly string[] = [],
): Promise<string | undefined> {
  const tooLong = `A password may have at most ${LONGEST_PASSWORD} characters`;
  // Normalising takes time that grows with the length.
  if (password.length > 4 * LONGEST_PASSWORD) return tooLong;
  // Counted as it is hashed: characters, whatever they take to store.
  const { length } = [...password.normalize("NFKC")];
  if (length > LONGEST_PASSWORD) return tooLong;
  if (length < minLength) return `A password needs at least ${minLength} characters`;
  if (!checkCommon) return undefined;
  if (own.map(nameKey).includes(nameKey(password))) return "This is your name or address, which others know; choose something else";
  if (await isCommonPassword(password)) return "This password is one of those that are guessed first; choose something less common";
  return undefined;
}
