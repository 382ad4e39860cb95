/**
 * The second proof: a code from an app, a code from a mail, a recovery code, or a passkey (passkey-*.ts). What can be
 * used is asked of the database each time, never of the form; every attempt is counted for the account before it is
 * looked at.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../http/app.ts";
import { formOf, queryOf } from "../../http/forms.ts";
import type { SecondProof } from "../../identity/factors/due.ts";
import { spendRecoveryCode } from "../../identity/factors/recovery-codes.ts";
import { spendTotp } from "../../identity/factors/totp.ts";
import { spendEmailCode } from "../../identity/users/address-proof.ts";
import { paths } from "../../pages/login-request.ts";
import { tellSlowed } from "../attempts.ts";
import { byPerson } from "../by-person.ts";
import { sendCannotContinue } from "../dead-ends.ts";
import type { LoginServices } from "../people-services.ts";
import { withFactor } from "../sign-in/enter.ts";
import { noteFailedSignIn } from "../sign-in/failed-sign-in.ts";
import { countProof, type Halfway, mailCode, openHalfway, wasRight } from "../sign-in/halfway.ts";
import { onTo } from "../sign-in/open-request.ts";
import { leadOn, proceed } from "../sign-in/proceed.ts";
import { sendFactorPage } from "./factor-page.ts";
import type { PasskeyPrompt } from "./passkey-form.ts";
import { proveByPasskey, withPasskeyPrompt } from "./passkey-proof.ts";

export function addFactor(app: App, services: LoginServices): void {
  app.get(paths.factor, { config: { page: true } }, async (request, reply) => {
    const query = queryOf(request);
    const pending = await openPending(request, query.get("request"), services);
    if (pending === undefined) return sendCannotContinue(reply);
    const shown = chosenOf(pending, query.get("with"));
    return sendFactorPage(reply, shown === "passkey" ? await withPasskeyPrompt(request, pending, services) : pending, {
      shown,
    });
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

/** Another proof is due. */
export interface PendingProof extends Halfway<"factor"> {
  /** What can be used, in the order in which it is offered. */
  readonly choices: readonly SecondProof[];
  /** What a device is asked, where it is. */
  readonly passkey?: PasskeyPrompt;
}

async function openPending(
  request: FastifyRequest,
  ticket: string | null,
  services: LoginServices,
): Promise<PendingProof | undefined> {
  const halfway = await openHalfway(request, { at: "factor", ticket }, services);
  return halfway?.due.due === "prove" ? { ...halfway, choices: halfway.due.choices } : undefined;
}

function chosenOf({ choices, step }: PendingProof, asked: string | null): SecondProof {
  const waiting = step.codeId === undefined ? undefined : "email_code";
  return choices.find((kind) => kind === asked) ?? choices.find((kind) => kind === waiting) ?? choices[0] ?? "totp";
}

async function sendCode(
  request: FastifyRequest,
  reply: FastifyReply,
  pending: PendingProof,
  services: LoginServices,
): Promise<FastifyReply> {
  const { open, step } = pending;
  const codeId = await mailCode(request, pending, services);
  if (codeId === undefined) {
    return sendFactorPage(reply.code(429), pending, {
      shown: "email_code",
      problem: open.appearance.words.say("factor.tooManyMails"),
    });
  }
  return reply.redirect(onTo(paths.factor, open, { ...step, codeId }, services), 303);
}

async function prove(
  request: FastifyRequest,
  reply: FastifyReply,
  pending: PendingProof,
  given: { kind: Exclude<SecondProof, "passkey">; code: string },
  services: LoginServices,
): Promise<FastifyReply> {
  const { open, step } = pending;
  const { words } = open.appearance;
  const { kind } = given;
  const refuse = (status: number, problem: string) =>
    sendFactorPage(reply.code(status), pending, { shown: kind, problem });
  const counted = await countProof(request, { human: pending.human, kind }, services);
  if (counted.outcome === "slowed") return refuse(429, tellSlowed(reply, words, counted));
  const outcome = await spend[kind](request, pending, given.code, services);
  if (outcome === "lost") {
    const { id: userId, organizationId } = pending.human;
    noteFailedSignIn(request, { proof: kind, userId, organizationId }, services);
    return refuse(401, words.say("factor.wrong"));
  }
  const proven = await withFactor(services.storage.db, await wasRight(step.proven, counted, services), kind);
  return leadOn(reply, await proceed(request, reply, open, proven, services), () => sendCannotContinue(reply));
}

type Spend = (
  request: FastifyRequest,
  pending: PendingProof,
  code: string,
  services: LoginServices,
) => Promise<"won" | "lost">;

const spend: Record<Exclude<SecondProof, "passkey">, Spend> = {
  totp: (_request, { human }, code, { storage, vault }) => spendTotp(storage.db, vault, human.id, code),

  async email_code(request, { step, human }, code, { storage, ring }) {
    if (step.codeId === undefined) return "lost";
    return spendEmailCode(storage, ring, { id: step.codeId, userId: human.id, code }, byPerson(request, human.id));
  },

  async recovery_code(request, { human }, code, { storage }) {
    return (await storage.transaction((tx) => spendRecoveryCode(tx, human.id, code, byPerson(request, human.id))))
      .outcome;
  },
};
