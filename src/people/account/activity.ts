/** What has happened to the security of the account of late, in plain words. */

import {
  listSecurityEvents,
  type SecurityEvent,
  type SecurityEventType,
} from "../../identity/users/security-events.ts";
import { type Html, html } from "../../pages/html.ts";
import type { TextKey, Words } from "../../texts/words.ts";
import { places, sendAccountPage, timeOf } from "./frame.ts";
import type { Room } from "./room.ts";
import { factorTexts } from "./security.ts";
import type { Visit } from "./visit.ts";

const texts: Record<SecurityEventType, TextKey> = {
  "login_session.started": "activity.signedIn",
  "sign_in.failed": "activity.signInFailed",
  "login_session.ended": "activity.signedOut",
  "app_session.ended": "activity.applicationEnded",
  "user_sessions.ended": "activity.signedOutEverywhere",
  "consent.given": "activity.consentGiven",
  "consent.taken_back": "activity.consentTakenBack",
  "user_password.changed": "activity.passwordChanged",
  "user_password.reset": "activity.passwordReset",
  "user_password.reset_requested": "activity.passwordResetRequested",
  "user_password.unblock_requested": "activity.unblockRequested",
  "user_factor.added": "activity.factorAdded",
  "user_factor.removed": "activity.factorRemoved",
  "user_factor.code_requested": "activity.factorCode",
  "user_factor.copy_suspected": "activity.copySuspected",
  "user_recovery_code.used": "activity.recoveryUsed",
  "user_email.change_requested": "activity.emailChangeRequested",
  "user_email.changed": "activity.emailChanged",
  "user_email.verified": "activity.emailVerified",
  "user.changed": "activity.profileChanged",
  "user.locked": "activity.locked",
  "user.unlocked": "activity.unlocked",
  "user.activated": "activity.activated",
  "user.deactivated": "activity.deactivated",
};

export function addActivity(room: Room): void {
  room.page(places.activity, {}, async (visit) => {
    const { words } = visit.appearance;
    const events = await listSecurityEvents(visit.services.storage.db, visit.human.id);
    return sendAccountPage(visit, {
      at: places.activity,
      title: words.say("activity.title"),
      body: html`<p class="intro">${words.say("activity.intro")}</p>
${events.length === 0 ? html`<p>${words.say("activity.none")}</p>` : html`<ul class="things">\n${events.map((event) => row(visit, event))}</ul>`}`,
    });
  });
}

function row(visit: Visit, event: SecurityEvent): Html {
  const { words } = visit.appearance;
  // Who it was stays theirs to say; that it was not the person is what matters.
  const byOther = ["user", "service_user", "operator"].includes(event.actor.kind) && event.actor.id !== visit.human.id;
  return html`<li><span class="what"><b>${words.say(texts[event.type], { factor: factorsOf(words, event), count: Number(event.detail.count) })}</b>${byOther ? html`<span>${words.say("activity.byManager")}</span>` : undefined}<span>${timeOf(visit, event.at)}</span></span></li>\n`;
}

function factorsOf(words: Words, { detail }: SecurityEvent): string {
  const factors = Array.isArray(detail.factors) ? detail.factors : [detail.factor];
  return factors
    .flatMap((factor) => kindOf(factor))
    .map((kind) => words.say(kind))
    .join(", ");
}

function kindOf(factor: unknown): TextKey[] {
  const kind = typeof factor === "object" && factor !== null && "kind" in factor ? factor.kind : undefined;
  return Object.entries(factorTexts).flatMap(([name, text]) => (name === kind ? [text] : []));
}
