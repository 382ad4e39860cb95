/** Login name and password. Whatever is wrong, the answer is the same and takes as long. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../http/app.ts";
import { networkOf } from "../http/client-address.ts";
import { paths } from "../http/login-request.ts";
import { addressSubject, forgetAttempts, giveBackAttempt, takeAttempt } from "../identity/limits/proof-attempts.ts";
import { readPolicy } from "../identity/policies.ts";
import { readBrowserAccounts } from "../identity/sessions/browser-accounts.ts";
import { authenticateAgain, endLoginSession, type LoginSession, startLoginSession } from "../identity/sessions/login-sessions.ts";
import type { LoginCandidate } from "../identity/users/login-names.ts";
import { readPassword, upgradeHash } from "../identity/users/passwords.ts";
import { readLoginName } from "./login-name.ts";
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
  const session = proven.outcome === "right" ? await enter(request, reply, proven, services) : undefined;
  if (proven.outcome === "wrong" || session === undefined) {
    reply.code(401);
    return sendSignIn(reply, open, { loginName: typed.loginName, problem: WRONG });
  }
  // Not before: the right password of somebody who may not sign in has to look like a wrong one, also when it is tried often.
  await settle(request, proven, typed.password, services);
  return reply.redirect(backToProtocol(open, { loginSessionId: session.id }, services), 303);
}

type Proof = RightProof | { readonly outcome: "wrong" } | { readonly outcome: "slowed"; readonly seconds: number };

interface RightProof {
  readonly outcome: "right";
  readonly candidate: LoginCandidate;
  /** What the attempt was counted for. */
  readonly subject: string;
  /** Of the password that was right. */
  readonly version: number;
  readonly outdated: boolean;
}

/** Counted first, for the address and for the account or the unknown name; then looked at. */
async function prove(
  request: FastifyRequest,
  open: OpenLogin,
  typed: { loginName: string; password: string },
  services: LoginServices,
): Promise<Proof> {
  const { db } = services.storage;
  const { candidate, subject, rules } = await readLoginName(db, typed.loginName, {
    organizationId: open.organizationId,
    secret: services.ring.ticketRoot().secret,
  });
  for (const [counted, by] of [
    [addressOf(request), addressRules],
    [subject, rules],
  ] as const) {
    const attempt = await takeAttempt(db, counted, by);
    if (attempt.outcome === "lost") return { outcome: "slowed", seconds: Math.ceil(attempt.retryAfterMs / 1000) };
  }
  const stored = candidate === undefined ? undefined : await readPassword(db, candidate.userId);
  if (candidate === undefined || !stored?.hash) {
    await services.passwords.verifyNobody(typed.password);
    return { outcome: "wrong" };
  }
  const verdict = await services.passwords.verify(stored.hash, typed.password);
  if (verdict === "wrong") return { outcome: "wrong" };
  return { outcome: "right", candidate, subject, version: stored.version, outdated: verdict === "right-but-outdated" };
}

/** Somebody is in: what was counted is given back, and the hash follows today's parameters. */
async function settle(request: FastifyRequest, proof: RightProof, password: string, services: LoginServices): Promise<void> {
  const { db } = services.storage;
  const { candidate, subject, version, outdated } = proof;
  await forgetAttempts(db, subject);
  await giveBackAttempt(db, addressOf(request));
  if (outdated) await upgradeHash(db, candidate.userId, { hash: await services.passwords.hash(password), version });
}

function addressOf(request: FastifyRequest): string {
  return addressSubject(networkOf(request.ip));
}

/** A session for this browser; the one the person has here already goes on, under a new cookie. */
async function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  { candidate: { userId, organizationId }, version }: RightProof,
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
    const entered = again ?? (await startLoginSession(tx, { userId, amr: ["pwd"], userAgent, lifetimes }, by));
    if (entered === undefined) return undefined;
    // Checking takes a while. A password that was changed meanwhile has ended all sessions but this one, which came later.
    if ((await readPassword(tx, userId))?.version === version) return entered;
    await endLoginSession(tx, entered.id, by);
    return undefined;
  });
  if (session === undefined) return undefined;
  const others = accounts.filter((account) => account.userId !== userId).map(({ sessionId, version }) => ({ id: sessionId, version }));
  services.cookies.writeSessions(reply, [...others, session]);
  return session;
}
