/** How it stands with registration in an instance: whether anybody has decided, and who has decided otherwise. */
import type { Database } from "../storage/database.ts";
import { effectivePolicy } from "./policies/effective.ts";
import { readPolicy } from "./policies/policies.ts";

export interface RegistrationStanding {
  /** `undecided`: closed, because nobody has said yet whether it should be open. */
  readonly instance: "open" | "closed" | "undecided";
  /** Whether an address has to be proved where the instance decides. */
  readonly verifyEmail: boolean;
  /** How many organizations have decided for themselves. */
  readonly openedBy: number;
  readonly closedBy: number;
}

export async function readRegistrationStanding(db: Database): Promise<RegistrationStanding> {
  const { settings, from } = await readPolicy(db, "registration");
  const own = await db
    .selectFrom("policies")
    .select("settings")
    .where("kind", "=", "registration")
    .where("place_id", "<>", "")
    .execute();
  const openedBy = own.filter((row) => effectivePolicy("registration", { own: row.settings }).decided.allowed).length;
  return {
    instance: settings.allowed ? "open" : from === "built-in" ? "undecided" : "closed",
    verifyEmail: settings.verifyEmail,
    openedBy,
    closedBy: own.length - openedBy,
  };
}

/** In one sentence, for whoever runs it. */
export function sayRegistration({ instance, verifyEmail, openedBy, closedBy }: RegistrationStanding): string {
  const organizations = (count: number) => (count === 1 ? "1 organization has" : `${count} organizations have`);
  const otherwise = instance === "open" ? closedBy : openedBy;
  const except =
    otherwise === 0
      ? ""
      : `; ${organizations(otherwise)} ${instance === "open" ? "closed" : "opened"} it for ${otherwise === 1 ? "itself" : "themselves"}`;
  if (instance === "undecided") return `not decided, closed until then${except}`;
  if (instance === "closed") return `closed${except}`;
  return `open to anybody, ${verifyEmail ? "who proves an e-mail address first" : "without proving an e-mail address"}${except}`;
}
