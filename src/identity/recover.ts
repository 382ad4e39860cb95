/** A way back for an owner who is locked out: whoever can run commands beside the database can use it. */
import { SignetError } from "../errors/signet-error.ts";
import type { Storage } from "../storage/storage.ts";
import { readInstance } from "./instance.ts";
import { addManager, listManagerRoles } from "./managers.ts";
import { readOrganization } from "./organizations.ts";
import type { By } from "./resource.ts";
import { createHuman } from "./users/humans.ts";
import { findByLoginName } from "./users/login-names.ts";
import type { StorablePassword } from "./users/new-password.ts";
import { setPassword } from "./users/passwords.ts";
import { readUser, setUserState } from "./users/users.ts";

export interface Recovered {
  readonly login: string;
  readonly created: boolean;
}

/**
 * Afterwards the named user is active, is an IAM_OWNER, has the given password, and is signed in nowhere. A user who
 * does not exist is made, in the first organization.
 */
export async function recoverOwner(
  storage: Storage,
  input: { login: string; passwordHash: StorablePassword },
  by: By,
): Promise<Recovered> {
  return storage.transaction(async (tx) => {
    const known = await findByLoginName(tx, input.login);
    const { organizationId } = await readInstance(tx);
    const { domain } = await readOrganization(tx, organizationId);
    const [name = "", typedDomain] = input.login.split("@");
    if (known === undefined && typedDomain !== domain) {
      throw new SignetError(
        "unknown_resource",
        `Nobody signs in as ${input.login}; to make a new owner, give a login name that ends with @${domain}`,
      );
    }
    const userId = known?.userId ?? (await createHuman(tx, { organizationId, userName: name }, by)).id;

    const { state } = await readUser(tx, userId);
    if (state === "locked") await setUserState(tx, userId, "unlock", by);
    if (state === "inactive") await setUserState(tx, userId, "activate", by);
    if (state === "unverified") await setUserState(tx, userId, "verify", by);
    await setPassword(tx, userId, { hash: input.passwordHash, changeRequired: false }, by);
    // Whatever there is of sessions has ended with the former password, and ends again with the role.
    const roles = await listManagerRoles(tx, userId);
    if (!roles.some(({ role }) => role === "IAM_OWNER"))
      await addManager(tx, { userId, role: "IAM_OWNER", place: { level: "iam" } }, by);
    return { login: known === undefined ? `${name}@${domain}` : input.login, created: known === undefined };
  });
}
