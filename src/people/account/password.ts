/** A new password. The old one was proved lately, by coming here; every other session ends, this one goes on. */
import type { FastifyReply } from "fastify";
import { hashRequester } from "../../http/client-address.ts";
import { readPolicy } from "../../identity/policies/policies.ts";
import { stayKnown } from "../../identity/sessions/known-browsers.ts";
import { newPassword } from "../../identity/users/new-password.ts";
import { LONGEST_PASSWORD, type PasswordProblem } from "../../identity/users/password-rules.ts";
import { replacePassword } from "../../identity/users/passwords.ts";
import { field, revealScript } from "../../pages/fields.ts";
import { html } from "../../pages/html.ts";
import { describePasswordProblem } from "../password/password-problem.ts";
import { places, sendAccountPage, ticketField } from "./frame.ts";
import { sendFormOver } from "./refusals.ts";
import type { Room } from "./room.ts";
import { goTo, type Visit } from "./visit.ts";

export function addPassword(room: Room): void {
  room.page(places.password, { fresh: true }, (visit) => show(visit));
  room.form(places.password, { fresh: true, back: places.password }, change);
}

async function show(visit: Visit, problem?: PasswordProblem): Promise<FastifyReply> {
  const { human, appearance, services } = visit;
  const { words } = appearance;
  const { settings } = await readPolicy(services.storage.db, "password", human.organizationId);
  return sendAccountPage(visit, {
    at: places.password,
    title: words.say("newPassword.title"),
    script: revealScript,
    body: html`<form method="post" action="${places.password}" novalidate>
${ticketField(visit, places.password)}
<div class="fieldset">
<div class="label-row"><label for="loginName">${words.say("newPassword.loginName")}</label></div>
<input id="loginName" value="${human.loginName}" autocomplete="username" readonly>
</div>
${field(words, {
  ...{ name: "password", type: "password", autocomplete: "new-password", longest: LONGEST_PASSWORD, focused: true },
  label: words.say("newPassword.label"),
  hint: `${words.say("newPassword.rule", { count: settings.minLength })} ${words.say("newPassword.endsSessions")}`,
  problem: problem && describePasswordProblem(words, problem, settings.minLength),
})}
<button>${words.say("newPassword.submit")}</button>
</form>`,
  });
}

async function change(visit: Visit): Promise<FastifyReply> {
  const { form, human, services, by, account } = visit;
  const chosen = await newPassword(services, {
    ...{ userId: human.id, chosenBy: "owner", password: form.get("password") ?? "" },
    requester: hashRequester(visit.request, human.id),
  });
  if (chosen.outcome === "refused") {
    visit.reply.code(400);
    return show(visit, chosen.problem);
  }
  const outcome = await services.storage.transaction(async (tx) => {
    const next = { ...chosen, keep: { loginSessionId: account.sessionId } };
    const replaced = await replacePassword(tx, human.id, next, by);
    if (replaced === "won") await stayKnown(tx, { userId: human.id, browser: services.cookies.binding(visit.request) });
    return replaced;
  });
  if (outcome === "lost") return sendFormOver(visit);
  services.mail.wake();
  return goTo(visit, places.security, { done: "password" });
}
