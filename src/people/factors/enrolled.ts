/** A factor was set up on the way in: what follows, and the passkey that is one. */
import { MOST_PASSKEYS } from "../../identity/factors/add-passkey.ts";
import { makeRecoveryCodes } from "../../identity/factors/recovery-codes.ts";
import { giveBackAttempt } from "../../identity/limits/proof-attempts.ts";
import type { Human } from "../../identity/users/humans.ts";
import { type Proven, paths } from "../../pages/login-request.ts";
import { byPerson } from "../by-person.ts";
import type { Outcome, Refusal, Says } from "../outcome.ts";
import { countProof } from "../sign-in/halfway.ts";
import { type SignInVisit, ticketAt } from "../sign-in/visit.ts";
import { sealedAt, step } from "../step.ts";
import { recoveryCodesPage } from "./enrol-pages.ts";
import { finishPasskey } from "./new-passkey.ts";

/** Recovery codes are on the screen, and were kept. */
export const enrolledStep = step({
  path: `${paths.enrol}/done`,
  mayFollow: ["due"],
  open: (visit) => sealedAt(visit, "enrolled"),
  take: (_visit, { proven }) => ({ proven: [proven] }),
});

/** Whoever may lose a device gets recovery codes, on the screen, once. */
export async function afterEnrolment(
  visit: SignInVisit,
  proven: Proven,
  { codes }: { codes: boolean },
): Promise<Outcome<"enrolled" | "due">> {
  if (!codes) return { proven: [proven] };
  const { userId } = proven;
  const by = byPerson(visit.request, userId);
  const made = await visit.services.storage.transaction((tx) => makeRecoveryCodes(tx, userId, by));
  const next = { action: `${paths.enrol}/done`, ticket: ticketAt(visit, { at: "enrolled", proven }) };
  return { show: recoveryCodesPage(visit.appearance, made, next) };
}

type AddedOnTheWayIn<Said extends Says> =
  | { readonly outcome: "won"; readonly id: string; readonly synced: boolean; readonly verified: boolean }
  | { readonly outcome: "refused"; readonly refusal: Refusal<Said> };

/** Counted like every proof. `says`: what the page says beside what was wrong. */
export async function addPasskeyOnTheWayIn<Said extends Says>(
  visit: SignInVisit,
  human: Human,
  says: Said,
): Promise<AddedOnTheWayIn<Said>> {
  const { words } = visit.appearance;
  const refused = (status: number, problem: string) =>
    ({ outcome: "refused", refusal: { again: { ...says, problem }, status } }) as const;
  const counted = await countProof(visit, human, "new_factor");
  if (counted.outcome === "slowed") return { outcome: "refused", refusal: { again: says, slowed: counted } };
  const added = await finishPasskey(visit, human);
  if (added.outcome === "full") return refused(409, words.say("passkey.tooMany", { count: MOST_PASSKEYS }));
  if (added.outcome === "lost") return refused(401, words.say("passkey.notAdded"));
  await giveBackAttempt(visit.services.storage.db, ...counted.address, ...counted.subjects);
  return added;
}
