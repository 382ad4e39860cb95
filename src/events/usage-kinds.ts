/** What is counted, and for which organization: the one table that the code, the API document and the docs share. */

export const usageKinds = {
  sign_in: "Somebody signed in on the pages. For the organization of the person.",
  "sign_in.failed":
    "A password, a code or a passkey was wrong. For the organization of the person; of nobody's, where there is no such person.",
  "token.code": "An application got tokens for a code. For its organization, as all that applications do.",
  "token.refresh": "An application got tokens for a refresh token.",
  "token.client_credentials":
    "A service user got a token for its secret. For its organization, as all that service users do.",
  "token.jwt_bearer": "A service user got a token for something it signed.",
  "token.refused": "An application or a service user that there is got an error instead of tokens.",
  introspection: "An application asked about a token.",
  userinfo: "Claims were read with an access token. For the organization of the user.",
  revocation: "An application or a service user ended a token.",
} as const;

export type UsageKind = keyof typeof usageKinds;
