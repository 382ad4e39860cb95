/** The row that subject.ts reads, and what it says. */
import { readAudienceList } from "../audiences.ts";
import { readRoleList } from "../effective-roles.ts";
import { type MetadataEntry, readMetadataList } from "../metadata.ts";
import type { Address } from "../users/profile.ts";
import { loginNameOf } from "../users/user-names.ts";
import type { Standing } from "./standing.ts";

export interface Subject {
  readonly standing: Standing;
  readonly userId: string;
  /** As somebody signs in with it. */
  readonly loginName: string;
  readonly name: string;
  /** Undefined for a service user. */
  readonly person: Person | undefined;
  readonly changedAt: number;
  readonly organization: { readonly id: string; readonly name: string; readonly domain: string };
  /** The application that the token was given to; undefined for a service user's own. */
  readonly application: TokenApplication | undefined;
  /** By project. */
  readonly roles: ReadonlyMap<string, readonly string[]>;
  /** Undefined where nobody asked for it, or the application may not learn it. */
  readonly metadata: readonly MetadataEntry[] | undefined;
  /** Of the projects that were asked about, those that may be in the audience now. */
  readonly audience: ReadonlySet<string>;
  /** What the row of a personal access token says, where the token is one. */
  readonly personalAccessToken: PersonalAccess | undefined;
  readonly now: number;
}

export interface TokenApplication {
  readonly id: string;
  readonly projectId: string;
  readonly roleAssertion: boolean;
  readonly managementAccess: boolean;
}

export interface Person {
  readonly givenName: string;
  readonly familyName: string;
  readonly nickname: string;
  readonly picture: string;
  readonly locale: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly phone: string;
  readonly phoneVerified: boolean;
  readonly address: Address;
}

export interface PersonalAccess {
  readonly scopes: readonly string[];
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly lastUsedAt: number | undefined;
}

export interface SubjectRow {
  readonly subject_standing: Standing;
  readonly subject_user_id: string;
  readonly subject_user_name: string;
  readonly subject_changed_at: number;
  readonly subject_organization_id: string;
  readonly subject_organization_name: string;
  readonly subject_domain: string;
  readonly subject_service_name: string | null;
  readonly subject_display_name: string | null;
  readonly subject_given_name: string | null;
  readonly subject_family_name: string | null;
  readonly subject_nickname: string | null;
  readonly subject_picture: string | null;
  readonly subject_locale: string | null;
  readonly subject_email: string | null;
  readonly subject_email_verified: number | null;
  readonly subject_phone: string | null;
  readonly subject_phone_verified: number | null;
  readonly subject_address: string | null;
  readonly subject_application_id: string | null;
  readonly subject_project_id: string | null;
  readonly subject_role_assertion: number | null;
  readonly subject_management_access: number | null;
  readonly subject_roles: string | null;
  readonly subject_metadata: string | null;
  readonly subject_audience: string | null;
  readonly subject_scopes: string | null;
  readonly subject_issued_at: number | null;
  readonly subject_expires_at: number | null;
  readonly subject_last_used_at: number | null;
  readonly subject_now: number;
}

/** In a statement that joins it with something else, the subject may be missing. */
export type JoinedSubjectRow = { readonly [Column in keyof SubjectRow]: SubjectRow[Column] | null };

export function isThere(row: JoinedSubjectRow): row is SubjectRow {
  return row.subject_user_id !== null;
}

export function toSubject(row: SubjectRow): Subject {
  return {
    standing: row.subject_standing,
    userId: row.subject_user_id,
    loginName: loginNameOf({ user_name: row.subject_user_name, domain: row.subject_domain }),
    name: row.subject_display_name ?? row.subject_service_name ?? "",
    person: row.subject_display_name === null ? undefined : toPerson(row),
    changedAt: row.subject_changed_at,
    organization: { id: row.subject_organization_id, name: row.subject_organization_name, domain: row.subject_domain },
    application:
      row.subject_application_id === null || row.subject_project_id === null
        ? undefined
        : {
            id: row.subject_application_id,
            projectId: row.subject_project_id,
            roleAssertion: row.subject_role_assertion === 1,
            managementAccess: row.subject_management_access === 1,
          },
    roles: readRoleList(row.subject_roles),
    metadata: readMetadataList(row.subject_metadata),
    audience: readAudienceList(row.subject_audience),
    personalAccessToken:
      row.subject_scopes === null || row.subject_issued_at === null || row.subject_expires_at === null
        ? undefined
        : {
            scopes: row.subject_scopes.split(" ").filter((scope) => scope !== ""),
            issuedAt: row.subject_issued_at,
            expiresAt: row.subject_expires_at,
            lastUsedAt: row.subject_last_used_at ?? undefined,
          },
    now: row.subject_now,
  };
}

function toPerson(row: SubjectRow): Person {
  return {
    givenName: row.subject_given_name ?? "",
    familyName: row.subject_family_name ?? "",
    nickname: row.subject_nickname ?? "",
    picture: row.subject_picture ?? "",
    locale: row.subject_locale ?? "",
    email: row.subject_email ?? "",
    emailVerified: row.subject_email_verified === 1,
    phone: row.subject_phone ?? "",
    phoneVerified: row.subject_phone_verified === 1,
    address: JSON.parse(row.subject_address ?? "{}"),
  };
}
