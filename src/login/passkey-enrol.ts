/** A passkey is added on the way in, because the organization asks for a second factor. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { beginPasskey, finishPasskey } from "../http/new-passkey.ts";
import { MOST_PASSKEYS } from "../identity/factors/add-passkey.ts";
import { withProof } from "../identity/factors/levels.ts";
import { accountSubject, giveBackAttempt } from "../identity/limits/proof-attempts.ts";
import { readPolicy } from "../identity/policies.ts";
import type { Human } from "../identity/users/humans.ts";
import { afterEnrolment, type PendingEnrolment } from "./enrol.ts";
import { sendEnrolmentPage } from "./enrol-pages.ts";
import type { OpenLogin } from "./open-request.ts";
import { addressOf, countAttempt } from "./prove.ts";
import type { LoginServices } from "./services.ts";

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
    return sendEnrolmentPage(reply, await withNewPasskey(request, pending, services), { kind: "passkey", problem: added.problem });
  }
  const { amr, factorIds = [] } = step.proven;
  const proven = { ...step.proven, amr: withProof(amr, { kind: "passkey", ...added }), factorIds: [...factorIds, added.id] };
  return afterEnrolment(request, reply, { ...pending, proven, codes: true }, services);
}

/** What the page asks the device to make. */
export async function withNewPasskey(
  request: FastifyRequest,
  pending: PendingEnrolment,
  services: LoginServices,
): Promise<PendingEnrolment> {
  const { human, open } = pending;
  return { ...pending, passkey: await beginPasskey(request, { human, look: open.look, now: open.now }, services) };
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
  const { words } = open.look;
  const refused = (status: number, problem: string) => {
    reply.code(status);
    return { outcome: "refused", problem } as const;
  };
  const { db } = services.storage;
  const { settings } = await readPolicy(db, "throttling", human.organizationId);
  const slowed = await countAttempt(request, db, [accountSubject(human.id), settings]);
  if (slowed !== undefined) {
    reply.header("retry-after", slowed.seconds);
    return refused(429, words.say("signIn.slowed", { time: words.duration(slowed.seconds) }));
  }
  const added = await finishPasskey(request, { human, look: open.look, now: open.now }, form, services);
  if (added.outcome === "full") return refused(409, words.say("passkey.tooMany", { count: MOST_PASSKEYS }));
  if (added.outcome === "lost") return refused(401, words.say("passkey.notAdded"));
  await giveBackAttempt(db, addressOf(request));
  return added;
}
