/** The scopes there are: what each asks for is decided in claims.ts and audience.ts. */
export const standardScopes = ["openid", "profile", "email", "phone", "address", "offline_access"] as const;

/** Roles by the name that many programs ask for them by: as one flat list. */
export const GROUPS_SCOPE = "groups";

const PREFIX = "urn:service:iam:";
export const METADATA_SCOPE = `${PREFIX}user:metadata`;
export const RESOURCE_OWNER_SCOPE = `${PREFIX}user:resourceowner`;
export const ALL_ROLES_SCOPE = `${PREFIX}org:projects:roles`;

const AUDIENCE = /^urn:service:iam:org:project:id:([\w-]{1,64}):aud$/;
const ORGANIZATION = /^urn:service:iam:org:id:([\w-]{1,64})$/;
const ROLE = /^urn:service:iam:org:project:role:([\w.:/-]{1,100})$/;

const LONGEST_SCOPE = 2_048;
const MOST_SCOPES = 100;

/** Unknown ones are dropped, each is kept once; undefined when there are absurdly many. */
export function parseScopes(text: string | undefined): string[] | undefined {
  if (text === undefined) return [];
  if (text.length > LONGEST_SCOPE) return undefined;
  const scopes = text.split(" ").filter((scope) => scope !== "");
  if (scopes.length > MOST_SCOPES) return undefined;
  return [...new Set(scopes)].filter(isKnown);
}

function isKnown(scope: string): boolean {
  if ((standardScopes as readonly string[]).includes(scope) || scope === GROUPS_SCOPE) return true;
  if (scope === METADATA_SCOPE || scope === RESOURCE_OWNER_SCOPE || scope === ALL_ROLES_SCOPE) return true;
  return AUDIENCE.test(scope) || ORGANIZATION.test(scope) || ROLE.test(scope);
}

/** The project that an audience scope names; the short form names the service's own. */
export function audienceProject(scope: string, serviceProjectId: string): string | undefined {
  const id = AUDIENCE.exec(scope)?.[1];
  return id === "service" ? serviceProjectId : id;
}

/** The scope that puts a project into the audience of a token. */
export function audienceScope(projectId: string): string {
  return `${PREFIX}org:project:id:${projectId}:aud`;
}

/** The organization that a sign-in is bound to, where one is. */
export function boundOrganization(scopes: readonly string[]): string | undefined {
  return scopes.map((scope) => ORGANIZATION.exec(scope)?.[1]).find((id) => id !== undefined);
}

/** `groups` asks for all of them, in a claim of that name; the others for the claims of roles. */
export function requestedRoles(scopes: readonly string[]): { all: boolean; groups: boolean; keys: string[] } {
  return {
    all: scopes.includes(ALL_ROLES_SCOPE),
    groups: scopes.includes(GROUPS_SCOPE),
    keys: scopes.flatMap((scope) => ROLE.exec(scope)?.[1] ?? []),
  };
}
