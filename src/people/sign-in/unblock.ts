/**
 * Others' wrong passwords make a name wait, and its owner is in a browser that does not know them yet: a code is sent
 * to the owner's address, whoever asks for it, and with it the password is tried all the same. For a name that is
 * nobody's the pages are the same, and nothing is sent.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../http/app.ts";
import { formOf, queryOf } from "../../http/forms.ts";
import { giveBackAttempt } from "../../identity/limits/proof-attempts.ts";
import { findUnblockCode, LONGEST_UNBLOCK_CODE } from "../../identity/limits/unblock-codes.ts";
import { requestUnblockCode } from "../../identity/users/mail-requests.ts";
import { html } from "../../pages/html.ts";
import { type LoginStep, paths, withRequest } from "../../pages/login-request.ts";
import { sendPage } from "../../pages/page.ts";
import { countAttempt, tellSlowed } from "../attempts.ts";
import { sendCannotContinue } from "../dead-ends.ts";
import { alert, cancelForm, field, hiddenTicket, whoBox } from "../parts.ts";
import type { LoginServices } from "../people-services.ts";
import { readLoginName } from "./login-name.ts";
import { type OpenLogin, onTo, openRequest } from "./open-request.ts";

/** Only where a page has offered it: the name had to wait a moment ago. */
interface Offered {
  readonly open: OpenLogin;
  readonly step: Extract<LoginStep, { at: "unblock" }>;
}

export function addUnblock(app: App, services: LoginServices): void {
  app.get(paths.unblock, { config: { page: true } }, async (request, reply) => {
    const offered = await openOffered(request, queryOf(request).get("request"), services);
    return offered === undefined ? sendCannotContinue(reply) : ask(reply, offered);
  });

  app.post(paths.unblock, { config: { page: true } }, async (request, reply) => {
    const form = formOf(request);
    const offered = await openOffered(request, form.get("request"), services);
    if (offered === undefined) return sendCannotContinue(reply);
    // Whoever has one from a while ago types that.
    return form.has("send")
      ? send(request, reply, offered, services)
      : prove(request, reply, offered, form.get("code") ?? "", services);
  });
}

async function openOffered(
  request: FastifyRequest,
  ticket: string | null,
  services: LoginServices,
): Promise<Offered | undefined> {
  const open = await openRequest(request, ticket, services);
  const step = open?.login.step;
  return open !== undefined && step?.at === "unblock" ? { open, step } : undefined;
}

function ask(
  reply: FastifyReply,
  { open, step }: Offered,
  problems: { code?: string; whole?: string } = {},
): FastifyReply {
  const { words } = open.appearance;
  return sendPage(reply, open.appearance, {
    title: words.say("code.title"),
    address: withRequest("", paths.unblock, open.ticket),
    leadsAway: true,
    body: html`<p class="intro">${words.say("unblock.intro")}</p>
${whoBox(words, step.loginName, withRequest("", paths.login, open.ticket))}
${alert(problems.whole)}<form method="post" action="${paths.unblock}" novalidate>
${hiddenTicket(open)}
${field(words, {
  name: "code",
  label: words.say("code.label"),
  autocomplete: "one-time-code",
  className: "code",
  longest: LONGEST_UNBLOCK_CODE,
  focused: true,
  hint: words.say("unblock.hint"),
  problem: problems.code,
})}
<button>${words.say("code.submit")}</button>
</form>
<form method="post" action="${paths.unblock}">
${hiddenTicket(open)}
<button class="other" name="send" value="1">${words.say("factor.emailAgain")}</button>
</form>
${cancelForm(open)}`,
  });
}

/** After the answer, so that it takes as long for somebody as for nobody. */
async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  offered: Offered,
  services: LoginServices,
): Promise<FastifyReply> {
  const { open, step } = offered;
  const { words } = open.appearance;
  const counted = await countAttempt(request, { kind: "unblock" }, services);
  if (counted.outcome === "slowed") return ask(reply, offered, { whole: tellSlowed(reply, words, counted) });
  const { storage, mail } = services;
  const by = { actor: { kind: "visitor" }, requestId: request.id } as const;
  services.afterAnswer.run(async () => {
    for (const userId of await whose(offered, services)) {
      const outcome = await storage.transaction((tx) =>
        requestUnblockCode(tx, { userId, language: words.language }, by),
      );
      if (outcome === "won") mail.wake();
    }
  });
  return reply.redirect(onTo(paths.unblock, open, step, services), 303);
}

/** Several, where they have proved the same address. */
async function whose({ open, step }: Offered, { storage, ring }: LoginServices): Promise<string[]> {
  const { candidates } = await readLoginName(storage.db, step.loginName, { open, secret: ring.ticketRoot().secret });
  return candidates.map(({ userId }) => userId);
}

/**
 * Counted for the address alone: for the account, attempts could only keep its owner out, and the code is too long to
 * be found.
 */
async function prove(
  request: FastifyRequest,
  reply: FastifyReply,
  offered: Offered,
  typed: string,
  services: LoginServices,
): Promise<FastifyReply> {
  const { open, step } = offered;
  const { words } = open.appearance;
  const counted = await countAttempt(request, { kind: "unblock_code" }, services);
  if (counted.outcome === "slowed") return ask(reply, offered, { code: tellSlowed(reply, words, counted) });
  const { storage, ring } = services;
  const [first = "", ...others] = await whose(offered, services);
  let unblocked = await findUnblockCode(storage.db, ring, { userId: first, typed });
  for (const userId of others) unblocked ??= await findUnblockCode(storage.db, ring, { userId, typed });
  if (unblocked === undefined) return ask(reply.code(401), offered, { code: words.say("code.wrong") });
  await giveBackAttempt(storage.db, ...counted.address);
  return reply.redirect(
    onTo(paths.password, open, { at: "password", loginName: step.loginName, unblocked }, services),
    303,
  );
}
