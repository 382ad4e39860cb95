/** The answer to the client, in the way it asked for. `iss` is in every one (RFC 9207). */
import type { FastifyReply } from "fastify";
import { appearanceFor } from "../../pages/appearance.ts";
import { html } from "../../pages/html.ts";
import { sendPage } from "../../pages/page.ts";
import type { OauthError } from "../errors.ts";
import type { AuthorizeRequest } from "./request.ts";

type Answer = Record<string, string | undefined>;
type Destination = Pick<AuthorizeRequest, "redirectUri" | "responseMode" | "state">;

export function respond(reply: FastifyReply, to: Destination, answer: Answer, issuer: string): FastifyReply {
  const entries = Object.entries({ ...answer, state: to.state, iss: issuer }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  if (to.responseMode === "form_post") return sendForm(reply, to.redirectUri, entries);
  // RFC 9700 §4.12: whatever was posted here must not be posted on.
  const status = reply.request.method === "POST" ? 303 : 302;
  return reply.redirect(addressOf(to, new URLSearchParams(entries.map(([name, value]) => [name, value]))), status);
}

export function respondWithError(
  reply: FastifyReply,
  to: Destination,
  error: OauthError,
  issuer: string,
): FastifyReply {
  return respond(reply, to, { error: error.code, error_description: error.message }, issuer);
}

/** The redirect_uri as it was registered, with its own query kept. */
export function addressOf(
  { redirectUri, responseMode }: Pick<Destination, "redirectUri" | "responseMode">,
  parameters: URLSearchParams,
): string {
  if (responseMode === "fragment") return `${redirectUri}#${parameters}`;
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${parameters}`;
}

const submit = "document.forms[0].submit()";

/** OAuth 2.0 Form Post Response Mode: a page that posts itself; without script, the person presses the button. */
function sendForm(reply: FastifyReply, action: string, entries: readonly (readonly [string, string])[]): FastifyReply {
  const appearance = appearanceFor(reply.request);
  return sendPage(reply, appearance, {
    title: appearance.words.say("return.title"),
    body: html`<form method="post" action="${action}">
${entries.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button>${appearance.words.say("common.continue")}</button>
</form>`,
    script: submit,
    leadsAway: true,
  });
}
