/** A session for this browser; the one the person has here already goes on, under a new cookie. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { SecondProof } from "../../identity/factors/due.ts";
import { withProof } from "../../identity/factors/levels.ts";
import type { PolicySettings } from "../../identity/policies/kinds.ts";
import { readBrowserAccounts } from "../../identity/sessions/browser-accounts.ts";
import { meetBrowser } from "../../identity/sessions/known-browsers.ts";
import {
  authenticateAgain,
  endLoginSession,
  type LoginSession,
  startLoginSession,
} from "../../identity/sessions/login-sessions.ts";
import { listFactors } from "../../identity/users/factors.ts";
import { readPassword } from "../../identity/users/passwords.ts";
import { languageOf } from "../../pages/appearance.ts";
import type { Proven } from "../../pages/login-request.ts";
import type { Database } from "../../storage/database.ts";
import type { LoginServices } from "../people-services.ts";

export interface Entry {
  readonly proven: Proven;
  readonly settings: PolicySettings<"sessions">;
}

/** Undefined when the person may not sign in. */
export async function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  { proven, settings }: Entry,
  services: LoginServices,
): Promise<LoginSession | undefined> {
  const { userId, amr } = proven;
  const cookies = services.cookies.sessions(request);
  const accounts = await readBrowserAccounts(services.storage.db, cookies);
  const existing = accounts.find((account) => account.userId === userId);
  const by = { actor: { kind: "user", id: userId }, requestId: request.id } as const;
  const userAgent = request.headers["user-agent"] ?? "";
  const lifetimes = { idleMs: settings.idleSeconds * 1000, absoluteMs: settings.absoluteSeconds * 1000 };
  const session = await services.storage.transaction(async (tx) => {
    const again =
      existing &&
      (await authenticateAgain(
        tx,
        { id: existing.sessionId, version: existing.version },
        { amr, idleMs: lifetimes.idleMs },
      ));
    const entered = again ?? (await startLoginSession(tx, { userId, amr, userAgent, lifetimes }, by));
    if (entered === undefined) return undefined;
    // Proving takes a while. What was changed meanwhile has ended all sessions but this one, which came later.
    if (await stillCounts(tx, proven)) {
      const browser = services.cookies.binding(request);
      if (browser !== undefined) {
        await meetBrowser(tx, {
          userId,
          loginSessionId: entered.id,
          browser,
          userAgent,
          language: languageOf(request),
        });
      }
      return entered;
    }
    await endLoginSession(tx, entered.id, by);
    return undefined;
  });
  if (session === undefined) return undefined;
  const others = accounts
    .filter((account) => account.userId !== userId)
    .map(({ sessionId, version }) => ({ id: sessionId, version }));
  services.cookies.writeSessions(reply, [...others, session]);
  return session;
}

/**
 * What was proved before, and this: the factor has to be there still when the person goes in, which may be some pages
 * later.
 */
export async function withFactor(db: Database, proven: Proven, kind: Exclude<SecondProof, "passkey">): Promise<Proven> {
  const stored = kind === "recovery_code" ? "recovery_codes" : kind;
  const used = (await listFactors(db, proven.userId)).filter((factor) => factor.kind === stored).map(({ id }) => id);
  return { ...proven, amr: withProof(proven.amr, { kind }), factorIds: [...(proven.factorIds ?? []), ...used] };
}

/** The password is the one that was right, and the factors that were used are still there. */
export async function stillCounts(tx: Database, { userId, passwordVersion, factorIds = [] }: Proven): Promise<boolean> {
  if (passwordVersion !== undefined && (await readPassword(tx, userId))?.version !== passwordVersion) return false;
  if (factorIds.length === 0) return passwordVersion !== undefined;
  const ids = (await listFactors(tx, userId)).map(({ id }) => id);
  return factorIds.every((id) => ids.includes(id));
}
