/**
 * After the form: the code from the mail, then the first password, and in. The link in the mail leads to the same,
 * elsewhere.
 */
import { unknownNameSubject } from "../../identity/limits/attempts.ts";
import { spendOneTimeCode } from "../../identity/limits/one-time-codes.ts";
import { defaultThrottle, forgetAttempts, giveBackAttempt } from "../../identity/limits/proof-attempts.ts";
import { emailAddress, nameKey } from "../../identity/names.ts";
import { prepareMailLink } from "../../identity/users/mail-links.ts";
import type { PasswordProblem } from "../../identity/users/password-rules.ts";
import { paths } from "../../pages/login-request.ts";
import { countAttempt } from "../attempts.ts";
import { Instead, type Outcome, type Says, type Sealed } from "../outcome.ts";
import { cancelForm, hiddenTicket } from "../parts.ts";
import { firstPasswordPage, openFinishing, setFirstPassword } from "../password/first-password.ts";
import type { SignInVisit } from "../sign-in/visit.ts";
import { sealedAt, step } from "../step.ts";
import { codePage } from "./pages.ts";
import { openRegistration } from "./policy.ts";

export const registrationCodeStep = step({
  path: paths.registerCode,
  mayFollow: ["first-password"],
  async open(visit) {
    // It may have been closed since the form was sent.
    const here = await openRegistration(visit);
    return here instanceof Instead ? here : sealedAt(visit, "code");
  },
  page: (visit, { email }, { problem }: Says) => codePage(visit, { email, problem }),
  take: proveCode,
});

async function proveCode(visit: SignInVisit, { codeId, email }: Sealed<"code">): Promise<Outcome<"first-password">> {
  const { services, form, appearance } = visit;
  const { storage, ring } = services;
  // For the address, whoever it belongs to: who asks for one code after the other gets no more attempts by it.
  const subject = unknownNameSubject(`registration code ${nameKey(emailAddress(email))}`, ring.ticketRoot().secret);
  const who = { subject, userId: undefined, rules: defaultThrottle };
  const counted = await countAttempt(visit, { kind: "registration_code", who });
  if (counted.outcome === "slowed") return { again: {}, slowed: counted };
  const code = { id: codeId, purpose: "registration", code: form.get("code") ?? "" } as const;
  const spent = await spendOneTimeCode(storage.db, ring, code);
  const link = spent.outcome === "won" ? await prepareMailLink(storage.db, spent.userId, "registration") : undefined;
  if (link === undefined || (await openFinishing(storage.db, link)) === undefined)
    return { again: { problem: appearance.words.say("code.wrong") }, status: 401 };
  await forgetAttempts(storage.db, ...counted.subjects);
  await giveBackAttempt(storage.db, ...counted.address);
  const { userId, emailVersion, passwordVersion } = link;
  return { to: { at: "first-password", userId, emailVersion, passwordVersion } };
}

/** At the same address: the code was right, and the password is what is left. */
export const firstPasswordStep = step({
  path: paths.registerCode,
  mayFollow: ["due"],
  async open(visit) {
    const here = await openRegistration(visit);
    if (here instanceof Instead) return here;
    const sealed = sealedAt(visit, "first-password");
    return sealed && openFinishing(visit.services.storage.db, { ...sealed, purpose: "registration" });
  },
  page: (visit, { human }, { refused }: Says & { refused?: PasswordProblem }) =>
    firstPasswordPage(visit, human, {
      action: paths.registerCode,
      hidden: hiddenTicket(visit),
      after: cancelForm(visit),
      problem: refused,
    }),
  async take(visit, { link, human }) {
    const answer = await setFirstPassword(visit, { link, human }, visit.form.get("password") ?? "");
    if (answer.outcome === "refused") return { again: { refused: answer.problem }, status: 400 };
    if (answer.outcome === "lost") return "over";
    return { proven: [{ userId: human.id, amr: ["pwd"], passwordVersion: link.passwordVersion + 1 }] };
  },
});
