/**
 * What an instance manages: organizations, projects, applications, users and who may do what. Whatever belongs to a row
 * goes with it, by reference; `docs/model.md` says what that means for each resource.
 */
import type { Migration } from "./migration.ts";

export const resources: Migration = {
  version: 2,
  name: "resources",
  readableFrom: 1,
  statements: ({ text, integer, table }) => [
    `CREATE TABLE organizations (
      id ${text} PRIMARY KEY,
      name ${text} NOT NULL,
      domain ${text} NOT NULL UNIQUE,
      state ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      version ${integer} NOT NULL,
      changed_at ${integer} NOT NULL
    )${table}`,

    `CREATE TABLE projects (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
      name ${text} NOT NULL,
      project_check ${integer} NOT NULL,
      role_check ${integer} NOT NULL,
      role_assertion ${integer} NOT NULL,
      state ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      version ${integer} NOT NULL,
      changed_at ${integer} NOT NULL
    )${table}`,
    // identity/projects.ts: the projects of an organization, page by page.
    "CREATE INDEX projects_by_organization ON projects (organization_id, id)",

    `CREATE TABLE project_roles (
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      key ${text} NOT NULL,
      display_name ${text} NOT NULL,
      role_group ${text} NOT NULL,
      PRIMARY KEY (project_id, key)
    )${table}`,

    `CREATE TABLE project_grants (
      id ${text} PRIMARY KEY,
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      organization_id ${text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
      state ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      version ${integer} NOT NULL,
      changed_at ${integer} NOT NULL,
      UNIQUE (project_id, organization_id)
    )${table}`,
    // identity/project-grants.ts: what an organization was granted.
    "CREATE INDEX project_grants_by_organization ON project_grants (organization_id, id)",

    `CREATE TABLE project_grant_roles (
      project_grant_id ${text} NOT NULL REFERENCES project_grants (id) ON DELETE CASCADE,
      project_id ${text} NOT NULL,
      role_key ${text} NOT NULL,
      PRIMARY KEY (project_grant_id, role_key),
      FOREIGN KEY (project_id, role_key) REFERENCES project_roles (project_id, key) ON DELETE CASCADE
    )${table}`,
    // Deleting a role of a project takes it out of the grants.
    "CREATE INDEX project_grant_roles_by_role ON project_grant_roles (project_id, role_key)",

    `CREATE TABLE applications (
      id ${text} PRIMARY KEY,
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      name ${text} NOT NULL,
      type ${text} NOT NULL,
      auth_method ${text} NOT NULL,
      response_types ${text} NOT NULL,
      grant_types ${text} NOT NULL,
      redirect_uris ${text} NOT NULL,
      post_logout_redirect_uris ${text} NOT NULL,
      development_mode ${integer} NOT NULL,
      management_access ${integer} NOT NULL,
      id_token_userinfo_assertion ${integer} NOT NULL,
      tokens ${text} NOT NULL,
      state ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      version ${integer} NOT NULL,
      changed_at ${integer} NOT NULL
    )${table}`,
    // identity/applications/applications.ts: the applications of a project, page by page.
    "CREATE INDEX applications_by_project ON applications (project_id, id)",

    `CREATE TABLE application_secrets (
      id ${text} PRIMARY KEY,
      application_id ${text} NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
      hash ${text} NOT NULL,
      created_at ${integer} NOT NULL
    )${table}`,
    // identity/applications/secrets.ts: the secrets of the application that authenticates.
    "CREATE INDEX application_secrets_by_application ON application_secrets (application_id)",

    // Humans and service users share ids, names, states and epochs; what only one kind has is in a table of its own.
    `CREATE TABLE users (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
      kind ${text} NOT NULL,
      user_name ${text} NOT NULL,
      user_name_key ${text} NOT NULL,
      state ${text} NOT NULL,
      epoch ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      version ${integer} NOT NULL,
      changed_at ${integer} NOT NULL,
      UNIQUE (organization_id, user_name_key)
    )${table}`,
    // identity/users/users.ts: the users of an organization, by kind, page by page.
    "CREATE INDEX users_by_organization ON users (organization_id, kind, id)",

    `CREATE TABLE humans (
      user_id ${text} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      given_name ${text} NOT NULL,
      family_name ${text} NOT NULL,
      nickname ${text} NOT NULL,
      display_name ${text} NOT NULL,
      locale ${text} NOT NULL,
      picture ${text} NOT NULL,
      email ${text} NOT NULL,
      email_key ${text} NOT NULL,
      email_verified ${integer} NOT NULL,
      email_version ${integer} NOT NULL,
      phone ${text} NOT NULL,
      phone_verified ${integer} NOT NULL,
      address ${text} NOT NULL,
      address_verified ${integer} NOT NULL,
      password_hash ${text},
      password_version ${integer} NOT NULL,
      password_changed_at ${integer},
      password_change_required ${integer} NOT NULL
    )${table}`,
    // identity/users/login-names.ts: signing in with a verified address.
    "CREATE INDEX humans_by_verified_email ON humans (email_key) WHERE email_verified = 1",

    // One row for each word a user can be found by.
    `CREATE TABLE user_words (
      organization_id ${text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
      word ${text} NOT NULL,
      user_id ${text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      PRIMARY KEY (organization_id, word, user_id)
    )${table}`,
    // identity/users/search.ts: searching the whole instance.
    "CREATE INDEX user_words_by_word ON user_words (word, user_id)",
    // identity/users/search.ts: writing a user's words anew, and asking whether a user has a further word.
    "CREATE INDEX user_words_by_user ON user_words (user_id, word)",

    `CREATE TABLE service_users (
      user_id ${text} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      name ${text} NOT NULL,
      description ${text} NOT NULL,
      secret_hash ${text},
      secret_version ${integer} NOT NULL
    )${table}`,

    // A key that an application or a service user signs with belongs to one of the two.
    `CREATE TABLE credential_keys (
      id ${text} PRIMARY KEY,
      application_id ${text} REFERENCES applications (id) ON DELETE CASCADE,
      user_id ${text} REFERENCES users (id) ON DELETE CASCADE,
      algorithm ${text} NOT NULL,
      public_jwk ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL,
      CHECK ((application_id IS NULL) <> (user_id IS NULL))
    )${table}`,
    // identity/credential-keys/store.ts: the keys of one application, or of one service user.
    "CREATE INDEX credential_keys_by_application ON credential_keys (application_id) WHERE application_id IS NOT NULL",
    "CREATE INDEX credential_keys_by_user ON credential_keys (user_id) WHERE user_id IS NOT NULL",

    `CREATE TABLE personal_access_tokens (
      id ${text} PRIMARY KEY,
      user_id ${text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      name ${text} NOT NULL,
      scopes ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL,
      last_used_at ${integer},
      revoked_at ${integer}
    )${table}`,
    // identity/service-users/personal-access-tokens.ts: the tokens of one service user.
    "CREATE INDEX personal_access_tokens_by_user ON personal_access_tokens (user_id, id)",
    // identity/service-users/personal-access-tokens.ts: the sweep.
    "CREATE INDEX personal_access_tokens_by_expiry ON personal_access_tokens (expires_at)",

    // A manager role counts at one place: the instance (place_id ''), or the one row it refers to.
    `CREATE TABLE managers (
      id ${text} PRIMARY KEY,
      user_id ${text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      role ${text} NOT NULL,
      place_id ${text} NOT NULL,
      organization_id ${text} REFERENCES organizations (id) ON DELETE CASCADE,
      project_id ${text} REFERENCES projects (id) ON DELETE CASCADE,
      project_grant_id ${text} REFERENCES project_grants (id) ON DELETE CASCADE,
      created_at ${integer} NOT NULL,
      UNIQUE (user_id, role, place_id)
    )${table}`,
    // identity/managers.ts: the managers at one place, and the count of IAM_OWNERs.
    "CREATE INDEX managers_by_place ON managers (place_id, role, user_id)",
    // Deleting a project or a grant takes its managers along.
    "CREATE INDEX managers_by_project ON managers (project_id) WHERE project_id IS NOT NULL",
    "CREATE INDEX managers_by_project_grant ON managers (project_grant_id) WHERE project_grant_id IS NOT NULL",
    "CREATE INDEX managers_by_organization ON managers (organization_id) WHERE organization_id IS NOT NULL",

    `CREATE TABLE role_assignments (
      id ${text} PRIMARY KEY,
      user_id ${text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      project_grant_id ${text} REFERENCES project_grants (id) ON DELETE CASCADE,
      state ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      version ${integer} NOT NULL,
      changed_at ${integer} NOT NULL,
      UNIQUE (user_id, project_id)
    )${table}`,
    // identity/role-assignments.ts: who has roles in a project, page by page.
    "CREATE INDEX role_assignments_by_project ON role_assignments (project_id, id)",
    // identity/role-assignments.ts: who has roles through a grant; deleting a grant takes them along.
    "CREATE INDEX role_assignments_by_grant ON role_assignments (project_grant_id, id) WHERE project_grant_id IS NOT NULL",

    `CREATE TABLE role_assignment_roles (
      role_assignment_id ${text} NOT NULL REFERENCES role_assignments (id) ON DELETE CASCADE,
      project_id ${text} NOT NULL,
      role_key ${text} NOT NULL,
      PRIMARY KEY (role_assignment_id, role_key),
      FOREIGN KEY (project_id, role_key) REFERENCES project_roles (project_id, key) ON DELETE CASCADE
    )${table}`,
    // Deleting a role of a project takes it from everyone who has it.
    "CREATE INDEX role_assignment_roles_by_role ON role_assignment_roles (project_id, role_key)",

    `CREATE TABLE user_metadata (
      user_id ${text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      key ${text} NOT NULL,
      value ${text} NOT NULL,
      PRIMARY KEY (user_id, key)
    )${table}`,

    `CREATE TABLE organization_metadata (
      organization_id ${text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
      key ${text} NOT NULL,
      value ${text} NOT NULL,
      PRIMARY KEY (organization_id, key)
    )${table}`,

    // place_id is '' for the instance's own, which organizations inherit.
    `CREATE TABLE policies (
      place_id ${text} NOT NULL,
      kind ${text} NOT NULL,
      settings ${text} NOT NULL,
      organization_id ${text} REFERENCES organizations (id) ON DELETE CASCADE,
      changed_at ${integer} NOT NULL,
      PRIMARY KEY (place_id, kind)
    )${table}`,
    // Deleting an organization takes its policies along.
    "CREATE INDEX policies_by_organization ON policies (organization_id) WHERE organization_id IS NOT NULL",

    // One row: what the first start made. Without ON DELETE, so that nothing it names can be deleted.
    `CREATE TABLE instance (
      id ${integer} PRIMARY KEY CHECK (id = 1),
      organization_id ${text} NOT NULL REFERENCES organizations (id),
      project_id ${text} NOT NULL REFERENCES projects (id),
      console_application_id ${text} NOT NULL REFERENCES applications (id),
      created_at ${integer} NOT NULL
    )${table}`,
  ],
};
