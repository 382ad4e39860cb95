/** The requests that a client's server sends. */
import { createLocalJWKSet, type JSONWebKeySet } from "jose";
import { basic, CALLBACK, post, type Registered } from "../support/idp.ts";
import type { Stage } from "./stage.ts";

export interface Answered {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly json: Record<string, unknown>;
  readonly body: string;
}

export async function fetchJson({ idp }: Stage, url: string): Promise<Answered> {
  const response = await idp.node.app.inject({ url });
  return { status: response.statusCode, headers: response.headers, json: response.json(), body: response.body };
}

export async function discovery(stage: Stage): Promise<Record<string, unknown>> {
  return (await fetchJson(stage, "/.well-known/openid-configuration")).json;
}

export async function keySet(stage: Stage): Promise<JSONWebKeySet> {
  return (await stage.idp.node.app.inject({ url: "/oauth/v2/keys" })).json();
}

export async function publishedKeys(stage: Stage): Promise<ReturnType<typeof createLocalJWKSet>> {
  return createLocalJWKSet(await keySet(stage));
}

export interface Redemption {
  readonly client?: Registered;
  readonly redirectUri?: string;
  /** Further fields of the form. */
  readonly form?: Record<string, string>;
  /** Instead of Basic. */
  readonly headers?: Record<string, string>;
}

export function redeem(
  { idp }: Stage,
  code: string,
  { client = idp.web, redirectUri = CALLBACK, form, headers }: Redemption = {},
): Promise<Answered> {
  const fields = { grant_type: "authorization_code", code, redirect_uri: redirectUri, ...form };
  return post(idp, "/oauth/v2/token", fields, headers ?? { authorization: basic(client) });
}

export function refresh(
  { idp }: Stage,
  token: unknown,
  { client = idp.web, form }: { client?: Registered; form?: Record<string, string> } = {},
): Promise<Answered> {
  const fields = { grant_type: "refresh_token", refresh_token: String(token), ...form };
  return post(idp, "/oauth/v2/token", fields, { authorization: basic(client) });
}

export async function userinfo({ idp }: Stage, token: string, method: "GET" | "POST" = "GET"): Promise<Answered> {
  const response = await idp.node.app.inject({
    method,
    url: "/oauth/v2/userinfo",
    headers: { authorization: `Bearer ${token}` },
  });
  const isJson = String(response.headers["content-type"]).includes("json");
  return {
    status: response.statusCode,
    headers: response.headers,
    json: isJson ? response.json() : {},
    body: response.body,
  };
}
