/**
 * "Sign in faster next time?", between the last proof and the application. Asked once; whatever the answer, the person
 * goes on.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../http/app.ts";
import { formOf, queryOf } from "../../http/forms.ts";
import { type FactorPossession, whatIsDue } from "../../identity/factors/due.ts";
import { wantedLevel, withProof } from "../../identity/factors/levels.ts";
import { readFactorSituation } from "../../identity/factors/situation.ts";
import { findWhoMaySignIn } from "../../identity/sessions/login-sessions.ts";
import { findHuman, type Human } from "../../identity/users/humans.ts";
import { html } from "../../pages/html.ts";
import { type LoginStep, paths, withRequest } from "../../pages/login-request.ts";
import { sendPage } from "../../pages/page.ts";
import { sendCannotContinue } from "../dead-ends.ts";
import { alert, hiddenTicket } from "../parts.ts";
import type { LoginServices } from "../people-services.ts";
import { stillCounts } from "../sign-in/enter.ts";
import { type OpenLogin, openRequest } from "../sign-in/open-request.ts";
import { leadOn, proceed } from "../sign-in/proceed.ts";
import { afterEnrolment } from "./enrol.ts";
import { beginPasskey } from "./new-passkey.ts";
import { addOnTheWayIn } from "./passkey-enrol.ts";
import { passkeyForm, passkeyScript } from "./passkey-form.ts";

export function addPasskeyOffer(app: App, services: LoginServices): void {
  app.get(paths.passkeyOffer, { config: { page: true } }, async (request, reply) => {
    const offer = await openOffer(request, queryOf(request).get("request"), services);
    if (offer === undefined) return sendCannotContinue(reply);
    return offer.isOpen ? sendOffer(request, reply, offer, undefined, services) : goOn(request, reply, offer, services);
  });

  app.post(paths.passkeyOffer, { config: { page: true } }, async (request, reply) => {
    const form = formOf(request);
    const offer = await openOffer(request, form.get("request"), services);
    if (offer === undefined) return sendCannotContinue(reply);
    if (!offer.isOpen || form.has("later")) return goOn(request, reply, offer, services);
    const added = await addOnTheWayIn(request, reply, offer, form, services);
    if (added.outcome === "refused") return sendOffer(request, reply, offer, added.problem, services);
    const { proven } = offer.step;
    const amr = withProof(proven.amr, { kind: "passkey", ...added });
    const next = { ...proven, amr, factorIds: [...(proven.factorIds ?? []), added.id] };
    return afterEnrolment(request, reply, { ...offer, proven: next, codes: offer.needsCodes }, services);
  });
}

interface Offer {
  readonly open: OpenLogin;
  readonly step: Extract<LoginStep, { at: "offer" }>;
  readonly human: Human;
  /** All that is due is proved, and counts: only somebody who could go in adds a way in. */
  readonly isOpen: boolean;
  /** From now on the passkey will be asked for after the password, and devices get lost. */
  readonly needsCodes: boolean;
}

async function openOffer(
  request: FastifyRequest,
  ticket: string | null,
  services: LoginServices,
): Promise<Offer | undefined> {
  const open = await openRequest(request, ticket, services);
  const step = open?.login.step;
  if (open === undefined || step?.at !== "offer") return undefined;
  const { db } = services.storage;
  const human = await findHuman(db, step.proven.userId);
  if (human === undefined) return undefined;
  const situation = await readFactorSituation(db, { userId: human.id, organizationId: human.organizationId });
  const mayAdd = isWelcome(situation) && isEnough(situation, step.proven.amr, open);
  // A passkey added meanwhile would be waiting for somebody who was shut out.
  const isOpen = mayAdd && (await findWhoMaySignIn(db, human.id)) !== undefined && (await stillCounts(db, step.proven));
  return {
    open,
    step,
    human,
    isOpen,
    needsCodes: situation.policy.mode !== "off" && !situation.has.includes("recovery_codes"),
  };
}

function isWelcome({ policy, has }: Pick<FactorPossession, "policy" | "has">): boolean {
  return policy.allowed.includes("passkey") && !has.includes("passkey");
}

function isEnough(situation: FactorPossession, amr: readonly string[], open: OpenLogin): boolean {
  return whatIsDue({ ...situation, amr, wanted: wantedLevel(open.parameters.get("acr_values")) }).due === "nothing";
}

async function goOn(
  request: FastifyRequest,
  reply: FastifyReply,
  { open, step }: Offer,
  services: LoginServices,
): Promise<FastifyReply> {
  return leadOn(reply, await proceed(request, reply, open, step.proven, services), () => sendCannotContinue(reply));
}

async function sendOffer(
  request: FastifyRequest,
  reply: FastifyReply,
  { open, human }: Offer,
  problem: string | undefined,
  services: LoginServices,
): Promise<FastifyReply> {
  const { words } = open.appearance;
  const prompt = await beginPasskey(request, { human, appearance: open.appearance, now: open.now }, services);
  return sendPage(reply, open.appearance, {
    title: words.say("offer.title"),
    address: withRequest("", paths.passkeyOffer, open.ticket),
    leadsAway: true,
    script: passkeyScript,
    body: html`<p class="intro">${words.say("offer.intro")}</p>
${alert(problem)}${passkeyForm(words, { action: paths.passkeyOffer, hidden: hiddenTicket(open), prompt, button: "passkey.add" })}
<form method="post" action="${paths.passkeyOffer}">
${hiddenTicket(open)}
<button class="other" name="later" value="1">${words.say("offer.later")}</button>
</form>`,
  });
}
