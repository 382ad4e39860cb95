/** A session for this browser; the one the person has here already goes on, under a new cookie. */
import { readPolicy } from "../../identity/policies/policies.ts";
import { readBrowserAccounts } from "../../identity/sessions/browser-accounts.ts";
import { meetBrowser } from "../../identity/sessions/known-browsers.ts";
import {
  authenticateAgain,
  endLoginSession,
  type LoginSession,
  startLoginSession,
} from "../../identity/sessions/login-sessions.ts";
import { languageOf } from "../../pages/appearance.ts";
import type { Proven } from "../../pages/login-request.ts";
import { byPerson } from "../by-person.ts";
import { stillCounts } from "./proven.ts";
import type { SignInVisit } from "./visit.ts";

/** Undefined when the person may not sign in. */
export async function startSession(
  { request, reply, services }: SignInVisit,
  proven: Proven,
  organizationId: string,
): Promise<LoginSession | undefined> {
  const { userId, amr } = proven;
  const { settings } = await readPolicy(services.storage.db, "sessions", organizationId);
  const cookies = services.cookies.sessions(request);
  const accounts = await readBrowserAccounts(services.storage.db, cookies);
  const existing = accounts.find((account) => account.userId === userId);
  const by = byPerson(request, userId);
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
