/**
 * A person changes their own e-mail address. The new one waits beside a code that is sent to it; when the code is
 * right, the address is theirs and confirmed. Links that were sent to the former one stop working, and it is told of
 * the change.
 */
import { record } from "../../events/audit-log.ts";
import type { KeyRing } from "../../keys/key-ring.ts";
import { enqueueMail } from "../../mail/requests.ts";
import type { Transaction } from "../../storage/database.ts";
import { expectCode, forgetCodes, spendOneTimeCode } from "../limits/one-time-codes.ts";
import { emailAddress } from "../names.ts";
import type { By } from "../resource.ts";
import { afterProof } from "./address-proof.ts";
import { changeEmail, readHuman } from "./humans.ts";
import { mayBeSent, requested } from "./mail-requests.ts";

/**
 * The id of the code; undefined when there were too many mails of late. A later request takes the place of the former.
 */
export async function requestEmailChange(
  tx: Transaction,
  { userId, email, language }: { userId: string; email: string; language: string },
  by: By,
): Promise<string | undefined> {
  const address = emailAddress(email);
  const { organizationId } = await readHuman(tx, userId);
  if (!(await mayBeSent(tx, userId, "email_change"))) return undefined;
  await forgetCodes(tx, { userId, purpose: "email_change" });
  const codeId = await expectCode(tx, { userId, purpose: "email_change", data: address });
  await enqueueMail(tx, { kind: "email_change_code", userId, codeId, language });
  await record(tx, {
    type: requested.email_change_code,
    ...by,
    resource: { kind: "user", id: userId },
    organizationId,
  });
  return codeId;
}

/** The attempt counts also when it is lost, so the transaction has to be committed either way. */
export async function finishEmailChange(
  tx: Transaction,
  ring: KeyRing,
  { userId, codeId, code }: { userId: string; codeId: string; code: string },
  by: By,
): Promise<"won" | "lost"> {
  const spent = await spendOneTimeCode(tx, ring, { id: codeId, purpose: "email_change", code });
  if (spent.outcome === "lost" || spent.userId !== userId) return "lost";
  await changeEmail(tx, userId, { email: spent.data, standing: "proven" }, by);
  await afterProof(tx, userId, by);
  // What went to the former address opens nothing any more.
  await forgetCodes(tx, { userId, purpose: "email_change" });
  await forgetCodes(tx, { userId, purpose: "second_factor" });
  return "won";
}
