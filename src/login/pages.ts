/** The pages of this room, plain for now: the fields, the buttons, and what went wrong. */
import type { FastifyReply } from "fastify";
import { html } from "../http/html.ts";
import { paths, withRequest } from "../http/login-request.ts";
import { sendPage } from "../http/page.ts";
import type { BrowserAccount } from "../identity/sessions/browser-accounts.ts";
import type { OpenLogin } from "./open-request.ts";

function cancelForm(open: OpenLogin) {
  return html`<form method="post" action="${paths.login}/cancel">
<input type="hidden" name="request" value="${open.ticket}">
<button class="other">Cancel</button>
</form>`;
}

export function sendSignIn(reply: FastifyReply, open: OpenLogin, shown: { loginName: string; problem?: string }): FastifyReply {
  return sendPage(reply, {
    title: `Sign in to ${open.application.name}`,
    body: html`${shown.problem === undefined ? undefined : html`<p class="error" role="alert" id="problem">${shown.problem}</p>`}
<form method="post" action="${paths.login}">
<input type="hidden" name="request" value="${open.ticket}">
<label>Login name
<input name="loginName" value="${shown.loginName}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="512"${shown.loginName === "" ? html` autofocus` : undefined}></label>
<label>Password
<input name="password" type="password" autocomplete="current-password" required maxlength="256"${shown.loginName === "" ? undefined : html` autofocus`}${shown.problem === undefined ? undefined : html` aria-describedby="problem"`}></label>
<button>Sign in</button>
</form>
${cancelForm(open)}`,
    leadsAway: true,
  });
}

export function sendAccounts(reply: FastifyReply, open: OpenLogin, accounts: readonly BrowserAccount[], loginUrl: string): FastifyReply {
  return sendPage(reply, {
    title: `Continue to ${open.application.name}`,
    body: html`${accounts.map(
      (account) => html`<form method="post" action="${paths.accounts}">
<input type="hidden" name="request" value="${open.ticket}">
<button class="other account" name="session" value="${account.sessionId}">Continue as ${account.displayName}<br><span class="quiet">${account.loginName}</span></button>
</form>`,
    )}
<p><a href="${withRequest(loginUrl, paths.login, open.ticket)}">Use another account</a></p>
${cancelForm(open)}`,
    leadsAway: true,
  });
}

export function sendRegistrationClosed(reply: FastifyReply, open: OpenLogin, loginUrl: string): FastifyReply {
  return sendPage(reply, {
    title: "Registration is not open",
    body: html`<p>Accounts for ${open.application.name} are made by the people who manage it. Ask them for one.</p>
<p><a href="${withRequest(loginUrl, paths.login, open.ticket)}">Sign in with an account you have</a></p>
${cancelForm(open)}`,
    leadsAway: true,
  });
}

export function sendSignOutQuestion(
  reply: FastifyReply,
  ticket: string,
  accounts: readonly BrowserAccount[],
  returnTo: string | undefined,
): FastifyReply {
  return sendPage(reply, {
    title: "Sign out?",
    body: html`<p>You are signed in as ${accounts.map((account) => account.loginName).join(", ")}.</p>
<form method="post" action="${paths.logout}">
<input type="hidden" name="request" value="${ticket}">
<button>Sign out</button>
</form>`,
    leadsAway: returnTo !== undefined,
  });
}

export function sendSignedOut(reply: FastifyReply): FastifyReply {
  return sendPage(reply, { title: "You are signed out", body: html`<p>You can close this window.</p>` });
}

export function sendCannotContinue(reply: FastifyReply): FastifyReply {
  reply.code(400);
  return sendPage(reply, {
    title: "This page cannot be used any more",
    body: html`<p>It has taken too long, or it was opened in another browser. Nothing was changed.</p>
<p>Go back to the application and start again.</p>`,
  });
}
