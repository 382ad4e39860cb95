/** The pages people see on their way in and out. */
import type { App } from "../http/app.ts";
import { acceptForms } from "../http/forms.ts";
import { registerCookies } from "../pages/cookies.ts";
import { sendCannotContinue } from "./dead-ends.ts";
import { addImages } from "./images.ts";
import { refuseFormsFromElsewhere } from "./own-forms.ts";
import { addMailLink } from "./password/mail-link.ts";
import type { PeopleServices } from "./people-services.ts";
import { addPreview } from "./preview.ts";
import { addRoot } from "./root.ts";
import { addSignOut } from "./sign-in/sign-out.ts";
import { addSteps } from "./steps.ts";

export function mountPeople(app: App, services: PeopleServices): void {
  addRoot(app);
  app.register(async (room) => {
    registerCookies(room);
    acceptForms(room);
    refuseFormsFromElsewhere(room, services.loginUrl, sendCannotContinue);
    addSteps(room, services);
    addSignOut(room, services);
    addMailLink(room, services);
    addImages(room, services);
  });
  addPreview(app, services);
}
