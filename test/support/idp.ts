/** A whole Signet with people and applications in it, used from outside by HTTP. */
import { createHash, randomBytes } from "node:crypto";
import { type Application, createApplication } from "../../src/identity/applications/applications.ts";
import type { ApplicationSettings, ApplicationType } from "../../src/identity/applications/types.ts";
import { setPassword } from "../../src/identity/users/passwords.ts";
import { signetItself } from "../../src/passwords/passwords.ts";
import { Browser, type PageSeen } from "./browser.ts";
import type { TestEngine } from "./engines.ts";
import { sqlite, startTestNode, type TestNode } from "./node.ts";
import { unjudged } from "./unjudged-password.ts";
import { by, makeWorld, settings, type World } from "./world.ts";

export const PASSWORD = "correct horse battery staple";
export const CALLBACK = "https://app.example/callback";

export interface Registered {
  readonly application: Application;
  readonly secret: string;
}

export interface Idp {
  readonly node: TestNode;
  readonly world: World;
  readonly issuer: string;
  /** A web application with a client secret (basic), offline access, and every response type. */
  readonly web: Registered;
  /** A single-page application with PKCE. */
  readonly spa: Registered;
  browser(): Browser;
  register(type: ApplicationType, change?: Partial<ApplicationSettings>): Promise<Registered>;
  close(): Promise<void>;
}

export async function startIdp(
  engine: TestEngine = sqlite,
  environment: Record<string, string> = {},
  passwordCost: "cheap" | "real" = "cheap",
): Promise<Idp> {
  return idpOn(await startTestNode({ engine, environment, passwordCost }), environment.SIGNET_ISSUER_URL);
}

/** The people and applications, on a node that is there. */
export async function idpOn(node: TestNode, issuer = "http://localhost:8080"): Promise<Idp> {
  const { storage, passwords } = node.services;
  const world = await makeWorld(storage);
  const hash = unjudged(await passwords.hash(PASSWORD, signetItself));
  await storage.transaction(async (tx) => {
    await setPassword(tx, world.ada.id, { hash, changeRequired: false }, by);
    await setPassword(tx, world.bob.id, { hash, changeRequired: false }, by);
  });
  const register: Idp["register"] = async (type, change = {}) => {
    const created = await storage.transaction((tx) =>
      createApplication(tx, { projectId: world.project.id, settings: settings(type, change) }, by),
    );
    return { application: created.application, secret: created.secret ?? "" };
  };
  const everything = {
    responseTypes: ["code", "id_token", "id_token token"],
    grantTypes: ["authorization_code", "refresh_token", "implicit"],
  } as const;
  return {
    node,
    world,
    issuer,
    web: await register("web", {
      authMethod: "basic",
      postLogoutRedirectUris: ["https://app.example/bye"],
      ...everything,
    }),
    spa: await register("user_agent", { ...everything }),
    browser: () => new Browser(node.app, issuer),
    register,
    close: () => node.close(),
  };
}

export interface AuthorizeInput {
  readonly client: Registered;
  readonly parameters?: Record<string, string | undefined>;
}

export function authorizeUrl(idp: Idp, { client, parameters = {} }: AuthorizeInput): string {
  const all = {
    client_id: client.application.id,
    redirect_uri: CALLBACK,
    response_type: "code",
    scope: "openid",
    state: "s-1",
    ...parameters,
  };
  const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return `${idp.issuer}/oauth/v2/authorize?${new URLSearchParams(given)}`;
}

/** Ada signs in; returns where the client's page was reached. */
export async function signInAs(
  browser: Browser,
  page: PageSeen,
  loginName: string,
  password = PASSWORD,
): Promise<PageSeen> {
  return browser.submit(page, { loginName, password }, "/login");
}

/** The page that asks for consent is answered with yes. */
export async function allow(browser: Browser, page: PageSeen): Promise<PageSeen> {
  return browser.submit(page, { answer: "allow" }, "/login/consent");
}

/** From nothing to the parameters that the client gets. */
export async function authorize(idp: Idp, input: AuthorizeInput, browser = idp.browser()): Promise<URLSearchParams> {
  let seen = await browser.visit(authorizeUrl(idp, input));
  if (seen.url.startsWith(`${idp.issuer}/login?`)) seen = await signInAs(browser, seen, `ada@${idp.world.acme.domain}`);
  return answerOf(seen);
}

export function answerOf(seen: PageSeen): URLSearchParams {
  const url = new URL(seen.url);
  return new URLSearchParams(url.hash === "" ? url.search : url.hash.slice(1));
}

export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

export function basic({ application, secret }: Registered): string {
  return `Basic ${Buffer.from(`${encodeURIComponent(application.id)}:${encodeURIComponent(secret)}`).toString("base64")}`;
}

/** A POST of a form to a machine endpoint. */
export async function post(
  idp: Idp,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; json: Record<string, unknown>; headers: Record<string, unknown>; body: string }> {
  const response = await idp.node.app.inject({
    method: "POST",
    url: path,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(form).toString(),
  });
  const isJson = String(response.headers["content-type"]).includes("json");
  return {
    status: response.statusCode,
    json: isJson ? response.json() : {},
    headers: response.headers,
    body: response.body,
  };
}

/** The code flow of the web application, to the end. */
export async function signInToWeb(
  idp: Idp,
  scope = "openid offline_access",
  browser = idp.browser(),
): Promise<Record<string, unknown>> {
  const answer = await authorize(idp, { client: idp.web, parameters: { scope } }, browser);
  const tokens = await post(
    idp,
    "/oauth/v2/token",
    { grant_type: "authorization_code", code: answer.get("code") ?? "", redirect_uri: CALLBACK },
    { authorization: basic(idp.web) },
  );
  if (tokens.status !== 200) throw new Error(`no tokens: ${tokens.body} (${answer})`);
  return tokens.json;
}
