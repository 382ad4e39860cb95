/** Applications and service users that call the endpoints, each by its own method. */
import { createHash, createPrivateKey, randomBytes, randomUUID } from "node:crypto";
import type { LightMyRequestResponse } from "fastify";
import { exportJWK, exportPKCS8, generateKeyPair, SignJWT } from "jose";
import { type Application, createApplication } from "../../src/identity/applications/applications.ts";
import type { ApplicationSettings, ApplicationType, AuthMethod } from "../../src/identity/applications/types.ts";
import { type PublicCredential, readPublicKey } from "../../src/identity/credential-keys/credential.ts";
import { addKey } from "../../src/identity/credential-keys/store.ts";
import {
  createServiceUser,
  keyOwner,
  replaceSecret,
  type ServiceUser,
} from "../../src/identity/service-users/service-users.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { issuer, type Machine, type SignIn, signInAt } from "./machine.ts";
import { by, settings } from "./world.ts";

export interface SigningCredential extends PublicCredential {
  readonly privatePem: string;
}

/** P-256: signing with it is cheap, and so is making one. */
export async function makeSigningCredential(
  algorithm: "ES256" | "RS256" | "PS256" | "EdDSA" = "ES256",
): Promise<SigningCredential> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const credential = await readPublicKey({ ...(await exportJWK(publicKey)), alg: algorithm });
  return { ...credential, privatePem: await exportPKCS8(privateKey) };
}

export interface Client {
  readonly id: string;
  readonly method: AuthMethod;
  readonly secret: string;
  readonly credential: SigningCredential | undefined;
}

export async function makeClient(
  storage: Storage,
  input: {
    projectId: string;
    method: AuthMethod;
    type?: ApplicationType;
    change?: Partial<ApplicationSettings>;
    organizationId: string;
  },
): Promise<Client & { application: Application }> {
  const { method, type = "web" } = input;
  const credential = method === "private_key_jwt" ? await makeSigningCredential() : undefined;
  return storage.transaction(async (tx) => {
    const { application, secret = "it has none" } = await createApplication(
      tx,
      { projectId: input.projectId, settings: settings(type, { authMethod: method, ...input.change }) },
      by,
    );
    const { id } = application;
    if (credential !== undefined)
      await addKey(tx, { kind: "application", id, organizationId: input.organizationId }, { credential }, by);
    return { id, method, secret, credential, application };
  });
}

export async function makeServiceUser(
  storage: Storage,
  organizationId: string,
  given?: SigningCredential,
): Promise<Client & { credential: SigningCredential; user: ServiceUser }> {
  const credential = given ?? (await makeSigningCredential());
  return storage.transaction(async (tx) => {
    const user = await createServiceUser(
      tx,
      { organizationId, userName: `robot-${randomBytes(6).toString("hex")}` },
      by,
    );
    await addKey(tx, keyOwner(user), { credential }, by);
    const { secret } = await replaceSecret(tx, user.id, by);
    return { id: user.id, method: "basic", secret, credential, user };
  });
}

type Form = Record<string, string | undefined>;

/** Signs a JWT about the client itself; `change` replaces claims, and leaves out those that are undefined. */
export async function signAssertion(
  client: Pick<Client, "id"> & { credential: SigningCredential | undefined },
  change: { claims?: Record<string, unknown>; header?: Record<string, unknown> } = {},
): Promise<string> {
  const { credential } = client;
  if (credential === undefined) throw new Error("this client has no key");
  const at = Math.floor(Date.now() / 1000);
  const claims = {
    iss: client.id,
    sub: client.id,
    aud: issuer,
    iat: at,
    exp: at + 300,
    jti: randomUUID(),
    ...change.claims,
  };
  return new SignJWT(Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined)))
    .setProtectedHeader({ alg: credential.algorithm, kid: credential.id, ...change.header })
    .sign(createPrivateKey(credential.privatePem));
}

export function basicHeader(id: string, secret: string): string {
  const encode = (text: string) => new URLSearchParams({ x: text }).toString().slice(2);
  return `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString("base64")}`;
}

/** What the method adds to a request. */
export async function proofOf(
  client: Client,
  method: AuthMethod = client.method,
): Promise<{ headers: Record<string, string>; form: Form }> {
  switch (method) {
    case "basic":
      return { headers: { authorization: basicHeader(client.id, client.secret) }, form: {} };
    case "post":
      return { headers: {}, form: { client_id: client.id, client_secret: client.secret } };
    case "pkce":
      return { headers: {}, form: { client_id: client.id } };
    case "private_key_jwt": {
      const credential = client.credential ?? (await makeSigningCredential());
      const client_assertion = await signAssertion({ id: client.id, credential });
      return {
        headers: {},
        form: { client_assertion, client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer" },
      };
    }
  }
}

export interface Call {
  readonly as?: Client;
  readonly method?: AuthMethod;
  readonly headers?: Record<string, string>;
}

export async function post(node: Machine, path: string, form: Form, call: Call = {}): Promise<LightMyRequestResponse> {
  const proof = call.as === undefined ? { headers: {}, form: {} } : await proofOf(call.as, call.method);
  const fields = Object.entries({ ...proof.form, ...form }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return node.app.inject({
    method: "POST",
    url: path,
    headers: { "content-type": "application/x-www-form-urlencoded", ...proof.headers, ...call.headers },
    payload: new URLSearchParams(fields).toString(),
  });
}

export const TOKEN = "/oauth/v2/token";
export const INTROSPECT = "/oauth/v2/introspect";
export const USERINFO = "/oauth/v2/userinfo";
export const REVOKE = "/oauth/v2/revoke";

export interface Tokens {
  readonly access_token: string;
  readonly id_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly expires_in: number;
  readonly token_type: string;
}

export const verifier = randomBytes(32).toString("base64url");
export const challenge = createHash("sha256").update(verifier).digest("base64url");

/** Signs somebody in at the client and exchanges the code. */
export async function getTokens(node: Machine, client: Client, signIn: Omit<SignIn, "applicationId">): Promise<Tokens> {
  const { code } = await signInAt(node, { applicationId: client.id, challenge, ...signIn });
  const answer = await exchange(node, client, code);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}

export function exchange(
  node: Machine,
  client: Client,
  code: string,
  change: Form = {},
  call: Call = {},
): Promise<LightMyRequestResponse> {
  const form = {
    grant_type: "authorization_code",
    code,
    redirect_uri: "https://app.example/callback",
    code_verifier: verifier,
    ...change,
  };
  return post(node, TOKEN, form, { as: client, ...call });
}

export function refresh(
  node: Machine,
  client: Client,
  refreshToken: string,
  change: Form = {},
): Promise<LightMyRequestResponse> {
  return post(node, TOKEN, { grant_type: "refresh_token", refresh_token: refreshToken, ...change }, { as: client });
}

export async function introspect(node: Machine, client: Client, token: string): Promise<Record<string, unknown>> {
  const answer = await post(node, INTROSPECT, { token }, { as: client });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}

export function userinfo(node: Machine, token: string): Promise<LightMyRequestResponse> {
  return node.app.inject({ url: USERINFO, headers: { authorization: `Bearer ${token}` } });
}

/** Whether the token still counts, at both endpoints that say so. */
export async function counts(node: Machine, client: Client, token: string): Promise<boolean> {
  const [{ active }, { statusCode }] = await Promise.all([introspect(node, client, token), userinfo(node, token)]);
  if (active !== (statusCode === 200)) throw new Error(`introspection says ${active}, userinfo answers ${statusCode}`);
  return statusCode === 200;
}
