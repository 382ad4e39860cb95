/**
 * Tells people what has happened to their account, by a mail that is put into the outbox in the transaction of the
 * change: what did not happen is told to nobody. Only a confirmed address is told; others may belong to somebody else.
 * Whoever changes much within an hour is told of the first few changes of each kind.
 */
import type { EventType } from "../../events/event-types.ts";
import { enqueueMail, type NoticeFacts, type NoticeMail } from "../../mail/requests.ts";
import type { Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import { lockRow } from "../changes.ts";

const HOUR_MS = 3_600_000;
export const MOST_NOTICES_AN_HOUR = 10;

export interface NewNotice extends Omit<NoticeFacts, "at"> {
  readonly kind: NoticeMail;
  readonly userId: string;
  /** Where it is not the address the person has now: the one they had, which was confirmed. */
  readonly to?: string;
  readonly language?: string | undefined;
}

/** What each of them leaves in the audit log; a sign-in is counted by the browsers that are known. */
const events: Readonly<Record<Exclude<NoticeMail, "new_sign_in">, readonly EventType[]>> = {
  password_changed: ["user_password.changed", "user_password.reset"],
  factor_added: ["user_factor.added"],
  factor_removed: ["user_factor.removed"],
  email_changed: ["user_email.changed"],
  recovery_code_used: ["user_recovery_code.used"],
};

/** After the change and its event, within the same transaction. */
export async function tell(tx: Transaction, { to, ...notice }: NewNotice): Promise<void> {
  const person = await tx
    .selectFrom("humans")
    .select(["email", "email_verified", now.as("now")])
    .where("user_id", "=", notice.userId)
    .executeTakeFirst();
  const address = to ?? (person?.email_verified === 1 ? person.email : "");
  if (person === undefined || address === "") return;
  // Counted one after the other, or many at once would all find room.
  await lockRow(tx, "users", notice.userId);
  if ((await countLately(tx, notice.kind, notice.userId)) > MOST_NOTICES_AN_HOUR) return;
  await enqueueMail(tx, { ...notice, to: address, at: person.now });
}

/** With the one that is being told. */
async function countLately(tx: Transaction, kind: NoticeMail, userId: string): Promise<number> {
  const lately = (
    kind === "new_sign_in" ? browsersLately(tx, userId) : changesLately(tx, events[kind], userId)
  ).executeTakeFirstOrThrow();
  return Number((await lately).count);
}

function browsersLately(tx: Transaction, userId: string) {
  return tx
    .selectFrom("known_browsers")
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where("user_id", "=", userId)
    .where("seen_at", ">", (eb) => eb(now, "-", HOUR_MS));
}

function changesLately(tx: Transaction, types: readonly EventType[], userId: string) {
  return tx
    .selectFrom("events")
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where("resource_kind", "=", "user")
    .where("resource_id", "=", userId)
    .where("at", ">", (eb) => eb(now, "-", HOUR_MS))
    .where("type", "in", types);
}
