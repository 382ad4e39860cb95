/**
 * The Console is an application like any other: it sends people to sign in (code, PKCE) and holds their tokens, in memory only.
 * After a reload it asks again, which somebody with a session at Signet does not notice.
 */
import { InMemoryWebStorage, type User, UserManager, WebStorageStateStore } from "oidc-client-ts";
import { CONSOLE_URL, settings } from "./settings.ts";

/** Tokens with this scope have Signet's own project in their audience, and so work for the management API. */
const MANAGEMENT = "urn:service:iam:org:project:id:service:aud";

const manager = new UserManager({
  authority: settings.issuer,
  client_id: settings.clientId,
  redirect_uri: `${CONSOLE_URL}/callback`,
  post_logout_redirect_uri: `${CONSOLE_URL}/`,
  scope: `openid profile email offline_access ${MANAGEMENT}`,
  userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  stateStore: new WebStorageStateStore({ store: sessionStorage, prefix: "signet.console." }),
  automaticSilentRenew: true,
});

/** Why nobody is signed in although they came back from signing in. */
export class NotSignedIn extends Error {}

/** Somebody who is signed in; otherwise the browser is on its way to where they can, and this never answers. */
export async function openSession(): Promise<User> {
  if (location.pathname !== "/console/callback") return leave(() => goSignIn());
  const answer = new URLSearchParams(location.search);
  if (answer.has("error")) throw new NotSignedIn(answer.get("error_description") ?? answer.get("error") ?? "");
  let user: User;
  try {
    user = await manager.signinRedirectCallback();
  } catch {
    // An answer that was used already, or that another tab asked for: begin again.
    return leave(() => goSignIn("/console/"));
  }
  history.replaceState(null, "", returnPath(user.state));
  return user;
}

/** Only a path of the Console: it came back in the answer to our own request, and is looked at all the same. */
function returnPath(state: unknown): string {
  return typeof state === "string" && /^\/console(\/(?!\/)|$)/.test(state) ? state : "/console/";
}

function goSignIn(path = location.pathname + location.search + location.hash): Promise<void> {
  return manager.signinRedirect({ state: path });
}

let leaving: Promise<never> | undefined;

function leave(begin: () => Promise<void>): Promise<never> {
  leaving ??= begin().then(() => new Promise<never>(() => undefined));
  return leaving;
}

/** For every call of the API. */
export async function accessToken(): Promise<string> {
  const user = await manager.getUser();
  if (user !== null && !user.expired) return user.access_token;
  const renewed = await manager.signinSilent().catch(() => null);
  return renewed?.access_token ?? signInAgain();
}

/** The session was ended somewhere else. */
export function signInAgain(): Promise<never> {
  return leave(() => goSignIn());
}

export function signOut(): Promise<never> {
  return leave(() => manager.signoutRedirect());
}

export function tryAgain(): Promise<never> {
  return leave(() => goSignIn("/console/"));
}
