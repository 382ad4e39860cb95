/** Why a token does not count, in a word for programs and in a sentence for people. */
import type { EndReason } from "../../identity/sessions/app-sessions.ts";
import type { STANDS, Standing } from "../../identity/sessions/standing.ts";

export const reasons = {
  expired: "It has expired",
  token_revoked: "It was revoked by itself; other tokens of the same sign-in are not affected",
  session_ended: "The session at the application was ended, and with it every token of it",
  session_expired:
    "The session at the application has expired: it was not used for too long, or is as old as it may get",
  session_gone: "The session at the application is over and no longer kept",
  login_session_ended: "The person signed out where they had signed in, which ends the access tokens from that time",
  login_session_expired: "The sign-in behind it has expired, which ends the access tokens from that time",
  user_not_active: "The user is not active",
  user_signed_out: "All sessions of the user were ended after it was made",
  organization_not_active: "The organization of the user is not active",
  application_not_active: "The application is not active",
  project_not_active: "The project of the application is not active",
  project_organization_not_active: "The organization that owns the project of the application is not active",
  not_granted: "The project of the application is not, or no longer, granted to the organization of the user",
  role_missing: "The project lets in only users who have a role in it, and the user has none",
  consent_missing:
    "The application belongs to another organization, and the person has not agreed to what it asks for, or has taken that back",
  credential_ended: "What the service user got it with was removed, replaced, or has expired",
  grant_not_allowed: "The application is no longer set up for what it would be used for",
  superseded:
    "A newer refresh token has taken its place; whoever uses this one ends the session, because it may have been stolen",
  repeated_too_often: "It was replaced and has been repeated too often since; only its successor works",
  code_spent: "The code was used; a code works once",
  audience_lost:
    "It counts, but the application may no longer carry a manager's power, so it does not reach the management API",
  audience_withdrawn:
    "It counts, but not for every project it names: one of them no longer lists who asked for it, is not active, is no longer granted, or has no role for its user",
  metadata_withheld:
    "It counts, but no longer tells metadata: the project of the application is neither of the user's organization nor of a grant accepted there",
  not_a_credential:
    "An ID token tells an application who signed in; it opens nothing, so it can be neither active nor revoked",
  expiry_unknown: "Nothing is known against it, but when it expires, or expired, is in the token itself",
} as const satisfies Record<string, string> & Record<Exclude<Standing, typeof STANDS>, string>;

export type Reason = keyof typeof reasons;

export const reasonNames = Object.keys(reasons) as readonly Reason[];

const endings = {
  revoked: "The application revoked the refresh token, which ended the session and every token of it",
  signed_out: "The person signed out at the application, which ended the session there and every token of it",
  code_misused:
    "Its code was used a second time, by somebody it was not for, or with a redirect_uri or code_verifier that does not fit, so the session was ended and with it every token",
  refresh_theft:
    "A refresh token was used after it had been replaced, so the session was ended and with it every token",
  ended_by_user: "The person ended the session at the application, and with it every token of it",
  ended_by_manager: "A manager ended the session at the application, and with it every token of it",
  consent_taken_back:
    "The agreement of the person with the application was taken back, which ended the session and every token of it",
  consent_missing:
    "The application belongs to another organization and the person had not agreed to it, so the session was ended",
  too_many:
    "The person had more sessions at the application than there may be, so the one that was unused for the longest time was ended",
} as const satisfies Record<EndReason, string>;

const signedOutBy: Readonly<Record<string, string>> = {
  "user_sessions.ended": "The user was signed out everywhere after it was made",
  "user_password.changed": "The password of the user was changed after it was made, which ended all sessions",
  "user_password.reset": "The password of the user was reset after it was made, which ended all sessions",
  "user_factor.removed": "A second factor of the user was removed after it was made, which ended all sessions",
  "user.locked": "The user was locked after it was made, which ended all sessions for good",
  "user.deactivated": "The user was deactivated after it was made, which ended all sessions for good",
};

/** What else is known makes the sentence more exact. */
export function sentence(
  reason: Reason,
  known: { endedBy?: string | undefined; event?: string | undefined; state: string },
): string {
  if (reason === "session_ended") return endings[known.endedBy as EndReason] ?? reasons.session_ended;
  if (reason === "user_signed_out") return signedOutBy[known.event ?? ""] ?? reasons.user_signed_out;
  return reason === "user_not_active" ? `The user is ${known.state}` : reasons[reason];
}
