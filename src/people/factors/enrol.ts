/**
 * A second factor is set up on the way in, because the organization asks for one and the person has none. It counts as
 * proved, because setting it up proves it.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../http/app.ts";
import { formOf, queryOf } from "../../http/forms.ts";
import type { Enrolment } from "../../identity/factors/due.ts";
import { addEmailCodes } from "../../identity/factors/email-code.ts";
import { makeRecoveryCodes } from "../../identity/factors/recovery-codes.ts";
import { addTotp, newTotpSecret } from "../../identity/factors/totp.ts";
import { spendEmailCode } from "../../identity/users/address-proof.ts";
import type { Human } from "../../identity/users/humans.ts";
import { type Proven, paths } from "../../pages/login-request.ts";
import { tellSlowed } from "../attempts.ts";
import { byPerson } from "../by-person.ts";
import { sendCannotContinue } from "../dead-ends.ts";
import type { LoginServices } from "../people-services.ts";
import { withFactor } from "../sign-in/enter.ts";
import { countProof, type Halfway, mailCode, openHalfway, wasRight } from "../sign-in/halfway.ts";
import { type OpenLogin, onTo, openRequest, ticketAt } from "../sign-in/open-request.ts";
import { leadOn, proceed } from "../sign-in/proceed.ts";
import { sendEnrolmentChoice, sendEnrolmentPage, sendRecoveryCodes } from "./enrol-pages.ts";
import { enrolPasskey, withNewPasskey } from "./passkey-enrol.ts";
import type { PasskeyPrompt } from "./passkey-form.ts";

const done = `${paths.enrol}/done`;

export function addEnrolment(app: App, services: LoginServices): void {
  app.get(paths.enrol, { config: { page: true } }, async (request, reply) => {
    const query = queryOf(request);
    const pending = await openEnrolment(request, query.get("request"), services);
    if (pending === undefined) return sendCannotContinue(reply);
    const kind = kindOf(pending, query.get("with"));
    if (kind === undefined) return sendEnrolmentChoice(reply, pending);
    // The secret is made once and stays the same while the person looks for their phone.
    if (kind === "totp" && pending.step.secret === undefined) {
      const step = { ...pending.step, secret: newTotpSecret() };
      return reply.redirect(`${onTo(paths.enrol, pending.open, step, services)}&with=totp`, 302);
    }
    return sendEnrolmentPage(reply, kind === "passkey" ? await withNewPasskey(request, pending, services) : pending, {
      kind,
    });
  });

  app.post(paths.enrol, { config: { page: true } }, async (request, reply) => {
    const form = formOf(request);
    const pending = await openEnrolment(request, form.get("request"), services);
    const kind = pending && kindOf(pending, form.get("with"));
    if (pending === undefined || kind === undefined) return sendCannotContinue(reply);
    if (kind === "passkey") return enrolPasskey(request, reply, pending, form, services);
    if (kind === "email_code" && form.has("send")) return sendCode(request, reply, pending, services);
    return enrol(request, reply, pending, { kind, code: form.get("code") ?? "" }, services);
  });

  app.post(done, { config: { page: true } }, async (request, reply) => {
    const open = await openRequest(request, formOf(request).get("request"), services);
    const step = open?.login.step;
    if (open === undefined || step?.at !== "enrolled") return sendCannotContinue(reply);
    return leadOn(reply, await proceed(request, reply, open, step.proven, services), () => sendCannotContinue(reply));
  });
}

/** Another proof has to be set up. */
export interface PendingEnrolment extends Halfway<"enrol"> {
  readonly choices: readonly Enrolment[];
  /** What a device is asked to make, where it is. */
  readonly passkey?: PasskeyPrompt;
}

async function openEnrolment(
  request: FastifyRequest,
  ticket: string | null,
  services: LoginServices,
): Promise<PendingEnrolment | undefined> {
  const halfway = await openHalfway(request, { at: "enrol", ticket }, services);
  return halfway?.due.due === "enrol" ? { ...halfway, choices: halfway.due.choices } : undefined;
}

/** With one possibility there is nothing to choose. */
function kindOf({ choices }: PendingEnrolment, asked: string | null): Enrolment | undefined {
  return choices.find((kind) => kind === asked) ?? (choices.length === 1 ? choices[0] : undefined);
}

async function sendCode(
  request: FastifyRequest,
  reply: FastifyReply,
  pending: PendingEnrolment,
  services: LoginServices,
): Promise<FastifyReply> {
  const { open, step } = pending;
  const codeId = await mailCode(request, pending, services);
  if (codeId === undefined) {
    return sendEnrolmentPage(reply.code(429), pending, {
      kind: "email_code",
      problem: open.appearance.words.say("factor.tooManyMails"),
    });
  }
  return reply.redirect(`${onTo(paths.enrol, open, { ...step, codeId }, services)}&with=email_code`, 303);
}

async function enrol(
  request: FastifyRequest,
  reply: FastifyReply,
  pending: PendingEnrolment,
  { kind, code }: { kind: Exclude<Enrolment, "passkey">; code: string },
  services: LoginServices,
): Promise<FastifyReply> {
  const { words } = pending.open.appearance;
  const refuse = (status: number, problem: string) => sendEnrolmentPage(reply.code(status), pending, { kind, problem });
  const counted = await countProof(request, { human: pending.human, kind: "new_factor" }, services);
  if (counted.outcome === "slowed") return refuse(429, tellSlowed(reply, words, counted));
  const outcome = await setUp[kind](request, pending, code, services);
  if (outcome === "lost") return refuse(401, words.say("factor.wrong"));
  const proven = await withFactor(services.storage.db, await wasRight(pending.step.proven, counted, services), kind);
  return afterEnrolment(request, reply, { ...pending, proven, codes: kind === "totp" }, services);
}

/** Whoever may lose a device gets recovery codes, on the screen, once. */
export async function afterEnrolment(
  request: FastifyRequest,
  reply: FastifyReply,
  { open, human, proven, codes }: { open: OpenLogin; human: Human; proven: Proven; codes: boolean },
  services: LoginServices,
): Promise<FastifyReply> {
  if (!codes)
    return leadOn(reply, await proceed(request, reply, open, proven, services), () => sendCannotContinue(reply));
  const made = await services.storage.transaction((tx) => makeRecoveryCodes(tx, human.id, byPerson(request, human.id)));
  const next = ticketAt(open, { at: "enrolled", proven }, services);
  return sendRecoveryCodes(reply, { appearance: open.appearance, codes: made, action: done, ticket: next });
}

type SetUp = (
  request: FastifyRequest,
  pending: PendingEnrolment,
  code: string,
  services: LoginServices,
) => Promise<"won" | "lost">;

const setUp: Record<Exclude<Enrolment, "passkey">, SetUp> = {
  async totp(request, { step, human }, code, { storage, vault }) {
    if (step.secret === undefined) return "lost";
    return addTotp(
      storage,
      vault,
      { userId: human.id, secret: step.secret, name: "", code },
      byPerson(request, human.id),
    );
  },

  async email_code(request, { step, human }, code, { storage, ring }) {
    if (step.codeId === undefined) return "lost";
    const by = byPerson(request, human.id);
    if ((await spendEmailCode(storage, ring, { id: step.codeId, userId: human.id, code }, by)) === "lost")
      return "lost";
    await storage.transaction((tx) => addEmailCodes(tx, human.id, by));
    return "won";
  },
};
