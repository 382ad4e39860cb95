/** A passkey is added on the way in, because the organization asks for a second factor. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { MOST_PASSKEYS } from "../../identity/factors/add-passkey.ts";
import { withProof } from "../../identity/factors/levels.ts";
import { giveBackAttempt } from "../../identity/limits/proof-attempts.ts";
import type { Human } from "../../identity/users/humans.ts";
import { tellSlowed } from "../attempts.ts";
import type { LoginServices } from "../people-services.ts";
import { countProof } from "../sign-in/halfway.ts";
import type { OpenLogin } from "../sign-in/open-request.ts";
import { afterEnrolment, type PendingEnrolment } from "./enrol.ts";
import { sendEnrolmentPage } from "./enrol-pages.ts";
import { beginPasskey, finishPasskey } from "./new-passkey.ts";

export async function enrolPasskey(
  request: FastifyRequest,
  reply: FastifyReply,
  pending: PendingEnrolment,
  form: URLSearchParams,
  services: LoginServices,
): Promise<FastifyReply> {
  const { step } = pending;
  const added = await addOnTheWayIn(request, reply, pending, form, services);
  if (added.outcome === "refused") {
    return sendEnrolmentPage(reply, await withNewPasskey(request, pending, services), {
      kind: "passkey",
      problem: added.problem,
    });
  }
  const { amr, factorIds = [] } = step.proven;
  const proven = {
    ...step.proven,
    amr: withProof(amr, { kind: "passkey", ...added }),
    factorIds: [...factorIds, added.id],
  };
  return afterEnrolment(request, reply, { ...pending, proven, codes: true }, services);
}

/** What the page asks the device to make. */
export async function withNewPasskey(
  request: FastifyRequest,
  pending: PendingEnrolment,
  services: LoginServices,
): Promise<PendingEnrolment> {
  const { human, open } = pending;
  return {
    ...pending,
    passkey: await beginPasskey(request, { human, appearance: open.appearance, now: open.now }, services),
  };
}

type AddedOnTheWayIn =
  | { readonly outcome: "won"; readonly id: string; readonly synced: boolean; readonly verified: boolean }
  | { readonly outcome: "refused"; readonly problem: string };

/** Counted like every proof. The reply has its status when it is refused. */
export async function addOnTheWayIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { open, human }: { open: OpenLogin; human: Human },
  form: URLSearchParams,
  services: LoginServices,
): Promise<AddedOnTheWayIn> {
  const { words } = open.appearance;
  const refused = (status: number, problem: string) => {
    reply.code(status);
    return { outcome: "refused", problem } as const;
  };
  const counted = await countProof(request, { human, kind: "new_factor" }, services);
  if (counted.outcome === "slowed") return refused(429, tellSlowed(reply, words, counted));
  const added = await finishPasskey(request, { human, appearance: open.appearance, now: open.now }, form, services);
  if (added.outcome === "full") return refused(409, words.say("passkey.tooMany", { count: MOST_PASSKEYS }));
  if (added.outcome === "lost") return refused(401, words.say("passkey.notAdded"));
  await giveBackAttempt(services.storage.db, ...counted.address, ...counted.subjects);
  return added;
}
