/** What the API answers when the password that a manager chose for somebody may not be stored. */
import { SignetError } from "../../errors/signet-error.ts";
import type { RefusedPassword, StorablePassword } from "../../identity/users/new-password.ts";
import { describePasswordProblem } from "../../identity/users/password-rules.ts";

export function orRefuse(made: { outcome: "storable"; hash: StorablePassword } | RefusedPassword): StorablePassword {
  if (made.outcome === "storable") return made.hash;
  throw new SignetError("invalid_input", describePasswordProblem(made.problem, made.minLength), { field: "password" });
}
