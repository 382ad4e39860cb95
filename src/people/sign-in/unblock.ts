/**
 * Others' wrong passwords make a name wait, and its owner is in a browser that does not know them yet: a code is sent
 * to the owner's address, whoever asks for it, and with it the password is tried all the same. For a name that is
 * nobody's the pages are the same, and nothing is sent. Only where a page has offered it: the name had to wait a moment
 * ago.
 */
import { giveBackAttempt } from "../../identity/limits/proof-attempts.ts";
import { findUnblockCode, LONGEST_UNBLOCK_CODE } from "../../identity/limits/unblock-codes.ts";
import { requestUnblockCode } from "../../identity/users/mail-requests.ts";
import { html } from "../../pages/html.ts";
import { paths, withRequest } from "../../pages/login-request.ts";
import { countAttempt } from "../attempts.ts";
import { byVisitor } from "../by-person.ts";
import type { Outcome, Says, Sealed, StepPage } from "../outcome.ts";
import { alert, cancelForm, field, hiddenTicket, whoBox } from "../parts.ts";
import { sealedAt, step } from "../step.ts";
import { readLoginName } from "./login-name.ts";
import type { SignInVisit } from "./visit.ts";

/** `about`: what the problem is with, where it is not the code. */
type UnblockSays = Says & { readonly about?: "mail" };
type UnblockOutcome = Outcome<"unblock" | "password", UnblockSays>;

export const unblockStep = step({
  path: paths.unblock,
  mayFollow: ["unblock", "password"],
  open: (visit) => sealedAt(visit, "unblock"),
  page,
  // Whoever has a code from a while ago types that.
  take: (visit, sealed) => (visit.form.has("send") ? send(visit, sealed) : prove(visit, sealed)),
});

function page(visit: SignInVisit, { loginName }: Sealed<"unblock">, { problem, about }: UnblockSays): StepPage {
  const { words } = visit.appearance;
  return {
    title: words.say("code.title"),
    body: html`<p class="intro">${words.say("unblock.intro")}</p>
${whoBox(words, loginName, withRequest("", paths.login, visit.ticket))}
${alert(about === "mail" ? problem : undefined)}<form method="post" action="${paths.unblock}" novalidate>
${hiddenTicket(visit)}
${field(words, {
  name: "code",
  label: words.say("code.label"),
  autocomplete: "one-time-code",
  className: "code",
  longest: LONGEST_UNBLOCK_CODE,
  focused: true,
  hint: words.say("unblock.hint"),
  problem: about === "mail" ? undefined : problem,
})}
<button>${words.say("code.submit")}</button>
</form>
<form method="post" action="${paths.unblock}">
${hiddenTicket(visit)}
<button class="other" name="send" value="1">${words.say("factor.emailAgain")}</button>
</form>
${cancelForm(visit)}`,
  };
}

/** After the answer, so that it takes as long for somebody as for nobody. */
async function send(visit: SignInVisit, sealed: Sealed<"unblock">): Promise<UnblockOutcome> {
  const { request, services, appearance } = visit;
  const counted = await countAttempt(visit, { kind: "unblock" });
  if (counted.outcome === "slowed") return { again: { about: "mail" }, slowed: counted };
  const { storage, mail } = services;
  const { language } = appearance.words;
  services.afterAnswer.run(async () => {
    for (const userId of await whose(visit, sealed)) {
      const outcome = await storage.transaction((tx) =>
        requestUnblockCode(tx, { userId, language }, byVisitor(request)),
      );
      if (outcome === "won") mail.wake();
    }
  });
  return { to: sealed };
}

/** Several, where they have proved the same address. */
async function whose(visit: SignInVisit, { loginName }: Sealed<"unblock">): Promise<string[]> {
  const { candidates } = await readLoginName(visit, loginName);
  return candidates.map(({ userId }) => userId);
}

/**
 * Counted for the address alone: for the account, attempts could only keep its owner out, and the code is too long to
 * be found.
 */
async function prove(visit: SignInVisit, sealed: Sealed<"unblock">): Promise<UnblockOutcome> {
  const { services, appearance, form } = visit;
  const counted = await countAttempt(visit, { kind: "unblock_code" });
  if (counted.outcome === "slowed") return { again: {}, slowed: counted };
  const { storage, ring } = services;
  const typed = form.get("code") ?? "";
  const [first = "", ...others] = await whose(visit, sealed);
  let unblocked = await findUnblockCode(storage.db, ring, { userId: first, typed });
  for (const userId of others) unblocked ??= await findUnblockCode(storage.db, ring, { userId, typed });
  if (unblocked === undefined) return { again: { problem: appearance.words.say("code.wrong") }, status: 401 };
  await giveBackAttempt(storage.db, ...counted.address);
  return { to: { at: "password", loginName: sealed.loginName, unblocked } };
}
