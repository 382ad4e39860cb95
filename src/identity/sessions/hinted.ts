/**
 * Whom an application means by a login_hint. It is compared with the people who are signed in in this browser and with
 * nobody else, so that it tells nothing about who has an account.
 */
import { nameKey } from "../names.ts";
import { LONGEST_LOGIN_NAME } from "../users/login-names.ts";
import type { BrowserAccount } from "./browser-accounts.ts";

type Named = Pick<BrowserAccount, "userId" | "loginName" | "userName" | "email">;

/** Login name and user name as people may spell them; an address as it is, but for upper and lower case; the id. */
export function isHinted({ userId, loginName, userName, email }: Named, hint: string): boolean {
  // Spelling out a text takes time that grows with the square of its length.
  if (hint.length > LONGEST_LOGIN_NAME) return false;
  const key = nameKey(hint);
  return (
    hint === userId ||
    nameKey(loginName) === key ||
    nameKey(userName) === key ||
    (email !== undefined && folded(email) === folded(hint))
  );
}

/** Two people may have addresses that are one name when ß is ss. */
function folded(address: string): string {
  return address.normalize("NFKC").toLowerCase();
}
