/** The ways to prove who one is: the password, and the second factors one has, may have, or wants to get rid of. */
import type { FastifyReply } from "fastify";
import { allowedFactors, type Enrolment, usableFactors } from "../../identity/factors/due.ts";
import { removeOwnFactor } from "../../identity/factors/own-factors.ts";
import { countRecoveryCodes } from "../../identity/factors/recovery-codes.ts";
import { stayKnown } from "../../identity/sessions/known-browsers.ts";
import { type Factor, type FactorKind, listFactors } from "../../identity/users/factors.ts";
import { readPassword } from "../../identity/users/passwords.ts";
import { alert } from "../../pages/fields.ts";
import { type Html, html } from "../../pages/html.ts";
import type { TextKey } from "../../texts/words.ts";
import { buttonForm, places, sendAccountPage, ticketField } from "./frame.ts";
import { renameForm } from "./passkeys.ts";
import type { Room } from "./room.ts";
import { addressFor, goTo, type Visit } from "./visit.ts";

export const factorTexts: Record<FactorKind, TextKey> = {
  passkey: "security.passkey",
  totp: "security.totp",
  email_code: "security.emailCode",
  recovery_codes: "security.recoveryCodes",
};

export function addSecurity(room: Room): void {
  room.page(places.security, {}, (visit) => showSecurity(visit));

  room.form(places.removeFactor, { fresh: true, back: places.security }, async (visit) => {
    const { services, human, account, by, form, reply, appearance } = visit;
    const removal = { userId: human.id, factorId: form.get("id") ?? "", keep: { loginSessionId: account.sessionId } };
    const outcome = await services.storage.transaction(async (tx) => {
      const removed = await removeOwnFactor(tx, removal, by);
      if (removed === "won")
        await stayKnown(tx, { userId: human.id, browser: services.cookies.binding(visit.request) });
      return removed;
    });
    if (outcome === "refused") {
      reply.code(409);
      return showSecurity(visit, appearance.words.say("security.removeRefused"));
    }
    services.mail.wake();
    return goTo(visit, places.security, { done: "removed" });
  });
}

export async function showSecurity(visit: Visit, problem?: string): Promise<FastifyReply> {
  const { human, appearance, services, situation } = visit;
  const { words } = appearance;
  const { db } = services.storage;
  const password = await readPassword(db, human.id);
  const factors = await listFactors(db, human.id);
  const since = password?.changedAt ?? null;
  const passwordText = !human.hasPassword
    ? words.say("security.passwordNone")
    : since === null
      ? ""
      : words.say("security.passwordSince", { time: words.moment(since) });
  return sendAccountPage(visit, {
    at: places.security,
    title: words.say("security.title"),
    body: html`${alert(problem)}<ul class="things"><li><span class="what"><b>${words.say("security.password")}</b><span>${passwordText}</span></span><a class="button other" href="${addressFor(visit, places.password)}">${words.say("account.change")}<span class="hidden">: ${words.say("security.password")}</span></a></li></ul>
<h2>${words.say("security.factors")}</h2>
${situation.policy.mode === "off" ? html`<p class="intro">${words.say("security.factorsOff")}</p>` : undefined}${situation.policy.mode === "required" ? html`<p class="intro">${words.say("security.factorsRequired")}</p>` : undefined}${factorList(visit, factors)}
${adding(visit, factors)}
<h2>${words.say("security.recoveryCodes")}</h2>
${recovery(visit, factors, factors.some(({ kind }) => kind === "recovery_codes") ? await countRecoveryCodes(db, human.id) : undefined)}`,
  });
}

function factorList(visit: Visit, factors: readonly Factor[]): Html {
  const { words } = visit.appearance;
  const shown = factors.filter(({ kind }) => kind !== "recovery_codes");
  if (shown.length === 0) return html`<p class="intro">${words.say("security.factorsNone")}</p>`;
  return html`<ul class="things">
${shown.map((factor) => factorRow(visit, factor))}</ul>`;
}

function factorRow(visit: Visit, { id, kind, name, createdAt, lastUsedAt }: Factor): Html {
  const { words } = visit.appearance;
  const title = name === "" ? words.say(factorTexts[kind]) : name;
  const used =
    lastUsedAt === null
      ? words.say("security.notUsed")
      : words.say("security.used", { time: words.moment(lastUsedAt) });
  const counts = usableFactors(visit.situation).some((usable) => usable === kind);
  return html`<li><span class="what"><b><bdi>${title}</bdi></b>${name === "" ? undefined : html`<span>${words.say(factorTexts[kind])}</span>`}<span>${words.say("security.added", { time: words.moment(createdAt) })}</span><span>${used}</span>${counts ? undefined : html`<span>${words.say("security.notAllowed")}</span>`}</span>${
    kind === "totp"
      ? html`<a class="button other" href="${addressFor(visit, places.totp)}">${words.say("security.totpReplace")}</a>`
      : undefined
  }${buttonForm(visit, places.removeFactor, { id, text: words.say("security.remove"), label: words.say("security.removeNamed", { name: title }) })}${
    kind === "passkey" ? renameForm(visit, { id, name }) : undefined
  }</li>\n`;
}

const ways: Record<Enrolment, readonly [path: string, text: TextKey]> = {
  passkey: [places.passkey, "security.passkeyAdd"],
  totp: [places.totp, "security.totpAdd"],
  email_code: [places.emailCodes, "security.emailCodeAdd"],
};

/** Of passkeys one may have several. */
function adding(visit: Visit, factors: readonly Factor[]): Html | undefined {
  const { appearance, situation, human } = visit;
  if (situation.policy.mode === "off") return undefined;
  const possible = allowedFactors(situation).filter(
    (kind) => kind === "passkey" || !factors.some((factor) => factor.kind === kind),
  );
  const needsEmail = situation.policy.allowed.includes("email_code") && !human.emailVerified;
  return html`${possible.map((kind) => html`<p><a class="button other" href="${addressFor(visit, ways[kind][0])}">${appearance.words.say(ways[kind][1])}</a></p>\n`)}${
    needsEmail ? html`<p class="quiet">${appearance.words.say("security.emailCodeNeedsEmail")}</p>` : undefined
  }`;
}

function recovery(visit: Visit, factors: readonly Factor[], left: number | undefined): Html {
  const { words } = visit.appearance;
  if (!factors.some(({ kind }) => kind !== "recovery_codes"))
    return html`<p class="intro">${words.say("security.recoveryNeedsFactor")}</p>`;
  return html`<p>${left === undefined ? words.say("security.recoveryNone") : words.say("security.recoveryLeft", { count: left })}</p>
<form method="post" action="${places.recoveryCodes}">
${ticketField(visit, places.recoveryCodes)}
<button class="other">${words.say("security.recoveryMake")}</button>
${left === undefined ? undefined : html`<p class="hint">${words.say("security.recoveryMakeHint")}</p>`}
</form>`;
}
