/** Signing in as anybody, at any application, by way of the pages. */
import { type Browser, findForm, type PageSeen } from "../../support/browser.ts";
import { basicHeader, type Client } from "../../support/clients.ts";
import { answerOf, CALLBACK, type Idp, post, signInAs } from "../../support/idp.ts";

interface Asked {
  readonly client: Pick<Client, "id">;
  readonly scope: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

export function authorizeAt(idp: Idp, { client, scope, parameters }: Asked): string {
  const all = {
    client_id: client.id,
    redirect_uri: CALLBACK,
    response_type: "code",
    scope,
    state: "s",
    nonce: "n",
    ...parameters,
  };
  return `${idp.issuer}/oauth/v2/authorize?${new URLSearchParams(all)}`;
}

/** The page that follows the right login name and password. */
export async function afterPassword(
  idp: Idp,
  browser: Browser,
  asked: Asked & { loginName: string },
): Promise<PageSeen> {
  return signInAs(browser, await browser.visit(authorizeAt(idp, asked)), asked.loginName);
}

/** The code that the application gets when somebody signs in there, with a second factor if they have one. */
export async function signedIn(
  idp: Idp,
  browser: Browser,
  asked: Asked & { loginName: string; factor?: () => string },
): Promise<string> {
  let page = await afterPassword(idp, browser, asked);
  if (asked.factor !== undefined && page.body.includes('action="/login/factor"'))
    page = await browser.submit(page, { code: asked.factor() }, findForm(page.body, "/login/factor").action);
  const code = answerOf(page).get("code");
  if (code === null) throw new Error(`nobody was signed in: ${page.status} ${page.url} ${page.body.slice(0, 2000)}`);
  return code;
}

export async function tokensOf(
  idp: Idp,
  client: Pick<Client, "id" | "secret">,
  code: string,
): Promise<{ accessToken: string; refreshToken: string; idToken: string; scope: string }> {
  const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
  const { status, json, body } = await post(idp, "/oauth/v2/token", form, {
    authorization: basicHeader(client.id, client.secret),
  });
  if (status !== 200) throw new Error(`no tokens: ${body}`);
  return {
    accessToken: String(json.access_token),
    refreshToken: String(json.refresh_token),
    idToken: String(json.id_token),
    scope: String(json.scope),
  };
}
