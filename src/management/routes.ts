/** Every call of the management API. What is not in this table does not exist. */

import { accessRoutes } from "./resources/access.ts";
import { applicationCredentialRoutes } from "./resources/application-credentials.ts";
import { applicationRoutes } from "./resources/applications.ts";
import { brandingRoutes } from "./resources/branding.ts";
import { brandingImageRoutes } from "./resources/branding-images.ts";
import { eligibleUserRoutes } from "./resources/eligible-users.ts";
import { eventRoutes } from "./resources/events.ts";
import { instanceRoutes } from "./resources/instance.ts";
import { mailRoutes } from "./resources/mail.ts";
import { managerRoleRoutes } from "./resources/manager-roles.ts";
import { managerRoutes } from "./resources/managers.ts";
import { meRoutes } from "./resources/me.ts";
import { organizationMetadataRoutes } from "./resources/organization-metadata.ts";
import { organizationRoutes } from "./resources/organizations.ts";
import { personalAccessTokenRoutes } from "./resources/personal-access-tokens.ts";
import { policiesRoutes } from "./resources/policies.ts";
import { projectCallerRoutes } from "./resources/project-callers.ts";
import { projectGrantRoutes } from "./resources/project-grants.ts";
import { projectRoleRoutes } from "./resources/project-roles.ts";
import { projectRoutes } from "./resources/projects.ts";
import { refusedAuthenticationRoutes } from "./resources/refused-authentications.ts";
import { roleAssignmentRoutes } from "./resources/role-assignments.ts";
import { serviceUserCredentialRoutes } from "./resources/service-user-credentials.ts";
import { serviceUserRoutes } from "./resources/service-users.ts";
import { signingKeyRoutes } from "./resources/signing-keys.ts";
import { tokenRoutes } from "./resources/tokens.ts";
import { usageRoutes } from "./resources/usage.ts";
import { userConsentRoutes } from "./resources/user-consents.ts";
import { userContactRoutes } from "./resources/user-contact.ts";
import { userCredentialRoutes } from "./resources/user-credentials.ts";
import { userMetadataRoutes } from "./resources/user-metadata.ts";
import { userSessionRoutes } from "./resources/user-sessions.ts";
import { userRoutes } from "./resources/users.ts";
import type { Route } from "./route.ts";

export const routes: readonly Route[] = [
  ...meRoutes,
  ...organizationRoutes,
  ...organizationMetadataRoutes,
  ...instanceRoutes,
  ...policiesRoutes,
  ...brandingRoutes,
  ...brandingImageRoutes,
  ...managerRoutes,
  ...managerRoleRoutes,
  ...projectRoutes,
  ...projectRoleRoutes,
  ...projectGrantRoutes,
  ...projectCallerRoutes,
  ...roleAssignmentRoutes,
  ...eligibleUserRoutes,
  ...applicationRoutes,
  ...applicationCredentialRoutes,
  ...refusedAuthenticationRoutes,
  ...eventRoutes,
  ...usageRoutes,
  ...signingKeyRoutes,
  ...userRoutes,
  ...userContactRoutes,
  ...userCredentialRoutes,
  ...userMetadataRoutes,
  ...userSessionRoutes,
  ...userConsentRoutes,
  ...serviceUserRoutes,
  ...serviceUserCredentialRoutes,
  ...personalAccessTokenRoutes,
  ...accessRoutes,
  ...mailRoutes,
  ...tokenRoutes,
];
