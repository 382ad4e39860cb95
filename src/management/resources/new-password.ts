/** A password that a manager chooses for somebody: judged by the policy of their organization, then hashed. */
import { SignetError } from "../../errors/signet-error.ts";
import { readPolicy } from "../../identity/policies/policies.ts";
import { describePasswordProblem, findPasswordProblem } from "../../identity/users/password-rules.ts";
import type { Context } from "../route.ts";

export interface PasswordOwner {
  readonly organizationId: string;
  readonly userName: string;
  readonly email?: string | undefined;
}

/** Slow by intention, so it comes before the transaction. */
export async function hashNewPassword(
  { services, db, hashRequester }: Context,
  password: string,
  owner: PasswordOwner,
): Promise<string> {
  const { settings } = await readPolicy(db, "password", owner.organizationId);
  const problem = await findPasswordProblem(password, settings, [owner.userName, owner.email ?? ""]);
  if (problem !== undefined)
    throw new SignetError("invalid_input", describePasswordProblem(problem, settings), { field: "password" });
  return services.passwords.hash(password, hashRequester);
}
