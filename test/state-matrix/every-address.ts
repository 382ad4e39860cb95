/**
 * Every address that is served, and every grant, with the ways in of the matrix that go through it; or why it is none.
 * What is new is missing here, and a test fails until somebody has thought about it.
 */
import type { HttpWay } from "./table.ts";

/** Ways in, or the reason why there is none. */
export type Covered = readonly HttpWay[] | string;

const shows = "shows a form; what sending it does is a way in of its own";
const nothing = "knows nobody and gives nothing to anybody";
const ends = "ends sessions and begins none";
const page: readonly HttpWay[] = ["use the pages of the account"];
const form: readonly HttpWay[] = ["send the forms of the account"];

export const addresses: Readonly<Record<string, Covered>> = {
  "GET /": nothing,
  "GET /healthz": nothing,
  "GET /readyz": nothing,
  "GET /.well-known/openid-configuration": nothing,
  "GET /oauth/v2/keys": "public keys",
  "GET /oauth/v2/authorize": ["authorize with the session of the browser", "the implicit flow"],
  "POST /oauth/v2/authorize": "sends the browser on to GET with the same request",
  "GET /oauth/v2/authorize/callback": ["come back from the pages with an account"],
  "GET /oauth/v2/endsession": ends,
  "POST /oauth/v2/endsession": ends,
  "POST /oauth/v2/token": ["exchange a code", "refresh", "a token by assertion", "a token by client credentials"],
  "POST /oauth/v2/introspect": [
    "introspection of an opaque token",
    "introspection of a JWT",
    "introspection of a token got by assertion",
    "introspection of a token got by client credentials",
    "introspection of a personal access token",
    "introspection by an API of another project in the audience",
    "introspection of a JWT by an API of another project in the audience",
    "introspection of a personal access token by an API of another project",
  ],
  "GET /oauth/v2/userinfo": [
    "userinfo with an opaque token",
    "userinfo with a JWT",
    "userinfo with a token got by assertion",
    "userinfo with a token got by client credentials",
    "userinfo with a personal access token",
  ],
  "POST /oauth/v2/userinfo": "the same handler as GET: src/oauth/userinfo.ts",
  "POST /oauth/v2/revoke": "ends tokens and gives none",

  "GET /management/v1/openapi.json": nothing,
  "GET /management/v1/docs": nothing,
  "every call of /management/v1": [
    "the management API with a person's opaque token",
    "the management API with a person's JWT",
    "the management API with a token got by assertion",
    "the management API with a token got by client credentials",
    "the management API with a personal access token",
  ],

  "GET /console": "files, the same for everybody: the Console is a client like any other and signs in like one",
  "GET /console/*": "files, the same for everybody: the Console is a client like any other and signs in like one",
  "GET /console/assets/*": "files, the same for everybody",

  "GET /login": shows,
  "POST /login": "takes a name and shows the page for the password, whoever it names",
  "GET /login/password": shows,
  "POST /login/password": ["sign in, by the page that asks for the password"],
  "GET /login/password/account": shows,
  "POST /login/password/account": ["choose one of several accounts with one address and one password"],
  "POST /login/passkey": ["sign in with a passkey alone"],
  "GET /login/passkey/offer": shows,
  "POST /login/passkey/offer": ["leave the offer of a passkey for later", "take the offer of a passkey"],
  "POST /login/preview": "shows colours that are being tried out, to whoever sends them",
  "POST /login/cancel": "tells the application that nobody came",
  "GET /login/accounts": shows,
  "POST /login/accounts": ["choose an account that is signed in"],
  "POST /login/accounts/remove": ends,
  "GET /login/consent": shows,
  "POST /login/consent": ["agree to what an application asks for"],
  "GET /login/factor": shows,
  "POST /login/factor": [
    "prove a second factor, by the code of an app",
    "prove a second factor, by a code from a mail",
    "prove a second factor, by a recovery code",
    "prove a second factor, by a passkey",
  ],
  "GET /login/enrol": shows,
  "POST /login/enrol": ["set up the second factor that is due"],
  "POST /login/enrol/done": ["go on from the recovery codes"],
  "GET /login/unblock": shows,
  "POST /login/unblock": "sends a code, which lets the password be tried; what that does is a way in of its own",
  "GET /login/forgot": shows,
  "POST /login/forgot": "sends a mail; what its link does is a way in of its own",
  "GET /login/forgot/sent": nothing,
  "GET /login/new-password": shows,
  "POST /login/new-password": [
    "choose the password that is due",
    "choose the password that is due, after a second factor",
  ],
  "GET /login/register": shows,
  "POST /login/register": ["register where no address is confirmed"],
  "GET /login/register/code": shows,
  "POST /login/register/code": ["register, by the code from the mail"],
  "GET /login/mail": shows,
  "POST /login/mail": [
    "finish a registration by the link from the mail",
    "accept an invitation",
    "reset a forgotten password by the link from the mail",
    "confirm an address by the link from the mail",
  ],
  "GET /login/mail/password-set": nothing,
  "GET /login/mail/address-confirmed": nothing,
  "GET /login/images/:id": "pictures of organizations, for everybody",
  "GET /logout": shows,
  "POST /logout": ends,
  "GET /logout/done": nothing,

  "GET /account/deleted": "shown to whoever has just deleted their account, and says nothing of anybody",
  "every page of /account": page,
  "every form of /account": form,
};

/**
 * What discovery lists, and the token endpoint knows. The implicit flow is no grant there: its tokens come from
 * authorize.
 */
export const grantTypes: Readonly<Record<string, readonly HttpWay[]>> = {
  authorization_code: ["exchange a code"],
  implicit: ["the implicit flow"],
  refresh_token: ["refresh"],
  client_credentials: ["a token by client credentials"],
  "urn:ietf:params:oauth:grant-type:jwt-bearer": ["a token by assertion"],
};

/**
 * Of two rooms every address is alike: one door asks for all of them, and the matrix goes through every one, or the
 * role matrix.
 */
export function rowOf(address: string): string {
  if (address in addresses) return address;
  if (address.includes(" /management/v1/")) return "every call of /management/v1";
  if (/^GET \/account(?:\/|$)/.test(address)) return "every page of /account";
  if (/^POST \/account\//.test(address)) return "every form of /account";
  return address;
}
