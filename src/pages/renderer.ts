/** How people are told what went wrong, wherever it did: the errors of `http/` as pages. */
import type { PageRenderer } from "../http/errors.ts";
import { appearanceFor, rememberLanguage } from "./appearance.ts";
import { html } from "./html.ts";
import { sendPage } from "./page.ts";

export function pageRenderer({ https }: { https: boolean }): PageRenderer {
  return {
    begin: (request, reply) => rememberLanguage(request, reply, { https }),

    sendError(request, reply, error) {
      const { advice, title } = error.entry;
      const appearance = appearanceFor(request);
      const text = textFor(reply.statusCode);
      return sendPage(reply, appearance, {
        title: appearance.words.say(`error.${text}Title`),
        body: html`<p>${appearance.words.say(`error.${text}`)}</p>
<details class="more"><summary>${appearance.words.say("common.forDevelopers")}</summary>
<p lang="en" dir="ltr">${error.message === title ? title : error.message}. ${advice}</p></details>
<p class="quiet">${appearance.words.say("common.requestId", { id: "" })} <code>${request.id}</code></p>`,
      });
    },
  };
}

/** People are told in a few plain words, in their language; what exactly it was is for those who look into it. */
function textFor(status: number): "notFound" | "busy" | "broken" | "badRequest" {
  if (status === 404) return "notFound";
  if (status === 503 || status === 429) return "busy";
  return status >= 500 ? "broken" : "badRequest";
}
