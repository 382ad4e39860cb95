/** The address somebody types first. */
import type { App } from "../http/app.ts";
import { html } from "../pages/html.ts";
import { paths } from "../pages/login-request.ts";
import { lookFor } from "../pages/look.ts";
import { sendPage } from "../pages/page.ts";

export function addRoot(app: App): void {
  app.get("/", { config: { page: true } }, async (request, reply) => {
    const look = lookFor(request);
    return sendPage(reply, look, {
      title: look.words.say("root.title"),
      body: html`<p>${look.words.say("root.text")}</p>
<p><a class="button" href="/console">${look.words.say("root.console")}</a></p>
<p><a class="button other" href="${paths.account}">${look.words.say("account.title")}</a></p>
<p class="quiet"><a href="/.well-known/openid-configuration"><code>/.well-known/openid-configuration</code></a></p>`,
    });
  });
}
