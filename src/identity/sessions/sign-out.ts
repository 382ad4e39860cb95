/**
 * Signing out: the login session ends, and with it every access token that was made while it stood. The application
 * that asked also loses its refresh token; those that others hold for offline access live on (OpenID Connect Core §11).
 */
import type { Transaction } from "../../storage/database.ts";
import type { By } from "../resource.ts";
import { endAppSession } from "./app-sessions.ts";
import { endLoginSession } from "./login-sessions.ts";

export async function signOut(
  tx: Transaction,
  loginSessionId: string,
  askedBy: string | undefined,
  by: By,
): Promise<"won" | "lost"> {
  if (askedBy !== undefined) {
    const sessions = await tx
      .selectFrom("app_sessions")
      .select("id")
      .where("login_session_id", "=", loginSessionId)
      .where("application_id", "=", askedBy)
      .where("ended_at", "is", null)
      .execute();
    for (const { id } of sessions) await endAppSession(tx, id, "signed_out", by);
  }
  return endLoginSession(tx, loginSessionId, by);
}
