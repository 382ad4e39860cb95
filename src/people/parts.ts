/** What the pages of this room are put together from. */
import { initialOf } from "../pages/fields.ts";
import { type Html, html } from "../pages/html.ts";
import { paths } from "../pages/login-request.ts";
import type { Words } from "../texts/words.ts";
import type { SignInVisit } from "./sign-in/visit.ts";

export { alert, type Field, field, initialOf, revealScript } from "../pages/fields.ts";

export function hiddenTicket(visit: Pick<SignInVisit, "ticket">): Html {
  return html`<input type="hidden" name="request" value="${visit.ticket}">`;
}

/** The way back to the application, on every page. */
export function cancelForm(visit: Pick<SignInVisit, "ticket" | "appearance">): Html {
  return html`<form method="post" action="${paths.login}/cancel">
${hiddenTicket(visit)}
<button class="cancel">${visit.appearance.words.say("common.cancel")}</button>
</form>`;
}

/** Who is signing in, with a way to be somebody else. */
export function whoBox(words: Words, loginName: string, changeAt: string): Html {
  return html`<div class="who"><span class="avatar" aria-hidden="true">${initialOf(loginName)}</span><span class="name"><span class="hidden">${words.say("signIn.who", { loginName: "" })}</span><bdi>${loginName}</bdi></span><a href="${changeAt}">${words.say("signIn.change")}</a></div>`;
}
