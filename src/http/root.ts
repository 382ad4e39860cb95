/** The address somebody types first. */
import type { App } from "./app.ts";
import { html } from "./html.ts";
import { sendPage } from "./page.ts";

export function addRoot(app: App): void {
  app.get("/", { config: { page: true } }, async (_request, reply) =>
    sendPage(reply, {
      title: "Signet is running",
      body: html`<p>This is an identity provider. Applications send people here to sign in; there is nothing to do at this address itself.</p>
<p class="quiet">For applications: <a href="/.well-known/openid-configuration">discovery document</a></p>`,
    }),
  );
}
