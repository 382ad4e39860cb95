/**
 * After a factor was set up. Setting it up has proved it, so the session counts for more at once, and nobody is asked
 * for what they have just shown. Whoever has no recovery codes yet gets them, on the screen, once.
 */
import type { FastifyReply } from "fastify";
import { withProof } from "../../identity/factors/levels.ts";
import type { SetUp } from "../../identity/factors/set-up.ts";
import { strengthenLoginSession } from "../../identity/sessions/login-sessions.ts";
import { html } from "../../pages/html.ts";
import { recoveryCodeList } from "../factors/factor-parts.ts";
import { places, sendAccountPage } from "./frame.ts";
import { addressFor, goTo, type Visit } from "./visit.ts";

export async function afterAdding(visit: Visit, added: Extract<SetUp, { outcome: "won" }>): Promise<FastifyReply> {
  const { services, account } = visit;
  const stronger = await services.storage.transaction((tx) =>
    strengthenLoginSession(
      tx,
      { id: account.sessionId, version: account.version },
      withProof(account.amr, added.proof),
    ),
  );
  if (stronger !== undefined) keepCookie(visit, stronger);
  return added.recoveryCodes.length === 0
    ? goTo(visit, places.security, { done: "factor" })
    : sendCodes(visit, added.recoveryCodes);
}

function keepCookie({ services, request, reply }: Visit, session: { id: string; version: number }): void {
  const cookies = services.cookies.sessions(request);
  services.cookies.writeSessions(
    reply,
    cookies.map((cookie) => (cookie.id === session.id ? { id: session.id, version: session.version } : cookie)),
  );
}

/** By the answer to the form and by nothing else: there is no address at which they can be seen again. */
export function sendCodes(visit: Visit, codes: readonly string[]): FastifyReply {
  const { words } = visit.appearance;
  return sendAccountPage(visit, {
    at: places.security,
    title: words.say("recovery.title"),
    body: html`<p class="intro">${words.say("recovery.intro")}</p>
${recoveryCodeList(visit.appearance, codes)}
<p><a class="button" href="${addressFor(visit, places.security)}">${words.say("recovery.saved")}</a></p>`,
  });
}
