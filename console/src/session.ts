/**
 * The Console is an application like any other: it sends people to sign in (code, PKCE) and holds their tokens, in
 * memory only. After a reload it asks again, which somebody with a session at Signet does not notice.
 */
import {
  ErrorResponse,
  InMemoryWebStorage,
  type User,
  UserManager,
  type UserManagerSettings,
  WebStorageStateStore,
} from "oidc-client-ts";
import { CONSOLE_URL, settings } from "./settings.ts";
import { withoutAPage } from "./without-a-page.ts";

/** Tokens with this scope have Signet's own project in their audience, and so work for the management API. */
const MANAGEMENT = "urn:service:iam:org:project:id:service:aud";

/** Before the name of each sign-in that has been begun in this tab and not answered yet. */
const BEGUN = "signet.console.";

const options: UserManagerSettings = {
  authority: settings.issuer,
  client_id: settings.clientId,
  redirect_uri: `${CONSOLE_URL}/callback`,
  post_logout_redirect_uri: `${CONSOLE_URL}/`,
  scope: `openid profile email ${MANAGEMENT}`,
  userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  stateStore: new WebStorageStateStore({ store: sessionStorage, prefix: BEGUN }),
  // Only when a token is needed, and for the person it is of: others may be signed in in the same browser.
  automaticSilentRenew: false,
  includeIdTokenInSilentRenew: true,
};

const manager = new UserManager(options, undefined, undefined, withoutAPage);

/** Why nobody is signed in although they came back from signing in. */
export class NotSignedIn extends Error {}

/** Somebody who is signed in; otherwise the browser is on its way to where they can, and this never answers. */
export async function openSession(): Promise<User> {
  if (location.pathname !== "/console/callback") return leave(() => goSignIn());
  // An answer that was used already, that another tab asked for or that somebody made up: nothing of it is shown.
  if (!isAwaited(new URLSearchParams(location.search).get("state"))) return leave(() => goSignIn("/console/"));
  try {
    const user = await manager.signinRedirectCallback();
    history.replaceState(null, "", returnPath(user.state));
    return user;
  } catch (error) {
    // It is for the person to begin again: by itself, it would go round in circles with whoever has a session.
    history.replaceState(null, "", "/console/");
    throw error instanceof ErrorResponse ? new NotSignedIn(error.error_description ?? error.error ?? "") : error;
  }
}

function isAwaited(state: string | null): boolean {
  return state !== null && sessionStorage.getItem(BEGUN + state) !== null;
}

/** Only a path of the Console: it came back in the answer to our own request, and is looked at all the same. */
function returnPath(state: unknown): string {
  return typeof state === "string" && /^\/console([?#]|\/(?!\/)|$)/.test(state) ? state : "/console/";
}

function goSignIn(path = location.pathname + location.search + location.hash): Promise<void> {
  return manager.signinRedirect({ state: path });
}

let leaving: Promise<never> | undefined;

function leave(begin: () => Promise<void>): Promise<never> {
  leaving ??= begin().then(
    () => {
      // Some browsers keep a page that was left, and show it again as it was to whoever goes back.
      addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
      return new Promise<never>(() => undefined);
    },
    (error: unknown) => {
      // It can be tried again.
      leaving = undefined;
      throw error;
    },
  );
  return leaving;
}

/** A token that ends sooner might end on its way. */
const SOON_SECONDS = 10;

/** For every call of the API. */
export async function accessToken(): Promise<string> {
  const user = await manager.getUser();
  if (user === null) return signInAgain();
  if ((user.expires_in ?? 0) > SOON_SECONDS) return user.access_token;
  const renewed = await renew();
  return renewed?.access_token ?? signInAgain();
}

let renewing: Promise<User | null> | undefined;

/** Once for all calls that wait for it: by the session at Signet, without a page. Null when that has ended. */
function renew(): Promise<User | null> {
  renewing ??= manager
    .signinSilent()
    .catch((error: unknown) => {
      if (error instanceof ErrorResponse && ENDED.test(error.error ?? "")) return null;
      // Where Signet cannot be reached, leaving would lose what is on the page.
      throw error;
    })
    .finally(() => {
      renewing = undefined;
    });
  return renewing;
}

/** What Signet answers where a page is needed for somebody to sign in (OpenID Connect Core §3.1.2.6). */
const ENDED = /_required$|^access_denied$/;

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
