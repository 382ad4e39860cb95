/** The tables of migration 2: what an instance manages. See schema.ts for how values are stored. */
import type { Generated } from "kysely";

export interface ResourceTables {
  organizations: OrganizationsTable;
  projects: ProjectsTable;
  project_roles: ProjectRolesTable;
  project_grants: ProjectGrantsTable;
  project_grant_roles: ProjectGrantRolesTable;
  applications: ApplicationsTable;
  application_secrets: ApplicationSecretsTable;
  users: UsersTable;
  humans: HumansTable;
  user_words: UserWordsTable;
  service_users: ServiceUsersTable;
  credential_keys: CredentialKeysTable;
  personal_access_tokens: PersonalAccessTokensTable;
  managers: ManagersTable;
  role_assignments: RoleAssignmentsTable;
  role_assignment_roles: RoleAssignmentRolesTable;
  user_metadata: UserMetadataTable;
  organization_metadata: OrganizationMetadataTable;
  policies: PoliciesTable;
  instance: InstanceTable;
}

interface OrganizationsTable {
  id: string;
  name: string;
  domain: string;
  /** When it was shown that the domain is the organization's; nobody can show that yet. */
  domain_proved_at: Generated<number | null>;
  state: string;
  created_at: number;
  version: number;
  changed_at: number;
}

interface ProjectsTable {
  id: string;
  organization_id: string;
  name: string;
  project_check: number;
  role_check: number;
  role_assertion: number;
  state: string;
  created_at: number;
  version: number;
  changed_at: number;
}

interface ProjectRolesTable {
  project_id: string;
  key: string;
  display_name: string;
  role_group: string;
  version: Generated<number>;
}

interface ProjectGrantsTable {
  id: string;
  project_id: string;
  organization_id: string;
  state: string;
  /** Migration 7: when the receiver accepted it. */
  accepted_at: Generated<number | null>;
  created_at: number;
  version: number;
  changed_at: number;
}

interface ProjectGrantRolesTable {
  project_grant_id: string;
  project_id: string;
  role_key: string;
}

interface ApplicationsTable {
  id: string;
  project_id: string;
  name: string;
  type: string;
  auth_method: string;
  response_types: string;
  grant_types: string;
  redirect_uris: string;
  post_logout_redirect_uris: string;
  development_mode: number;
  management_access: number;
  id_token_userinfo_assertion: number;
  /** Migration 7: people of its own organization are asked, too. */
  consent_required: Generated<number>;
  /** Migration 8: the secret is taken only where the method has it. */
  strict_auth_method: Generated<number>;
  tokens: string;
  state: string;
  created_at: number;
  version: number;
  changed_at: number;
}

interface ApplicationSecretsTable {
  id: string;
  application_id: string;
  hash: string;
  created_at: number;
}

interface UsersTable {
  id: string;
  organization_id: string;
  kind: string;
  user_name: string;
  user_name_key: string;
  state: string;
  epoch: number;
  created_at: number;
  version: number;
  changed_at: number;
}

interface HumansTable {
  user_id: string;
  given_name: string;
  family_name: string;
  nickname: string;
  display_name: string;
  locale: string;
  picture: string;
  email: string;
  email_key: string;
  email_verified: number;
  email_version: number;
  phone: string;
  phone_verified: number;
  address: string;
  address_verified: number;
  password_hash: string | null;
  password_version: number;
  password_changed_at: number | null;
  password_change_required: number;
  /** Migration 6: when a passkey was offered. */
  passkey_offered_at: Generated<number | null>;
  /** Migration 7: the person has shown that the address is theirs; `email_verified` alone is a manager's word. */
  email_proven: Generated<number>;
}

interface UserWordsTable {
  organization_id: string;
  word: string;
  user_id: string;
}

interface ServiceUsersTable {
  user_id: string;
  name: string;
  description: string;
  secret_hash: string | null;
  secret_version: number;
  /** Migration 8: JSON, as that of an application. */
  tokens: Generated<string>;
}

interface CredentialKeysTable {
  id: string;
  application_id: string | null;
  user_id: string | null;
  algorithm: string;
  public_jwk: string;
  created_at: number;
  expires_at: number;
}

interface PersonalAccessTokensTable {
  id: string;
  user_id: string;
  name: string;
  scopes: string;
  created_at: number;
  expires_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
}

interface ManagersTable {
  id: string;
  user_id: string;
  role: string;
  place_id: string;
  organization_id: string | null;
  project_id: string | null;
  project_grant_id: string | null;
  created_at: number;
}

interface RoleAssignmentsTable {
  id: string;
  user_id: string;
  project_id: string;
  project_grant_id: string | null;
  state: string;
  created_at: number;
  version: number;
  changed_at: number;
}

interface RoleAssignmentRolesTable {
  role_assignment_id: string;
  project_id: string;
  role_key: string;
}

interface UserMetadataTable {
  user_id: string;
  key: string;
  value: string;
}

interface OrganizationMetadataTable {
  organization_id: string;
  key: string;
  value: string;
}

interface PoliciesTable {
  place_id: string;
  kind: string;
  settings: string;
  organization_id: string | null;
  changed_at: number;
  version: Generated<number>;
}

interface InstanceTable {
  id: number;
  organization_id: string;
  project_id: string;
  console_application_id: string;
  created_at: number;
  name: Generated<string>;
  version: Generated<number>;
  changed_at: Generated<number>;
}
