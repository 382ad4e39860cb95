/**
 * The door between the protocol and the login pages: a validated authorization request, sealed, on its way through the
 * pages and back. It holds what the client sent, so that the callback can judge all of it again, and the hash of the
 * browser's cookie: opened in another browser it is worth nothing.
 */
import { ticketKind } from "../tickets/tickets.ts";

export interface LoginRequest {
  /** The parameters of the authorization request, form-encoded as they were validated. */
  readonly parameters: string;
  readonly browser: string;
  /** Milliseconds, by the database's clock. */
  readonly startedAt: number;
  /**
   * Whom the application's id_token_hint named. The hint itself stays behind: it is long, and full of what it says
   * about them.
   */
  readonly hint?: { readonly subject: string; readonly sid?: string | undefined } | undefined;
  /**
   * For pages of our own, which are no client: where on the login host the person goes afterwards. `parameters` are
   * empty then, or ask for a new proof.
   */
  readonly returnTo?: string;
  /**
   * How far the person has come: what the page before has learned. The pages ask for it again before they believe it.
   */
  readonly step?: LoginStep;
  /** What became of it: the login session somebody chose or made, or that they cancelled. */
  readonly outcome?:
    | { readonly loginSessionId: string; readonly confirmed?: true; readonly agreed?: true }
    | { readonly cancelled: true };
}

/** Who somebody has proved to be, and by what. */
export interface Proven {
  readonly userId: string;
  /** As RFC 8176 names it. */
  readonly amr: readonly string[];
  /** Of the password that was right: it may have been changed since. */
  readonly passwordVersion?: number;
  /** The factors that were used: they may have been taken away since. */
  readonly factorIds?: readonly string[];
  /** What the proofs were counted as: starts anew when all are there (identity/limits/attempts.ts). */
  readonly counted?: readonly string[];
  /** The browser can keep passkeys: one may be offered at the end. */
  readonly passkeys?: true;
}

export type LoginStep =
  /** Nothing is known yet. */
  | { readonly at: "login-name" }
  /** Somebody who is signed in in this browser may be meant. */
  | { readonly at: "accounts" }
  /**
   * Who they say they are. `unblocked`: a code from the mailbox of that account was right
   * (identity/limits/unblock-codes.ts).
   */
  | { readonly at: "password"; readonly loginName: string; readonly unblocked?: string }
  /** Their password has to wait because of what others tried; a code from their mailbox is asked for. */
  | { readonly at: "unblock"; readonly loginName: string }
  /** A mail was sent to whoever has that name, or would have been. */
  | { readonly at: "forgot-sent"; readonly loginName: string }
  /** The password was right for each of several accounts: one of them is to be chosen. */
  | { readonly at: "choose"; readonly proven: readonly Proven[] }
  /** Something was proved, and more is asked for; `codeId` is of the code that was sent by mail. */
  | { readonly at: "factor"; readonly proven: Proven; readonly codeId?: string; readonly challenge?: string }
  /** Something was proved, and a second factor has to be set up; `secret` is the one that an app is being given. */
  | {
      readonly at: "enrol";
      readonly proven: Proven;
      readonly secret?: string;
      readonly codeId?: string;
      readonly challenge?: string;
    }
  /** A second factor was set up, and recovery codes are on the screen. */
  | { readonly at: "enrolled"; readonly proven: Proven }
  /** All is proved, and a passkey is offered. */
  | { readonly at: "offer"; readonly proven: Proven }
  /** All is proved, and the password has to be changed. */
  | { readonly at: "new-password"; readonly proven: Proven }
  /**
   * All is proved, and the person is asked what the application may learn and do: just these scopes, for just this
   * session.
   */
  | { readonly at: "consent"; readonly loginSessionId: string; readonly scopes: readonly string[] }
  /** A mail with a code was sent, or would have been. */
  | { readonly at: "code"; readonly codeId: string; readonly email: string }
  /** The code was right: the address is theirs, and the first password is due. */
  | {
      readonly at: "first-password";
      readonly userId: string;
      readonly emailVersion: number;
      readonly passwordVersion: number;
    };

/** It has to fit into a form of ours (64 KiB), with what the person types beside it. */
const LONGEST_REQUEST = 61_440;

export const loginRequestTicket = ticketKind<LoginRequest>("login-request", "sgl_", { longest: LONGEST_REQUEST });

export const LOGIN_REQUEST_LIFE_MS = 3_600_000;

/** A request to sign out that the person has to confirm. */
export interface LogoutRequest {
  readonly browser: string;
  readonly startedAt: number;
  /** Where to go afterwards, checked. */
  readonly returnTo?: string | undefined;
  readonly applicationId?: string | undefined;
  readonly uiLocales?: string | undefined;
}

export const logoutRequestTicket = ticketKind<LogoutRequest>("logout-request", "sgo_", { longest: LONGEST_REQUEST });

/** Where the rooms send people; each room owns its own addresses. */
export const paths = {
  callback: "/oauth/v2/authorize/callback",
  login: "/login",
  password: "/login/password",
  unblock: "/login/unblock",
  chooseAccount: "/login/password/account",
  passkey: "/login/passkey",
  passkeyOffer: "/login/passkey/offer",
  factor: "/login/factor",
  enrol: "/login/enrol",
  newPassword: "/login/new-password",
  forgot: "/login/forgot",
  accounts: "/login/accounts",
  consent: "/login/consent",
  register: "/login/register",
  registerCode: "/login/register/code",
  images: "/login/images",
  preview: "/login/preview",
  mailLink: "/login/mail",
  account: "/account",
  logout: "/logout",
  signedOut: "/logout/done",
} as const;

export function withRequest(loginUrl: string, path: string, ticket: string): string {
  return `${loginUrl}${path}?request=${encodeURIComponent(ticket)}`;
}
