/** Login name and password. Whatever is wrong, the answer is the same and takes as long. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../http/app.ts";
import { paths } from "../http/login-request.ts";
import {
  accountSubject,
  addressSubject,
  forgetAttempts,
  giveBackAttempt,
  takeAttempt,
  unknownNameSubject,
} from "../identity/limits/proof-attempts.ts";
import { nameKey } from "../identity/names.ts";
import { readPolicy } from "../identity/policies.ts";
import { readBrowserAccounts } from "../identity/sessions/browser-accounts.ts";
import { authenticateAgain, type LoginSession, startLoginSession } from "../identity/sessions/login-sessions.ts";
import { findByLoginName, type LoginCandidate } from "../identity/users/login-names.ts";
import { readPassword, upgradeHash } from "../identity/users/passwords.ts";
import { backToProtocol, formOf, type OpenLogin, openRequest, queryOf } from "./open-request.ts";
import { sendCannotContinue, sendSignIn } from "./pages.ts";
import type { LoginServices } from "./services.ts";

/** An address is shared by many people, and so is slowed down later than an account. */
const addressRules = { delayAfter: 50, blockAfter: 60, blockSeconds: 900 };

const WRONG = "That login name and password don't match. Check them, or ask the people who manage your account.";

export function addSignIn(app: App, services: LoginServices): void {
  app.get(paths.login, { config: { page: true } }, async (request, reply) => {
    const open = await openRequest(request, queryOf(request).get("request"), services);
    if (open === undefined) return sendCannotContinue(reply);
    return sendSignIn(reply, open, { loginName: open.parameters.get("login_hint") ?? "" });
  });

  app.post(paths.login, { config: { page: true } }, async (request, reply) => {
    const form = formOf(request);
    const open = await openRequest(request, form.get("request"), services);
    if (open === undefined) return sendCannotContinue(reply);
    return signIn(request, reply, open, { loginName: form.get("loginName") ?? "", password: form.get("password") ?? "" }, services);
  });

  app.post(`${paths.login}/cancel`, { config: { page: true } }, async (request, reply) => {
    const open = await openRequest(request, formOf(request).get("request"), services);
    if (open === undefined) return sendCannotContinue(reply);
    return reply.redirect(backToProtocol(open, { cancelled: true }, services), 303);
  });
}

async function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  open: OpenLogin,
  typed: { loginName: string; password: string },
  services: LoginServices,
): Promise<FastifyReply> {
  const proven = await prove(request, open, typed, services);
  if (proven.outcome === "slowed") {
    reply.code(429).header("retry-after", proven.seconds);
    const problem = `There were too many attempts. Try again in ${proven.seconds} seconds.`;
    return sendSignIn(reply, open, { loginName: typed.loginName, problem });
  }
  const session = proven.outcome === "right" ? await enter(request, reply, proven.candidate, services) : undefined;
  if (session === undefined) {
    reply.code(401);
    return sendSignIn(reply, open, { loginName: typed.loginName, problem: WRONG });
  }
  return reply.redirect(backToProtocol(open, { loginSessionId: session.id }, services), 303);
}

type Proof = { outcome: "right"; candidate: LoginCandidate } | { outcome: "wrong" } | { outcome: "slowed"; seconds: number };

/** Counted first, for the address and for the account or the unknown name; then looked at. */
async function prove(
  request: FastifyRequest,
  open: OpenLogin,
  typed: { loginName: string; password: string },
  services: LoginServices,
): Promise<Proof> {
  const { db } = services.storage;
  const candidate = await findByLoginName(db, typed.loginName, open.organizationId);
  const { settings: throttling } = await readPolicy(db, "throttling", candidate?.organizationId);
  const account =
    candidate === undefined
      ? unknownNameSubject(nameKey(typed.loginName), services.ring.ticketRoot().secret)
      : accountSubject(candidate.userId);
  for (const [subject, rules] of [
    [addressSubject(request.ip), addressRules],
    [account, throttling],
  ] as const) {
    const attempt = await takeAttempt(db, subject, rules);
    if (attempt.outcome === "lost") return { outcome: "slowed", seconds: Math.ceil(attempt.retryAfterMs / 1000) };
  }
  const stored = candidate === undefined ? undefined : await readPassword(db, candidate.userId);
  if (candidate === undefined || !stored?.hash) {
    await services.passwords.verifyNobody(typed.password);
    return { outcome: "wrong" };
  }
  const verdict = await services.passwords.verify(stored.hash, typed.password);
  if (verdict === "wrong") return { outcome: "wrong" };
  await forgetAttempts(db, account);
  await giveBackAttempt(db, addressSubject(request.ip), addressRules);
  if (verdict === "right-but-outdated") {
    await upgradeHash(db, candidate.userId, { hash: await services.passwords.hash(typed.password), version: stored.version });
  }
  return { outcome: "right", candidate };
}

/** A session for this browser; the one the person has here already goes on, under a new cookie. */
async function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, organizationId }: LoginCandidate,
  services: LoginServices,
): Promise<LoginSession | undefined> {
  const cookies = services.cookies.sessions(request);
  const accounts = await readBrowserAccounts(services.storage.db, cookies);
  const existing = accounts.find((account) => account.userId === userId);
  const by = { actor: { kind: "user", id: userId }, requestId: request.id } as const;
  const userAgent = request.headers["user-agent"] ?? "";
  const { settings } = await readPolicy(services.storage.db, "sessions", organizationId);
  const lifetimes = { idleMs: settings.idleSeconds * 1000, absoluteMs: settings.absoluteSeconds * 1000 };
  const session = await services.storage.transaction(async (tx) => {
    const again =
      existing &&
      (await authenticateAgain(tx, { id: existing.sessionId, version: existing.version }, { amr: ["pwd"], idleMs: lifetimes.idleMs }));
    return again ?? startLoginSession(tx, { userId, amr: ["pwd"], userAgent, lifetimes }, by);
  });
  if (session === undefined) return undefined;
  const others = accounts.filter((account) => account.userId !== userId).map(({ sessionId, version }) => ({ id: sessionId, version }));
  services.cookies.writeSessions(reply, [...others, session]);
  return session;
}
