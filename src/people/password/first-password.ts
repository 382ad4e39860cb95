/**
 * The last step of a registration, behind the code and behind the link alike: the first password. The login name is the
 * address.
 */
import type { FastifyRequest } from "fastify";
import { SignetError } from "../../errors/signet-error.ts";
import { hashRequester } from "../../http/client-address.ts";
import { readPolicy } from "../../identity/policies/policies.ts";
import type { Human } from "../../identity/users/humans.ts";
import type { MailLink } from "../../identity/users/mail-links.ts";
import { newPassword, type RefusedPassword } from "../../identity/users/new-password.ts";
import { findRegistrant, finishRegistration, untilNameIsFree } from "../../identity/users/registration.ts";
import type { Appearance } from "../../pages/appearance.ts";
import type { Page } from "../../pages/page.ts";
import type { Database } from "../../storage/database.ts";
import { byPerson } from "../by-person.ts";
import type { PeopleServices } from "../people-services.ts";
import { type ChoosePassword, choosePasswordPage } from "./choose-password-page.ts";

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

export async function firstPasswordPage(
  { appearance, services }: { appearance: Appearance; services: PeopleServices },
  human: Human,
  shown: Pick<ChoosePassword, "action" | "hidden" | "after" | "problem">,
): Promise<Page> {
  const { settings } = await readPolicy(services.storage.db, "password", human.organizationId);
  const { minLength } = settings;
  return choosePasswordPage(appearance.words, { ...shown, loginName: human.email, minLength, first: true });
}

/** Nothing is spent by what is refused. */
export async function setFirstPassword(
  { request, services }: { request: FastifyRequest; services: PeopleServices },
  { link, human }: Finishing,
  password: string,
): Promise<{ outcome: "won" | "lost" } | RefusedPassword> {
  const requester = hashRequester(request, human.id);
  const chosen = await newPassword(services, { userId: human.id, chosenBy: "owner", password, requester });
  if (chosen.outcome === "refused") return chosen;
  const by = byPerson(request, human.id);
  const finish = () => services.storage.transaction((tx) => finishRegistration(tx, link, chosen.hash, by));
  return { outcome: await untilNameIsFree(finish) };
}

export function isNameTaken(error: unknown): boolean {
  return error instanceof SignetError && error.code === "already_exists" && error.field === "userName";
}
