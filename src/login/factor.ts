/**
 * The second proof: a code from an app, a code from a mail, a recovery code, or a passkey (passkey-*.ts). What can be used is
 * asked of the database each time, never of the form; every attempt is counted for the account before it is looked at.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../http/app.ts";
import { byPerson } from "../http/by-person.ts";
import { paths } from "../http/login-request.ts";
import type { PasskeyPrompt } from "../http/passkey-form.ts";
import { type SecondProof, whatIsDue } from "../identity/factors/due.ts";
import { wantedLevel, withProof } from "../identity/factors/levels.ts";
import { spendRecoveryCode } from "../identity/factors/recovery-codes.ts";
import { readFactorSituation } from "../identity/factors/situation.ts";
import { spendTotp } from "../identity/factors/totp.ts";
import { spendOneTimeCode } from "../identity/limits/one-time-codes.ts";
import { accountSubject, giveBackAttempt } from "../identity/limits/proof-attempts.ts";
import { readPolicy } from "../identity/policies.ts";
import { findHuman, type Human } from "../identity/users/humans.ts";
import { requestCodeMail } from "../identity/users/mail-requests.ts";
import { sendCannotContinue } from "./dead-ends.ts";
import { sendFactorPage } from "./factor-page.ts";
import { formOf, type OpenLogin, onTo, openRequest, queryOf } from "./open-request.ts";
import { proveByPasskey, withPasskeyPrompt } from "./passkey-proof.ts";
import { leadOn, proceed } from "./proceed.ts";
import { addressOf, countAttempt } from "./prove.ts";
import type { LoginServices } from "./services.ts";

export function addFactor(app: App, services: LoginServices): void {
  app.get(paths.factor, { config: { page: true } }, async (request, reply) => {
    const query = queryOf(request);
    const pending = await openPending(request, query.get("request"), services);
    if (pending === undefined) return sendCannotContinue(reply);
    const shown = chosenOf(pending, query.get("with"));
    return sendFactorPage(reply, shown === "passkey" ? await withPasskeyPrompt(request, pending, services) : pending, { shown });
  });

  app.post(paths.factor, { config: { page: true } }, async (request, reply) => {
    const form = formOf(request);
    const pending = await openPending(request, form.get("request"), services);
    if (pending === undefined) return sendCannotContinue(reply);
    const kind = chosenOf(pending, form.get("with"));
    if (kind === "passkey") return proveByPasskey(request, reply, pending, form, services);
    if (kind === "email_code" && form.has("send")) return sendCode(request, reply, pending, services);
    return prove(request, reply, pending, { kind, code: form.get("code") ?? "" }, services);
  });
}

/** Somebody in between: one proof is there, another is due. */
export interface PendingProof {
  readonly open: OpenLogin;
  readonly step: Extract<NonNullable<OpenLogin["login"]["step"]>, { at: "factor" }>;
  readonly human: Human;
  /** What can be used, in the order in which it is offered. */
  readonly by: readonly SecondProof[];
  /** What a device is asked, where it is. */
  readonly passkey?: PasskeyPrompt;
}

/** Undefined when nothing is due (any more): the person is gone, or begins anew. */
export async function openPending(
  request: FastifyRequest,
  ticket: string | null,
  services: LoginServices,
): Promise<PendingProof | undefined> {
  const open = await openRequest(request, ticket, services);
  const step = open?.login.step;
  if (open === undefined || step?.at !== "factor") return undefined;
  const { db } = services.storage;
  const human = await findHuman(db, step.proven.userId);
  if (human === undefined) return undefined;
  const situation = await readFactorSituation(db, { userId: human.id, organizationId: human.organizationId });
  const due = whatIsDue({ ...situation, amr: step.proven.amr, wanted: wantedLevel(open.parameters.get("acr_values")) });
  return due.due === "prove" ? { open, step, human, by: due.by } : undefined;
}

function chosenOf({ by, step }: PendingProof, asked: string | null): SecondProof {
  const waiting = step.codeId === undefined ? undefined : "email_code";
  return by.find((kind) => kind === asked) ?? by.find((kind) => kind === waiting) ?? by[0] ?? "totp";
}

async function sendCode(
  request: FastifyRequest,
  reply: FastifyReply,
  pending: PendingProof,
  services: LoginServices,
): Promise<FastifyReply> {
  const { open, step, human } = pending;
  const { words } = open.look;
  const codeId = await services.storage.transaction((tx) =>
    requestCodeMail(tx, { userId: human.id, purpose: "second_factor", language: words.language }, byPerson(request, human.id)),
  );
  if (codeId === undefined) {
    return sendFactorPage(reply.code(429), pending, { shown: "email_code", problem: words.say("factor.tooManyMails") });
  }
  services.mail.wake();
  return reply.redirect(onTo(paths.factor, open, { ...step, codeId }, services), 303);
}

async function prove(
  request: FastifyRequest,
  reply: FastifyReply,
  pending: PendingProof,
  given: { kind: Exclude<SecondProof, "passkey">; code: string },
  services: LoginServices,
): Promise<FastifyReply> {
  const { open, step, human } = pending;
  const { words } = open.look;
  const { kind } = given;
  const refuse = (status: number, problem: string) => sendFactorPage(reply.code(status), pending, { shown: kind, problem });
  const { settings } = await readPolicy(services.storage.db, "throttling", human.organizationId);
  const slowed = await countAttempt(request, services.storage.db, [accountSubject(human.id), settings]);
  if (slowed !== undefined) {
    reply.header("retry-after", slowed.seconds);
    return refuse(429, words.say("signIn.slowed", { time: words.duration(slowed.seconds) }));
  }
  const outcome = await spend[kind](request, pending, given.code, services);
  if (outcome === "lost") return refuse(401, words.say("factor.wrong"));
  await giveBackAttempt(services.storage.db, addressOf(request));
  const proven = { ...step.proven, amr: withProof(step.proven.amr, { kind }) };
  return leadOn(reply, await proceed(request, reply, open, proven, services), () => sendCannotContinue(reply));
}

type Spend = (request: FastifyRequest, pending: PendingProof, code: string, services: LoginServices) => Promise<"won" | "lost">;

const spend: Record<Exclude<SecondProof, "passkey">, Spend> = {
  totp: (_request, { human }, code, { storage, vault }) => spendTotp(storage.db, vault, human.id, code),

  async email_code(_request, { step, human }, code, { storage, ring }) {
    if (step.codeId === undefined) return "lost";
    const spent = await spendOneTimeCode(storage.db, ring, { id: step.codeId, purpose: "second_factor", code });
    return spent.outcome === "won" && spent.userId === human.id ? "won" : "lost";
  },

  async recovery_code(request, { human }, code, { storage }) {
    return (await storage.transaction((tx) => spendRecoveryCode(tx, human.id, code, byPerson(request, human.id)))).outcome;
  },
};
