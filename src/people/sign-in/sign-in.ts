/** Login name, then password. Whatever is wrong, the answer is the same and takes as long. */
import { withProof } from "../../identity/factors/levels.ts";
import { subjectsOf } from "../../identity/limits/attempts.ts";
import { paths } from "../../pages/login-request.ts";
import { Instead, type Refusal, type Says } from "../outcome.ts";
import { sealedAt, step } from "../step.ts";
import { askLoginName } from "./ask-login-name.ts";
import { canBeLoginName } from "./login-name.ts";
import { type NotProved, notProved, provePassword, settle } from "./prove-password.ts";
import { passwordPage } from "./sign-in-pages.ts";
import { loginNameTypedBefore, type SignInVisit, ticketAt } from "./visit.ts";

export const loginNameStep = step({
  path: paths.login,
  mayFollow: ["password"],
  open: (visit) => visit,
  page: (visit, _opened, { loginName = loginNameTypedBefore(visit), problem }: Says & { loginName?: string }) =>
    askLoginName(visit, { loginName, problem }),
  take({ form, appearance: { words } }) {
    const loginName = (form.get("loginName") ?? "").trim();
    if (canBeLoginName(loginName)) return { to: { at: "password", loginName } };
    return { again: { loginName: "", problem: words.say("signIn.loginNameMissing") }, status: 400 };
  },
});

/** `offer` is the ticket to ask for a code with, where others' attempts make the name wait. */
type PasswordSays = Says & { readonly offer?: string | undefined };

export const passwordStep = step({
  path: paths.password,
  mayFollow: ["login-name", "unblock", "due"],
  open: (visit) => sealedAt(visit, "password") ?? new Instead({ to: { at: "login-name" } }),
  page: (visit, { loginName, unblocked }, { problem, offer }: PasswordSays) =>
    passwordPage(visit, { loginName, problem, offer, unblocked: unblocked !== undefined && problem === undefined }),
  async take(visit, { loginName, unblocked }) {
    const { form, appearance } = visit;
    const password = form.get("password") ?? "";
    if (password === "") return { again: { problem: appearance.words.say("signIn.passwordMissing") }, status: 400 };
    const proof = await provePassword(visit, { loginName, password, unblocked });
    if (proof.outcome !== "right") return refusal(visit, loginName, proof);
    const passkeys = form.get("passkeys") === "1" ? { passkeys: true as const } : {};
    return {
      proven: proof.fits.map(({ candidate: { userId }, version: passwordVersion }) => ({
        userId,
        amr: withProof([], { kind: "password" }),
        passwordVersion,
        counted: subjectsOf(proof.counted, userId),
        ...passkeys,
      })),
      afterwards: () => settle(visit, proof, password),
      // The right password of somebody who may not sign in has to look like a wrong one, also when it is tried often.
      otherwise: refusal(visit, loginName, notProved(proof.counted)),
    };
  },
});

function refusal(visit: SignInVisit, loginName: string, proof: NotProved): Refusal<PasswordSays> {
  const offer = proof.mayUnblock ? ticketAt(visit, { at: "unblock", loginName }) : undefined;
  if (proof.outcome === "slowed") return { again: { offer }, slowed: proof };
  return { again: { offer, problem: visit.appearance.words.say("signIn.wrong") }, status: 401 };
}

/** The way back to the application, from every page. */
export const cancelStep = step({
  path: `${paths.login}/cancel`,
  mayFollow: ["back"],
  open: (visit) => visit,
  take: () => ({ back: { cancelled: true } }),
});
