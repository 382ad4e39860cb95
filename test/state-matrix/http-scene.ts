/** What stands before a state is set, for the ways in by HTTP: sessions, codes, tokens and credentials of every kind. */
import { importPKCS8, SignJWT } from "jose";
import { sealSessions } from "../../src/http/cookies.ts";
import { createApplication } from "../../src/identity/applications/applications.ts";
import { type MadeCredential, makeCredential } from "../../src/identity/credential-keys/credential.ts";
import { addManager } from "../../src/identity/managers.ts";
import { codeTicket, personalAccessTicket } from "../../src/tokens/kinds.ts";
import { MANAGEMENT_SCOPE } from "../support/api.ts";
import type { Idp, Registered } from "../support/idp.ts";
import { basic, post } from "../support/idp.ts";
import { by, settings, signIn } from "../support/world.ts";
import { makeScene, type Scene } from "./scene.ts";

export interface HttpScene extends Scene {
  readonly idp: Idp;
  readonly client: Registered;
  readonly sessionsCookie: string;
  readonly code: string;
  /** Of other app sessions of the same sign-in, whose codes were spent before the state is set. */
  readonly opaque: Record<string, unknown>;
  readonly jwt: Record<string, unknown>;
  readonly assertion: () => Promise<string>;
  readonly byKey: string;
  readonly bySecret: string;
  readonly personalAccessToken: string;
}

let credential: Promise<MadeCredential> | undefined;

export async function makeHttpScene(idp: Idp): Promise<HttpScene> {
  credential ??= makeCredential();
  const made = await credential;
  const { storage, tickets } = idp.node.services;
  const base = await makeScene(storage, made);
  // Both may use the management API as long as they stand.
  await storage.transaction(async (tx) => {
    const place = { level: "organization", organizationId: base.world.acme.id } as const;
    for (const userId of [base.world.ada.id, base.service.id]) await addManager(tx, { userId, role: "ORG_OWNER", place }, by);
  });
  const register = async (accessTokenKind: "opaque" | "jwt"): Promise<Registered> => {
    const everything = settings("web", {
      authMethod: "basic",
      responseTypes: ["code", "id_token token"],
      grantTypes: ["authorization_code", "refresh_token", "implicit"],
      tokens: { accessTokenKind },
      managementAccess: true,
    });
    const created = await storage.transaction((tx) =>
      createApplication(tx, { projectId: base.world.project.id, settings: everything }, by),
    );
    return { application: created.application, secret: created.secret ?? "" };
  };
  const client = await register("opaque");
  const world = { ...base.world, application: client.application };
  const { login, appSessionId } = await signIn(world);
  const exchange = async (of: Registered, session: string): Promise<Record<string, unknown>> => {
    await storage.db.updateTable("app_sessions").set({ code_challenge: "" }).where("id", "=", session).execute();
    const form = {
      grant_type: "authorization_code",
      code: tickets.seal(codeTicket, { s: session }),
      redirect_uri: "https://app.example/callback",
    };
    const { status, json, body } = await post(idp, "/oauth/v2/token", form, { authorization: basic(of) });
    if (status !== 200) throw new Error(`no tokens: ${body}`);
    return json;
  };
  await storage.db.updateTable("app_sessions").set({ code_challenge: "" }).where("id", "=", appSessionId).execute();
  const scopes = [...MANAGEMENT_SCOPE.split(" "), "offline_access"];
  const second = await signIn(world, { login, scopes });
  const jwtClient = await register("jwt");
  const third = await signIn(world, { login, scopes, applicationId: jwtClient.application.id });

  const key = await importPKCS8(made.privateKey, "RS256");
  const assertion = () =>
    new SignJWT({})
      .setProtectedHeader({ alg: "RS256", kid: base.keyId })
      .setIssuer(base.service.id)
      .setSubject(base.service.id)
      .setAudience(idp.issuer)
      .setIssuedAt()
      .setExpirationTime("5m")
      .sign(key);
  const serviceToken = async (form: Record<string, string>): Promise<string> => {
    const { json, body } = await post(idp, "/oauth/v2/token", { scope: MANAGEMENT_SCOPE, ...form });
    if (typeof json.access_token !== "string") throw new Error(`no service token: ${body}`);
    return json.access_token;
  };
  return {
    ...base,
    world,
    login,
    appSessionId,
    idp,
    client,
    sessionsCookie: sealSessions(tickets, [login]),
    code: tickets.seal(codeTicket, { s: appSessionId }),
    opaque: await exchange(client, second.appSessionId),
    jwt: await exchange(jwtClient, third.appSessionId),
    assertion,
    byKey: await serviceToken({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion: await assertion() }),
    bySecret: await serviceToken({ grant_type: "client_credentials", client_id: base.service.id, client_secret: base.secret }),
    personalAccessToken: tickets.seal(personalAccessTicket, { p: base.personalAccessTokenId, u: base.service.id }),
  };
}
