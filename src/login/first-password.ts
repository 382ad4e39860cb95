/** The last step of a registration, behind the code and behind the link alike: the first password and, where asked for, a name. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { SignetError } from "../errors/signet-error.ts";
import { countAttempt, tellSlowed } from "../http/attempts.ts";
import { byPerson } from "../http/by-person.ts";
import { hashedFor } from "../http/client-address.ts";
import type { Look } from "../http/look.ts";
import type { Slowed } from "../identity/limits/attempts.ts";
import { userName } from "../identity/names.ts";
import { readPolicy } from "../identity/policies.ts";
import type { Human } from "../identity/users/humans.ts";
import type { MailLink } from "../identity/users/mail-links.ts";
import { findPasswordProblem, type PasswordProblem } from "../identity/users/password-rules.ts";
import { findRegistrant, finishRegistration } from "../identity/users/registration.ts";
import type { Database } from "../storage/database.ts";
import type { Words } from "../texts/words.ts";
import { type ChoosePassword, sendChoosePassword } from "./choose-password-page.ts";
import { isRefused } from "./registration-form.ts";
import type { LoginServices } from "./services.ts";

export interface Finishing {
  readonly link: MailLink;
  readonly human: Human;
  readonly asksName: boolean;
}

/** Undefined when there is nothing to finish, or registration was closed meanwhile. */
export async function openFinishing(db: Database, link: MailLink): Promise<Finishing | undefined> {
  const human = await findRegistrant(db, link.userId);
  if (human === undefined) return undefined;
  const { settings } = await readPolicy(db, "registration", human.organizationId);
  return settings.allowed ? { link, human, asksName: settings.fields.includes("userName") } : undefined;
}

export interface TypedFirst {
  readonly password: string;
  readonly userName: string;
}

export function readTypedFirst(form: URLSearchParams): TypedFirst {
  return { password: form.get("password") ?? "", userName: (form.get("userName") ?? "").trim() };
}

interface FirstProblems {
  readonly password?: PasswordProblem | undefined;
  readonly userName?: string | undefined;
}

export type FirstRefused = { readonly outcome: "refused"; readonly status: 400 | 409 } & FirstProblems;
export type FirstOutcome = { readonly outcome: "won" } | { readonly outcome: "lost" } | FirstRefused | Slowed;

/** The page that it is asked on. */
export type FirstPlace = Pick<ChoosePassword, "action" | "hidden" | "address" | "after" | "leadsAway">;

export async function askFirstPassword(
  reply: FastifyReply,
  look: Look,
  { human, asksName, place, ...shown }: Finishing & { place: FirstPlace; typedName?: string; problems?: FirstProblems },
  services: LoginServices,
): Promise<FastifyReply> {
  const { settings } = await readPolicy(services.storage.db, "password", human.organizationId);
  return sendChoosePassword(reply, look, {
    ...place,
    loginName: human.email,
    ...(asksName ? { userName: { value: shown.typedName ?? "", problem: shown.problems?.userName } } : {}),
    minLength: settings.minLength,
    first: true,
    problem: shown.problems?.password,
  });
}

/** Nothing is spent by what is refused. */
export async function setFirstPassword(
  request: FastifyRequest,
  { link, human, asksName }: Finishing,
  { typed, words }: { typed: TypedFirst; words: Words },
  services: LoginServices,
): Promise<FirstOutcome> {
  const { storage } = services;
  const { settings } = await readPolicy(storage.db, "password", human.organizationId);
  const own = [human.email, asksName ? typed.userName : human.userName, human.loginName];
  const password = await findPasswordProblem(typed.password, settings, own);
  const isNoName = asksName && isRefused(() => userName(typed.userName));
  if (password !== undefined || isNoName) {
    return { outcome: "refused", status: 400, password, userName: isNoName ? words.say("register.userNameInvalid") : undefined };
  }
  // Each name that is refused tells that somebody has it.
  const counted = asksName ? await countAttempt(request, { kind: "user_name" }, services) : undefined;
  if (counted?.outcome === "slowed") return counted;
  const hash = await services.passwords.hash(typed.password, hashedFor(request, human.id));
  const chosen = { hash, ...(asksName ? { userName: typed.userName } : {}) };
  try {
    const outcome = await storage.transaction((tx) => finishRegistration(tx, link, chosen, byPerson(request, human.id)));
    return { outcome };
  } catch (error) {
    if (!isNameTaken(error)) throw error;
    return { outcome: "refused", status: 409, userName: words.say("register.userNameTaken") };
  }
}

/** What is wrong, on the page that it was typed on. */
export function askFirstPasswordAgain(
  reply: FastifyReply,
  look: Look,
  { answer, ...shown }: Finishing & { place: FirstPlace; typedName: string; answer: FirstRefused | Slowed },
  services: LoginServices,
): Promise<FastifyReply> {
  if (answer.outcome === "refused") {
    return askFirstPassword(reply.code(answer.status), look, { ...shown, problems: answer }, services);
  }
  const problem = tellSlowed(reply, look.words, answer);
  return askFirstPassword(reply, look, { ...shown, problems: { userName: problem } }, services);
}

export function isNameTaken(error: unknown): boolean {
  return error instanceof SignetError && error.code === "already_exists" && error.field === "userName";
}
