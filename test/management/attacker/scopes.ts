/** Applications, people and programs of those who attack, and the ways in which they get tokens. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createPersonalAccessToken } from "../../../src/identity/service-users/personal-access-tokens.ts";
import { createHuman } from "../../../src/identity/users/humans.ts";
import { signetItself } from "../../../src/passwords/passwords.ts";
import { personalAccessTicket } from "../../../src/tokens/kinds.ts";
import { ALL_ROLES_SCOPE, METADATA_SCOPE, RESOURCE_OWNER_SCOPE, standardScopes } from "../../../src/tokens/scopes.ts";
import type { Api } from "../../support/api.ts";
import type { Browser } from "../../support/browser.ts";
import {
  basicHeader,
  type Client,
  makeClient,
  makeServiceUser,
  signAssertion,
  USERINFO,
} from "../../support/clients.ts";
import { PASSWORD, post } from "../../support/idp.ts";
import { unjudged } from "../../support/unjudged-password.ts";
import { by, DAY } from "../../support/world.ts";
import type { Attacker } from "./attackers.ts";
import { signedIn } from "./sign-in.ts";
import { aud, MARK, type Victim } from "./victim.ts";

export const INACTIVE = '{"active":false}';

export interface Crew {
  /** One whose access tokens are opaque, one whose are JWTs. */
  readonly apps: readonly [Client, Client];
  readonly robot: Awaited<ReturnType<typeof makeServiceUser>>;
  /** Somebody of the attacker's organization, signed in. */
  readonly browser: Browser;
}

export async function gatherCrew(api: Api, { grounds }: Attacker): Promise<Crew> {
  const { storage, passwords } = api.idp.node.services;
  const organizationId = grounds.organizations.home;
  const projectId = grounds.projects.project;
  const passwordHash = unjudged(await passwords.hash(PASSWORD, signetItself));
  const person = await storage.transaction(async (tx) => {
    await tx.updateTable("projects").set({ project_check: 0 }).where("id", "=", projectId).execute();
    return createHuman(tx, { organizationId, userName: `accomplice-${randomUUID()}`, passwordHash }, by);
  });
  const app = (accessTokenKind: "opaque" | "jwt") =>
    makeClient(storage, {
      ...{ projectId, organizationId, method: "basic" },
      change: {
        responseTypes: ["code", "id_token", "id_token token"],
        grantTypes: ["authorization_code", "refresh_token", "implicit"],
        idTokenUserinfoAssertion: true,
        tokens: { accessTokenKind },
      },
    });
  const apps = [await app("opaque"), await app("jwt")] as const;
  const browser = api.idp.browser();
  await signedIn(api.idp, browser, { client: apps[0], scope: "openid", loginName: person.loginName });
  return { apps, robot: await makeServiceUser(storage, organizationId), browser };
}

/** All that src/tokens/scopes.ts knows, naming the victims wherever something is named. */
export function everyScope({ idp }: Api, victim: Victim): string[] {
  return [
    ...standardScopes.filter((scope) => scope !== "openid"),
    ...[METADATA_SCOPE, RESOURCE_OWNER_SCOPE, ALL_ROLES_SCOPE],
    ...[victim.projectId, victim.grounds.projects.project, idp.world.instance.projectId, "service"].map(aud),
    `urn:service:iam:org:project:role:${victim.roleKey}`,
    `urn:service:iam:org:id:${victim.organizationId}`,
  ];
}

type Get = (api: Api, crew: Crew, scopes: readonly string[]) => Promise<string>;

const asked = async ({ idp }: Api, form: Record<string, string>): Promise<string> => {
  const { status, json, body } = await post(idp, "/oauth/v2/token", form);
  assert.equal(status, 200, body);
  return String(json.access_token);
};

export const bySecret: Get = (api, { robot }, scopes) =>
  asked(api, {
    grant_type: "client_credentials",
    client_id: robot.id,
    client_secret: robot.secret,
    scope: scopes.join(" "),
  });

export const byAssertion: Get = async (api, { robot }, scopes) => {
  const assertion = await signAssertion(robot, { claims: { aud: api.idp.issuer } });
  return asked(api, { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion, scope: scopes.join(" ") });
};

/** Whatever stands in its row: the API refuses to write what is worth nothing. */
export const byPersonalToken: Get = async ({ idp }, { robot }, scopes) => {
  const { storage, tickets } = idp.node.services;
  const input = { userId: robot.id, name: "ci", scopes, expiresAt: Date.now() + DAY };
  const { id } = await storage.transaction(async (tx) => {
    await tx.deleteFrom("personal_access_tokens").where("user_id", "=", robot.id).execute();
    return createPersonalAccessToken(tx, input, by);
  });
  return tickets.seal(personalAccessTicket, { p: id, u: robot.id });
};

/** The bytes of the answer. */
export async function introspected({ idp }: Api, client: Client, token: string): Promise<string> {
  return (await post(idp, "/oauth/v2/introspect", { token }, { authorization: basicHeader(client.id, client.secret) }))
    .body;
}

/**
 * What of the victims' the attackers find in a token and in all that is told about it, beside the scopes that they
 * asked for.
 */
export async function toldOf(
  api: Api,
  { apps, robot }: Crew,
  token: string,
  { scopes, victim }: { scopes: readonly string[]; victim: Victim },
): Promise<string[]> {
  const { body } = await api.idp.node.app.inject({ url: USERINFO, headers: { authorization: `Bearer ${token}` } });
  const [, payload = ""] = token.split(".");
  const sources = [body, Buffer.from(payload, "base64url").toString()];
  for (const client of [...apps, robot]) sources.push(await introspected(api, client, token));
  const found = sources.flatMap((source) => {
    const text = scopes.reduce((rest, scope) => rest.replaceAll(scope, ""), source);
    return [
      ...(text.match(new RegExp(`${MARK}[\\w@.-]*`, "g")) ?? []),
      ...[victim.projectId, victim.grounds.projects.project, victim.roleKey].filter((id) => text.includes(id)),
    ];
  });
  return [...new Set(found)];
}
