/**
 * How a step of the way in is written down: where it is, how it is opened from the sealed request, what its page shows,
 * what a submission of its form comes to, and what may follow.
 */
import type { FastifyReply } from "fastify";
import { type LoginStep, withRequest } from "../pages/login-request.ts";
import { answer, type PathOf, type ShowAgain, sendStepPage } from "./answer.ts";
import { sendCannotContinue } from "./dead-ends.ts";
import { Instead, type Next, type Outcome, type Says, type Sealed, type StepName, type StepPage } from "./outcome.ts";
import type { SignInVisit } from "./sign-in/visit.ts";

type Soon<Value> = Value | Promise<Value>;

interface Plan<Opened, Said extends Says, May extends Next> {
  readonly path: string;
  readonly mayFollow: readonly May[];
  /** Undefined when it cannot go on from here. */
  open(visit: SignInVisit): Soon<Opened | Instead<NoInfer<May>> | undefined>;
  /** A step without one is a form that is on the pages of others, and never refused. */
  page?(visit: SignInVisit, opened: NoInfer<Opened>, says: Said): Soon<StepPage | Instead<NoInfer<May>>>;
  take?(visit: SignInVisit, opened: NoInfer<Opened>): Soon<Outcome<NoInfer<May>, NoInfer<Said>>>;
  /** Nobody asks for its page: it is seen when the form is refused. */
  readonly isFormOnly?: true;
}

export interface Step {
  readonly path: string;
  readonly mayFollow: readonly Next[];
  /** Its page, where it has one of its own. */
  readonly show: Visited | undefined;
  /** Its form, where it has one. */
  readonly take: Visited | undefined;
}

type Visited = (visit: SignInVisit, pathOf: PathOf) => Promise<FastifyReply>;

export function step<Opened, Said extends Says, const May extends Next>(plan: Plan<Opened, Said, May>): Step {
  const { path, mayFollow, take, isFormOnly = plan.page === undefined } = plan;

  async function visited(
    visit: SignInVisit,
    pathOf: PathOf,
    work: (opened: Opened, show: ShowAgain<Said>) => Soon<FastifyReply>,
  ): Promise<FastifyReply> {
    const instead = ({ outcome }: Instead<May>) =>
      answer(visit, outcome, pathOf, () => sendCannotContinue(visit.reply));
    const opened = await plan.open(visit);
    if (opened === undefined) return sendCannotContinue(visit.reply);
    if (opened instanceof Instead) return instead(opened);
    return work(opened, async (says) => {
      const page = await plan.page?.(visit, opened, says);
      if (page === undefined) return sendCannotContinue(visit.reply);
      if (page instanceof Instead) return instead(page);
      return sendStepPage(visit, { address: withRequest("", path, visit.ticket), ...page });
    });
  }

  return {
    path,
    mayFollow,
    show: isFormOnly ? undefined : (visit, pathOf) => visited(visit, pathOf, (_opened, show) => show({} as Said)),
    take:
      take &&
      ((visit, pathOf) =>
        visited(visit, pathOf, async (opened, show) => answer(visit, await take(visit, opened), pathOf, show))),
  };
}

/** What is sealed into the request, if it is at that step. */
export function sealedAt<Name extends StepName>({ login }: SignInVisit, name: Name): Sealed<Name> | undefined {
  const isAt = (one: LoginStep): one is Sealed<Name> => one.at === name;
  return login.step !== undefined && isAt(login.step) ? login.step : undefined;
}
