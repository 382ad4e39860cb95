/** The pages people see on their way in and out. */
import type { App } from "../http/app.ts";
import { registerCookies } from "../http/cookies.ts";
import { acceptForms } from "../http/forms.ts";
import { refuseFormsFromElsewhere } from "../http/own-forms.ts";
import { addAccounts } from "./accounts.ts";
import { addChooseAccount } from "./choose-account.ts";
import { addConsent } from "./consent.ts";
import { sendCannotContinue } from "./dead-ends.ts";
import { addEnrolment } from "./enrol.ts";
import { addFactor } from "./factor.ts";
import { addForgot } from "./forgot.ts";
import { addImages } from "./images.ts";
import { addMailLink } from "./mail-link.ts";
import { addNewPassword } from "./new-password.ts";
import { addPasskeyOffer } from "./passkey-offer.ts";
import { addPasskeySignIn } from "./passkey-proof.ts";
import { addPreview } from "./preview.ts";
import { addRegistration } from "./register.ts";
import type { LoginServices } from "./services.ts";
import { addSignIn } from "./sign-in.ts";
import { addSignOut } from "./sign-out.ts";
import { addUnblock } from "./unblock.ts";

export function mountLogin(app: App, services: LoginServices): void {
  app.register(async (room) => {
    registerCookies(room);
    acceptForms(room);
    refuseFormsFromElsewhere(room, services.loginUrl, sendCannotContinue);
    addSignIn(room, services);
    addChooseAccount(room, services);
    addPasskeySignIn(room, services);
    addPasskeyOffer(room, services);
    addAccounts(room, services);
    addConsent(room, services);
    addSignOut(room, services);
    addFactor(room, services);
    addEnrolment(room, services);
    addForgot(room, services);
    addUnblock(room, services);
    addNewPassword(room, services);
    addRegistration(room, services);
    addMailLink(room, services);
    addImages(room, services);
  });
  addPreview(app, services);
}
