/**
 * The second proof: a code from an app, a code from a mail, a recovery code, or a passkey (passkey-proof.ts). What can
 * be used is asked of the database each time, never of the form; every attempt is counted for the account before it is
 * looked at.
 */
import type { SecondProof } from "../../identity/factors/due.ts";
import { wantedLevel, withProof } from "../../identity/factors/levels.ts";
import { spendRecoveryCode } from "../../identity/factors/recovery-codes.ts";
import { spendTotp } from "../../identity/factors/totp.ts";
import { spendEmailCode } from "../../identity/users/address-proof.ts";
import type { Human } from "../../identity/users/humans.ts";
import { paths } from "../../pages/login-request.ts";
import { tooManyMails } from "../attempts.ts";
import { byPerson } from "../by-person.ts";
import type { Outcome, Says, Sealed } from "../outcome.ts";
import { noteFailedSignIn } from "../sign-in/failed-sign-in.ts";
import { countProof, mailCode, openHalfway, wasRight } from "../sign-in/halfway.ts";
import { withFactor } from "../sign-in/proven.ts";
import type { SignInVisit } from "../sign-in/visit.ts";
import { sealedAt, step } from "../step.ts";
import { factorPage } from "./factor-page.ts";
import { promptForSecondProof } from "./passkey-prompts.ts";
import { provePasskey } from "./passkey-proof.ts";

/** Another proof is due. */
interface PendingProof {
  readonly sealed: Sealed<"factor">;
  readonly human: Human;
  /** What can be used, in the order in which it is offered. */
  readonly choices: readonly SecondProof[];
}

type FactorSays = Says & { readonly kind?: SecondProof };
type FactorOutcome = Outcome<"factor" | "due", FactorSays>;

export const factorStep = step({
  path: paths.factor,
  mayFollow: ["factor", "due"],
  async open(visit): Promise<PendingProof | undefined> {
    const sealed = sealedAt(visit, "factor");
    if (sealed === undefined) return undefined;
    const halfway = await openHalfway(visit, sealed.proven, wantedLevel(visit.parameters.get("acr_values")));
    return halfway?.due === "prove" ? { sealed, ...halfway } : undefined;
  },
  async page(visit, pending, { kind = chosenOf(pending, visit.query.get("with")), problem }: FactorSays) {
    const { sealed, human, choices } = pending;
    const passkey = kind === "passkey" ? await promptForSecondProof(visit, human.id) : undefined;
    return factorPage(visit, { human, choices, kind, problem, passkey, codeSent: sealed.codeId !== undefined });
  },
  take(visit, pending) {
    const kind = chosenOf(pending, visit.form.get("with"));
    if (kind === "passkey") return proveByPasskey(visit, pending);
    return kind === "email_code" && visit.form.has("send")
      ? sendCode(visit, pending)
      : proveByCode(visit, pending, kind);
  },
});

function chosenOf({ choices, sealed }: PendingProof, asked: string | null): SecondProof {
  const waiting = sealed.codeId === undefined ? undefined : "email_code";
  return choices.find((kind) => kind === asked) ?? choices.find((kind) => kind === waiting) ?? choices[0] ?? "totp";
}

async function sendCode(visit: SignInVisit, { sealed, human }: PendingProof): Promise<FactorOutcome> {
  const codeId = await mailCode(visit, human);
  if (codeId !== undefined) return { to: { ...sealed, codeId } };
  const { problem, status } = tooManyMails(visit.appearance.words);
  return { again: { kind: "email_code", problem }, status };
}

async function proveByPasskey(visit: SignInVisit, { sealed, human }: PendingProof): Promise<FactorOutcome> {
  const kind = "passkey";
  const proof = await provePasskey(visit, { purpose: "second-factor", userId: human.id }, human);
  if (proof.outcome === "slowed") return { again: { kind }, slowed: proof };
  if (proof.outcome === "lost")
    return { again: { kind, problem: visit.appearance.words.say("passkey.wrong") }, status: 401 };
  const { amr, factorIds = [], ...before } = await wasRight(visit, sealed.proven, proof.counted);
  return {
    proven: [{ ...before, amr: withProof(amr, { kind, ...proof }), factorIds: [...factorIds, proof.factorId] }],
  };
}

type CodeProof = Exclude<SecondProof, "passkey">;

async function proveByCode(visit: SignInVisit, pending: PendingProof, kind: CodeProof): Promise<FactorOutcome> {
  const { sealed, human } = pending;
  const counted = await countProof(visit, human, kind);
  if (counted.outcome === "slowed") return { again: { kind }, slowed: counted };
  if ((await spend[kind](visit, pending, visit.form.get("code") ?? "")) === "lost") {
    noteFailedSignIn(visit, { proof: kind, userId: human.id, organizationId: human.organizationId });
    return { again: { kind, problem: visit.appearance.words.say("factor.wrong") }, status: 401 };
  }
  const before = await wasRight(visit, sealed.proven, counted);
  return { proven: [await withFactor(visit.services.storage.db, before, kind)] };
}

type Spend = (visit: SignInVisit, pending: PendingProof, code: string) => Promise<"won" | "lost">;

const spend: Record<CodeProof, Spend> = {
  totp: ({ services: { storage, vault } }, { human }, code) => spendTotp(storage.db, vault, human.id, code),

  async email_code({ request, services: { storage, ring } }, { sealed, human }, code) {
    if (sealed.codeId === undefined) return "lost";
    return spendEmailCode(storage, ring, { id: sealed.codeId, userId: human.id, code }, byPerson(request, human.id));
  },

  async recovery_code({ request, services: { storage } }, { human }, code) {
    return (await storage.transaction((tx) => spendRecoveryCode(tx, human.id, code, byPerson(request, human.id))))
      .outcome;
  },
};
