/**
 * Whose password it is, of those who are meant. Usually that is one person, or nobody, and one password is compared
 * either way.
 *
 * Several people may have proved the same address, and then several are compared, which takes longer. So that nobody
 * sees by the time which addresses these are, as many are compared for some names that mean one person or nobody: for
 * one in sixteen two, and for one in 256 three. Which names these are follows from the name and a key of the instance,
 * so asking again tells nothing. To somebody who measures, an address with several accounts is one of very many names
 * that take as long.
 */
import { createHmac } from "node:crypto";
import type { Counted } from "../../identity/limits/attempts.ts";
import { holdsManagerRole } from "../../identity/managers.ts";
import type { LoginCandidate } from "../../identity/users/login-names.ts";
import { readPassword } from "../../identity/users/passwords.ts";
import type { HashRequester } from "../../passwords/passwords.ts";
import type { PeopleServices } from "../people-services.ts";

export interface RightPassword {
  readonly candidate: LoginCandidate;
  /** Of the password that was right. */
  readonly version: number;
  readonly outdated: boolean;
}

interface Comparison {
  readonly password: string;
  /** Whether a right one counts: that of people, and that of people who hold a manager role. */
  readonly allows: Counted["allows"];
  /** On whose account they are hashed. */
  readonly requester: HashRequester;
}

export async function comparePassword(
  { candidates, comparisons }: { candidates: readonly LoginCandidate[]; comparisons: number },
  { password, allows, requester }: Comparison,
  { storage: { db }, passwords }: Pick<PeopleServices, "storage" | "passwords">,
): Promise<RightPassword[]> {
  const fits: RightPassword[] = [];
  for (let n = 0; n < comparisons; n++) {
    const candidate = candidates[n];
    // Whether or not there is such a person: one more step for some of them would be seen in the time it takes.
    const stored = await readPassword(db, candidate?.userId ?? "");
    const verdict = stored?.hash
      ? await passwords.verify(stored.hash, password, requester)
      : await passwords.verifyNobody(password, requester).then(() => "wrong" as const);
    const isAllowed = (await holdsManagerRole(db, candidate?.userId ?? "")) ? allows.managers : allows.people;
    if (candidate === undefined || stored === undefined || verdict === "wrong" || !isAllowed) continue;
    fits.push({ candidate, version: stored.version, outdated: verdict === "right-but-outdated" });
  }
  return fits;
}

/** How many are compared at least. `secret` is the same on all nodes. */
export function comparisonsFor(name: string, secret: Buffer): number {
  const [byte = 255] = createHmac("sha256", secret).update(`signet comparisons ${name}`).digest();
  if (byte === 0) return 3;
  return byte < 16 ? 2 : 1;
}
