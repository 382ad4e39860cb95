/** What the parameters, scopes and claims of OpenID Connect mean, in short. */

export const parameterWords: Readonly<Record<string, string>> = {
  client_id: "Which application asks.",
  redirect_uri: "Where the answer goes. It has to be registered, to the last letter.",
  response_type: "What the answer carries: a code to exchange, or tokens.",
  scope: "What the application wants to know and do.",
  state: "Comes back unchanged: the application sees that the answer is to its own request.",
  nonce: "Comes back inside the ID token: it was made for this sign-in.",
  code_challenge: "The SHA-256 of a secret value that is shown only when the code is exchanged (PKCE).",
  code_challenge_method: "How the challenge was made.",
  prompt: "What the person has to do, whether or not they are signed in.",
  code: "Exchanged for tokens. Works once, for 60 seconds.",
  iss: "Who answered (RFC 9207).",
  grant_type: "What is exchanged for tokens.",
  code_verifier: "The secret value behind the challenge: whoever exchanges the code is the one who asked for it.",
  client_secret: "What the application and Signet both know.",
  client_assertion: "A JWT that the application signed with its private key. Works once.",
  client_assertion_type: "What kind of proof that is.",
  Authorization: "The client id and the secret, encoded.",
  access_token: "Opens APIs and userinfo.",
  id_token: "Says who signed in.",
  refresh_token: "Gets new tokens later, once.",
  token_type: "How the access token is sent: as a bearer token.",
  expires_in: "Seconds until the access token expires.",
};

export const scopeWords: readonly (readonly [scope: string, words: string])[] = [
  ["openid", "Always: who it is"],
  ["profile", "Name, picture, language"],
  ["email", "E-mail address, and whether it is verified"],
  ["phone", "Phone number"],
  ["address", "Postal address"],
  ["offline_access", "A refresh token"],
  ["groups", "Roles in the project, as a flat list"],
  ["urn:service:iam:org:projects:roles", "Roles in the project"],
  ["urn:service:iam:user:resourceowner", "The organization of the user"],
  ["urn:service:iam:user:metadata", "Metadata of the user"],
];

export const claimWords: Readonly<Record<string, string>> = {
  iss: "Who made it: the issuer.",
  sub: "The user's id. It never changes, so keep this one.",
  aud: "Whom it is for. Refuse it if you are not among them.",
  azp: "The application that it was made for.",
  exp: "Until when it counts.",
  iat: "When it was made.",
  nbf: "From when on it counts.",
  auth_time: "When the person last proved who they are.",
  nonce: "The value of the request: the application compares it.",
  amr: "How they proved it (RFC 8176): pwd is a password, otp a code, hwk and swk a key.",
  acr: "How much that is: 1fa, mfa, or phr for what cannot be phished.",
  sid: "The login session, as a name.",
  at_hash: "Ties it to the access token beside it.",
  jti: "Its own id.",
  scope: "What was granted.",
  client_id: "The application that got it.",
  active: "Whether the token counts right now.",
  name: "The whole name, to be shown.",
  given_name: "First name.",
  family_name: "Last name.",
  nickname: "What friends say.",
  preferred_username: "The login name. It may change.",
  picture: "The address of a picture.",
  locale: "The language they prefer.",
  updated_at: "When the profile last changed.",
  email: "E-mail address. It may change.",
  email_verified: "Whether they have shown that it is theirs.",
  phone_number: "Phone number.",
  phone_number_verified: "Whether they have shown that it is theirs.",
  address: "Postal address.",
  roles: "Roles in the project, as a list.",
  groups: "The same list, by the name that many programs know.",
  "urn:service:iam:org:project:roles": "Roles in the project, each with the organization of the user.",
  "urn:service:iam:user:metadata": "What managers keep with the user.",
  "urn:service:iam:user:resourceowner:id": "The id of the user's organization.",
  "urn:service:iam:user:resourceowner:name": "The name of the user's organization.",
  "urn:service:iam:user:resourceowner:primary_domain": "The domain of the user's organization.",
  alg: "How it is signed.",
  kid: "Which key it is signed with, in the key set.",
  typ: "What kind of token it is: at+jwt is an access token.",
};

/** Claims that are seconds since 1970. */
export const timeClaims: ReadonlySet<string> = new Set(["exp", "iat", "nbf", "auth_time", "updated_at"]);

/** What to do about an error, whichever endpoint says it. */
export const errorAdvice: Readonly<Record<string, string>> = {
  login_required: "Nobody is signed in, and prompt=none allows no page. Choose another prompt.",
  account_selection_required:
    "Several people are signed in, and prompt=none allows no page to choose on. Choose another prompt.",
  interaction_required: "The person would have to do something, and prompt=none allows no page. Choose another prompt.",
  access_denied:
    "The person cancelled, or may not sign in to this application. The settings of the project say who may.",
  unauthorized_client: "The application does not have this response type or grant. Add it on the tab Settings.",
  unsupported_response_type: "The response type does not exist. Choose another.",
  invalid_scope: "Something is wrong with the scopes. Keep openid among them.",
  invalid_request: "The request is not as it should be. The description says what is wrong with it.",
  invalid_client:
    "The application did not prove itself. Check the secret or key file; the tab Credentials makes new ones.",
  invalid_grant: "The code is spent or too old: it works once, for 60 seconds. Start again.",
  server_error: "Something failed at Signet. Try again; whoever runs it finds the request id in the logs.",
  temporarily_unavailable: "Signet is busy. Try again in a moment.",
};
