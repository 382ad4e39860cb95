/**
 * An application as OAuth meets it: the client that a request names, with everything that authenticating it and making its
 * tokens depends on, read together. It is one row, so that it can be one half of a larger statement.
 */
import type { KeyObject } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import { prepared } from "../../storage/prepared.ts";
import { publicKeyOf } from "../credential-keys/public-keys.ts";
import type { PolicySettings } from "../policies/kinds.ts";
import type { Application } from "./applications.ts";
import { type ApplicationRow, columns, parseKept, toApplication } from "./row.ts";
import { resolveTokens } from "./rules-tokens.ts";
import { type ResolvedTokenSettings, sessionBounds, tokenDefaults } from "./types.ts";

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
  readonly key: AssertionKey | undefined;
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

export interface AssertionKey {
  readonly algorithm: string;
  readonly publicKey: KeyObject;
}

/** What to read along with the client. */
export interface ClientContext {
  readonly keyId?: string | undefined;
  readonly appSessionId?: string | undefined;
}

const applicationColumns = columns.map((column) => `a.${column}` as const);

/** Joins only what is asked for: one that finds nothing costs as much as one that does. */
export function clientQuery(db: Database, clientId: string, { keyId, appSessionId }: ClientContext = {}) {
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
      sql<string | null>`(SELECT string_agg(hash, ' ') FROM application_secrets WHERE application_id = a.id)`.as("secret_hashes"),
      now.as("now"),
    ])
    .$if(keyId !== undefined, (query) =>
      query
        .leftJoin("credential_keys as k", (join) =>
          join
            .on("k.id", "=", keyId ?? "")
            .onRef("k.application_id", "=", "a.id")
            .on("k.expires_at", ">", now),
        )
        .select(["k.algorithm as key_algorithm", "k.public_jwk as key_jwk"]),
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

const clientById = prepared((db, { clientId, ...context }: { clientId: string } & ClientContext) => clientQuery(db, clientId, context));

export async function readClient(db: Database, clientId: string, { keyId, appSessionId }: ClientContext = {}): Promise<Client | undefined> {
  const row = await clientById.first(db, { clientId, keyId, appSessionId });
  return row && toClient(row);
}

interface ClientRow extends ApplicationRow {
  readonly owner_id: string;
  readonly project_state: string;
  readonly role_assertion: number;
  readonly organization_state: string;
  readonly token_policy: string | null;
  readonly secret_hashes: string | null;
  readonly key_algorithm?: string | null | undefined;
  readonly key_jwk?: string | null | undefined;
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
    key: toKey(row.key_algorithm ?? null, row.key_jwk ?? null),
    session: toSession(row),
    now: row.now,
  };
}

function toSession(row: ClientRow): ClientSession | undefined {
  const { session_application_id: applicationId, session_user_id: userId, session_organization_id: userOrganizationId } = row;
  if (!applicationId || !userId || !userOrganizationId) return undefined;
  return { applicationId, userId, userOrganizationId, scopes: row.session_scopes?.split(" ") ?? [] };
}

export function toKey(algorithm: string | null, publicJwk: string | null): AssertionKey | undefined {
  return algorithm === null || publicJwk === null ? undefined : { algorithm, publicKey: publicKeyOf(publicJwk) };
}

/** The policy hardly ever changes: what its text says is kept until the text is another one. */
let lastPolicy: { readonly text: string; readonly rules: InstanceRules } | undefined;

type InstanceRules = Pick<PolicySettings<"tokens">, "sessionsPerApplication"> & { readonly defaults: ResolvedTokenSettings };

const builtInRules: InstanceRules = { defaults: tokenDefaults, sessionsPerApplication: sessionBounds.usual };

/** What the instance's policy on tokens says, as it is stored; the built-in one where there is none. */
export function instanceDefaults(policy: string | null): ResolvedTokenSettings {
  return instanceRules(policy).defaults;
}

function instanceRules(policy: string | null): InstanceRules {
  if (policy === null) return builtInRules;
  if (lastPolicy?.text !== policy) lastPolicy = { text: policy, rules: { ...builtInRules, ...JSON.parse(policy) } };
  return lastPolicy.rules;
}
