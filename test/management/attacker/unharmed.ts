/** What must hold after whatever the attackers did: nothing of others was told, changed, ended or slowed. */
import assert from "node:assert/strict";
import type { Api } from "../../support/api.ts";
import { basicHeader, type Client, signAssertion } from "../../support/clients.ts";
import { contentOf } from "../../support/content.ts";
import { answerOf, post } from "../../support/idp.ts";
import type { Attacker } from "./attackers.ts";
import { afterPassword, authorizeAt } from "./sign-in.ts";
import { MARK, type Victim } from "./victim.ts";

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const idsIn = (text: string): string[] => text.toLowerCase().match(UUID) ?? [];

/** Rows by table, as they are. */
export type Rows = ReadonlyMap<string, ReadonlySet<string>>;

export async function readRows({ idp }: Api): Promise<Rows> {
  // What is written by a clock of its own, such as refused calls, belongs to what was done until now.
  await idp.node.services.recurring.write();
  const content = await contentOf(idp.node.services.storage);
  return new Map(Object.entries(content).map(([table, rows]) => [table, new Set(rows.map(String))]));
}

/** Those that are still there. */
export function both(rows: Rows, later: Rows): Rows {
  return new Map(
    [...rows].map(([table, all]) => [table, new Set([...all].filter((row) => later.get(table)?.has(row)))]),
  );
}

/** Those that name this. */
export function naming(rows: Rows, text: string): Rows {
  return new Map([...rows].map(([table, all]) => [table, new Set([...all].filter((row) => row.includes(text)))]));
}

/** Every id that stands anywhere in them. */
export function idsOf(rows: Rows): Set<string> {
  return new Set([...rows.values()].flatMap((ofTable) => [...ofTable].flatMap(idsIn)));
}

/**
 * Where an attacker may name others without any harm to them, by table and column: granting them a project, which waits
 * for their answer and is in their log; letting them name one's own project; asking for scopes that are worth nothing;
 * noting in one's own log what one did; being told the same answer again. None of it is in a table of people, sessions,
 * credentials or failed proofs.
 */
const mayNameOthers: Readonly<Record<string, readonly string[]>> = {
  project_grants: ["organization_id"],
  project_callers: ["caller_id", "calling_project_id", "application_id"],
  personal_access_tokens: ["scopes"],
  events: ["organization_id", "resource_id", "detail"],
  idempotency_keys: ["answer"],
  // Texts that anybody chooses for their own things.
  user_metadata: ["key"],
  organization_metadata: ["key"],
  project_roles: ["key", "display_name"],
  project_grant_roles: ["role_key"],
  role_assignment_roles: ["role_key"],
};

function namesOthers(table: string, row: string, { ids: others, sharedProject }: Others): boolean {
  const columns: Record<string, unknown> = JSON.parse(row);
  const inTheirLog = table === "events" && others.has(String(columns.organization_id));
  if (inTheirLog && !String(columns.type).startsWith("project_grant.")) return true;
  const rest = Object.entries(columns).filter(([name]) => !mayNameOthers[table]?.includes(name));
  return rest.some(([, value]) => idsIn(String(value)).some((id) => others.has(id) && id !== sharedProject));
}

interface Others {
  /** Everything that is not the attacker's. */
  readonly ids: ReadonlySet<string>;
  /** Was granted to the attacker, who may use it as a receiver may. */
  readonly sharedProject?: string | undefined;
}

/** What has changed that was not the attacker's to change. */
export function harmIn(kept: Rows, others: Others, before: Rows, after: Rows): string[] {
  const harm: string[] = [];
  for (const [table, rows] of kept) {
    for (const row of rows) if (!after.get(table)?.has(row)) harm.push(`gone from ${table}: ${row}`);
  }
  for (const [table, rows] of after) {
    for (const row of rows)
      if (!before.get(table)?.has(row) && namesOthers(table, row, others)) harm.push(`new in ${table}: ${row}`);
  }
  return harm;
}

/** What an answer tells about others that the attacker has not said themselves. */
export function toldBy(body: string, said: string, { mayKnow }: Attacker, others: ReadonlySet<string>): string[] {
  const text = body.toLowerCase();
  const words = text.match(new RegExp(`${MARK}[\\w@.-]*`, "g")) ?? [];
  const ids = idsIn(text).filter((id) => others.has(id) && !mayKnow.includes(id));
  return [...new Set([...words, ...ids])].filter((one) => !said.includes(one));
}

async function tokenCounts({ idp }: Api, { resourceServer }: Victim, token: string): Promise<boolean> {
  const authorization = basicHeader(resourceServer.id, resourceServer.secret);
  return (await post(idp, "/oauth/v2/introspect", { token }, { authorization })).json.active === true;
}

/** Every session, token and credential still does what it is for, and a right password lets its owner in at once. */
export async function assertStands(api: Api, victim: Victim): Promise<void> {
  const { idp } = api;
  const { app, robot, person } = victim;
  assert.ok(await tokenCounts(api, victim, victim.tokens.accessToken), "the access token");
  assert.ok(await tokenCounts(api, victim, victim.personal), "the personal access token");
  const refresh = { grant_type: "refresh_token", refresh_token: victim.tokens.refreshToken };
  const refreshed = await post(idp, "/oauth/v2/token", refresh, { authorization: basicHeader(app.id, app.secret) });
  assert.equal(refreshed.status, 200, `the refresh token: ${refreshed.body}`);
  victim.tokens = {
    accessToken: String(refreshed.json.access_token),
    refreshToken: String(refreshed.json.refresh_token),
  };
  await assertRobotStands(api, robot);
  const asked = { client: app, scope: "openid", loginName: person.loginName };
  const silent = await victim.browser.visit(authorizeAt(idp, { ...asked, parameters: { prompt: "none" } }));
  assert.ok(answerOf(silent).has("code"), `the login session: ${silent.url}`);
  const signedIn = await afterPassword(idp, idp.browser(), asked);
  assert.ok(answerOf(signedIn).has("code"), `a new sign-in: ${signedIn.status} ${signedIn.url}`);
}

async function assertRobotStands({ idp }: Api, robot: Client & Victim["robot"]): Promise<void> {
  const bySecret = {
    grant_type: "client_credentials",
    client_id: robot.id,
    client_secret: robot.secret,
    scope: "openid",
  };
  assert.equal((await post(idp, "/oauth/v2/token", bySecret)).status, 200, "the secret");
  const assertion = await signAssertion(robot, { claims: { aud: idp.issuer } });
  const byKey = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion, scope: "openid" };
  assert.equal((await post(idp, "/oauth/v2/token", byKey)).status, 200, "the key");
}
