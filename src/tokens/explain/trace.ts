/** From what was shown to whom and what it belongs to: enough to say who may ask about it. */
import {
  findTokenApplication,
  findTokenLogin,
  findTokenSession,
  findTokenUser,
  type TracedApplication,
  type TracedLogin,
  type TracedSession,
  type TracedUser,
} from "../../identity/sessions/token-rows.ts";
import type { Database } from "../../storage/database.ts";
import type { Presented } from "./presented.ts";

export interface Trace {
  readonly presented: Presented;
  readonly user: TracedUser;
  /** That it was given to; undefined for a service user's own, and for an application that was deleted. */
  readonly application: TracedApplication | undefined;
  /** The application, also one that is gone; a service user is its own client. */
  readonly clientId: string;
  readonly session: TracedSession | undefined;
  readonly login: TracedLogin | undefined;
}

/** Undefined when nothing is left that says whose it was: the session was swept, or the user deleted. */
export async function traceToken(db: Database, presented: Presented): Promise<Trace | undefined> {
  const appSessionId = appSessionOf(presented);
  const session = appSessionId === undefined ? undefined : await findTokenSession(db, appSessionId);
  const { userId, applicationId } = session ?? namedIn(presented);
  const user = userId === undefined ? undefined : await findTokenUser(db, userId);
  if (user === undefined) return undefined;
  const loginSessionId = loginOf(presented) ?? session?.loginSessionId;
  return {
    presented,
    user,
    application: applicationId === undefined ? undefined : await findTokenApplication(db, applicationId),
    clientId: applicationId ?? user.id,
    session,
    login: loginSessionId === undefined ? undefined : await findTokenLogin(db, loginSessionId),
  };
}

export function appSessionOf(presented: Presented): string | undefined {
  switch (presented.kind) {
    case "refresh_token":
    case "authorization_code":
      return presented.appSessionId;
    case "access_token":
      return presented.token.owner === "app_session" ? presented.token.appSessionId : undefined;
    case "access_token_id":
      return presented.owner === "app_session" ? presented.appSessionId : undefined;
    default:
      return undefined;
  }
}

/** The login session that it needs, or was made in. */
export function loginOf(presented: Presented): string | undefined {
  if (presented.kind === "id_token") return presented.loginSessionId;
  return presented.kind === "access_token" && presented.token.owner === "app_session"
    ? presented.token.loginSessionId
    : undefined;
}

function namedIn(presented: Presented): { userId?: string; applicationId?: string } {
  switch (presented.kind) {
    case "personal_access_token":
      return { userId: presented.token.userId };
    case "access_token":
      if (presented.token.owner === "service_user") return { userId: presented.token.userId };
      return presented.named === undefined
        ? {}
        : { userId: presented.named.userId, applicationId: presented.named.clientId };
    case "access_token_id":
      return presented.owner === "service_user" ? { userId: presented.userId } : {};
    case "id_token":
      return { userId: presented.userId, applicationId: presented.clientId };
    default:
      return {};
  }
}
