/**
 * An application as OAuth meets it: the client that a request names, with everything that authenticating it and making
 * its tokens depends on, read together. It is one row, so that it can be one half of a larger statement.
 */
import { sql } from "kysely";
import type { Database } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import { prepared } from "../../storage/prepared.ts";
import {
  type ChosenKey,
  type KeyChoice,
  type KeyRow,
  keyColumns,
  markKeyChoice,
  thatKey,
  toChosenKey,
} from "../credential-keys/chosen-key.ts";
import type { PolicySettings } from "../policies/kinds.ts";
import type { Application } from "./applications.ts";
import { type ApplicationRow, columns, parseKept, toApplication } from "./row.ts";
import { resolveTokens } from "./rules-tokens.ts";
import { type ResolvedTokenSettings, sessionBounds, type TokenDefaults, tokenDefaults } from "./types.ts";

export interface Client {
  readonly application: Application;
  readonly projectId: string;
  /** The organization that owns the project. */
  readonly organizationId: string;
  /** Application, project and organization all are. */
  readonly active: boolean;
  /** The project wants roles in tokens without being asked. */
  readonly roleAssertion: boolean;
  /** The application's settings over the instance's. */
  readonly tokens: ResolvedTokenSettings;
  /** How many sessions one person may have here. */
  readonly sessionsPerApplication: number;
  readonly secretHashes: readonly string[];
  /** The key that was asked for, if it is this application's and has not ended. */
  readonly key: ChosenKey | undefined;
  /** The app session that was asked for, whosever it is. */
  readonly session: ClientSession | undefined;
  readonly now: number;
}

export interface ClientSession {
  readonly applicationId: string;
  readonly userId: string;
  readonly userOrganizationId: string;
  readonly scopes: readonly string[];
}

/** What to read along with the client. */
export interface ClientContext {
  readonly key?: KeyChoice | undefined;
  readonly appSessionId?: string | undefined;
}

const applicationColumns = columns.map((column) => `a.${column}` as const);

/** Joins only what is asked for: one that finds nothing costs as much as one that does. */
export function clientQuery(db: Database, clientId: string, { key, appSessionId }: ClientContext = {}) {
  return db
    .selectFrom("applications as a")
    .innerJoin("projects as p", "p.id", "a.project_id")
    .innerJoin("organizations as o", "o.id", "p.organization_id")
    .leftJoin("policies as t", (join) => join.on("t.place_id", "=", "").on("t.kind", "=", "tokens"))
    .select(applicationColumns)
    .select([
      "p.organization_id as owner_id",
      "p.state as project_state",
      "p.role_assertion",
      "o.state as organization_state",
      "t.settings as token_policy",
      sql<string | null>`(SELECT string_agg(hash, ' ') FROM application_secrets WHERE application_id = a.id)`.as(
        "secret_hashes",
      ),
      now.as("now"),
    ])
    .$if(key !== undefined, (query) =>
      query
        .leftJoin("credential_keys as k", (join) => join.on(thatKey("application", "a.id", key ?? { id: "" })))
        .select(keyColumns),
    )
    .$if(appSessionId !== undefined, (query) =>
      query
        .leftJoin("app_sessions as s", (join) => join.on("s.id", "=", appSessionId ?? ""))
        .leftJoin("users as u", "u.id", "s.user_id")
        .select([
          "s.application_id as session_application_id",
          "s.user_id as session_user_id",
          "u.organization_id as session_organization_id",
          "s.scopes as session_scopes",
        ]),
    )
    .where("a.id", "=", clientId);
}

const clientById = prepared(
  ({ clientId, key, appSessionId }: { clientId: string } & ClientContext, value) => ({
    clientId: value(clientId),
    key: key && markKeyChoice(key, value),
    appSessionId: appSessionId === undefined ? undefined : value(appSessionId),
  }),
  (db, { clientId, ...context }) => clientQuery(db, clientId, context),
);

export async function readClient(
  db: Database,
  clientId: string,
  { key, appSessionId }: ClientContext = {},
): Promise<Client | undefined> {
  const row = await clientById.first(db, { clientId, key, appSessionId });
  return row && toClient(row);
}

interface ClientRow extends ApplicationRow, KeyRow {
  readonly owner_id: string;
  readonly project_state: string;
  readonly role_assertion: number;
  readonly organization_state: string;
  readonly token_policy: string | null;
  readonly secret_hashes: string | null;
  readonly session_application_id?: string | null | undefined;
  readonly session_user_id?: string | null | undefined;
  readonly session_organization_id?: string | null | undefined;
  readonly session_scopes?: string | null | undefined;
  readonly now: number;
}

export function toClient(row: ClientRow): Client {
  return {
    application: toApplication(row),
    projectId: row.project_id,
    organizationId: row.owner_id,
    active: row.state === "active" && row.project_state === "active" && row.organization_state === "active",
    roleAssertion: row.role_assertion === 1,
    tokens: resolveTokens(parseKept(row.tokens), instanceDefaults(row.token_policy)),
    sessionsPerApplication: instanceRules(row.token_policy).sessionsPerApplication,
    secretHashes: row.secret_hashes?.split(" ") ?? [],
    key: toChosenKey(row),
    session: toSession(row),
    now: row.now,
  };
}

function toSession(row: ClientRow): ClientSession | undefined {
  const {
    session_application_id: applicationId,
    session_user_id: userId,
    session_organization_id: userOrganizationId,
  } = row;
  if (!applicationId || !userId || !userOrganizationId) return undefined;
  return { applicationId, userId, userOrganizationId, scopes: row.session_scopes?.split(" ") ?? [] };
}

/** The policy hardly ever changes: what its text says is kept until the text is another one. */
let lastPolicy: { readonly text: string; readonly rules: InstanceRules } | undefined;

type InstanceRules = Pick<PolicySettings<"tokens">, "sessionsPerApplication"> & { readonly defaults: TokenDefaults };

const builtInRules: InstanceRules = { defaults: tokenDefaults, sessionsPerApplication: sessionBounds.usual };

/** What the instance's policy on tokens says, as it is stored; the built-in one where there is none. */
export function instanceDefaults(policy: string | null): TokenDefaults {
  return instanceRules(policy).defaults;
}

function instanceRules(policy: string | null): InstanceRules {
  if (policy === null) return builtInRules;
  if (lastPolicy?.text !== policy) lastPolicy = { text: policy, rules: { ...builtInRules, ...JSON.parse(policy) } };
  return lastPolicy.rules;
}
