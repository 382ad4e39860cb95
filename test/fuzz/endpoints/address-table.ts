/**
 * Every address beside the management API, with the parameters it takes and a right value for each. A test holds it
 * against what is served and against docs/protocol.md, so that what is new is missing here until somebody has added it.
 */
import { randomUUID } from "node:crypto";
import { basic, CALLBACK, PASSWORD } from "../../support/idp.ts";
import type { Material, Visitor } from "./material.ts";
import type { Random } from "./random.ts";

export interface Choice {
  readonly material: Material;
  readonly visitor: Visitor;
  readonly random: Random;
  /** Where it is sent to. */
  readonly path: string;
}

/** A value that the address takes from this visitor; nobody gets what is somebody's. */
export type Value = (choice: Choice) => string;
/** What belongs together in one request. */
export type Recipe = Readonly<Record<string, Value>>;

const one =
  (...values: readonly [string, ...string[]]): Value =>
  ({ random }) =>
    random.pick(values);
/** Of the person; nobody sends something like it. */
const own =
  (of: (material: Material, random: Random) => string): Value =>
  ({ visitor, material, random }) =>
    visitor === "person"
      ? of(material, random)
      : random.pick([randomUUID(), "sga_AAAA", "sgr_AAAA", "eyJhbGciOiJub25lIn0.e30.AA"]);

const clientId: Value = ({ material: { idp, service }, random }) =>
  random.pick([idp.web.application.id, idp.web.application.id, idp.spa.application.id, service.userId]);
const loginRequest: Value = ({ material, visitor, random }) => material.loginRequest(visitor, random);
const logoutRequest: Value = ({ material, visitor }) => material.logoutRequest(visitor);
const passkeyChallenge: Value = ({ material, visitor, random }) => material.passkeyChallenge(visitor, random);
const oneTimeCode = one("123456", "123 456", "000000", "abcd-efgh-jkmn-pqrs");
const loginName: Value = ({ material: { human }, random }) =>
  random.pick([human.loginName, human.email, human.userName, "nobody@nowhere.example"]);
const password: Value = ({ visitor, random }) =>
  visitor === "person" ? PASSWORD : random.pick(["wrong", "a violet bicycle at noon"]);
const newPassword = one("a violet bicycle at noon", "short", "password");
const anyId = own(({ sessionId, appSessionId, human }, random) => random.pick([sessionId, appSessionId, human.id]));
const credential = one(
  JSON.stringify({
    id: "AAAA",
    response: { clientDataJSON: "e30", authenticatorData: "AAAA", signature: "AAAA", userHandle: "AAAA" },
  }),
  JSON.stringify({
    id: "AAAA",
    response: { clientDataJSON: "e30", attestationObject: "o2NmbXRkbm9uZQ", transports: ["usb"] },
  }),
);
const scope = one(
  "openid",
  "openid profile email offline_access",
  "openid urn:service:iam:org:project:id:service:aud",
  "openid urn:service:iam:org:id:x",
);
const locales = one("de fr", "xx en");
const someText = one("Ada", "Ada Lovelace", "株式会社", "https://app.example/picture.png");

const asClient: Recipe = {
  client_id: clientId,
  client_secret: own(({ idp, service }, random) => random.pick([idp.web.secret, service.secret])),
};
const byAssertion: Recipe = {
  client_assertion: own(({ assertion }) => assertion),
  client_assertion_type: one("urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
};
const token = own(({ accessToken, refreshToken, idToken }, random) =>
  random.pick([accessToken, refreshToken, idToken]),
);

const authorization: Recipe = {
  client_id: clientId,
  redirect_uri: one(CALLBACK),
  response_type: one("code", "id_token", "id_token token", "token id_token"),
  response_mode: one("query", "fragment", "form_post"),
  scope,
  state: one("s-1"),
  nonce: one("n-1"),
  code_challenge: ({ material }) => material.challenge,
  code_challenge_method: one("S256"),
  prompt: one("none", "login", "select_account", "create", "consent", "login consent"),
  max_age: one("0", "100", "1e9"),
  login_hint: loginName,
  id_token_hint: own(({ idToken }) => idToken),
  acr_values: one("mfa", "phr 1fa"),
  ui_locales: locales,
};
/** What most clients send. */
const plainAuthorization: Recipe = {
  ...{ client_id: ({ material }) => material.idp.web.application.id, redirect_uri: one(CALLBACK) },
  ...{ response_type: one("code"), scope, state: one("s-1") },
};
const refusedAuthorization: Recipe = {
  ...plainAuthorization,
  request: one("e30"),
  request_uri: one("https://app.example/r"),
  registration: one("{}"),
};
const endSession: Recipe = {
  id_token_hint: own(({ idToken }) => idToken),
  client_id: clientId,
  post_logout_redirect_uri: one("https://app.example/bye"),
  state: one("s-1"),
  ui_locales: locales,
};
const grants: readonly Recipe[] = [
  {
    grant_type: one("authorization_code"),
    code: own(({ code }) => code),
    redirect_uri: one(CALLBACK),
    code_verifier: ({ material }) => material.verifier,
    ...asClient,
  },
  { grant_type: one("authorization_code"), code: own(({ code }) => code), redirect_uri: one(CALLBACK) },
  { grant_type: one("refresh_token"), refresh_token: own(({ refreshToken }) => refreshToken), scope },
  {
    grant_type: one("urn:ietf:params:oauth:grant-type:jwt-bearer"),
    assertion: own(({ assertion }) => assertion),
    scope,
  },
  {
    grant_type: one("client_credentials"),
    client_id: ({ material }) => material.service.userId,
    client_secret: own(({ service }) => service.secret),
    scope,
  },
  { grant_type: one("client_credentials", "password", "implicit"), scope, ...byAssertion },
];
const aboutToken: readonly Recipe[] = [
  { token, token_type_hint: one("access_token", "refresh_token") },
  { token, ...asClient },
  { token, ...byAssertion },
];

const inRequest: readonly Recipe[] = [{ request: loginRequest }];
const ticket: Recipe = { ticket: ({ material, path }) => material.form(path) };
const accountPage: readonly Recipe[] = [
  { as: anyId, done: one("saved", "ended") },
  { step: ticket.ticket ?? one("x") },
  { cancelled: one("1") },
];
const secondFactor: Recipe = {
  request: loginRequest,
  with: one("totp", "email_code", "recovery_code", "passkey"),
  code: oneTimeCode,
};
const withPasskey: Recipe = { challenge: passkeyChallenge, credential, name: someText };
const registration: Recipe = {
  email: one("new@mail.example"),
  givenName: someText,
  familyName: someText,
  userName: one("new"),
  phone: one("+41 44 123 45 67"),
  password: newPassword,
};

export const addressTable: Readonly<Record<string, readonly Recipe[]>> = {
  "GET /": [{}],
  "GET /healthz": [{}],
  "GET /readyz": [{}],
  "GET /.well-known/openid-configuration": [{}],
  "GET /oauth/v2/keys": [{}],
  "GET /oauth/v2/authorize": [authorization, plainAuthorization, refusedAuthorization],
  "POST /oauth/v2/authorize": [authorization, plainAuthorization],
  "GET /oauth/v2/authorize/callback": inRequest,
  "GET /oauth/v2/endsession": [endSession],
  "POST /oauth/v2/endsession": [endSession],
  "POST /oauth/v2/token": grants,
  "POST /oauth/v2/introspect": aboutToken,
  "POST /oauth/v2/revoke": aboutToken,
  "GET /oauth/v2/userinfo": [{}],
  "POST /oauth/v2/userinfo": [{ access_token: token }],
  "GET /management/v1/openapi.json": [{}],
  "GET /management/v1/docs": [{}],

  "GET /console": [{}],
  "GET /console/*": [{}],
  "GET /console/assets/*": [{}],

  "GET /login": inRequest,
  "POST /login": [{ request: loginRequest, loginName }],
  "GET /login/password": inRequest,
  "POST /login/password": [{ request: loginRequest, password, passkeys: one("1") }],
  "POST /login/passkey": [{ request: loginRequest, ...withPasskey }],
  "GET /login/passkey/offer": inRequest,
  "POST /login/passkey/offer": [
    { request: loginRequest, ...withPasskey },
    { request: loginRequest, later: one("1") },
  ],
  "POST /login/preview": [
    {
      page: one("sign-in", "password"),
      scheme: one("auto", "dark"),
      organizationId: ({ material }) => material.idp.world.acme.id,
    },
    {
      primaryColor: one("#2456c5"),
      backgroundColor: one("#ffffff"),
      hideSignetName: one("true", "false"),
      termsUrl: one("https://app.example/"),
    },
  ],
  "POST /login/cancel": inRequest,
  "GET /login/password/account": inRequest,
  "POST /login/password/account": [{ request: loginRequest, user: anyId }],
  "GET /login/accounts": [{ request: loginRequest }, { request: loginRequest, remove: one("1") }],
  "POST /login/accounts": [{ request: loginRequest, session: anyId }],
  "POST /login/accounts/remove": [{ request: loginRequest, session: anyId }],
  "GET /login/consent": inRequest,
  "POST /login/consent": [{ request: loginRequest, answer: one("allow", "deny") }],
  "GET /login/factor": [secondFactor],
  "POST /login/factor": [secondFactor, { ...secondFactor, send: one("1") }, { ...secondFactor, ...withPasskey }],
  "GET /login/enrol": [secondFactor],
  "POST /login/enrol": [secondFactor, { ...secondFactor, send: one("1") }, { ...secondFactor, ...withPasskey }],
  "POST /login/enrol/done": inRequest,
  "GET /login/unblock": inRequest,
  "POST /login/unblock": [
    { request: loginRequest, send: one("1") },
    { request: loginRequest, code: one("abcde-fghjk", "ABCDE FGHJK", "123456") },
  ],
  "GET /login/forgot": inRequest,
  "POST /login/forgot": [{ request: loginRequest, loginName }],
  "GET /login/forgot/sent": inRequest,
  "GET /login/new-password": inRequest,
  "POST /login/new-password": [{ request: loginRequest, password: newPassword }],
  "GET /login/register": inRequest,
  "POST /login/register": [{ request: loginRequest, ...registration }],
  "GET /login/register/code": inRequest,
  "POST /login/register/code": [
    { request: loginRequest, code: oneTimeCode },
    { request: loginRequest, password: newPassword, userName: one("new") },
  ],
  "GET /login/mail": [{ link: own((material, random) => material.mailLink(random)) }],
  "POST /login/mail": [
    { link: own((material, random) => material.mailLink(random)), password: newPassword, userName: one("new") },
  ],
  "GET /login/mail/password-set": [{}],
  "GET /login/mail/address-confirmed": [{}],
  "GET /login/images/:id": [{}],
  "GET /logout": [{ request: logoutRequest }],
  "POST /logout": [{ request: logoutRequest }],
  "GET /logout/done": [{}],

  "GET /account": accountPage,
  "GET /account/profile": accountPage,
  "POST /account/profile": [
    {
      ...ticket,
      displayName: someText,
      givenName: someText,
      familyName: someText,
      nickname: someText,
      picture: someText,
      locale: one("de", "xx", ""),
    },
  ],
  "GET /account/phone": accountPage,
  "POST /account/phone": [{ ...ticket, phone: one("+41 44 123 45 67", "") }],
  "GET /account/email": accountPage,
  "POST /account/email": [{ ...ticket, email: one("other@mail.example") }],
  "GET /account/email/code": accountPage,
  "POST /account/email/code": [{ ...ticket, code: oneTimeCode }],
  "GET /account/security": accountPage,
  "POST /account/security/remove": [{ ...ticket, id: anyId }],
  "GET /account/security/password": accountPage,
  "POST /account/security/password": [{ ...ticket, password: newPassword }],
  "GET /account/security/totp": accountPage,
  "POST /account/security/totp": [{ ...ticket, code: oneTimeCode }],
  "GET /account/security/email-code": accountPage,
  "POST /account/security/email-code": [{ ...ticket, code: oneTimeCode }],
  "GET /account/security/passkey": accountPage,
  "POST /account/security/passkey": [{ ...ticket, ...withPasskey }],
  "POST /account/security/passkey/name": [{ ...ticket, id: anyId, name: someText }],
  "POST /account/security/recovery-codes": [ticket],
  "GET /account/sessions": accountPage,
  "POST /account/sessions/browser": [{ ...ticket, id: anyId }],
  "POST /account/sessions/application": [{ ...ticket, id: anyId }],
  "POST /account/sessions/consent": [{ ...ticket, id: anyId }],
  "POST /account/sessions/everywhere": [ticket],
  "GET /account/activity": accountPage,
  "GET /account/data": accountPage,
  "GET /account/data/download": accountPage,
  "GET /account/delete": accountPage,
  "POST /account/delete": [{ ...ticket, confirmation: ({ material }) => material.human.loginName }],
  "GET /account/deleted": [{}],
};

/** The row of an address that is served: every page of the Console is the same one. */
export function rowOf(address: string): string {
  return address.startsWith("GET /console/") && !(address in addressTable) ? "GET /console/*" : address;
}

/** For machine endpoints: as whom the request says that it is sent. */
export function authorizationOf({ material, visitor, random }: Choice, path: string): Record<string, string> {
  if (visitor === "nobody" || !path.startsWith("/oauth/v2/") || random.chance(0.3)) return {};
  const { idp, accessToken } = material;
  return { authorization: path === "/oauth/v2/userinfo" ? `Bearer ${accessToken}` : basic(idp.web) };
}
