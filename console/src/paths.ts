/** Where things are in the Console. */
const organization = (organizationId: string) => `/organizations/${organizationId}`;
const project = (projectId: string) => `/projects/${projectId}`;
const application = (applicationId: string) => `/applications/${applicationId}`;
const projectGrant = (projectGrantId: string) => `/project-grants/${projectGrantId}`;
const user = (userId: string) => `/users/${userId}`;
const serviceUser = (serviceUserId: string) => `/service-users/${serviceUserId}`;

export const paths = {
  home: "/",
  organizations: "/organizations",
  projects: (organizationId: string) => `${organization(organizationId)}/projects`,
  users: (organizationId: string) => `${organization(organizationId)}/users`,
  serviceUsers: (organizationId: string) => `${organization(organizationId)}/service-users`,
  grantedProjects: (organizationId: string) => `${organization(organizationId)}/granted-projects`,
  organizationManagers: (organizationId: string) => `${organization(organizationId)}/managers`,
  branding: (organizationId: string) => `${organization(organizationId)}/branding`,
  policies: (organizationId: string) => `${organization(organizationId)}/policies`,
  organizationSettings: (organizationId: string) => `${organization(organizationId)}/settings`,
  organizationAudit: (organizationId: string) => `${organization(organizationId)}/audit`,
  project,
  newApplication: (projectId: string) => `${project(projectId)}/new-application`,
  application,
  projectGrant,
  user,
  serviceUser,
  instanceManagers: "/instance/managers",
  signingKeys: "/instance/signing-keys",
  settings: "/instance/settings",
  policiesOfInstance: "/instance/settings/policies",
  audit: "/instance/audit",
  inspector: "/token-inspector",
} as const;

/** Of a person or a program. */
export function pathOfUser({ id, kind }: { id: string; kind: "human" | "service" }): string {
  return kind === "human" ? user(id) : serviceUser(id);
}
