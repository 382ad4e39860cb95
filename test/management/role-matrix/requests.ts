/** A request that is right in every respect, for every call: what it takes beside the place. */
import type { Prepare } from "./prepare.ts";
import { applicationRequests } from "./requests-applications.ts";
import { instanceRequests } from "./requests-instance.ts";
import { organizationRequests } from "./requests-organizations.ts";
import { projectRequests } from "./requests-projects.ts";
import { serviceUserRequests } from "./requests-service-users.ts";
import { userRequests } from "./requests-users.ts";

export const requests: Readonly<Record<string, Prepare>> = {
  ...instanceRequests,
  ...organizationRequests,
  ...projectRequests,
  ...applicationRequests,
  ...userRequests,
  ...serviceUserRequests,
};
