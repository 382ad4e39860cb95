/** An owner of the instance who is signed in to the Console, and still is afterwards. */
import assert from "node:assert/strict";
import { type Api, MANAGEMENT_SCOPE } from "../../support/api.ts";
import type { Browser } from "../../support/browser.ts";
import { answerOf, pkce, post } from "../../support/idp.ts";
import type { Owner } from "./attackers.ts";
import { afterPassword, authorizeAt, signedIn } from "./sign-in.ts";

export interface AtWork {
  readonly owner: Owner;
  readonly browser: Browser;
  readonly accessToken: string;
}

function console({ idp }: Api) {
  const { verifier, challenge } = pkce();
  const redirect_uri = `${idp.issuer}/console/callback`;
  const client = { id: idp.world.instance.consoleApplicationId };
  const parameters = { redirect_uri, code_challenge: challenge, code_challenge_method: "S256" };
  return { client, verifier, redirect_uri, asked: { client, scope: MANAGEMENT_SCOPE, parameters } };
}

export async function putToWork(api: Api, owner: Owner): Promise<AtWork> {
  const { client, verifier, redirect_uri, asked } = console(api);
  const browser = api.idp.browser();
  const code = await signedIn(api.idp, browser, {
    ...asked,
    loginName: owner.human.loginName,
    factor: () => owner.code(),
  });
  const form = { grant_type: "authorization_code", client_id: client.id, code, redirect_uri, code_verifier: verifier };
  const { status, json, body } = await post(api.idp, "/oauth/v2/token", form);
  assert.equal(status, 200, body);
  return { owner, browser, accessToken: String(json.access_token) };
}

/** Role, session, tokens, password and second factor, each tried from outside. */
export async function assertOwnerStands(api: Api, { owner, browser, accessToken }: AtWork): Promise<void> {
  const { asked } = console(api);
  const instance = await api.call("GET", "/instance", accessToken);
  assert.equal(instance.status, 200, `the owner's token and role: ${instance.body}`);
  const silent = await browser.visit(
    authorizeAt(api.idp, { ...asked, parameters: { ...asked.parameters, prompt: "none" } }),
  );
  assert.ok(answerOf(silent).has("code"), `the owner's login session: ${silent.url}`);
  const page = await afterPassword(api.idp, api.idp.browser(), { ...asked, loginName: owner.human.loginName });
  assert.match(
    page.body,
    /action="\/login\/factor"/,
    `the password counts at once, and the second factor is asked for: ${page.url}`,
  );
}
