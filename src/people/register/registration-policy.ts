/** Where somebody who registers here would belong, and what that organization asks for. */

import type { PolicySettings } from "../../identity/policies/kinds.ts";
import { readPolicy } from "../../identity/policies/policies.ts";
import { isRegistrationPlace } from "../../identity/users/registration-place.ts";
import type { Database } from "../../storage/database.ts";
import type { OpenLogin } from "../sign-in/open-request.ts";

export interface RegistrationHere extends PolicySettings<"registration"> {
  readonly organizationId: string;
  /** Nobody has said yet whether it should be open. */
  readonly undecided: boolean;
}

/** The organization that the request is bound to, or the one that owns the application. */
export async function registrationFor(
  db: Database,
  open: Pick<OpenLogin, "organizationId" | "ownerId" | "application">,
): Promise<RegistrationHere> {
  const organizationId = open.organizationId ?? open.ownerId;
  const { settings, from } = await readPolicy(db, "registration", organizationId);
  const allowed =
    settings.allowed && (await isRegistrationPlace(db, { applicationId: open.application.id, organizationId }));
  return { ...settings, allowed, organizationId, undecided: from === "built-in" };
}
