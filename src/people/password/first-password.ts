/**
 * The last step of a registration, behind the code and behind the link alike: the first password. The login name is the
 * address.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { SignetError } from "../../errors/signet-error.ts";
import { hashRequester } from "../../http/client-address.ts";
import { readPolicy } from "../../identity/policies/policies.ts";
import type { Human } from "../../identity/users/humans.ts";
import type { MailLink } from "../../identity/users/mail-links.ts";
import { newPassword } from "../../identity/users/new-password.ts";
import type { PasswordProblem } from "../../identity/users/password-rules.ts";
import { findRegistrant, finishRegistration, untilNameIsFree } from "../../identity/users/registration.ts";
import type { Appearance } from "../../pages/appearance.ts";
import type { Database } from "../../storage/database.ts";
import { byPerson } from "../by-person.ts";
import type { LoginServices } from "../people-services.ts";
import { type ChoosePassword, sendChoosePassword } from "./choose-password-page.ts";

export interface Finishing {
  readonly link: MailLink;
  readonly human: Human;
}

/** Undefined when there is nothing to finish, or registration was closed meanwhile. */
export async function openFinishing(db: Database, link: MailLink): Promise<Finishing | undefined> {
  const human = await findRegistrant(db, link.userId);
  if (human === undefined) return undefined;
  const { settings } = await readPolicy(db, "registration", human.organizationId);
  return settings.allowed ? { link, human } : undefined;
}

export type FirstRefused = { readonly outcome: "refused"; readonly problem: PasswordProblem };
export type FirstOutcome = { readonly outcome: "won" } | { readonly outcome: "lost" } | FirstRefused;

/** The page that it is asked on. */
export type FirstPlace = Pick<ChoosePassword, "action" | "hidden" | "address" | "after" | "leadsAway">;

export async function askFirstPassword(
  reply: FastifyReply,
  appearance: Appearance,
  { human, place, problem }: Finishing & { place: FirstPlace; problem?: PasswordProblem },
  services: LoginServices,
): Promise<FastifyReply> {
  const { settings } = await readPolicy(services.storage.db, "password", human.organizationId);
  return sendChoosePassword(reply, appearance, {
    ...place,
    loginName: human.email,
    minLength: settings.minLength,
    first: true,
    problem,
  });
}

/** Nothing is spent by what is refused. */
export async function setFirstPassword(
  request: FastifyRequest,
  { link, human }: Finishing,
  password: string,
  services: LoginServices,
): Promise<FirstOutcome> {
  const { storage } = services;
  const requester = hashRequester(request, human.id);
  const chosen = await newPassword(services, { userId: human.id, chosenBy: "owner", password, requester });
  if (chosen.outcome === "refused") return chosen;
  const { hash } = chosen;
  const finish = () => storage.transaction((tx) => finishRegistration(tx, link, hash, byPerson(request, human.id)));
  return { outcome: await untilNameIsFree(finish) };
}

export function isNameTaken(error: unknown): boolean {
  return error instanceof SignetError && error.code === "already_exists" && error.field === "userName";
}
