/** The management API of a whole Signet, called by managers of every kind. */
import { randomUUID } from "node:crypto";
import { addManager } from "../../src/identity/managers.ts";
import type { Place } from "../../src/identity/permissions/places.ts";
import type { Role } from "../../src/identity/permissions/roles.ts";
import { createServiceUser, replaceSecret } from "../../src/identity/service-users/service-users.ts";
import type { TestEngine } from "./engines.ts";
import { type Idp, startIdp } from "./idp.ts";
import { by } from "./world.ts";

export const MANAGEMENT_SCOPE = "openid urn:service:iam:org:project:id:service:aud";
const PREFIX = "/management/v1";

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the answer holds; what matters of it is asserted
  readonly json: any;
  readonly headers: Record<string, string | undefined>;
  readonly body: string;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Somebody who calls: a service user, with a token for the management API. */
export interface Manager {
  readonly userId: string;
  readonly token: string;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, headers?: Record<string, string>): Promise<Answer>;
}

export interface Api {
  readonly idp: Idp;
  /** IAM_OWNER. */
  readonly owner: Manager;
  /** A service user of Acme (or of another organization) with the roles given. */
  manager(held: readonly HeldHere[], organizationId?: string): Promise<Manager>;
  call(method: string, path: string, token: string | undefined, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface HeldHere {
  readonly role: Role;
  readonly place: Place;
}

export async function startApi(engine?: TestEngine): Promise<Api> {
  return apiOf(await startIdp(engine));
}

export async function apiOf(idp: Idp): Promise<Api> {
  const call: Api["call"] = (method, path, token, options) => callApi(idp, method, path, token, options);
  const manager: Api["manager"] = (held, organizationId) => managerAt(idp, held, organizationId);
  return {
    idp,
    owner: await manager([{ role: "IAM_OWNER", place: { level: "iam" } }]),
    manager,
    call,
    close: () => idp.close(),
  };
}

/** A service user of Acme (or of another organization) with the roles given. */
export async function managerAt(
  idp: Idp,
  held: readonly HeldHere[],
  organizationId = idp.world.acme.id,
): Promise<Manager> {
  const { userId, token } = await makeManager(idp, held, organizationId);
  return callsAs((method, path, bearer, options) => callApi(idp, method, path, bearer, options), userId, token);
}

function callsAs(call: Api["call"], userId: string, token: string): Manager {
  return {
    userId,
    token,
    get: (path) => call("GET", path, token),
    post: (path, body, headers = {}) => call("POST", path, token, { body, headers }),
    patch: (path, body, headers = {}) => call("PATCH", path, token, { body, headers }),
    put: (path, body, headers = {}) => call("PUT", path, token, { body, headers }),
    delete: (path, headers = {}) => call("DELETE", path, token, { headers }),
  };
}

async function callApi(
  idp: Idp,
  method: string,
  path: string,
  token: string | undefined,
  options: CallOptions = {},
): Promise<Answer> {
  const response = await idp.node.app.inject({
    method: method as "GET",
    url: PREFIX + path,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(options.body === undefined ? {} : { "content-type": "application/json" }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { payload: JSON.stringify(options.body) }),
  });
  const isJson = /[/+]json\b/.test(String(response.headers["content-type"]));
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, value?.toString()]),
  );
  return {
    status: response.statusCode,
    json: isJson && response.body !== "" ? response.json() : undefined,
    headers,
    body: response.body,
  };
}

export async function makeManager(
  idp: Idp,
  held: readonly HeldHere[],
  organizationId: string,
): Promise<{ userId: string; token: string; secret: string }> {
  const { userId, secret } = await idp.node.services.storage.transaction(async (tx) => {
    const user = await createServiceUser(tx, { organizationId, userName: `manager-${randomUUID()}` }, by);
    for (const one of held) await addManager(tx, { userId: user.id, ...one }, by);
    return { userId: user.id, secret: (await replaceSecret(tx, user.id, by)).secret };
  });
  return { userId, secret, token: await managementToken(idp, userId, secret) };
}

export async function managementToken(
  idp: Idp,
  userId: string,
  secret: string,
  scope = MANAGEMENT_SCOPE,
): Promise<string> {
  const response = await idp.node.app.inject({
    method: "POST",
    url: "/oauth/v2/token",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: userId,
      client_secret: secret,
      scope,
    }).toString(),
  });
  const token: unknown = response.json().access_token;
  if (typeof token !== "string") throw new Error(`no token: ${response.body}`);
  return token;
}
