/** The policies of one place: of an organization, or of the instance, which has no id. */
import { api, changed, client, ifMatch, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";

export interface PolicyPlace {
  readonly organizationId?: string;
}

interface Policies {
  readonly password: Schemas["PasswordPolicy"];
  readonly registration: Schemas["RegistrationPolicy"];
  readonly secondFactor: Schemas["SecondFactorPolicy"];
  readonly sessions: Schemas["SessionsPolicy"];
  readonly throttling: Schemas["ThrottlingPolicy"];
  readonly throttlingBounds: Schemas["ThrottlingBoundsPolicy"];
  readonly account: Schemas["AccountPolicy"];
  readonly languages: Schemas["LanguagesPolicy"];
  readonly tokens: Schemas["TokensPolicy"];
  readonly events: Schemas["EventsPolicy"];
}

export type PolicyKind = keyof Policies;
export type PolicyOf<Kind extends PolicyKind> = Policies[Kind];
export type SettingsOf<Kind extends PolicyKind> = Policies[Kind]["settings"];
export type AnyPolicy = PolicyOf<PolicyKind>;
type OrganizationPolicyKind = Exclude<PolicyKind, "throttlingBounds" | "tokens" | "events">;

export interface ReadPolicies {
  readonly policies: readonly AnyPolicy[] | undefined;
  readonly problem: unknown;
}

/** What holds there, whoever decided it. */
export function usePolicies({ organizationId }: PolicyPlace): ReadPolicies {
  const own = organizationId !== undefined;
  const path = { organizationId: organizationId ?? "" };
  const ofInstance = api.useQuery("get", "/instance/policies", {}, { enabled: !own });
  const ofOrganization = api.useQuery(
    "get",
    "/organizations/{organizationId}/policies",
    { params: { path } },
    { enabled: own },
  );
  const { data, error } = own ? ofOrganization : ofInstance;
  return { policies: data?.items, problem: error };
}

export function policyOf<Kind extends PolicyKind>(
  policies: readonly AnyPolicy[],
  kind: Kind,
): PolicyOf<Kind> | undefined {
  return policies.find((policy): policy is AnyPolicy & PolicyOf<Kind> => policy.kind === kind);
}

/** Bounds, tokens and the audit log are the instance's alone. */
function isOfOrganizations(kind: PolicyKind): kind is OrganizationPolicyKind {
  return kind !== "throttlingBounds" && kind !== "tokens" && kind !== "events";
}

type PolicyDecision = Pick<AnyPolicy, "kind" | "version" | "settings">;

export function setPolicy({ organizationId }: PolicyPlace, { kind, version, settings }: PolicyDecision) {
  // That the settings are those of the kind is known where the form is.
  const body = settings as never;
  if (organizationId === undefined || !isOfOrganizations(kind)) {
    return changed(client.PUT(`/instance/policies/${kind}`, { params: ifMatch(version), body }));
  }
  const params = { path: { organizationId }, ...ifMatch(version) };
  return changed(client.PUT(`/organizations/{organizationId}/policies/${kind}`, { params, body }));
}

export function resetPolicy({ organizationId }: PolicyPlace, { kind, version }: { kind: PolicyKind; version: number }) {
  if (organizationId === undefined || !isOfOrganizations(kind)) {
    return changed(client.DELETE(`/instance/policies/${kind}`, { params: ifMatch(version) }));
  }
  const params = { path: { organizationId }, ...ifMatch(version) };
  return changed(client.DELETE(`/organizations/{organizationId}/policies/${kind}`, { params }));
}

export function useMayDecide({ organizationId }: PolicyPlace): { readonly decide: boolean; readonly reset: boolean } {
  const may = useMay(organizationId === undefined ? {} : { organizationId });
  if (organizationId === undefined)
    return { decide: may.has("instance_policy.write"), reset: may.has("instance_policy.write") };
  return { decide: may.has("organization_policy.write"), reset: may.has("organization_policy.delete") };
}
