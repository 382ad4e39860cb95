/** Where somebody who registers here would belong, and what that organization asks for. */

import type { PolicySettings } from "../../identity/policies/kinds.ts";
import { readPolicy } from "../../identity/policies/policies.ts";
import { isRegistrationPlace } from "../../identity/users/registration-place.ts";
import type { Database } from "../../storage/database.ts";
import { Instead } from "../outcome.ts";
import type { SignInVisit } from "../sign-in/visit.ts";
import { registrationClosedPage } from "./pages.ts";

export interface RegistrationHere extends PolicySettings<"registration"> {
  readonly organizationId: string;
  /** Nobody has said yet whether it should be open. */
  readonly undecided: boolean;
}

/** The organization that the request is bound to, or the one that owns the application. */
export async function registrationFor(
  db: Database,
  open: Pick<SignInVisit, "organizationId" | "ownerId" | "application">,
): Promise<RegistrationHere> {
  const organizationId = open.organizationId ?? open.ownerId;
  const { settings, from } = await readPolicy(db, "registration", organizationId);
  const allowed =
    settings.allowed && (await isRegistrationPlace(db, { applicationId: open.application.id, organizationId }));
  return { ...settings, allowed, organizationId, undecided: from === "built-in" };
}

/** What is asked for here; where nobody may register, a page that says so, also to whoever only sends the form. */
export async function openRegistration(visit: SignInVisit): Promise<RegistrationHere | Instead<never>> {
  const here = await registrationFor(visit.services.storage.db, visit);
  if (here.allowed) return here;
  const status = visit.request.method === "POST" ? 403 : 200;
  return new Instead({ show: registrationClosedPage(visit, here), status });
}
