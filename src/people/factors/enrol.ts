/**
 * A second factor is set up on the way in, because the organization asks for one and the person has none. It counts as
 * proved, because setting it up proves it.
 */
import type { Enrolment } from "../../identity/factors/due.ts";
import { newTotpSecret } from "../../identity/factors/totp.ts";
import type { Human } from "../../identity/users/humans.ts";
import { paths } from "../../pages/login-request.ts";
import { tooManyMails } from "../attempts.ts";
import { Instead, type Outcome, type Says, type Sealed } from "../outcome.ts";
import { mailCode, openHalfway } from "../sign-in/halfway.ts";
import type { SignInVisit } from "../sign-in/visit.ts";
import { sealedAt, step } from "../step.ts";
import { enrolmentChoicePage, enrolmentPage } from "./enrol-pages.ts";
import { afterEnrolment, enrolPasskey } from "./enrolled.ts";
import { beginPasskey } from "./new-passkey.ts";
import { setUp } from "./set-up.ts";

/** Another proof has to be set up. */
interface PendingEnrolment {
  readonly sealed: Sealed<"enrol">;
  readonly human: Human;
  readonly choices: readonly Enrolment[];
}

type EnrolSays = Says & { readonly kind?: Enrolment };
type EnrolOutcome = Outcome<"enrol" | "enrolled" | "due", EnrolSays>;

export const enrolStep = step({
  path: paths.enrol,
  mayFollow: ["enrol", "enrolled", "due"],
  async open(visit): Promise<PendingEnrolment | undefined> {
    const sealed = sealedAt(visit, "enrol");
    // Whoever sets something up is through with proving, as far as they can.
    const halfway = sealed && (await openHalfway(visit, sealed.proven, "1fa"));
    return sealed && halfway?.due === "enrol" ? { sealed, ...halfway } : undefined;
  },
  async page(visit, pending, { kind = kindOf(pending, visit.query.get("with")), problem }: EnrolSays) {
    const { sealed, human, choices } = pending;
    if (kind === undefined) return enrolmentChoicePage(visit, choices);
    // The secret is made once and stays the same while the person looks for their phone.
    if (kind === "totp" && sealed.secret === undefined)
      return new Instead({ to: { ...sealed, secret: newTotpSecret() }, choice: kind });
    const passkey = kind === "passkey" ? await beginPasskey(visit, human) : undefined;
    return enrolmentPage(visit, { sealed, human, kind, problem, passkey, isOnly: choices.length === 1 });
  },
  take(visit, pending) {
    const { form } = visit;
    const kind = kindOf(pending, form.get("with"));
    if (kind === undefined) return "over";
    if (kind === "passkey") return enrolPasskey<EnrolSays>(visit, { ...pending.sealed, ...pending }, { kind });
    return kind === "email_code" && form.has("send") ? sendCode(visit, pending) : enrol(visit, pending, kind);
  },
});

/** With one possibility there is nothing to choose. */
function kindOf({ choices }: PendingEnrolment, asked: string | null): Enrolment | undefined {
  return choices.find((kind) => kind === asked) ?? (choices.length === 1 ? choices[0] : undefined);
}

async function sendCode(visit: SignInVisit, { sealed, human }: PendingEnrolment): Promise<EnrolOutcome> {
  const kind = "email_code";
  const codeId = await mailCode(visit, human);
  if (codeId !== undefined) return { to: { ...sealed, codeId }, choice: kind };
  const { problem, status } = tooManyMails(visit.appearance.words);
  return { again: { kind, problem }, status };
}

async function enrol(
  visit: SignInVisit,
  { sealed, human }: PendingEnrolment,
  kind: Exclude<Enrolment, "passkey">,
): Promise<EnrolOutcome> {
  const { secret, codeId, proven } = sealed;
  const code = visit.form.get("code") ?? "";
  const added = await setUp(visit, human, kind === "totp" ? { kind, secret, code } : { kind, codeId, code });
  if (added.outcome === "slowed") return { again: { kind }, slowed: added };
  if (added.outcome === "won") return afterEnrolment(visit, proven, added);
  return { again: { kind, problem: visit.appearance.words.say("factor.wrong") }, status: 401 };
}
