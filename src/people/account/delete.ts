/** The end of an account, by its owner, where the policy allows it. Typed out, because nothing brings it back. */
import type { FastifyReply } from "fastify";
import { SignetError } from "../../errors/signet-error.ts";
import type { App } from "../../http/app.ts";
import { nameKey } from "../../identity/names.ts";
import { readPolicy } from "../../identity/policies/policies.ts";
import { deleteOwnAccount } from "../../identity/users/own-account.ts";
import { appearanceFor } from "../../pages/appearance.ts";
import { alert, field } from "../../pages/fields.ts";
import { html } from "../../pages/html.ts";
import { sendPage } from "../../pages/page.ts";
import { places, sendAccountPage, ticketField } from "./frame.ts";
import type { Room } from "./room.ts";
import { leave } from "./sessions.ts";
import type { Visit } from "./visit.ts";

export function addDelete(room: Room, app: App): void {
  room.page(places.delete, { fresh: true }, (visit) => show(visit));
  room.form(places.delete, { fresh: true, back: places.delete }, remove);

  // Nobody is there any more to show it to, so it says nothing of anybody.
  app.get(places.deleted, { config: { page: true } }, async (request, reply) => {
    const appearance = appearanceFor(request);
    return sendPage(reply, appearance, {
      title: appearance.words.say("delete.doneTitle"),
      body: html`<p>${appearance.words.say("delete.done")}</p>`,
    });
  });
}

async function show(visit: Visit, problem: { field?: string; whole?: string } = {}): Promise<FastifyReply> {
  const { human, appearance, services } = visit;
  const { words } = appearance;
  const { settings } = await readPolicy(services.storage.db, "account", human.organizationId);
  const body = settings.mayDelete
    ? html`<p>${words.say("delete.intro")}</p>
${alert(problem.whole)}<form method="post" action="${places.delete}" novalidate>
${ticketField(visit, places.delete)}
${field(words, {
  ...{ name: "confirmation", autocomplete: "off", longest: 512, focused: true, problem: problem.field },
  label: words.say("delete.confirm", { loginName: human.loginName }),
})}
<button class="danger-button">${words.say("delete.submit")}</button>
</form>`
    : html`<p>${words.say("delete.off")}</p>`;
  return sendAccountPage(visit, { at: places.delete, title: words.say("delete.title"), body });
}

async function remove(visit: Visit): Promise<FastifyReply> {
  const { human, appearance, services, by, form, reply } = visit;
  const refuse = (status: number, problem: { field?: string; whole?: string } = {}) => {
    reply.code(status);
    return show(visit, problem);
  };
  const typed = (form.get("confirmation") ?? "").slice(0, 512);
  if (nameKey(typed.trim()) !== nameKey(human.loginName))
    return refuse(400, { field: appearance.words.say("delete.mismatch") });
  try {
    const outcome = await services.storage.transaction((tx) => deleteOwnAccount(tx, human.id, by));
    return outcome === "refused" ? refuse(403) : leave(visit, places.deleted);
  } catch (error) {
    if (!(error instanceof SignetError) || error.code !== "last_owner") throw error;
    return refuse(409, { whole: appearance.words.say("delete.lastOwner") });
  }
}
