/**
 * Calls at one's own place that name something of another: in the body, or in the query. None of them may get anywhere.
 */
import { randomUUID } from "node:crypto";
import { type Grounds, roleKeys } from "./grounds.ts";

export interface ForeignCall {
  /** Who makes it, as callers.ts names them. */
  readonly as: string;
  readonly call: () => Promise<readonly [method: string, path: string, body?: unknown]>;
  /** The code of the answer. */
  readonly refused: string;
}

export function foreignCalls({ api, organizations, projects, grants, make }: Grounds): Record<string, ForeignCall> {
  return {
    "a project's role to a user whose organization has no grant": {
      as: "ORG_OWNER (home)",
      call: async () => [
        "POST",
        `/projects/${projects.project}/role-assignments`,
        { userId: await make.human("other"), roleKeys: [roleKeys("project").granted] },
      ],
      refused: "invalid_input",
    },
    "a project's role to a user who does not exist": {
      as: "PROJECT_OWNER (project)",
      call: async () => [
        "POST",
        `/projects/${projects.project}/role-assignments`,
        { userId: randomUUID(), roleKeys: [roleKeys("project").granted] },
      ],
      refused: "unknown_resource",
    },
    "a role of another project": {
      as: "PROJECT_OWNER (project)",
      call: async () => [
        "POST",
        `/projects/${projects.project}/role-assignments`,
        { userId: await make.human("home"), roleKeys: [roleKeys("sibling").granted] },
      ],
      refused: "invalid_input",
    },
    "a role that the grant does not include": {
      as: "PROJECT_GRANT_OWNER (grant)",
      call: async () => [
        "POST",
        `/project-grants/${grants.grant}/role-assignments`,
        { userId: await make.human("receiver"), roleKeys: [roleKeys("project").kept] },
      ],
      refused: "invalid_input",
    },
    "a role that the grant does not include, to somebody who has one that it does": {
      as: "ORG_OWNER (receiver)",
      call: async () => [
        "PATCH",
        `/role-assignments/${await make.assignment("project", "receiver")}`,
        { roleKeys: [roleKeys("project").granted, roleKeys("project").kept] },
      ],
      refused: "invalid_input",
    },
    "granted roles to a user of the organization that granted them": {
      as: "PROJECT_GRANT_OWNER (grant)",
      call: async () => [
        "POST",
        `/project-grants/${grants.grant}/role-assignments`,
        { userId: await make.human("home"), roleKeys: [roleKeys("project").granted] },
      ],
      refused: "unknown_resource",
    },
    "granted roles to a user of a third organization": {
      as: "ORG_OWNER (receiver)",
      call: async () => [
        "POST",
        `/project-grants/${grants.grant}/role-assignments`,
        { userId: await make.human("other"), roleKeys: [roleKeys("project").granted] },
      ],
      refused: "unknown_resource",
    },
    "a grant to an organization that does not exist": {
      as: "PROJECT_OWNER (project)",
      call: async () => [
        "POST",
        `/projects/${projects.project}/grants`,
        { organizationId: randomUUID(), roleKeys: [] },
      ],
      refused: "unknown_resource",
    },
    "a grant with roles of another project": {
      as: "ORG_OWNER (home)",
      call: async () => [
        "POST",
        `/projects/${projects.project}/grants`,
        { organizationId: await make.organization(), roleKeys: [roleKeys("others").granted] },
      ],
      refused: "invalid_input",
    },
    "more roles into a grant than the project has": {
      as: "PROJECT_OWNER (project)",
      call: async () => ["PATCH", `/project-grants/${grants.grant}`, { roleKeys: [roleKeys("sibling").granted] }],
      refused: "invalid_input",
    },
    "a manager of an organization whom one cannot see": {
      as: "ORG_OWNER (home)",
      call: async () => [
        "POST",
        `/organizations/${organizations.home}/managers`,
        { userId: await make.human("other"), role: "ORG_OWNER" },
      ],
      refused: "unknown_resource",
    },
    "a manager of a project whom one cannot see": {
      as: "PROJECT_OWNER (project)",
      call: async () => [
        "POST",
        `/projects/${projects.project}/managers`,
        { userId: await make.human("other"), role: "PROJECT_OWNER_VIEWER" },
      ],
      refused: "unknown_resource",
    },
    "a manager of a grant who is of the other side": {
      as: "PROJECT_GRANT_OWNER (grant)",
      call: async () => [
        "POST",
        `/project-grants/${grants.grant}/managers`,
        { userId: await make.human("home"), role: "PROJECT_GRANT_OWNER" },
      ],
      refused: "unknown_resource",
    },
    "a role of the instance at an organization": {
      as: "ORG_OWNER (home)",
      call: async () => [
        "POST",
        `/organizations/${organizations.home}/managers`,
        { userId: await make.human("home"), role: "IAM_OWNER" },
      ],
      refused: "invalid_input",
    },
    "a token for a project that the service user's organization cannot use": {
      as: "ORG_OWNER (home)",
      call: async () => [
        "POST",
        `/service-users/${await make.serviceUser("home")}/personal-access-tokens`,
        {
          name: "ci",
          scopes: ["openid", `urn:service:iam:org:project:id:${projects.others}:aud`],
          expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
        },
      ],
      refused: "invalid_input",
    },
    "another domain, by whoever may only change the name": {
      as: "ORG_OWNER (home)",
      call: async () => [
        "PATCH",
        `/organizations/${organizations.home}`,
        { name: "Mine", domain: `${randomUUID()}.example` },
      ],
      refused: "permission_missing",
    },
    "the domain of another organization": {
      as: "IAM_ORG_MANAGER (instance)",
      call: async () => ["POST", "/organizations", { name: "Copy", domain: api.idp.world.other.domain }],
      refused: "already_exists",
    },
    "an application that acts with managers' power": {
      as: "ORG_OWNER (home)",
      call: async () => [
        "POST",
        `/projects/${projects.project}/applications`,
        { name: "Power", type: "web", redirectUris: ["https://app.example/callback"], managementAccess: true },
      ],
      refused: "permission_missing",
    },
    "managers' power for an application that has none": {
      as: "IAM_ORG_MANAGER (instance)",
      call: async () => ["PATCH", `/applications/${await make.application("project")}`, { managementAccess: true }],
      refused: "permission_missing",
    },
    "a user moved to another organization": {
      as: "ORG_OWNER (home)",
      call: async () => ["PATCH", `/users/${await make.human("home")}`, { organizationId: organizations.other }],
      refused: "invalid_input",
    },
    "a user created in another organization than the path's": {
      as: "ORG_OWNER (home)",
      call: async () => [
        "POST",
        `/organizations/${organizations.home}/users`,
        { userName: `new-${randomUUID()}`, organizationId: organizations.other },
      ],
      refused: "invalid_input",
    },
    "the organization of a project in the query": {
      as: "ORG_OWNER (home)",
      call: async () => ["GET", `/organizations/${organizations.home}/projects?organizationId=${organizations.other}`],
      refused: "invalid_input",
    },
    "another organization's usage in the query": {
      as: "ORG_OWNER (home)",
      call: async () => ["GET", `/organizations/${organizations.home}/usage?organizationId=${organizations.other}`],
      refused: "invalid_input",
    },
    "an organization's usage from the instance": {
      as: "ORG_OWNER (home)",
      call: async () => ["GET", `/usage?organizationId=${organizations.home}`],
      refused: "permission_missing",
    },
  };
}
