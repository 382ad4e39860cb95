/** The organization that the clients of all tests belong to, made over the management API by the first service user. */
import { createPrivateKey, randomUUID, sign } from "node:crypto";
import { type Answer, ask, bearer, ISSUER, textOf, type Where } from "./http.ts";

export const CALLBACK = "https://app.example/callback";
export const PASSWORD = "correct horse battery staple";
export const DOMAIN = "faults.example";
const MANAGEMENT = "urn:service:iam:org:project:id:service:aud";

export interface KeyFile {
  readonly userId: string;
  readonly keyId: string;
  readonly key: string;
}

export interface Client {
  readonly id: string;
  readonly secret: string;
}

export interface World {
  readonly owner: KeyFile;
  readonly organizationId: string;
  readonly projectId: string;
  /** Web applications with a secret: one gets opaque access tokens, one JWTs. */
  readonly opaque: Client;
  readonly jwt: Client;
  /** People who can sign in with `PASSWORD`. */
  readonly people: readonly { readonly id: string; readonly loginName: string }[];
  /** The scope that lets the applications introspect what a service user got. */
  readonly projectScope: string;
}

export function assertionOf({ userId, keyId, key }: KeyFile, jti: string = randomUUID()): string {
  const seconds = Math.floor(Date.now() / 1000);
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { iss: userId, sub: userId, aud: ISSUER, iat: seconds, exp: seconds + 600, jti };
  const content = `${encode({ alg: "RS256", kid: keyId })}.${encode(claims)}`;
  return `${content}.${sign("sha256", Buffer.from(content), createPrivateKey(key)).toString("base64url")}`;
}

export const assertionForm = (assertion: string) => ({
  grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
  assertion,
  scope: `openid ${MANAGEMENT}`,
});

/** A token that opens the management API. */
export async function managementToken(where: Where, owner: KeyFile): Promise<string> {
  const answer = await ask(where, { path: "/oauth/v2/token", form: assertionForm(assertionOf(owner)) });
  const token = textOf(answer, "access_token");
  if (token === "") throw new Error(`no token for the management API: ${answer?.status} ${answer?.body}`);
  return token;
}

export async function makeWorld(where: Where, owner: KeyFile, peopleCount: number): Promise<World> {
  const token = await managementToken(where, owner);
  const post = (path: string, json?: unknown) => created(where, token, path, json);
  const organizationId = textOf(await post("/organizations", { name: "Faults", domain: DOMAIN }), "id");
  const projectId = textOf(await post(`/organizations/${organizationId}/projects`, { name: "Faults" }), "id");
  const application = async (accessTokenKind: string): Promise<Client> => {
    const answer = await post(`/projects/${projectId}/applications`, {
      name: `Application with ${accessTokenKind} tokens`,
      type: "web",
      authMethod: "basic",
      redirectUris: [CALLBACK],
      tokens: { accessTokenKind, idTokenAlgorithm: "ES256" },
    });
    return { id: textOf(answer, "clientId"), secret: textOf(answer, "secret") };
  };
  // One after the other: whoever has many passwords hashed at once is told to wait.
  const people: World["people"][number][] = [];
  for (let n = 0; n < peopleCount; n++) people.push(await makePerson(where, token, organizationId, `person${n}`));
  return {
    owner,
    organizationId,
    projectId,
    opaque: await application("opaque"),
    jwt: await application("jwt"),
    people,
    projectScope: `urn:service:iam:org:project:id:${projectId}:aud`,
  };
}

export async function makePerson(where: Where, token: string, organizationId: string, userName: string) {
  const profile = { givenName: "Ada", familyName: userName };
  const email = { email: `${userName}@mail.example`, emailVerified: true };
  const person = { userName, profile, ...email, password: PASSWORD };
  const answer = await created(where, token, `/organizations/${organizationId}/users`, person);
  return { id: textOf(answer, "id"), loginName: `${userName}@${DOMAIN}` };
}

async function created(where: Where, token: string, path: string, json: unknown): Promise<Answer> {
  const answer = await ask(where, {
    method: "POST",
    path: `/management/v1${path}`,
    headers: bearer(token),
    ...(json === undefined ? {} : { json }),
  });
  if (answer === undefined || answer.status >= 300)
    throw new Error(`${path} answered ${answer?.status}: ${answer?.body}`);
  return answer;
}
