/** Ending a token on behalf of a manager. What has ended before stays as it is. */
import { SignetError } from "../../errors/signet-error.ts";
import type { By } from "../../identity/resource.ts";
import { revokeIfStanding } from "../../identity/service-users/personal-access-tokens.ts";
import { endAppSession } from "../../identity/sessions/app-sessions.ts";
import { revokeToken } from "../../identity/sessions/revoked-tokens.ts";
import type { Transaction } from "../../storage/database.ts";
import { readNow } from "../../storage/now.ts";
import type { Trace } from "./trace.ts";

/** No access token lives longer than a day (applications/types.ts); an hour more for clocks. */
const LONGEST_LIFE_MS = 25 * 3_600_000;

/**
 * An access token ends alone; a code or refresh token, of whatever generation, ends with its session and every token of
 * it.
 */
export async function endToken(tx: Transaction, { presented, user }: Trace, by: By): Promise<void> {
  const owner = { userId: user.id, organizationId: user.organizationId };
  switch (presented.kind) {
    case "authorization_code":
    case "refresh_token":
      await endAppSession(tx, presented.appSessionId, "ended_by_manager", by);
      return;
    case "personal_access_token":
      await revokeIfStanding(tx, user.id, presented.token.id, by);
      return;
    case "access_token": {
      const expiresAt = (presented.token.expiresAt ?? 0) * 1000;
      if (expiresAt > (await readNow(tx))) await revokeToken(tx, { id: presented.token.id, expiresAt, ...owner }, by);
      return;
    }
    case "access_token_id":
      await revokeToken(tx, { id: presented.id, expiresAt: (await readNow(tx)) + LONGEST_LIFE_MS, ...owner }, by);
      return;
    case "id_token":
      throw new SignetError(
        "invalid_input",
        "An ID token opens nothing, so it cannot be revoked; end the session of its user instead",
        {
          field: "token",
        },
      );
  }
}
