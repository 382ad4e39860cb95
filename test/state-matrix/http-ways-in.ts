/** Every way in that a client or a program has by HTTP. What must stop it is in table.ts. */
import assert from "node:assert/strict";
import { JWT_BEARER } from "../../src/oauth/grants/jwt-bearer.ts";
import type { Idp, Registered } from "../support/idp.ts";
import { answerOf, authorizeUrl, basic, post } from "../support/idp.ts";
import type { HttpScene } from "./http-scene.ts";

export interface HttpWayIn {
  /** Goes half the way before the state is set; the person whom the state is about may be another one then. */
  prepare?(scene: HttpScene): Promise<HttpScene>;
  use(observer: Idp, scene: HttpScene): Promise<boolean>;
}

/** With something that is got before the state is set. */
function holding<Held>(
  get: (scene: HttpScene) => Promise<Held>,
  use: (observer: Idp, held: Held, scene: HttpScene) => Promise<boolean>,
): HttpWayIn {
  const held = new WeakMap<HttpScene, { readonly it: Held }>();
  return {
    async prepare(scene) {
      held.set(scene, { it: await get(scene) });
      return scene;
    },
    use: (observer, scene) => use(observer, (held.get(scene) ?? assert.fail("nothing is held")).it, scene),
  };
}

const opaque = async (scene: HttpScene) => (await scene.opaqueTokens()).access;
const jwt = async (scene: HttpScene) => (await scene.jwtTokens()).access;
const byKey = (scene: HttpScene) => scene.tokenByKey();
const bySecret = (scene: HttpScene) => scene.tokenBySecret();
const personal = async (scene: HttpScene) => scene.personalAccessToken;

async function authorizeSilently(
  observer: Idp,
  scene: HttpScene,
  parameters: Record<string, string>,
): Promise<URLSearchParams> {
  const browser = observer.browser();
  browser.cookies.set("signet-sessions", scene.sessionsCookie);
  return answerOf(
    await browser.visit(
      authorizeUrl(observer, { client: scene.client, parameters: { prompt: "none", ...parameters } }),
    ),
  );
}

async function userinfo(observer: Idp, token: string): Promise<boolean> {
  const response = await observer.node.app.inject({
    url: "/oauth/v2/userinfo",
    headers: { authorization: `Bearer ${token}` },
  });
  return response.statusCode === 200;
}

const introspect = (observer: Idp, token: string, { client }: HttpScene) => isActiveFor(client, observer, token);
const introspectElsewhere = (observer: Idp, token: string, { ledgerApi }: HttpScene) =>
  isActiveFor(ledgerApi, observer, token);

async function isActiveFor(client: Registered, observer: Idp, token: string): Promise<boolean> {
  const { json } = await post(observer, "/oauth/v2/introspect", { token }, { authorization: basic(client) });
  return json.active === true;
}

async function management(observer: Idp, token: string): Promise<boolean> {
  const response = await observer.node.app.inject({
    url: "/management/v1/me",
    headers: { authorization: `Bearer ${token}` },
  });
  return response.statusCode === 200;
}

const getsToken = async (observer: Idp, form: Record<string, string>, headers = {}): Promise<boolean> =>
  typeof (await post(observer, "/oauth/v2/token", form, headers)).json.access_token === "string";

export const httpWaysIn = {
  "authorize with the session of the browser": {
    use: async (observer, scene) => (await authorizeSilently(observer, scene, {})).has("code"),
  },
  "the implicit flow": {
    use: async (observer, scene) =>
      (await authorizeSilently(observer, scene, { response_type: "id_token token", nonce: "n" })).has("access_token"),
  },
  "exchange a code": {
    use: (observer, scene) =>
      getsToken(
        observer,
        { grant_type: "authorization_code", code: scene.code, redirect_uri: "https://app.example/callback" },
        { authorization: basic(scene.client) },
      ),
  },
  refresh: holding(
    async (scene) => (await scene.opaqueTokens()).refresh,
    (observer, token, { client }) =>
      getsToken(observer, { grant_type: "refresh_token", refresh_token: token }, { authorization: basic(client) }),
  ),
  "a token by assertion": {
    use: async (observer, scene) =>
      getsToken(observer, { grant_type: JWT_BEARER, assertion: await scene.assertion(), scope: "openid" }),
  },
  "a token by client credentials": {
    use: (observer, scene) =>
      getsToken(observer, {
        grant_type: "client_credentials",
        client_id: scene.service.id,
        client_secret: scene.secret,
        scope: "openid",
      }),
  },
  "userinfo with an opaque token": holding(opaque, userinfo),
  "userinfo with a JWT": holding(jwt, userinfo),
  "userinfo with a token got by assertion": holding(byKey, userinfo),
  "userinfo with a token got by client credentials": holding(bySecret, userinfo),
  "userinfo with a personal access token": holding(personal, userinfo),
  "introspection of an opaque token": holding(opaque, introspect),
  "introspection of a JWT": holding(jwt, introspect),
  "introspection of a token got by assertion": holding(byKey, introspect),
  "introspection of a token got by client credentials": holding(bySecret, introspect),
  "introspection of a personal access token": holding(personal, introspect),
  "introspection by an API of another project in the audience": holding(opaque, introspectElsewhere),
  "introspection of a JWT by an API of another project in the audience": holding(jwt, introspectElsewhere),
  "introspection of a personal access token by an API of another project": holding(personal, introspectElsewhere),
  "the management API with a person's opaque token": holding(opaque, management),
  "the management API with a person's JWT": holding(jwt, management),
  "the management API with a token got by assertion": holding(byKey, management),
  "the management API with a token got by client credentials": holding(bySecret, management),
  "the management API with a personal access token": holding(personal, management),
} as const satisfies Record<string, HttpWayIn>;
