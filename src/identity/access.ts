/**
 * What an account, or an application, can be used with: passwords, factors, sessions, keys and tokens, with who made
 * each and when. Shown before somebody gives it more power than it had, because whoever managed it until then may have
 * left something in it. Never what any of it is: only that it is there.
 */
import { findMaking, findMakings, type Maker, type Making } from "../events/makers.ts";
import type { Database } from "../storage/database.ts";
import { readNow } from "../storage/now.ts";
import { listSecrets } from "./applications/secrets.ts";
import { listKeys } from "./credential-keys/store.ts";
import { listPersonalAccessTokens } from "./service-users/personal-access-tokens.ts";
import { readServiceUser } from "./service-users/service-users.ts";
import { listAppSessions } from "./sessions/app-sessions.ts";
import { listLoginSessions } from "./sessions/login-sessions.ts";
import { listFactors } from "./users/factors.ts";
import { readHuman } from "./users/humans.ts";
import { readPassword } from "./users/passwords.ts";

/** An e-mail address is one of them: a mail to it resets the password. */
export const accessKinds = [
  "email",
  "password",
  "passkey",
  "totp",
  "email_code",
  "recovery_codes",
  "secret",
  "key",
  "personal_access_token",
  "login_session",
  "app_session",
] as const;
export type AccessKind = (typeof accessKinds)[number];

export interface Access {
  readonly kind: AccessKind;
  /** None where there is one of its kind at most. */
  readonly id?: string;
  /** The address, what its owner called it, the browser, the application; empty where it has no name. */
  readonly name: string;
  /** Undefined where neither the row nor the log knows. */
  readonly createdAt: number | undefined;
  readonly lastUsedAt?: number | undefined;
  readonly expiresAt?: number | undefined;
  /** Undefined where the log does not know any more. */
  readonly createdBy: Maker | undefined;
}

export async function readPersonAccess(db: Database, userId: string): Promise<Access[]> {
  const human = await readHuman(db, userId);
  const of = { kind: "user", id: userId } as const;
  const password = await readPassword(db, userId);
  const address = await findMaking(db, { of, types: ["user_email.changed", "user.created"] });
  const setting = await findMaking(db, { of, types: ["user_password.changed", "user_password.reset", "user.created"] });
  const factors = await listFactors(db, userId);
  const makings = await findMakings(db, { of, types: ["user_factor.added"] }, idsOf(factors));
  // Whoever they are, they have proved to be this person.
  const themselves = { kind: "user", id: userId };
  return [
    ...(human.email === "" ? [] : [one("email", human.email, address)]),
    ...(password?.hash == null
      ? []
      : [{ ...one("password", "", setting), createdAt: password.changedAt ?? setting?.at }]),
    ...factors.map(({ id, kind, name, createdAt, lastUsedAt }) => ({
      ...{ kind, id, name, createdAt, lastUsedAt: lastUsedAt ?? undefined },
      createdBy: makings.get(id)?.by,
    })),
    ...(await listLoginSessions(db, userId)).map(({ id, userAgent, createdAt, lastUsedAt, expiresAt }) => ({
      ...({ kind: "login_session", id, name: userAgent, createdAt, lastUsedAt, expiresAt } as const),
      createdBy: themselves,
    })),
    ...(await listAppSessions(db, userId)).map(({ id, applicationName, createdAt, lastUsedAt, expiresAt }) => ({
      ...({ kind: "app_session", id, name: applicationName, createdAt, lastUsedAt, expiresAt } as const),
      createdBy: themselves,
    })),
  ];
}

export async function readServiceUserAccess(db: Database, userId: string): Promise<Access[]> {
  const service = await readServiceUser(db, userId);
  const of = { kind: "user", id: userId } as const;
  const now = await readNow(db);
  const tokens = (await listPersonalAccessTokens(db, userId)).filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && expiresAt > now,
  );
  const makings = await findMakings(db, { of, types: ["personal_access_token.created"] }, idsOf(tokens));
  const secret = service.hasSecret
    ? [one("secret", "", await findMaking(db, { of, types: ["service_user_secret.created"] }))]
    : [];
  return [
    ...secret,
    ...(await keysOf(db, of, "service_user_key.created")),
    ...tokens.map(({ id, name, createdAt, expiresAt, lastUsedAt }) => ({
      ...({
        kind: "personal_access_token",
        id,
        name,
        createdAt,
        expiresAt,
        lastUsedAt: lastUsedAt ?? undefined,
      } as const),
      createdBy: makings.get(id)?.by,
    })),
  ];
}

/** Its sessions are other people's: see sessions/management-sessions.ts for how many there are. */
export async function readApplicationAccess(db: Database, applicationId: string): Promise<Access[]> {
  const of = { kind: "application", id: applicationId } as const;
  const secrets = await listSecrets(db, applicationId);
  const makings = await findMakings(db, { of, types: ["application_secret.created"] }, idsOf(secrets));
  return [
    ...secrets.map(
      ({ id, createdAt }) => ({ kind: "secret", id, name: "", createdAt, createdBy: makings.get(id)?.by }) as const,
    ),
    ...(await keysOf(db, of, "application_key.created")),
  ];
}

async function keysOf(
  db: Database,
  of: { readonly kind: "user" | "application"; readonly id: string },
  type: "service_user_key.created" | "application_key.created",
): Promise<Access[]> {
  const keys = await listKeys(db, of);
  const makings = await findMakings(db, { of, types: [type] }, idsOf(keys));
  return keys.map(({ id, createdAt, expiresAt }) => ({
    kind: "key",
    id,
    name: "",
    createdAt,
    expiresAt,
    createdBy: makings.get(id)?.by,
  }));
}

function one(kind: "email" | "password" | "secret", name: string, making: Making | undefined): Access {
  return { kind, name, createdAt: making?.at, createdBy: making?.by };
}

function idsOf(things: readonly { readonly id: string }[]): string[] {
  return things.map(({ id }) => id);
}
