/**
 * Exchanges the code for tokens as the application would, and asks userinfo. The secret or key stays in this browser.
 */
import { TRY_URL } from "../../try-callback.ts";
import type { Discovery } from "../discovery.ts";
import type { Application } from "../kinds.ts";
import { type OneTimeValues, randomText } from "./begin.ts";

/** What the person gave for the application to prove itself with. */
export interface Proof {
  readonly secret: string;
  readonly keyFile: { readonly keyId: string; readonly key: string } | undefined;
}

type Pairs = readonly (readonly [name: string, value: string])[];

export interface Exchange {
  /** As it is displayed: without the secret. */
  readonly sent: Pairs;
  readonly status: number;
  readonly answer: Readonly<Record<string, unknown>>;
}

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const HIDDEN = "••••••••";

interface CodeExchange {
  readonly application: Application;
  readonly discovery: Discovery;
  readonly code: string;
  readonly oneTime: OneTimeValues;
  readonly proof: Proof;
}

export async function exchangeCode({ application, discovery, code, oneTime, proof }: CodeExchange): Promise<Exchange> {
  const grant: Pairs = [
    ["grant_type", "authorization_code"],
    ["code", code],
    ["redirect_uri", TRY_URL],
    ["code_verifier", oneTime.verifier],
  ];
  const { headers = {}, body, display } = await prove(application, discovery, proof);
  const response = await fetch(discovery.token_endpoint, {
    method: "POST",
    // With them, the browser would ask for a password of its own when the secret is wrong.
    credentials: "omit",
    headers,
    body: new URLSearchParams([...grant, ...body].map(([name, value]) => [name, value])),
  });
  return { sent: [...grant, ...display], status: response.status, answer: await response.json() };
}

async function prove(
  { clientId, authMethod }: Application,
  { issuer }: Discovery,
  { secret, keyFile }: Proof,
): Promise<{ headers?: Record<string, string>; body: Pairs; display: Pairs }> {
  if (authMethod === "basic") {
    const pair = [clientId, secret].map((part) => new URLSearchParams([["", part]]).toString().slice(1)).join(":");
    return {
      headers: { authorization: `Basic ${btoa(pair)}` },
      body: [],
      display: [["Authorization", `Basic ${HIDDEN}`]],
    };
  }
  if (authMethod === "post") {
    const id = ["client_id", clientId] as const;
    return { body: [id, ["client_secret", secret]], display: [id, ["client_secret", HIDDEN]] };
  }
  if (authMethod === "private_key_jwt" && keyFile !== undefined) {
    const assertion = await sign(clientId, issuer, keyFile);
    const body: Pairs = [
      ["client_assertion_type", ASSERTION_TYPE],
      ["client_assertion", assertion],
    ];
    return { body, display: body };
  }
  const body: Pairs = [["client_id", clientId]];
  return { body, display: body };
}

async function sign(clientId: string, issuer: string, { keyId, key }: NonNullable<Proof["keyFile"]>): Promise<string> {
  const { importPKCS8, SignJWT } = await import("jose");
  return new SignJWT({})
    .setProtectedHeader({ alg: "RS256", kid: keyId })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime("5m")
    .setJti(randomText())
    .sign(await importPKCS8(key, "RS256"));
}

/** A key file as it was downloaded; undefined if it is something else. */
export function readKeyFile(text: string): Proof["keyFile"] {
  try {
    const { keyId, key }: Record<string, unknown> = JSON.parse(text);
    return typeof keyId === "string" && typeof key === "string" ? { keyId, key } : undefined;
  } catch {
    return undefined;
  }
}

export async function askUserinfo(
  { userinfo_endpoint }: Discovery,
  accessToken: string,
): Promise<Omit<Exchange, "sent">> {
  const response = await fetch(userinfo_endpoint, {
    credentials: "omit",
    headers: { authorization: `Bearer ${accessToken}` },
  });
  return { status: response.status, answer: await response.json() };
}
