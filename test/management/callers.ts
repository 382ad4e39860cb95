/**
 * Tokens of every kind for the management API: service users' by secret, by key and for good, people's through
 * applications.
 */
import { generateKeyPairSync } from "node:crypto";
import { SignJWT } from "jose";
import { createApplication } from "../../src/identity/applications/applications.ts";
import type { ApplicationSettings } from "../../src/identity/applications/types.ts";
import { readPublicKey } from "../../src/identity/credential-keys/credential.ts";
import { addKey } from "../../src/identity/credential-keys/store.ts";
import { addManager } from "../../src/identity/managers.ts";
import { keyOwner } from "../../src/identity/service-users/service-users.ts";
import { createHuman, type Human } from "../../src/identity/users/humans.ts";
import { setPassword } from "../../src/identity/users/passwords.ts";
import { signetItself } from "../../src/passwords/passwords.ts";
import { type Api, MANAGEMENT_SCOPE, makeManager } from "../support/api.ts";
import {
  allow,
  answerOf,
  authorizeUrl,
  basic,
  CALLBACK,
  PASSWORD,
  pkce,
  post,
  type Registered,
  signInAs,
} from "../support/idp.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by, DAY, settings } from "../support/world.ts";

const iamOwner = { role: "IAM_OWNER", place: { level: "iam" } } as const;

let people = 0;

/** A person who owns the instance, with the usual password. */
export async function makePerson({ idp }: Api): Promise<Human & { loginName: string }> {
  const { storage, passwords } = idp.node.services;
  const hash = unjudged(await passwords.hash(PASSWORD, signetItself));
  const userName = `person${++people}`;
  const human = await storage.transaction(async (tx) => {
    const made = await createHuman(
      tx,
      { organizationId: idp.world.acme.id, userName, email: `${userName}@mail.example` },
      by,
    );
    await setPassword(tx, made.id, { hash, changeRequired: false }, by);
    await addManager(tx, { userId: made.id, ...iamOwner }, by);
    return made;
  });
  return { ...human, loginName: `${userName}@${idp.world.acme.domain}` };
}

export async function registerIn(
  { idp }: Api,
  projectId: string,
  change: Partial<ApplicationSettings>,
): Promise<Registered> {
  const made = await idp.node.services.storage.transaction((tx) =>
    createApplication(tx, { projectId, settings: settings("web", { authMethod: "basic", ...change }) }, by),
  );
  return { application: made.application, secret: made.secret ?? "" };
}

export interface PersonTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly idToken: string;
  /** Another code of the same person, still to be spent. */
  readonly code: string;
}

/** The person signs in at the application and gives it what the scope allows. */
export async function tokensThrough(api: Api, client: Registered, loginName: string): Promise<PersonTokens> {
  const { idp } = api;
  const browser = idp.browser();
  const isConsole = client.application.id === idp.world.instance.consoleApplicationId;
  const redirectUri = isConsole ? `${idp.issuer}/console/callback` : CALLBACK;
  const { verifier, challenge } = pkce();
  const parameters = {
    scope: `${MANAGEMENT_SCOPE} offline_access`,
    redirect_uri: redirectUri,
    ...(isConsole ? { code_challenge: challenge, code_challenge_method: "S256" } : {}),
  };
  const codeOf = async (): Promise<string> => {
    let seen = await browser.visit(authorizeUrl(idp, { client, parameters }));
    if (seen.url.startsWith(`${idp.issuer}/login?`)) seen = await signInAs(browser, seen, loginName);
    if (seen.url.startsWith(`${idp.issuer}/login/consent?`)) seen = await allow(browser, seen);
    return answerOf(seen).get("code") ?? "";
  };
  const form = {
    grant_type: "authorization_code",
    code: await codeOf(),
    redirect_uri: redirectUri,
    ...(isConsole ? { client_id: client.application.id, code_verifier: verifier } : {}),
  };
  const { status, json, body } = await post(
    idp,
    "/oauth/v2/token",
    form,
    isConsole ? {} : { authorization: basic(client) },
  );
  if (status !== 200) throw new Error(`no tokens: ${body}`);
  return {
    accessToken: String(json.access_token),
    refreshToken: String(json.refresh_token),
    idToken: String(json.id_token),
    code: await codeOf(),
  };
}

export interface ServiceCaller {
  readonly userId: string;
  readonly secret: string;
  readonly keyId: string;
  readonly tokenId: string;
  readonly bySecret: string;
  readonly byKey: string;
  readonly personal: string;
}

/** A service user that owns the instance, with a token of each kind. */
export async function makeServiceCaller(api: Api): Promise<ServiceCaller> {
  const { idp, owner } = api;
  const { userId, secret, token: bySecret } = await makeManager(idp, [iamOwner], idp.world.acme.id);
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credential = await readPublicKey(publicKey.export({ type: "spki", format: "pem" }).toString());
  const key = await idp.node.services.storage.transaction((tx) =>
    addKey(tx, keyOwner({ id: userId, organizationId: idp.world.acme.id }), { credential }, by),
  );
  const assertion = await new SignJWT({})
    .setProtectedHeader({ alg: "ES256", kid: key.id })
    .setIssuer(userId)
    .setSubject(userId)
    .setAudience(idp.issuer)
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(privateKey);
  const grant = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion, scope: MANAGEMENT_SCOPE };
  const { json, body } = await post(idp, "/oauth/v2/token", grant);
  if (typeof json.access_token !== "string") throw new Error(`no token: ${body}`);
  const expiresAt = new Date(Date.now() + DAY).toISOString();
  const made = await owner.post(`/service-users/${userId}/personal-access-tokens`, {
    name: "ci",
    scopes: MANAGEMENT_SCOPE.split(" "),
    expiresAt,
  });
  if (made.status !== 201) throw new Error(`no personal access token: ${made.body}`);
  return {
    userId,
    secret,
    keyId: key.id,
    tokenId: made.json.id,
    bySecret,
    byKey: json.access_token,
    personal: made.json.token,
  };
}
