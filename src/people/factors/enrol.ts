/**
 * A second factor is set up on the way in, because the organization asks for one and the person has none. It counts as
 * proved, because setting it up proves it.
 */
import type { Enrolment } from "../../identity/factors/due.ts";
import { addEmailCodes } from "../../identity/factors/email-code.ts";
import { withProof } from "../../identity/factors/levels.ts";
import { addTotp, newTotpSecret } from "../../identity/factors/totp.ts";
import { spendEmailCode } from "../../identity/users/address-proof.ts";
import type { Human } from "../../identity/users/humans.ts";
import { paths } from "../../pages/login-request.ts";
import { tooManyMails } from "../attempts.ts";
import { byPerson } from "../by-person.ts";
import { Instead, type Outcome, type Says, type Sealed } from "../outcome.ts";
import { countProof, mailCode, openHalfway, wasRight } from "../sign-in/halfway.ts";
import { withFactor } from "../sign-in/proven.ts";
import type { SignInVisit } from "../sign-in/visit.ts";
import { sealedAt, step } from "../step.ts";
import { enrolmentChoicePage, enrolmentPage } from "./enrol-pages.ts";
import { addPasskeyOnTheWayIn, afterEnrolment } from "./enrolled.ts";
import { beginPasskey } from "./new-passkey.ts";

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
    if (kind === "passkey") return enrolPasskey(visit, pending);
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

async function enrolPasskey(visit: SignInVisit, { sealed, human }: PendingEnrolment): Promise<EnrolOutcome> {
  const added = await addPasskeyOnTheWayIn<EnrolSays>(visit, human, { kind: "passkey" });
  if (added.outcome === "refused") return added.refusal;
  const { amr, factorIds = [] } = sealed.proven;
  const proof = { amr: withProof(amr, { kind: "passkey", ...added }), factorIds: [...factorIds, added.id] };
  return afterEnrolment(visit, { ...sealed.proven, ...proof }, { codes: true });
}

type CodeEnrolment = Exclude<Enrolment, "passkey">;

async function enrol(visit: SignInVisit, pending: PendingEnrolment, kind: CodeEnrolment): Promise<EnrolOutcome> {
  const { sealed, human } = pending;
  const counted = await countProof(visit, human, "new_factor");
  if (counted.outcome === "slowed") return { again: { kind }, slowed: counted };
  if ((await setUp[kind](visit, pending, visit.form.get("code") ?? "")) === "lost")
    return { again: { kind, problem: visit.appearance.words.say("factor.wrong") }, status: 401 };
  const before = await wasRight(visit, sealed.proven, counted);
  const proven = await withFactor(visit.services.storage.db, before, kind);
  return afterEnrolment(visit, proven, { codes: kind === "totp" });
}

type SetUp = (visit: SignInVisit, pending: PendingEnrolment, code: string) => Promise<"won" | "lost">;

const setUp: Record<CodeEnrolment, SetUp> = {
  async totp({ request, services: { storage, vault } }, { sealed: { secret }, human }, code) {
    if (secret === undefined) return "lost";
    return addTotp(storage, vault, { userId: human.id, secret, name: "", code }, byPerson(request, human.id));
  },

  async email_code({ request, services: { storage, ring } }, { sealed: { codeId }, human }, code) {
    if (codeId === undefined) return "lost";
    const by = byPerson(request, human.id);
    if ((await spendEmailCode(storage, ring, { id: codeId, userId: human.id, code }, by)) === "lost") return "lost";
    await storage.transaction((tx) => addEmailCodes(tx, human.id, by));
    return "won";
  },
};
