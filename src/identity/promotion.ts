/**
 * What ends when an account becomes more than it was. Until then it was in the hands of people who may do less than it
 * can from now on: whoever managed it could have signed in as it, or have made a token for it, and would hold its new
 * power with that. So when somebody else gives it a role of the instance, or of the organization where it lives, its
 * sessions and tokens end in the same transaction, unless whoever gives the role keeps them.
 *
 * Keys, secrets, passwords and second factors stay: ending those would lock people out. Who made them is shown
 * (access.ts).
 */
import type { Actor } from "../events/audit-log.ts";
import type { Transaction } from "../storage/database.ts";
import type { Place } from "./permissions/places.ts";
import type { By } from "./resource.ts";
import { revokeAllPersonalAccessTokens } from "./service-users/personal-access-tokens.ts";
import { appSessionStanding, loginSessionStanding, STANDS } from "./sessions/standing.ts";
import { endAllSessions } from "./users/users.ts";

/**
 * How many there were. Tokens that a service user got with a key or its secret end too; they are not stored, so not
 * counted.
 */
export interface Ended {
  readonly loginSessions: number;
  readonly appSessions: number;
  readonly personalAccessTokens: number;
}

export interface Promotion {
  readonly userId: string;
  /** Where they live. */
  readonly organizationId: string;
  readonly place: Place;
}

/**
 * A role at a project, at a project grant or in another organization says nothing about who looks after the account.
 */
export function isPromotion({ userId, organizationId, place }: Promotion, actor: Actor): boolean {
  if ("id" in actor && actor.id === userId) return false;
  return place.level === "iam" || (place.level === "organization" && place.organizationId === organizationId);
}

/**
 * With the user's row locked: whoever makes something for the account meanwhile waits, and is asked again whether they
 * may.
 */
export async function endBeforePromotion(tx: Transaction, userId: string, by: By): Promise<Ended> {
  const loginSessions = await tx
    .selectFrom("login_sessions")
    .select(({ fn }) => fn.countAll<number>().as("number"))
    .where("user_id", "=", userId)
    .where(loginSessionStanding("login_sessions"), "=", STANDS)
    .executeTakeFirstOrThrow();
  const appSessions = await tx
    .selectFrom("app_sessions")
    .select(({ fn }) => fn.countAll<number>().as("number"))
    .where("user_id", "=", userId)
    .where(appSessionStanding("app_sessions"), "=", STANDS)
    .executeTakeFirstOrThrow();
  await endAllSessions(tx, userId, by);
  return {
    loginSessions: Number(loginSessions.number),
    appSessions: Number(appSessions.number),
    personalAccessTokens: await revokeAllPersonalAccessTokens(tx, userId, by),
  };
}
