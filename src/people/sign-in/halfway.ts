/**
 * Somebody in between: one proof is there, and another is due or has to be set up. What every page and form of theirs
 * asks first: that they may sign in, that what they proved still counts, and what is due by the rows as they are now.
 */
import { type Due, whatIsDue } from "../../identity/factors/due.ts";
import type { Level } from "../../identity/factors/levels.ts";
import { readFactorSituation } from "../../identity/factors/situation.ts";
import { type AttemptKind, type Counted, person, type Slowed } from "../../identity/limits/attempts.ts";
import { giveBackAttempt } from "../../identity/limits/proof-attempts.ts";
import { findWhoMaySignIn } from "../../identity/sessions/login-sessions.ts";
import { findHuman, type Human } from "../../identity/users/humans.ts";
import { requestCodeMail } from "../../identity/users/mail-requests.ts";
import type { Proven } from "../../pages/login-request.ts";
import { countAttempt } from "../attempts.ts";
import { byPerson } from "../by-person.ts";
import { stillCounts } from "./proven.ts";
import type { SignInVisit } from "./visit.ts";

/**
 * Undefined when it cannot go on from here: the person is gone or shut out, begins anew, or has changed the password
 * since.
 */
export async function openHalfway(
  { services }: SignInVisit,
  proven: Proven,
  wanted: Level,
): Promise<(Due & { human: Human }) | undefined> {
  const { db } = services.storage;
  if ((await findWhoMaySignIn(db, proven.userId)) === undefined || !(await stillCounts(db, proven))) return undefined;
  const human = await findHuman(db, proven.userId);
  if (human === undefined) return undefined;
  const situation = await readFactorSituation(db, { userId: human.id, organizationId: human.organizationId });
  return { human, ...whatIsDue({ ...situation, amr: proven.amr, wanted }) };
}

/** The id of the code that is on its way to the confirmed address; undefined when there were too many mails of late. */
export async function mailCode(
  { request, services, appearance }: SignInVisit,
  { id: userId }: Human,
): Promise<string | undefined> {
  const mail = { userId, purpose: "second_factor", language: appearance.words.language } as const;
  const codeId = await services.storage.transaction((tx) => requestCodeMail(tx, mail, byPerson(request, userId)));
  if (codeId !== undefined) services.mail.wake();
  return codeId;
}

/** Every proof is counted for the person, apart from those of other kinds, before it is looked at. */
export async function countProof(visit: SignInVisit, human: Human, kind: AttemptKind): Promise<Counted | Slowed> {
  return countAttempt(visit, { kind, who: await person(visit.services.storage.db, human) });
}

/** It was right: the address gets its attempt back, and the person's start anew once everything is proved. */
export async function wasRight({ services }: SignInVisit, proven: Proven, counted: Counted): Promise<Proven> {
  await giveBackAttempt(services.storage.db, ...counted.address);
  return { ...proven, counted: [...(proven.counted ?? []), ...counted.subjects] };
}
