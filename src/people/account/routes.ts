/** The pages on which people look after their own account. */
import type { App } from "../../http/app.ts";
import { acceptForms } from "../../http/forms.ts";
import { registerCookies } from "../../pages/cookies.ts";
import { refuseFormsFromElsewhere } from "../own-forms.ts";
import type { PeopleServices } from "../people-services.ts";
import { addActivity } from "./activity.ts";
import { addData } from "./data.ts";
import { addDelete } from "./delete.ts";
import { addEmail } from "./email.ts";
import { addCodesByMail } from "./email-codes.ts";
import { addOverview } from "./overview.ts";
import { addPasskeys } from "./passkeys.ts";
import { addPassword } from "./password.ts";
import { addProfile } from "./profile.ts";
import { addRecoveryCodes } from "./recovery-codes.ts";
import { refuseForeignForm } from "./refusals.ts";
import { openRoom } from "./room.ts";
import { addSecurity } from "./security.ts";
import { addSessions } from "./sessions.ts";
import { addAuthenticator } from "./totp.ts";

export function mountAccount(app: App, services: PeopleServices): void {
  app.register(async (fenced) => {
    registerCookies(fenced);
    acceptForms(fenced);
    refuseFormsFromElsewhere(fenced, services.loginUrl, refuseForeignForm);
    const room = openRoom(fenced, services);
    addOverview(room);
    addProfile(room);
    addEmail(room);
    addPassword(room);
    addSecurity(room);
    addAuthenticator(room);
    addCodesByMail(room);
    addPasskeys(room);
    addRecoveryCodes(room);
    addSessions(room);
    addActivity(room);
    addData(room);
    addDelete(room, fenced);
  });
}
