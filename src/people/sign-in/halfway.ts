/**
 * Somebody in between: one proof is there, and another is due or has to be set up. What every page and form of theirs
 * asks first: that they may sign in, that what they proved still counts, and what is due by the rows as they are now.
 */
import type { FastifyRequest } from "fastify";
import { type Due, whatIsDue } from "../../identity/factors/due.ts";
import { wantedLevel } from "../../identity/factors/levels.ts";
import { readFactorSituation } from "../../identity/factors/situation.ts";
import { type AttemptKind, type Counted, person, type Slowed } from "../../identity/limits/attempts.ts";
import { giveBackAttempt } from "../../identity/limits/proof-attempts.ts";
import { findWhoMaySignIn } from "../../identity/sessions/login-sessions.ts";
import { findHuman, type Human } from "../../identity/users/humans.ts";
import { requestCodeMail } from "../../identity/users/mail-requests.ts";
import type { LoginStep, Proven } from "../../pages/login-request.ts";
import { countAttempt } from "../attempts.ts";
import { byPerson } from "../by-person.ts";
import type { LoginServices } from "../people-services.ts";
import { stillCounts } from "./enter.ts";
import { type OpenLogin, openRequest } from "./open-request.ts";

export interface Halfway<At extends "factor" | "enrol"> {
  readonly open: OpenLogin;
  readonly step: Extract<LoginStep, { at: At }>;
  readonly human: Human;
}

/**
 * Undefined when it cannot go on from here: the person is gone or shut out, begins anew, or has changed the password
 * since.
 */
export async function openHalfway<At extends "factor" | "enrol">(
  request: FastifyRequest,
  { at, ticket }: { at: At; ticket: string | null },
  services: LoginServices,
): Promise<(Halfway<At> & { due: Due }) | undefined> {
  const open = await openRequest(request, ticket, services);
  const step = open?.login.step;
  if (open === undefined || step === undefined || !isAt(step, at)) return undefined;
  const { db } = services.storage;
  const { proven } = step;
  if ((await findWhoMaySignIn(db, proven.userId)) === undefined || !(await stillCounts(db, proven))) return undefined;
  const human = await findHuman(db, proven.userId);
  if (human === undefined) return undefined;
  const situation = await readFactorSituation(db, { userId: human.id, organizationId: human.organizationId });
  // Whoever sets something up is through with proving, as far as they can.
  const wanted = at === "enrol" ? "1fa" : wantedLevel(open.parameters.get("acr_values"));
  const due = whatIsDue({ ...situation, amr: proven.amr, wanted });
  return { open, step, human, due };
}

function isAt<At extends "factor" | "enrol">(
  step: LoginStep,
  at: At,
): step is Extract<LoginStep, { at: At }> & { proven: Proven } {
  return step.at === at;
}

/** The id of the code that is on its way to the confirmed address; undefined when there were too many mails of late. */
export async function mailCode(
  request: FastifyRequest,
  { open, human }: Halfway<"factor" | "enrol">,
  services: LoginServices,
): Promise<string | undefined> {
  const mail = { userId: human.id, purpose: "second_factor", language: open.appearance.words.language } as const;
  const codeId = await services.storage.transaction((tx) => requestCodeMail(tx, mail, byPerson(request, human.id)));
  if (codeId !== undefined) services.mail.wake();
  return codeId;
}

/** Every proof is counted for the person, apart from those of other kinds, before it is looked at. */
export async function countProof(
  request: FastifyRequest,
  { human, kind }: { human: Human; kind: AttemptKind },
  services: LoginServices,
): Promise<Counted | Slowed> {
  return countAttempt(request, { kind, who: await person(services.storage.db, human) }, services);
}

/** It was right: the address gets its attempt back, and the person's start anew once everything is proved. */
export async function wasRight(proven: Proven, counted: Counted, { storage }: LoginServices): Promise<Proven> {
  await giveBackAttempt(storage.db, ...counted.address);
  return { ...proven, counted: [...(proven.counted ?? []), ...counted.subjects] };
}
