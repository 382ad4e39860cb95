/** What stands before a state is set, for the ways in by HTTP, and how to get tokens of every kind in it. */
import { importPKCS8, SignJWT } from "jose";
import { createApplication } from "../../src/identity/applications/applications.ts";
import { type MadeCredential, makeCredential } from "../../src/identity/credential-keys/credential.ts";
import { addManager } from "../../src/identity/managers.ts";
import { JWT_BEARER } from "../../src/oauth/grants/jwt-bearer.ts";
import { sealSessions } from "../../src/pages/cookies.ts";
import { codeTicket, personalAccessTicket } from "../../src/tokens/kinds.ts";
import { MANAGEMENT_SCOPE } from "../support/api.ts";
import type { Idp, Registered } from "../support/idp.ts";
import { basic, post } from "../support/idp.ts";
import { by, settings, signIn } from "../support/world.ts";
import { audienceScope, makeScene, type Scene } from "./scene.ts";

export interface HttpScene extends Scene {
  readonly idp: Idp;
  readonly client: Registered;
  /** Of the other project that the tokens name. */
  readonly ledgerApi: Registered;
  readonly sessionsCookie: string;
  /** Still to be spent. */
  readonly code: string;
  readonly personalAccessToken: string;
  assertion(): Promise<string>;
  /** Of another app session of the same sign-in, whose code is spent: at the same application. */
  opaqueTokens(): Promise<PersonTokens>;
  /** At another application of the same project. */
  jwtTokens(): Promise<PersonTokens>;
  /** The service user's, by a signed assertion or by its secret. */
  tokenByKey(): Promise<string>;
  tokenBySecret(): Promise<string>;
}

export interface PersonTokens {
  readonly access: string;
  readonly refresh: string;
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
    for (const userId of [base.world.ada.id, base.service.id]) {
      // What the role would end is what the ways in are tried with.
      await addManager(tx, { userId, role: "ORG_OWNER", place, keepSessions: true }, by);
    }
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
  const ledgerApi = await storage.transaction(async (tx) => {
    const input = { projectId: base.ledger.project.id, settings: settings("api", { authMethod: "basic" }) };
    const { application, secret = "" } = await createApplication(tx, input, by);
    return { application, secret };
  });
  const world = { ...base.world, application: client.application };
  const { login, appSessionId } = await signIn(world);
  const withoutChallenge = (id: string) =>
    storage.db.updateTable("app_sessions").set({ code_challenge: "" }).where("id", "=", id).execute();
  await withoutChallenge(appSessionId);

  const tokensAt = async (at: Registered): Promise<PersonTokens> => {
    const scopes = [...MANAGEMENT_SCOPE.split(" "), "offline_access", base.ledger.scope];
    const opened = await signIn(world, { login, scopes, applicationId: at.application.id });
    await withoutChallenge(opened.appSessionId);
    const form = {
      grant_type: "authorization_code",
      code: tickets.seal(codeTicket, { s: opened.appSessionId }),
      redirect_uri: "https://app.example/callback",
    };
    const { status, json, body } = await post(idp, "/oauth/v2/token", form, { authorization: basic(at) });
    if (status !== 200) throw new Error(`no tokens: ${body}`);
    return { access: String(json.access_token), refresh: String(json.refresh_token) };
  };
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
  // For the management API, for whoever is of the same project as the application, and for the other project.
  const scope = `${MANAGEMENT_SCOPE} ${audienceScope(world.project)} ${base.ledger.scope}`;
  const serviceToken = async (form: Record<string, string>): Promise<string> => {
    const { json, body } = await post(idp, "/oauth/v2/token", { scope, ...form });
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
    ledgerApi,
    sessionsCookie: sealSessions(tickets, [login]),
    code: tickets.seal(codeTicket, { s: appSessionId }),
    personalAccessToken: tickets.seal(personalAccessTicket, { p: base.personalAccessTokenId, u: base.service.id }),
    assertion,
    opaqueTokens: () => tokensAt(client),
    jwtTokens: async () => tokensAt(await register("jwt")),
    tokenByKey: async () => serviceToken({ grant_type: JWT_BEARER, assertion: await assertion() }),
    tokenBySecret: () =>
      serviceToken({ grant_type: "client_credentials", client_id: base.service.id, client_secret: base.secret }),
  };
}
