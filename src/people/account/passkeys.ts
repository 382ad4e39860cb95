/** Passkeys: another one is added, and each has a name. */
import type { FastifyReply } from "fastify";
import { SignetError } from "../../errors/signet-error.ts";
import { LONGEST_PASSKEY_NAME, MOST_PASSKEYS } from "../../identity/factors/add-passkey.ts";
import { maySetUp } from "../../identity/factors/due.ts";
import { renameFactor } from "../../identity/factors/rename-factor.ts";
import { alert } from "../../pages/fields.ts";
import { type Html, html } from "../../pages/html.ts";
import { tellSlowed } from "../attempts.ts";
import { beginPasskey, readNewPasskey } from "../factors/new-passkey.ts";
import { passkeyForm, passkeyScript } from "../factors/passkey-form.ts";
import { setUp } from "../factors/set-up.ts";
import { afterAdding } from "./added-factor.ts";
import { places, sendAccountPage, ticketField } from "./frame.ts";
import { sendFormOver } from "./refusals.ts";
import type { Room } from "./room.ts";
import { addressFor, goTo, type Visit } from "./visit.ts";

export function addPasskeys(room: Room): void {
  room.page(places.passkey, { fresh: true }, (visit) =>
    isAllowed(visit) ? show(visit) : goTo(visit, places.security),
  );
  room.form(places.passkey, { fresh: true, back: places.passkey }, (visit) =>
    isAllowed(visit) ? add(visit) : sendFormOver(visit),
  );
  room.form(places.renamePasskey, { fresh: true, back: places.security }, rename);
}

function isAllowed({ situation }: Visit): boolean {
  return maySetUp(situation, "passkey");
}

async function show(visit: Visit, problem?: string): Promise<FastifyReply> {
  const { words } = visit.appearance;
  const prompt = await beginPasskey(visit, visit.human);
  return sendAccountPage(visit, {
    at: places.passkey,
    title: words.say("security.passkeyAdd"),
    script: passkeyScript,
    body: html`<p class="intro">${words.say("enrol.passkeyDetail")}</p>
${alert(problem)}${passkeyForm(words, { action: places.passkey, hidden: ticketField(visit, places.passkey), prompt, button: "security.passkeyAdd" })}
<p class="quiet"><a href="${addressFor(visit, places.security)}">${words.say("common.back")}</a></p>`,
  });
}

async function add(visit: Visit): Promise<FastifyReply> {
  const { words } = visit.appearance;
  const refuse = (status: number, problem: string) => {
    visit.reply.code(status);
    return show(visit, problem);
  };
  const added = await setUp(visit, visit.human, { kind: "passkey", made: readNewPasskey(visit, visit.human) });
  if (added.outcome === "slowed") return show(visit, tellSlowed(visit.reply, words, added));
  if (added.outcome === "full") return refuse(409, words.say("passkey.tooMany", { count: MOST_PASSKEYS }));
  if (added.outcome === "lost") return refuse(401, words.say("passkey.notAdded"));
  return afterAdding(visit, added);
}

export function renameForm(visit: Visit, { id, name }: { id: string; name: string }): Html {
  const { words } = visit.appearance;
  return html`<details><summary>${words.say("security.rename")}<span class="hidden">: <bdi>${name}</bdi></span></summary>
<form method="post" action="${places.renamePasskey}">
${ticketField(visit, places.renamePasskey)}
<input type="hidden" name="id" value="${id}">
<div class="fieldset"><div class="label-row"><label for="name-${id}">${words.say("security.passkeyName")}</label></div>
<input id="name-${id}" name="name" value="${name}" maxlength="${LONGEST_PASSKEY_NAME}" autocomplete="off" required></div>
<button class="other">${words.say("account.save")}</button>
</form></details>`;
}

async function rename(visit: Visit): Promise<FastifyReply> {
  const { services, human, by, form } = visit;
  const given = { userId: human.id, factorId: form.get("id") ?? "", name: form.get("name") ?? "" };
  try {
    await services.storage.transaction((tx) => renameFactor(tx, given, by));
  } catch (error) {
    // An empty or endless name: the one it has stays.
    if (error instanceof SignetError && error.code === "invalid_input") return goTo(visit, places.security);
    throw error;
  }
  return goTo(visit, places.security, { done: "renamed" });
}
