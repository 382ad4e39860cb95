/** What is behind a link from a mail: choose a password, confirm an address, and what comes after. */
import type { FastifyReply } from "fastify";
import { html } from "../http/html.ts";
import { paths } from "../http/login-request.ts";
import { sendPage } from "../http/page.ts";
import type { OpenMailLink } from "../identity/users/mail-link-tickets.ts";
import { LONGEST_PASSWORD } from "../identity/users/password-rules.ts";

interface ShownLink extends OpenMailLink {
  readonly ticket: string;
}

/** The login name is a field, so that a password manager stores the two together. */
export function sendChoosePassword(reply: FastifyReply, shown: ShownLink & { minLength: number; problem?: string }): FastifyReply {
  const { link, ticket, loginName, minLength, problem } = shown;
  return sendPage(reply, {
    title: link.purpose === "invitation" ? "Choose a password" : "Choose a new password",
    body: html`${problem === undefined ? undefined : html`<p class="error" role="alert" id="problem">${problem}.</p>`}
<form method="post" action="${paths.mailLink}">
<input type="hidden" name="link" value="${ticket}">
<label>Login name
<input value="${loginName}" autocomplete="username" readonly></label>
<label>${link.purpose === "invitation" ? "Password" : "New password"}
<input name="password" type="password" autocomplete="new-password" required minlength="${minLength}" maxlength="${LONGEST_PASSWORD}" autofocus aria-describedby="${problem === undefined ? "rule" : "problem rule"}"></label>
<p class="quiet" id="rule">At least ${minLength} characters.${link.purpose === "invitation" ? undefined : " You will be signed out everywhere else."}</p>
<button>Set password</button>
</form>`,
  });
}

export function sendPasswordSet(reply: FastifyReply): FastifyReply {
  return sendPage(reply, {
    title: "Your password is set",
    body: html`<p>Go to the application you want to use and sign in with it.</p>`,
  });
}

export function sendConfirmAddress(reply: FastifyReply, { ticket, loginName, email }: ShownLink): FastifyReply {
  return sendPage(reply, {
    title: "Confirm your e-mail address",
    body: html`<p>Does ${email} belong to ${loginName}?</p>
<form method="post" action="${paths.mailLink}">
<input type="hidden" name="link" value="${ticket}">
<button>Confirm the address</button>
</form>`,
  });
}

export function sendAddressConfirmed(reply: FastifyReply): FastifyReply {
  return sendPage(reply, {
    title: "Your e-mail address is confirmed",
    body: html`<p>You can close this window, or go to the application you want to use and sign in.</p>`,
  });
}

/** One page for all reasons: which of them it is would tell a stranger about the person. */
export function sendLinkOver(reply: FastifyReply): FastifyReply {
  reply.code(400);
  return sendPage(reply, {
    title: "This link does not work any more",
    body: html`<p>It has been used, it is too old, or something has been changed since it was sent. Nothing was changed now.</p>
<p>If you were sent several mails, open the newest one. Otherwise ask for another.</p>`,
  });
}
