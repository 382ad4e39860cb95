/** The pages people see on their way in and out. */
import type { App } from "../http/app.ts";
import { registerCookies } from "../http/cookies.ts";
import { acceptForms } from "../http/forms.ts";
import { addAccounts } from "./accounts.ts";
import { addMailLink } from "./mail-link.ts";
import type { LoginServices } from "./services.ts";
import { addSignIn } from "./sign-in.ts";
import { addSignOut } from "./sign-out.ts";

export function mountLogin(app: App, services: LoginServices): void {
  app.register(async (room) => {
    registerCookies(room);
    acceptForms(room);
    addSignIn(room, services);
    addAccounts(room, services);
    addSignOut(room, services);
    addMailLink(room, services);
  });
}
