/** Every way in that a client or a program has by HTTP, and which states must leave it alone. See ways-in.ts. */
import { formTicket } from "../../src/account/form-ticket.ts";
import type { Idp } from "../support/idp.ts";
import { answerOf, authorizeUrl, basic, post } from "../support/idp.ts";
import type { HttpScene } from "./http-scene.ts";
import type { StateName } from "./states.ts";
import { always, aroundTheApplication, onlyHuman, onlyService } from "./ways-in.ts";

export interface HttpWayIn {
  /** Goes half the way before the state is set; the person whom the state is about may be another one then. */
  prepare?(scene: HttpScene): Promise<HttpScene>;
  use(observer: Idp, scene: HttpScene): Promise<boolean>;
  readonly harmless: readonly StateName[];
  /** States that the person cannot get into from where they are. */
  readonly impossible?: readonly StateName[];
}

/** The app sessions and tokens in question are others than those that these two states end. */
export const elsewhere: readonly StateName[] = ["app session ended", "token revoked"];

async function authorizeSilently(observer: Idp, scene: HttpScene, parameters: Record<string, string>): Promise<URLSearchParams> {
  const browser = observer.browser();
  browser.cookies.set("signet-sessions", scene.sessionsCookie);
  return answerOf(await browser.visit(authorizeUrl(observer, { client: scene.client, parameters: { prompt: "none", ...parameters } })));
}

async function userinfo(observer: Idp, token: unknown): Promise<boolean> {
  const response = await observer.node.app.inject({ url: "/oauth/v2/userinfo", headers: { authorization: `Bearer ${token}` } });
  return response.statusCode === 200;
}

async function introspect(observer: Idp, scene: HttpScene, token: unknown): Promise<boolean> {
  const { json } = await post(observer, "/oauth/v2/introspect", { token: String(token) }, { authorization: basic(scene.client) });
  return json.active === true;
}

async function management(observer: Idp, token: unknown): Promise<boolean> {
  const response = await observer.node.app.inject({ url: "/management/v1/me", headers: { authorization: `Bearer ${token}` } });
  return response.statusCode === 200;
}

const token = async (observer: Idp, form: Record<string, string>, headers = {}): Promise<boolean> =>
  typeof (await post(observer, "/oauth/v2/token", form, headers)).json.access_token === "string";

/** Whoever comes back can get a new token with the same credential; those got before stay ended. */
const serviceCameBack: readonly StateName[] = ["service user deactivated and activated again"];
const credentials = ["key removed", "key expired", "secret removed", "personal access token revoked"] as const;
const otherCredentials = (...own: readonly StateName[]): readonly StateName[] => credentials.filter((state) => !own.includes(state));

export const httpWaysIn: Record<string, HttpWayIn> = {
  "authorize with the session of the browser": {
    use: async (observer, scene) => (await authorizeSilently(observer, scene, {})).has("code"),
    harmless: [...always, ...onlyService, ...elsewhere],
  },
  "use the account page": {
    async use(observer, scene) {
      const browser = observer.browser();
      browser.cookies.set("signet-sessions", scene.sessionsCookie);
      const seen = await browser.visit(`${observer.issuer}/account/profile`);
      return seen.status === 200 && seen.body.includes('action="/account/profile"');
    },
    harmless: [...always, ...onlyService, ...aroundTheApplication, "token revoked"],
  },
  "send a form of the account page": {
    async use(observer, scene) {
      const browser = observer.browser();
      browser.cookies.set("signet-sessions", scene.sessionsCookie);
      const { tickets } = observer.node.services;
      const ticket = tickets.seal(formTicket, { sessionId: scene.login.id, version: scene.login.version, action: "/account/phone" });
      const seen = await browser.request("POST", `${observer.issuer}/account/phone`, { ticket, phone: "+41441234567" });
      return seen.location === `${observer.issuer}/account/phone?done=saved`;
    },
    harmless: [...always, ...onlyService, ...aroundTheApplication, "token revoked"],
  },
  "the implicit flow": {
    use: async (observer, scene) =>
      (await authorizeSilently(observer, scene, { response_type: "id_token token", nonce: "n" })).has("access_token"),
    harmless: [...always, ...onlyService, ...elsewhere],
  },
  "exchange a code": {
    use: (observer, scene) =>
      token(
        observer,
        { grant_type: "authorization_code", code: scene.code, redirect_uri: "https://app.example/callback" },
        { authorization: basic(scene.client) },
      ),
    harmless: [...always, ...onlyService, "token revoked"],
  },
  refresh: {
    use: (observer, scene) =>
      token(
        observer,
        { grant_type: "refresh_token", refresh_token: String(scene.opaque.refresh_token) },
        { authorization: basic(scene.client) },
      ),
    harmless: [...always, ...onlyService, ...elsewhere, "login session ended"],
  },
  "userinfo with an opaque token": {
    use: (observer, scene) => userinfo(observer, scene.opaque.access_token),
    harmless: [...always, ...onlyService, ...elsewhere],
  },
  "userinfo with a JWT": {
    use: (observer, scene) => userinfo(observer, scene.jwt.access_token),
    // It belongs to another application of the same project.
    harmless: [...always, ...onlyService, ...elsewhere, "application deactivated", "application deleted"],
  },
  "introspection of an opaque token": {
    use: (observer, scene) => introspect(observer, scene, scene.opaque.access_token),
    harmless: [...always, ...onlyService, ...elsewhere],
  },
  "introspection of a JWT": {
    use: (observer, scene) => introspect(observer, scene, scene.jwt.access_token),
    harmless: [...always, ...onlyService, ...elsewhere],
  },
  "a token by assertion": {
    use: async (observer, scene) =>
      token(observer, { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion: await scene.assertion(), scope: "openid" }),
    harmless: ["nothing changed", ...onlyHuman, ...serviceCameBack, "token revoked", ...otherCredentials("key removed", "key expired")],
  },
  "a token by client credentials": {
    use: (observer, scene) =>
      token(observer, { grant_type: "client_credentials", client_id: scene.service.id, client_secret: scene.secret, scope: "openid" }),
    harmless: ["nothing changed", ...onlyHuman, ...serviceCameBack, "token revoked", ...otherCredentials("secret removed")],
  },
  "userinfo with a token got by assertion": {
    use: (observer, scene) => userinfo(observer, scene.byKey),
    harmless: ["nothing changed", ...onlyHuman, "token revoked", ...otherCredentials("key removed", "key expired")],
  },
  "userinfo with a token got by client credentials": {
    use: (observer, scene) => userinfo(observer, scene.bySecret),
    harmless: ["nothing changed", ...onlyHuman, "token revoked", ...otherCredentials("secret removed")],
  },
  "the management API with a person's opaque token": {
    use: (observer, scene) => management(observer, scene.opaque.access_token),
    harmless: [...always, ...onlyService, ...elsewhere],
  },
  "the management API with a person's JWT": {
    use: (observer, scene) => management(observer, scene.jwt.access_token),
    harmless: [...always, ...onlyService, ...elsewhere, "application deactivated", "application deleted"],
  },
  "the management API with a token got by assertion": {
    use: (observer, scene) => management(observer, scene.byKey),
    harmless: ["nothing changed", ...onlyHuman, "token revoked", ...otherCredentials("key removed", "key expired")],
  },
  "the management API with a token got by client credentials": {
    use: (observer, scene) => management(observer, scene.bySecret),
    harmless: ["nothing changed", ...onlyHuman, "token revoked", ...otherCredentials("secret removed")],
  },
  "the management API with a personal access token": {
    use: (observer, scene) => management(observer, scene.personalAccessToken),
    harmless: ["nothing changed", ...onlyHuman, ...serviceCameBack, "token revoked", ...otherCredentials("personal access token revoked")],
  },
  "userinfo with a personal access token": {
    use: (observer, scene) => userinfo(observer, scene.personalAccessToken),
    harmless: ["nothing changed", ...onlyHuman, ...serviceCameBack, "token revoked", ...otherCredentials("personal access token revoked")],
  },
};
