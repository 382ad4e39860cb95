/** Another e-mail address: asked for, proved by a code that is sent to it, and only then theirs. */
import type { FastifyReply } from "fastify";
import { SignetError } from "../../errors/signet-error.ts";
import { person } from "../../identity/limits/attempts.ts";
import { giveBackAttempt } from "../../identity/limits/proof-attempts.ts";
import { emailAddress, nameKey } from "../../identity/names.ts";
import { finishEmailChange, requestEmailChange } from "../../identity/users/email-change.ts";
import { field } from "../../pages/fields.ts";
import { html } from "../../pages/html.ts";
import { countAttempt, tellSlowed, tooManyMails } from "../attempts.ts";
import { codeField } from "../factors/factor-parts.ts";
import type { FormTicket } from "./form-ticket.ts";
import { places, sendAccountPage, ticketField } from "./frame.ts";
import type { Room } from "./room.ts";
import { addressFor, goTo, openForm, sealForm, type Visit } from "./visit.ts";

export function addEmail(room: Room): void {
  room.page(places.email, { fresh: true }, (visit) => show(visit, ""));
  room.form(places.email, { fresh: true, back: places.email }, begin);
  room.page(places.emailCode, { fresh: true }, (visit) => {
    const step = openForm(visit, places.emailCode, visit.query.get("step"));
    return step === undefined ? goTo(visit, places.email) : showCode(visit, step);
  });
  room.form(places.emailCode, { fresh: true, back: places.email }, finish);
}

function show(visit: Visit, typed: string, problem?: string): FastifyReply {
  const { human, appearance } = visit;
  const { words } = appearance;
  const standing = words.say(human.emailVerified ? "email.verified" : "email.unverified");
  return sendAccountPage(visit, {
    at: places.email,
    title: words.say("email.title"),
    body: html`${
      human.email === ""
        ? html`<p>${words.say("email.none")}</p>`
        : html`<p><bdi>${human.email}</bdi> <span class="tag">${standing}</span></p>`
    }
<p class="intro">${words.say("email.intro")}</p>
<form method="post" action="${places.email}" novalidate>
${ticketField(visit, places.email)}
${field(words, {
  ...{ name: "email", type: "email", value: typed, autocomplete: "email", longest: 254, focused: true, problem },
  label: words.say("email.new"),
})}
<button>${words.say("factor.emailSend")}</button>
</form>`,
  });
}

async function begin(visit: Visit): Promise<FastifyReply> {
  const { form, human, services, by, appearance } = visit;
  const { words } = appearance;
  const typed = form.get("email") ?? "";
  const refuse = (status: number, problem: string) => {
    visit.reply.code(status);
    return show(visit, typed, problem);
  };
  const email = readAddress(typed);
  if (email === undefined) return refuse(400, words.say("register.emailInvalid"));
  if (human.emailProven && nameKey(email) === nameKey(human.email)) return refuse(400, words.say("email.same"));
  const codeId = await services.storage.transaction((tx) =>
    requestEmailChange(tx, { userId: human.id, email, language: words.language }, by),
  );
  if (codeId === undefined) {
    const { problem, status } = tooManyMails(words);
    return refuse(status, problem);
  }
  services.mail.wake();
  return goTo(visit, places.emailCode, { step: sealForm(visit, places.emailCode, { codeId, email }) });
}

function readAddress(typed: string): string | undefined {
  try {
    return emailAddress(typed);
  } catch (error) {
    if (error instanceof SignetError) return undefined;
    throw error;
  }
}

function showCode(visit: Visit, step: FormTicket, problem?: string): FastifyReply {
  const { words } = visit.appearance;
  const { codeId = "", email = "" } = step;
  return sendAccountPage(visit, {
    at: places.email,
    title: words.say("email.codeTitle"),
    address: addressFor(visit, places.emailCode, { step: sealForm(visit, places.emailCode, { codeId, email }) }),
    body: html`<p class="intro">${words.say("email.codeIntro", { email })}</p>
<form method="post" action="${places.emailCode}" novalidate>
${ticketField(visit, places.emailCode, { codeId, email })}
${codeField(words, problem)}
<button>${words.say("code.submit")}</button>
</form>
<p class="quiet"><a href="${addressFor(visit, places.email)}">${words.say("common.back")}</a></p>`,
  });
}

async function finish(visit: Visit, step: FormTicket): Promise<FastifyReply> {
  const { form, human, services, by, appearance } = visit;
  const refuse = (status: number, problem: string) => {
    visit.reply.code(status);
    return showCode(visit, step, problem);
  };
  const { db } = services.storage;
  const counted = await countAttempt(visit, { kind: "new_address", who: await person(db, human) });
  if (counted.outcome === "slowed") return showCode(visit, step, tellSlowed(visit.reply, appearance.words, counted));
  const given = { userId: human.id, codeId: step.codeId ?? "", code: form.get("code") ?? "" };
  const outcome = await services.storage
    .transaction((tx) => finishEmailChange(tx, services.ring, given, by))
    .catch(unlessTaken);
  if (outcome === "lost") return refuse(401, appearance.words.say("code.wrong"));
  if (outcome === "taken") return refuse(409, appearance.words.say("email.taken"));
  await giveBackAttempt(db, ...counted.address, ...counted.subjects);
  services.mail.wake();
  return goTo(visit, places.email, { done: "email" });
}

/**
 * Whose login name is their address gets the new one as login name, too; somebody else of the organization may have it.
 */
function unlessTaken(error: unknown): "taken" {
  if (error instanceof SignetError && error.code === "already_exists") return "taken";
  throw error;
}
