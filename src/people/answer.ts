/** The one place in which the way in goes on, begins again, has to wait or ends. */
import type { FastifyReply } from "fastify";
import { withRequest } from "../pages/login-request.ts";
import { sendPage } from "../pages/page.ts";
import { tellSlowed } from "./attempts.ts";
import { sendCannotContinue } from "./dead-ends.ts";
import type { Next, Onward, Outcome, Says, StepName, StepPage } from "./outcome.ts";
import { backAddress, type SignInVisit, ticketAt } from "./sign-in/visit.ts";
import { whatFollows } from "./sign-in/what-follows.ts";

/** Where each step is, which only the table of them knows. */
export type PathOf = (name: StepName) => string;

/** Shows the page that the form was on. */
export type ShowAgain<Said extends Says> = (says: Said) => FastifyReply | Promise<FastifyReply>;

export async function answer<Said extends Says>(
  visit: SignInVisit,
  outcome: Outcome<Next, Said>,
  pathOf: PathOf,
  show: ShowAgain<Said>,
): Promise<FastifyReply> {
  const { reply, appearance } = visit;
  if (outcome === "over") return sendCannotContinue(reply);
  if ("show" in outcome) {
    reply.code(outcome.status ?? 200);
    return sendStepPage(visit, outcome.show);
  }
  if ("slowed" in outcome)
    return show({ ...outcome.again, problem: tellSlowed(reply, appearance.words, outcome.slowed) });
  if ("again" in outcome) {
    reply.code(outcome.status);
    return show(outcome.again);
  }
  if (!("proven" in outcome)) return leave(visit, outcome, pathOf);
  const following = await whatFollows(visit, outcome.proven);
  if (following === undefined) return answer(visit, outcome.otherwise ?? "over", pathOf, show);
  await outcome.afterwards?.();
  return leave(visit, following, pathOf);
}

/** An answer to a form leads on with a GET, so that going back does not send it again. */
function leave(visit: SignInVisit, onward: Exclude<Onward<Next>, { proven: unknown }>, pathOf: PathOf): FastifyReply {
  const { request, reply, services } = visit;
  const status = request.method === "POST" ? 303 : 302;
  if ("back" in onward) return reply.redirect(backAddress(visit, onward.back), status);
  const address = withRequest(services.loginUrl, pathOf(onward.to.at), ticketAt(visit, onward.to));
  return reply.redirect(onward.choice === undefined ? address : `${address}&with=${onward.choice}`, status);
}

export function sendStepPage(visit: SignInVisit, { appearance = visit.appearance, ...page }: StepPage): FastifyReply {
  return sendPage(visit.reply, appearance, { ...page, leadsAway: true });
}
