/**
 * "Sign in faster next time?", between the last proof and the application. Asked once; whatever the answer, the person
 * goes on.
 */
import { type FactorPossession, whatIsDue } from "../../identity/factors/due.ts";
import { wantedLevel } from "../../identity/factors/levels.ts";
import { readFactorSituation } from "../../identity/factors/situation.ts";
import { findWhoMaySignIn } from "../../identity/sessions/login-sessions.ts";
import { findHuman, type Human } from "../../identity/users/humans.ts";
import { html } from "../../pages/html.ts";
import { type Proven, paths } from "../../pages/login-request.ts";
import { Instead, type Says, type StepPage } from "../outcome.ts";
import { alert, hiddenTicket } from "../parts.ts";
import { stillCounts } from "../sign-in/proven.ts";
import type { SignInVisit } from "../sign-in/visit.ts";
import { sealedAt, step } from "../step.ts";
import { enrolPasskey } from "./enrolled.ts";
import { beginPasskey } from "./new-passkey.ts";
import { passkeyForm, passkeyScript } from "./passkey-form.ts";

interface Offer {
  readonly proven: Proven;
  readonly human: Human;
}

export const passkeyOfferStep = step({
  path: paths.passkeyOffer,
  mayFollow: ["enrolled", "due"],
  open: openOffer,
  page,
  take: (visit, offer) => (visit.form.has("later") ? { proven: [offer.proven] } : enrolPasskey<Says>(visit, offer, {})),
});

async function openOffer(visit: SignInVisit): Promise<Offer | Instead<"due"> | undefined> {
  const { db } = visit.services.storage;
  const proven = sealedAt(visit, "offer")?.proven;
  const human = proven && (await findHuman(db, proven.userId));
  if (proven === undefined || human === undefined) return undefined;
  const situation = await readFactorSituation(db, { userId: human.id, organizationId: human.organizationId });
  // Only somebody who could go in adds a way in: all that is due is proved, and counts. A passkey added meanwhile would
  // be waiting for somebody who was shut out.
  const mayAdd = isWelcome(situation) && isEnough(situation, proven.amr, visit);
  const isOpen = mayAdd && (await findWhoMaySignIn(db, human.id)) !== undefined && (await stillCounts(db, proven));
  if (!isOpen) return new Instead({ proven: [proven] });
  return { proven, human };
}

function isWelcome({ policy, has }: Pick<FactorPossession, "policy" | "has">): boolean {
  return policy.allowed.includes("passkey") && !has.includes("passkey");
}

function isEnough(situation: FactorPossession, amr: readonly string[], { parameters }: SignInVisit): boolean {
  return whatIsDue({ ...situation, amr, wanted: wantedLevel(parameters.get("acr_values")) }).due === "nothing";
}

async function page(visit: SignInVisit, { human }: Offer, { problem }: Says): Promise<StepPage> {
  const { words } = visit.appearance;
  const prompt = await beginPasskey(visit, human);
  return {
    title: words.say("offer.title"),
    script: passkeyScript,
    body: html`<p class="intro">${words.say("offer.intro")}</p>
${alert(problem)}${passkeyForm(words, { action: paths.passkeyOffer, hidden: hiddenTicket(visit), prompt, button: "passkey.add" })}
<form method="post" action="${paths.passkeyOffer}">
${hiddenTicket(visit)}
<button class="other" name="later" value="1">${words.say("offer.later")}</button>
</form>`,
  };
}
