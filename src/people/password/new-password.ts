/** A password that has to be changed before its owner may go on. It was right a moment ago; now comes its successor. */
import { hashRequester } from "../../http/client-address.ts";
import { readPolicy } from "../../identity/policies/policies.ts";
import { findWhoMaySignIn } from "../../identity/sessions/login-sessions.ts";
import { findHuman, type Human } from "../../identity/users/humans.ts";
import { newPassword } from "../../identity/users/new-password.ts";
import type { PasswordProblem } from "../../identity/users/password-rules.ts";
import { readPassword, replacePassword } from "../../identity/users/passwords.ts";
import { type Proven, paths } from "../../pages/login-request.ts";
import { byPerson } from "../by-person.ts";
import type { Says } from "../outcome.ts";
import { cancelForm, hiddenTicket } from "../parts.ts";
import type { SignInVisit } from "../sign-in/visit.ts";
import { sealedAt, step } from "../step.ts";
import { choosePasswordPage } from "./choose-password-page.ts";

export const newPasswordStep = step({
  path: paths.newPassword,
  mayFollow: ["due"],
  open: openChange,
  page: (visit, { human, minLength }, { refused }: Says & { refused?: PasswordProblem }) =>
    choosePasswordPage(visit.appearance.words, {
      action: paths.newPassword,
      hidden: hiddenTicket(visit),
      loginName: human.loginName,
      minLength,
      first: false,
      intro: visit.appearance.words.say("newPassword.required"),
      endsSessions: true,
      problem: refused,
      after: cancelForm(visit),
    }),
  async take({ request, services, form }, { human, proven }) {
    const { passwordVersion: version = 0 } = proven;
    const chosen = await newPassword(services, {
      ...{ userId: human.id, chosenBy: "owner", password: form.get("password") ?? "" },
      requester: hashRequester(request, human.id),
    });
    if (chosen.outcome === "refused") return { again: { refused: chosen.problem }, status: 400 };
    const outcome = await services.storage.transaction((tx) =>
      replacePassword(tx, human.id, { hash: chosen.hash, version }, byPerson(request, human.id)),
    );
    return outcome === "lost" ? "over" : { proven: [{ ...proven, passwordVersion: version + 1 }] };
  },
});

interface Change {
  readonly human: Human;
  readonly proven: Proven;
  readonly minLength: number;
}

/** Undefined when the password was changed meanwhile, or the person is gone or shut out. */
async function openChange(visit: SignInVisit): Promise<Change | undefined> {
  const { db } = visit.services.storage;
  const proven = sealedAt(visit, "new-password")?.proven;
  const human = proven && (await findHuman(db, proven.userId));
  if (human === undefined || (await readPassword(db, human.id))?.version !== proven?.passwordVersion) return undefined;
  // A password set meanwhile would be waiting for somebody who was shut out.
  if (proven === undefined || (await findWhoMaySignIn(db, human.id)) === undefined) return undefined;
  const { settings } = await readPolicy(db, "password", human.organizationId);
  return { human, proven, minLength: settings.minLength };
}
