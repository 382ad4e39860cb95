/** Signing in with a passkey and without a login name: the device says who it is. Its form is on the first page. */
import { withProof } from "../../identity/factors/levels.ts";
import { paths } from "../../pages/login-request.ts";
import { provePasskey } from "../factors/passkey-proof.ts";
import type { Says } from "../outcome.ts";
import { step } from "../step.ts";
import { askLoginName } from "./ask-login-name.ts";
import { wasRight } from "./halfway.ts";

export const passkeyStep = step({
  path: paths.passkey,
  mayFollow: ["due"],
  isFormOnly: true,
  open: (visit) => visit,
  page: (visit, _opened, { problem }: Says) => askLoginName(visit, { loginName: "", passkeyProblem: problem }),
  async take(visit) {
    const wrong = { again: { problem: visit.appearance.words.say("passkey.wrong") }, status: 401 };
    const proof = await provePasskey(visit, { purpose: "sign-in" });
    if (proof.outcome === "slowed") return { again: {}, slowed: proof };
    if (proof.outcome === "lost") return wrong;
    const { userId, factorId, counted } = proof;
    const amr = withProof([], { kind: "passkey", ...proof });
    const proven = await wasRight(visit, { userId, amr, factorIds: [factorId] }, counted);
    return { proven: [proven], otherwise: wrong };
  },
});
