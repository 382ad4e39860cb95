/** What an application would learn and may do, scope by scope, in words. */
import { sql } from "kysely";
import type { Client } from "../../identity/applications/client.ts";
import type { Instance } from "../../identity/instance.ts";
import type { Database } from "../../storage/database.ts";
import type { TextKey, Words } from "../../texts/words.ts";
import {
  audienceProject,
  boundOrganization,
  METADATA_SCOPE,
  RESOURCE_OWNER_SCOPE,
  requestedRoles,
} from "../../tokens/scopes.ts";

/** In the order in which they are shown. */
const plain: readonly (readonly [scope: string, text: TextKey])[] = [
  ["openid", "consent.openid"],
  ["profile", "consent.profile"],
  ["email", "consent.email"],
  ["phone", "consent.phone"],
  ["address", "consent.address"],
  [RESOURCE_OWNER_SCOPE, "consent.organization"],
  [METADATA_SCOPE, "consent.metadata"],
];

export interface AskedAccess {
  readonly scopes: readonly string[];
  readonly client: Pick<Client, "roleAssertion">;
  /** Names of the projects that audience scopes name, by id. */
  readonly projects: ReadonlyMap<string, NamedProject>;
  readonly instance: Pick<Instance, "projectId">;
}

export interface NamedProject {
  readonly name: string;
  readonly organization: string;
}

export function accessInWords(words: Words, { scopes, client, projects, instance }: AskedAccess): string[] {
  const roles = requestedRoles(scopes);
  // Whoever is let in by a scope that names an organization is known to be of it.
  const asked = boundOrganization(scopes) === undefined ? scopes : [...scopes, RESOURCE_OWNER_SCOPE];
  const audiences = scopes.flatMap((scope) => audienceProject(scope, instance.projectId) ?? []);
  return [
    ...plain.filter(([scope]) => asked.includes(scope)).map(([, text]) => words.say(text)),
    // A project may want them in every token, whatever is asked for.
    ...(client.roleAssertion || roles.all || roles.groups || roles.keys.length > 0 ? [words.say("consent.roles")] : []),
    ...audiences.flatMap((id) => {
      if (id === instance.projectId) return [words.say("consent.management")];
      const project = projects.get(id);
      return project === undefined
        ? []
        : [words.say("consent.audience", { project: project.name, organization: project.organization })];
    }),
  ];
}

/** The names of the projects that the scopes name. */
export async function nameProjects(
  db: Database,
  instance: Pick<Instance, "projectId">,
  scopes: readonly string[],
): Promise<ReadonlyMap<string, NamedProject>> {
  const ids = [...new Set(scopes.flatMap((scope) => audienceProject(scope, instance.projectId) ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("projects")
    .innerJoin("organizations", "organizations.id", "projects.organization_id")
    .select(["projects.id", "projects.name", sql<string>`organizations.name`.as("organization")])
    .where("projects.id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, name, organization }) => [id, { name, organization }]));
}
