/**
 * A forgotten password. Whoever is named, the answer is the same; only the mail knows whether there is such an account.
 */
import { SignetError } from "../../errors/signet-error.ts";
import { LONGEST_LOGIN_NAME } from "../../identity/users/login-names.ts";
import { requestMail } from "../../identity/users/mail-requests.ts";
import { html } from "../../pages/html.ts";
import { paths, withRequest } from "../../pages/login-request.ts";
import { countAttempt } from "../attempts.ts";
import { byVisitor } from "../by-person.ts";
import type { Says, StepPage } from "../outcome.ts";
import { cancelForm, field, hiddenTicket } from "../parts.ts";
import { canBeLoginName, readLoginName } from "../sign-in/login-name.ts";
import { loginNameTypedBefore, type SignInVisit } from "../sign-in/visit.ts";
import { sealedAt, step } from "../step.ts";

type ForgotSays = Says & { readonly loginName?: string };

export const forgotStep = step({
  path: paths.forgot,
  mayFollow: ["forgot-sent"],
  open: (visit) => visit,
  page,
  async take(visit) {
    const loginName = (visit.form.get("loginName") ?? "").trim();
    if (!canBeLoginName(loginName)) {
      const problem = visit.appearance.words.say("signIn.loginNameMissing");
      return { again: { loginName: "", problem }, status: 400 };
    }
    const counted = await countAttempt(visit, { kind: "forgot" });
    if (counted.outcome === "slowed") return { again: { loginName }, slowed: counted };
    sendLink(visit, loginName);
    return { to: { at: "forgot-sent", loginName } };
  },
});

function page(visit: SignInVisit, _opened: unknown, says: ForgotSays): StepPage {
  const { words } = visit.appearance;
  return {
    title: words.say("forgot.title"),
    body: html`<p class="intro">${words.say("forgot.intro")}</p>
<form method="post" action="${paths.forgot}" novalidate>
${hiddenTicket(visit)}
${field(words, {
  name: "loginName",
  label: words.say("signIn.loginName"),
  value: says.loginName ?? loginNameTypedBefore(visit),
  autocomplete: "username",
  longest: LONGEST_LOGIN_NAME,
  focused: true,
  problem: says.problem,
})}
<button>${words.say("forgot.submit")}</button>
</form>
<p class="quiet"><a href="${withRequest("", paths.login, visit.ticket)}">${words.say("forgot.backToSignIn")}</a></p>
${cancelForm(visit)}`,
  };
}

export const forgotSentStep = step({
  path: `${paths.forgot}/sent`,
  mayFollow: ["login-name"],
  // Nodes of the former release leave the request at the password.
  open: (visit) => sealedAt(visit, "forgot-sent") ?? sealedAt(visit, "password"),
  page({ appearance: { words }, ticket }, { loginName }) {
    return {
      title: words.say("forgot.sentTitle"),
      body: html`<p>${words.say("forgot.sent", { loginName })}</p>
<p class="quiet">${words.say("forgot.none")}</p>
<p><a href="${withRequest("", paths.login, ticket)}">${words.say("forgot.backToSignIn")}</a></p>`,
    };
  },
});

/**
 * After the answer, so that it takes as long for somebody as for nobody; and a mail that may not be sent is nobody's
 * business.
 */
function sendLink(visit: SignInVisit, loginName: string): void {
  const { request, services, appearance } = visit;
  const { storage, mail } = services;
  const { language } = appearance.words;
  services.afterAnswer.run(async () => {
    // If several have proved the address, each is sent a mail there, and the person uses the one of the account that is
    // meant.
    const { candidates } = await readLoginName(visit, loginName);
    for (const { userId } of candidates) {
      const wanted = { kind: "reset_password", userId, language } as const;
      try {
        await storage.transaction((tx) => requestMail(tx, wanted, byVisitor(request)));
      } catch (error) {
        if (error instanceof SignetError) continue;
        throw error;
      }
      mail.wake();
    }
  });
}
