/**
 * What the granted scopes tell about a user (OpenID Connect Core §5.4), for userinfo, introspection and ID tokens.
 * Names of claims are fixed here; what managers choose freely (metadata, role keys) is only ever inside one of them, so
 * nothing can overwrite `iss`, `sub` or another claim that means something.
 */

import type { Subject } from "../identity/sessions/subject.ts";
import type { Address } from "../identity/users/profile.ts";
import { GROUPS_SCOPE, METADATA_SCOPE, RESOURCE_OWNER_SCOPE, requestedRoles } from "../tokens/scopes.ts";

export const ROLES_CLAIM = "urn:service:iam:org:project:roles";

/** The project whose roles the reader of the claims is interested in. */
export interface RoleProject {
  readonly projectId: string;
  readonly roleAssertion: boolean;
}

export function claimsOf(
  subject: Subject,
  scopes: readonly string[],
  project: RoleProject | undefined,
): Record<string, unknown> {
  return {
    ...profileClaims(subject, scopes),
    ...contactClaims(subject, scopes),
    ...organizationClaims(subject, scopes),
    ...metadataClaims(subject, scopes),
    ...roleClaims(subject, scopes, project),
  };
}

function profileClaims(
  { name, loginName, person, changedAt }: Subject,
  scopes: readonly string[],
): Record<string, unknown> {
  if (!scopes.includes("profile")) return {};
  return present({
    name,
    family_name: person?.familyName,
    given_name: person?.givenName,
    nickname: person?.nickname,
    preferred_username: loginName,
    picture: person?.picture,
    locale: person?.locale,
    updated_at: Math.floor(changedAt / 1000),
  });
}

function contactClaims({ person }: Subject, scopes: readonly string[]): Record<string, unknown> {
  if (person === undefined) return {};
  const address = addressClaim(person.address);
  return {
    ...(scopes.includes("email") && person.email !== ""
      ? { email: person.email, email_verified: person.emailVerified }
      : {}),
    ...(scopes.includes("phone") && person.phone !== ""
      ? { phone_number: person.phone, phone_number_verified: person.phoneVerified }
      : {}),
    ...(scopes.includes("address") && Object.keys(address).length > 0 ? { address } : {}),
  };
}

/** Core §5.1.1. The formatted one is as it would stand on an envelope. */
function addressClaim({
  street = "",
  postalCode = "",
  locality = "",
  region = "",
  country = "",
}: Address): Record<string, unknown> {
  const lines = [street, [postalCode, locality].filter(Boolean).join(" "), region, country].filter(Boolean);
  return present({
    formatted: lines.join("\n"),
    street_address: street,
    locality,
    region,
    postal_code: postalCode,
    country,
  });
}

function organizationClaims({ organization }: Subject, scopes: readonly string[]): Record<string, unknown> {
  if (!scopes.includes(RESOURCE_OWNER_SCOPE)) return {};
  return {
    [`${RESOURCE_OWNER_SCOPE}:id`]: organization.id,
    [`${RESOURCE_OWNER_SCOPE}:name`]: organization.name,
    [`${RESOURCE_OWNER_SCOPE}:primary_domain`]: organization.domain,
  };
}

function metadataClaims({ metadata }: Subject, scopes: readonly string[]): Record<string, unknown> {
  if (!scopes.includes(METADATA_SCOPE) || metadata === undefined || metadata.length === 0) return {};
  return { [METADATA_SCOPE]: Object.fromEntries(metadata.map(({ key, value }) => [key, value])) };
}

/**
 * Nested, with the organization through which the user has each, and flat, as common tools understand it, by either
 * name.
 */
export function roleClaims(
  subject: Subject,
  scopes: readonly string[],
  project: RoleProject | undefined,
): Record<string, unknown> {
  const { all, groups, keys } = requestedRoles(scopes);
  const held = project === undefined ? [] : (subject.roles.get(project.projectId) ?? []);
  const shown = all || project?.roleAssertion ? held : held.filter((key) => keys.includes(key));
  const { id, domain } = subject.organization;
  return {
    ...(shown.length === 0
      ? {}
      : { [ROLES_CLAIM]: Object.fromEntries(shown.map((key) => [key, { [id]: domain }])), roles: shown }),
    ...(groups && held.length > 0 ? { [GROUPS_SCOPE]: held } : {}),
  };
}

/** Whether roles are told at all: what decides whether they have to be read. */
export function tellsRoles(scopes: readonly string[], roleAssertion: boolean): boolean {
  const { all, groups, keys } = requestedRoles(scopes);
  return roleAssertion || all || groups || keys.length > 0;
}

/** Core §5.3.2: a claim without a value is left out. */
function present(claims: Record<string, string | number | undefined>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined && value !== ""));
}
