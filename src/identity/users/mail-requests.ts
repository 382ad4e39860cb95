/** Asking for a mail to a person: who may be sent which, and the event that says it was asked for. */
import { SignetError } from "../../errors/signet-error.ts";
import { record } from "../../events/audit-log.ts";
import type { EventType } from "../../events/event-types.ts";
import { enqueueMail, type PersonalMail } from "../../mail/requests.ts";
import type { Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import { lockRow } from "../changes.ts";
import { expectCode, newCodeId } from "../limits/one-time-codes.ts";
import { expectUnblockCode } from "../limits/unblock-codes.ts";
import { emailAddress, invalid } from "../names.ts";
import { type Organization, readOrganization } from "../organizations.ts";
import type { By } from "../resource.ts";
import { type Human, readHuman } from "./humans.ts";

/** Those that somebody asks for by themselves; the others come with a registration. */
export type RequestedMail = Extract<PersonalMail, "invitation" | "reset_password" | "verify_email">;

/** The event that each of them leaves. */
export const requested = {
  invitation: "user.invited",
  reset_password: "user_password.reset_requested",
  verify_email: "user_email.verification_requested",
  registration: "user.registration_requested",
  account_exists: "user.registration_repeated",
  second_factor_code: "user_factor.code_requested",
  email_change_code: "user_email.change_requested",
  unblock_code: "user_password.unblock_requested",
} as const satisfies Record<PersonalMail, EventType>;

const HOUR_MS = 3_600_000;
/** Enough for whoever does not find a mail; too few to fill somebody's inbox. */
export const MOST_MAILS_AN_HOUR = 20;

/**
 * Counted apart, so that strangers cannot use up what somebody gets after a right password: what anybody can ask for,
 * knowing an address; what a manager sends; and the codes of each kind. (For `unblock_code` limits/unblock-codes.ts
 * counts itself.)
 */
const budgets = {
  strangers: { visitors: true, kinds: ["reset_password", "registration", "account_exists", "invitation"] },
  managers: { visitors: false, kinds: ["reset_password", "invitation", "verify_email"] },
  second_factor: { visitors: false, kinds: ["second_factor_code"] },
  email_change: { visitors: false, kinds: ["email_change_code"] },
} as const satisfies Record<string, { visitors: boolean; kinds: readonly PersonalMail[] }>;

export type MailBudget = keyof typeof budgets;

/** Sent once the transaction is committed, by whichever node is first; waking this one's mail room makes it soon. */
export async function requestMail(
  tx: Transaction,
  mail: { kind: RequestedMail; userId: string; language?: string },
  by: By,
): Promise<void> {
  const human = await readHuman(tx, mail.userId);
  const obstacle = obstacleTo(mail.kind, human, await readOrganization(tx, human.organizationId));
  if (obstacle !== undefined) throw new SignetError("wrong_state", obstacle);
  if (!(await mayBeSent(tx, mail.userId, by.actor.kind === "visitor" ? "strangers" : "managers"))) {
    throw new SignetError(
      "wrong_state",
      `This user was sent ${MOST_MAILS_AN_HOUR} mails within the last hour; wait before you send more`,
    );
  }
  await enqueueMail(tx, mail);
  const { organizationId } = human;
  await record(tx, { type: requested[mail.kind], ...by, resource: { kind: "user", id: mail.userId }, organizationId });
}

/**
 * Whether there were not too many of late. Counted by the events that each of them leaves, one request after the other.
 */
export async function mayBeSent(tx: Transaction, userId: string, budget: MailBudget): Promise<boolean> {
  const { visitors, kinds } = budgets[budget];
  await lockRow(tx, "users", userId);
  const { count } = await tx
    .selectFrom("events")
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where("resource_kind", "=", "user")
    .where("resource_id", "=", userId)
    .where("at", ">", (eb) => eb(now, "-", HOUR_MS))
    .where(
      "type",
      "in",
      kinds.map((kind) => requested[kind]),
    )
    .where("actor_kind", visitors ? "=" : "<>", "visitor")
    .executeTakeFirstOrThrow();
  return Number(count) < MOST_MAILS_AN_HOUR;
}

/** A mail that shows whether mail works. */
export async function requestTestMail(tx: Transaction, mail: { to: string }, by: By): Promise<void> {
  const to = recipient(mail.to);
  await enqueueMail(tx, { kind: "test", to });
  await record(tx, { type: "mail.test_requested", ...by, resource: { kind: "mail" }, detail: { to } });
}

function recipient(text: string): string {
  try {
    return emailAddress(text);
  } catch (error) {
    throw error instanceof SignetError ? invalid("to", "to must be an address such as ada@acme.example") : error;
  }
}

/**
 * Why the mail makes no sense for this person as they are now; asked when it is requested, and again when it is sent.
 */
export function obstacleTo(
  kind: PersonalMail,
  human: Human,
  organization: Pick<Organization, "state">,
): string | undefined {
  if (organization.state !== "active") return "The organization of this user is inactive; activate it first";
  if (human.state !== "active" && human.state !== "unverified") {
    return `This user is ${human.state}; only one that is active or unverified can be sent this mail`;
  }
  if (human.email === "" && kind !== "email_change_code") return "This user has no e-mail address; give them one first";
  // Its link lives much longer than one that resets a password.
  if (kind === "invitation" && human.hasPassword)
    return "This user has a password already; send a mail to reset it instead";
  // A manager's word is one thing, and that the person shows it another.
  if (kind === "verify_email" && human.emailProven) return "This user has proved the e-mail address already";
  if (kind === "unblock_code" && !hasProvenAddress(human)) return "This user has not proved the e-mail address";
  if (kind === "registration" && (human.hasPassword || human.state !== "unverified"))
    return "This user has registered already";
  return undefined;
}

/** Whether mails that let somebody in may go to the address that the person has now. */
export function hasProvenAddress({ email, emailProven }: Pick<Human, "email" | "emailProven">): boolean {
  return email !== "" && emailProven;
}

/**
 * A code that lets the owner try the password while others' attempts make it wait. Lost when there was one within the
 * last hour.
 */
export async function requestUnblockCode(
  tx: Transaction,
  { userId, language }: { userId: string; language: string },
  by: By,
): Promise<"won" | "lost"> {
  const human = await readHuman(tx, userId);
  const { organizationId } = human;
  if (obstacleTo("unblock_code", human, await readOrganization(tx, organizationId)) !== undefined) return "lost";
  if ((await expectUnblockCode(tx, userId)) === "lost") return "lost";
  await enqueueMail(tx, { kind: "unblock_code", userId, language });
  await record(tx, { type: requested.unblock_code, ...by, resource: { kind: "user", id: userId }, organizationId });
  return "won";
}

/** A code to the verified address. The id is the code's; undefined when there were too many mails of late. */
export async function requestCodeMail(
  tx: Transaction,
  { userId, purpose, language }: { userId: string; purpose: "second_factor"; language: string },
  by: By,
): Promise<string | undefined> {
  const human = await readHuman(tx, userId);
  if (!human.emailVerified || !(await mayBeSent(tx, userId, "second_factor"))) return undefined;
  const codeId = newCodeId();
  const { email_version: version } = await tx
    .selectFrom("humans")
    .select("email_version")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  // Whoever types the code proves the address that it was sent to, and no other.
  await expectCode(tx, { id: codeId, userId, purpose, data: String(version) });
  await enqueueMail(tx, { kind: "second_factor_code", userId, codeId, language });
  const { organizationId } = human;
  await record(tx, {
    type: requested.second_factor_code,
    ...by,
    resource: { kind: "user", id: userId },
    organizationId,
  });
  return codeId;
}
