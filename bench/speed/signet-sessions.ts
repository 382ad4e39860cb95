/** App sessions by the thousand, as `openAppSession` leaves them, and the tokens that belong to them. */
import { sign } from "node:crypto";
import { v7 as newId } from "uuid";
import type { Services } from "../../src/services.ts";
import { now, readNow } from "../../src/storage/now.ts";
import { makeAccessToken } from "../../src/tokens/access-tokens.ts";
import { codeTicket, refreshTicket } from "../../src/tokens/kinds.ts";
import { type Login, REDIRECT, type World } from "./signet-world.ts";
import type { Algorithm } from "./target.ts";

const DAY = 86_400_000;
/** A statement takes only so many parameters. */
const BATCH = 500;
export const SCOPES = "openid profile email offline_access";

export interface Session extends Login {
  readonly id: string;
}

/** With codes that wait for an hour, or were spent. */
export async function openSessions(
  { storage }: Services,
  world: World,
  count: number,
  code: "waits" | "spent",
): Promise<Session[]> {
  const sessions = Array.from({ length: count }, (_, n) => ({ id: newId(), ...pick(world.logins, n) }));
  for (let from = 0; from < count; from += BATCH) {
    const batch = sessions.slice(from, from + BATCH);
    await storage.transaction((tx) =>
      tx
        .insertInto("app_sessions")
        .values((eb) =>
          batch.map((session) => ({
            id: session.id,
            user_id: session.userId,
            application_id: world.client.id,
            login_session_id: session.loginSessionId,
            epoch: 1,
            scopes: SCOPES,
            nonce: "n-0S6_WzA2Mj",
            authenticated_at: now,
            amr: '["pwd"]',
            redirect_uri: REDIRECT,
            code_challenge: "",
            code_expires_at: eb(now, "+", 3_600_000),
            code_spent_at: code === "spent" ? now : null,
            generation: 1,
            rotated_at: now,
            repeats: 0,
            last_rotation: null,
            created_at: now,
            idle_expires_at: eb(now, "+", 30 * DAY),
            expires_at: eb(now, "+", 90 * DAY),
            ended_at: null,
            ended_by: null,
          })),
        )
        .execute(),
    );
  }
  return sessions;
}

export function codeOf({ tickets }: Services, session: Session): string {
  return tickets.seal(codeTicket, { s: session.id });
}

export function refreshTokenOf({ tickets }: Services, world: World, session: Session): string {
  return tickets.seal(refreshTicket, { s: session.id, c: world.client.id, n: 1 });
}

export interface TokenInput {
  readonly world: World;
  readonly issuer: string;
  readonly kind: "opaque" | "jwt";
  readonly algorithm: Algorithm;
}

export async function accessTokensOf(
  services: Services,
  sessions: readonly Session[],
  input: TokenInput,
): Promise<string[]> {
  const { world, issuer, kind, algorithm } = input;
  const issuedAt = Math.floor((await readNow(services.storage.db)) / 1000);
  const make = async ({ id, loginSessionId, userId }: Session) => {
    const { token } = await makeAccessToken(
      { ring: services.ring, tickets: services.tickets, issuer },
      {
        owner: { owner: "app_session", appSessionId: id, loginSessionId },
        scopes: ["openid", "profile", "email"],
        issuedAt,
        lifetime: 86_400,
        kind,
        jwt: { algorithm, subject: userId, clientId: world.client.id, audience: [world.client.id] },
      },
    );
    return token;
  };
  return Promise.all(sessions.map(make));
}

/** Signed by the service user's RSA key. */
export function makeAssertion({ id, keyId, key }: World["serviceUser"], issuer: string): string {
  const seconds = Math.floor(Date.now() / 1000);
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const content = `${encode({ alg: "RS256", kid: keyId })}.${encode({ iss: id, sub: id, aud: issuer, iat: seconds, exp: seconds + 3_000 })}`;
  return `${content}.${sign("sha256", Buffer.from(content), key).toString("base64url")}`;
}

export function pick<T>(values: readonly T[], n: number): T {
  const value = values[n % values.length];
  if (value === undefined) throw new Error("there is nothing to pick from");
  return value;
}
