/** The address somebody types first. */
import type { App } from "../http/app.ts";
import { appearanceFor } from "../pages/appearance.ts";
import { html } from "../pages/html.ts";
import { paths } from "../pages/login-request.ts";
import { sendPage } from "../pages/page.ts";

export function addRoot(app: App): void {
  app.get("/", { config: { page: true } }, async (request, reply) => {
    const appearance = appearanceFor(request);
    return sendPage(reply, appearance, {
      title: appearance.words.say("root.title"),
      body: html`<p>${appearance.words.say("root.text")}</p>
<p><a class="button" href="/console">${appearance.words.say("root.console")}</a></p>
<p><a class="button other" href="${paths.account}">${appearance.words.say("account.title")}</a></p>
<p class="quiet"><a href="/.well-known/openid-configuration"><code>/.well-known/openid-configuration</code></a></p>`,
    });
  });
}
