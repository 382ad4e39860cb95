/** The pages people see on their way in and out. */
import type { App } from "../http/app.ts";
import { acceptForms } from "../http/forms.ts";
import { registerCookies } from "../pages/cookies.ts";
import { addConsent } from "./consent/consent.ts";
import { sendCannotContinue } from "./dead-ends.ts";
import { addEnrolment } from "./factors/enrol.ts";
import { addFactor } from "./factors/factor.ts";
import { addPasskeyOffer } from "./factors/passkey-offer.ts";
import { addPasskeySignIn } from "./factors/passkey-proof.ts";
import { addImages } from "./images.ts";
import { refuseFormsFromElsewhere } from "./own-forms.ts";
import { addForgot } from "./password/forgot.ts";
import { addMailLink } from "./password/mail-link.ts";
import { addNewPassword } from "./password/new-password.ts";
import type { LoginServices } from "./people-services.ts";
import { addPreview } from "./preview.ts";
import { addRegistration } from "./register/register.ts";
import { addAccounts } from "./sign-in/accounts.ts";
import { addChooseAccount } from "./sign-in/choose-account.ts";
import { addSignIn } from "./sign-in/sign-in.ts";
import { addSignOut } from "./sign-in/sign-out.ts";
import { addUnblock } from "./sign-in/unblock.ts";

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
