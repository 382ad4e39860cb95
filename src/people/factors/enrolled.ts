/** A factor was set up on the way in: what follows, and the passkey that is one. */
import { MOST_PASSKEYS } from "../../identity/factors/add-passkey.ts";
import { withProof } from "../../identity/factors/levels.ts";
import type { SetUp } from "../../identity/factors/set-up.ts";
import type { Human } from "../../identity/users/humans.ts";
import { type Proven, paths } from "../../pages/login-request.ts";
import type { Outcome, Says, StepPage } from "../outcome.ts";
import { type SignInVisit, ticketAt } from "../sign-in/visit.ts";
import { sealedAt, step } from "../step.ts";
import { recoveryCodesPage } from "./enrol-pages.ts";
import { readNewPasskey } from "./new-passkey.ts";
import { setUp } from "./set-up.ts";

/** Recovery codes are on the screen, and were kept. */
export const enrolledStep = step({
  path: `${paths.enrol}/done`,
  mayFollow: ["due"],
  open: (visit) => sealedAt(visit, "enrolled"),
  take: (_visit, { proven }) => ({ proven: [proven] }),
});

/** The codes are seen by this answer, and at no address. */
export function afterEnrolment(
  visit: SignInVisit,
  { amr, factorIds = [], ...before }: Proven,
  added: Extract<SetUp, { outcome: "won" }>,
): { proven: readonly Proven[] } | { show: StepPage } {
  const proven = { ...before, amr: withProof(amr, added.proof), factorIds: [...factorIds, ...added.factorIds] };
  if (added.recoveryCodes.length === 0) return { proven: [proven] };
  const next = { action: `${paths.enrol}/done`, ticket: ticketAt(visit, { at: "enrolled", proven }) };
  return { show: recoveryCodesPage(visit.appearance, added.recoveryCodes, next) };
}

/** A passkey, where it is asked for and where it is offered. `says`: what the page says beside what was wrong. */
export async function enrolPasskey<Said extends Says>(
  visit: SignInVisit,
  { proven, human }: { proven: Proven; human: Human },
  says: Said,
): Promise<Outcome<"enrolled" | "due", Said>> {
  const { words } = visit.appearance;
  const added = await setUp(visit, human, { kind: "passkey", made: readNewPasskey(visit, human) });
  switch (added.outcome) {
    case "slowed":
      return { again: says, slowed: added };
    case "full":
      return { again: { ...says, problem: words.say("passkey.tooMany", { count: MOST_PASSKEYS }) }, status: 409 };
    case "lost":
      return { again: { ...says, problem: words.say("passkey.notAdded") }, status: 401 };
    case "won":
      return afterEnrolment(visit, proven, added);
  }
}
