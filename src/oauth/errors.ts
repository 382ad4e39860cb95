/**
 * The errors that OAuth 2.0 and OpenID Connect define, each with the status it has at the token, introspection and
 * revocation endpoints. At the authorization endpoint they travel in the redirect. `docs/errors.md` has an entry for
 * each.
 */
export interface OauthErrorEntry {
  readonly status: number;
  readonly title: string;
  readonly source: string;
}

export const oauthErrors = {
  invalid_request: {
    status: 400,
    title: "A parameter is missing, repeated or malformed",
    source: "RFC 6749 §4.1.2.1, §5.2",
  },
  invalid_client: { status: 401, title: "The client could not be authenticated", source: "RFC 6749 §5.2" },
  invalid_grant: {
    status: 400,
    title: "The code, refresh token or assertion is not valid (any more)",
    source: "RFC 6749 §5.2",
  },
  unauthorized_client: {
    status: 400,
    title: "The application is not set up for this",
    source: "RFC 6749 §4.1.2.1, §5.2",
  },
  unsupported_grant_type: { status: 400, title: "There is no such grant", source: "RFC 6749 §5.2" },
  unsupported_response_type: { status: 400, title: "There is no such response type", source: "RFC 6749 §4.1.2.1" },
  invalid_scope: { status: 400, title: "The scope is not possible", source: "RFC 6749 §4.1.2.1, §5.2" },
  access_denied: {
    status: 400,
    title: "The person cancelled, or may not sign in at this application",
    source: "RFC 6749 §4.1.2.1",
  },
  server_error: { status: 500, title: "Something went wrong on our side", source: "RFC 6749 §4.1.2.1" },
  temporarily_unavailable: {
    status: 503,
    title: "The service is busy or cannot reach its database",
    source: "RFC 6749 §4.1.2.1",
  },
  login_required: {
    status: 400,
    title: "Nobody is signed in, and no page may be shown",
    source: "OpenID Connect Core §3.1.2.6",
  },
  account_selection_required: {
    status: 400,
    title: "Several accounts are signed in, and no page may be shown",
    source: "OpenID Connect Core §3.1.2.6",
  },
  consent_required: {
    status: 400,
    title: "The person has not agreed to what the application asks for, and no page may be shown",
    source: "OpenID Connect Core §3.1.2.6",
  },
  interaction_required: {
    status: 400,
    title: "The person has to do something, and no page may be shown",
    source: "OpenID Connect Core §3.1.2.6",
  },
  request_not_supported: {
    status: 400,
    title: "Request objects are not supported",
    source: "OpenID Connect Core §3.1.2.6",
  },
  request_uri_not_supported: {
    status: 400,
    title: "Request objects by reference are not supported",
    source: "OpenID Connect Core §3.1.2.6",
  },
  registration_not_supported: {
    status: 400,
    title: "The registration parameter is not supported",
    source: "OpenID Connect Core §3.1.2.6",
  },
  invalid_token: { status: 401, title: "The access token is not valid (any more)", source: "RFC 6750 §3.1" },
} as const satisfies Record<string, OauthErrorEntry>;

export type OauthErrorCode = keyof typeof oauthErrors;

/** `description` goes to the developer of the client: what was wrong and what to do, in ASCII, without secrets. */
export class OauthError extends Error {
  readonly code: OauthErrorCode;

  constructor(code: OauthErrorCode, description: string, cause?: unknown) {
    super(printable(description), { cause });
    this.name = "OauthError";
    this.code = code;
  }

  get status(): number {
    return oauthErrors[this.code].status;
  }
}

/**
 * Too many wrong secrets for this client from this address. RFC 6749 has no code for it: the one for "try again later"
 * is what clients understand, and the status says why (RFC 6585 §4).
 */
export class SlowedClient extends OauthError {
  readonly retryAfterSeconds: number;

  constructor(seconds: number) {
    super(
      "temporarily_unavailable",
      `Too many wrong secrets were sent for this client from this address. Check the secret, and try again in ${seconds} seconds.`,
    );
    this.retryAfterSeconds = Math.max(1, seconds);
  }

  override get status(): number {
    return 429;
  }
}

/** RFC 6749 §5.2: %x20-21 / %x23-5B / %x5D-7E. What a client sent may be quoted in it, so the rest is replaced. */
function printable(text: string): string {
  return text
    .replaceAll('"', "'")
    .replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "?")
    .slice(0, 500);
}
