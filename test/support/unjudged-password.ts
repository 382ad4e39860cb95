/**
 * A password that nobody has judged, for tests that begin with somebody who has one. What is under test chooses its
 * passwords as people do; some are stored as a hash that no password has, where only the row matters.
 */
import type { StorablePassword } from "../../src/identity/users/new-password.ts";

export function unjudged(hash: string): StorablePassword {
  return hash as StorablePassword;
}
