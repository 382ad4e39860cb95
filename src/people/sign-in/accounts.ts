/** The people who are signed in in this browser: pick one, confirm the only one, or remove one. */
import { wantedLevel } from "../../identity/factors/levels.ts";
import { type BrowserAccount, needsMore, readBrowserAccounts } from "../../identity/sessions/browser-accounts.ts";
import { isHinted } from "../../identity/sessions/hinted.ts";
import { signOut } from "../../identity/sessions/sign-out.ts";
import { paths } from "../../pages/login-request.ts";
import { byPerson } from "../by-person.ts";
import { Instead } from "../outcome.ts";
import { step } from "../step.ts";
import { accountsPage, type ShownAccount } from "./accounts-page.ts";
import type { SignInVisit } from "./visit.ts";

export const accountsStep = step({
  path: paths.accounts,
  mayFollow: ["login-name", "password", "back"],
  async open(visit) {
    const accounts = await accountsFor(visit);
    return accounts.length === 0 ? new Instead({ to: { at: "login-name" } }) : accounts;
  },
  page: (visit, accounts) => accountsPage(visit, accounts, visit.query.has("remove")),
  take({ form }, accounts) {
    const chosen = accounts.find(({ sessionId }) => sessionId === form.get("session"));
    if (chosen === undefined) return { again: {}, status: 200 };
    if (chosen.needsPassword) return { to: { at: "password", loginName: chosen.loginName } };
    return { back: { loginSessionId: chosen.sessionId, confirmed: true } };
  },
});

export const removeAccountStep = step({
  path: `${paths.accounts}/remove`,
  mayFollow: ["login-name", "accounts"],
  open: (visit) => visit,
  async take({ request, reply, services, form }) {
    const cookies = services.cookies.sessions(request);
    const accounts = await readBrowserAccounts(services.storage.db, cookies);
    const removed = accounts.find(({ sessionId }) => sessionId === form.get("session"));
    if (removed !== undefined) {
      const by = byPerson(request, removed.userId);
      await services.storage.transaction((tx) => signOut(tx, removed.sessionId, undefined, by));
      services.cookies.writeSessions(
        reply,
        cookies.filter(({ id }) => id !== removed.sessionId),
      );
    }
    const left = accounts.filter((account) => account !== removed);
    return left.length === 0 ? { to: { at: "login-name" } } : { to: { at: "accounts" } };
  },
});

/** Only those whom the request may be answered for; whoever the application asks for stands first. */
export async function accountsFor(visit: SignInVisit): Promise<ShownAccount[]> {
  const { request, services, parameters, organizationId: wanted } = visit;
  const accounts = await readBrowserAccounts(services.storage.db, services.cookies.sessions(request));
  const { hint } = visit.login;
  const loginHint = parameters.get("login_hint");
  return accounts
    .filter(({ organizationId }) => wanted === undefined || organizationId === wanted)
    .filter(({ userId }) => hint === undefined || userId === hint.subject)
    .map((account) => ({
      ...account,
      needsPassword: isTooOld(account, visit) || needsMore(account, wantedLevel(parameters.get("acr_values"))),
      hinted: loginHint !== null && isHinted(account, loginHint),
    }))
    .toSorted((one, other) => Number(other.hinted) - Number(one.hinted));
}

/**
 * Whether the application asked for a newer proof than the session has. The protocol asks again when the person comes
 * back.
 */
function isTooOld({ authenticatedAt }: BrowserAccount, { parameters, login, now }: SignInVisit): boolean {
  if ((parameters.get("prompt") ?? "").split(" ").includes("login")) return authenticatedAt < login.startedAt;
  const maxAge = parameters.get("max_age");
  return maxAge !== null && now - authenticatedAt > Number(maxAge) * 1000;
}
