/** A whole sign-in as a browser and its application do it, from the authorization request to the tokens. */
import type { Answer, Outcome, Visitor } from "./http-load.ts";
import { basic, cookiesSetBy, HOST, headerOf, toRequest } from "./http-messages.ts";
import type { Ready } from "./target.ts";

type Browser = NonNullable<Ready["target"]["browser"]>;

/** The next request, made from the answer to the one before. */
type Step = (answer: Answer, state: State) => Buffer;

interface State {
  cookies: string[];
}

/** Goes through the steps again and again; what is not as expected begins anew, and is counted by its status. */
function walk(first: (state: State) => Buffer, steps: readonly Step[], cookies: readonly string[]): Visitor {
  const state: State = { cookies: [...cookies] };
  let done = 0;
  let next: Buffer | undefined;
  return {
    request: () => next ?? first(state),
    answered(answer): Outcome {
      const step = steps[done++];
      if (step === undefined || answer.status >= 400) {
        done = 0;
        next = undefined;
        state.cookies = [...cookies];
        const seconds = headerOf(answer.head, "retry-after");
        return answer.status === 503 && seconds !== undefined ? { refusedForMs: Number(seconds) * 1000 } : undefined;
      }
      state.cookies.push(...cookiesSetBy(answer.head));
      next = step(answer, state);
      return "continues";
    },
  };
}

function authorizationRequest({ target }: Ready, browser: Browser, more: Record<string, string>): string {
  const parameters = {
    client_id: target.client.id,
    redirect_uri: target.redirectUri,
    response_type: "code",
    scope: "openid profile email offline_access",
    state: "af0ifjsldkj",
    nonce: "n-0S6_WzA2Mj",
    ...more,
  };
  return `${browser.authorization}?${new URLSearchParams(parameters)}`;
}

const visit = (path: string, { cookies }: State): Buffer =>
  toRequest({ path, headers: cookies.length === 0 ? {} : { Cookie: cookies.join("; ") } });

/** Where a redirect leads on our own host. */
const follow: Step = (answer, state) =>
  visit((headerOf(answer.head, "location") ?? "/").replace(`http://${HOST}`, ""), state);

/** The application's part: back at its redirect URI, it exchanges the code. */
const exchange =
  ({ target }: Ready): Step =>
  (answer) => {
    const code = new URL(headerOf(answer.head, "location") ?? "", `http://${HOST}`).searchParams.get("code");
    if (code === null)
      throw new Error(
        `no code came back: ${headerOf(answer.head, "location") ?? answer.body.toString("utf8").slice(0, 300)}`,
      );
    const form = { grant_type: "authorization_code", code, redirect_uri: target.redirectUri };
    return toRequest({ path: target.paths.token, headers: basic(target.client), form });
  };

/**
 * Without a password and without a page: the browser has a session, and the application asks for no more (prompt none).
 */
export function signInBySession(ready: Ready): ((connection: number) => Visitor) | undefined {
  const { browser } = ready.target;
  if (browser === undefined) return undefined;
  const path = authorizationRequest(ready, browser, { prompt: "none" });
  return (connection) => {
    const cookie = browser.cookies[connection % browser.cookies.length] ?? "";
    return walk((state) => visit(path, state), [exchange(ready)], [cookie]);
  };
}

/** In a browser without any cookie: redirect to the login page, who, password, callback, code, tokens. */
export function signInByPassword(ready: Ready): ((connection: number) => Visitor) | undefined {
  const { browser } = ready.target;
  if (browser === undefined) return undefined;
  const path = authorizationRequest(ready, browser, {});
  return (connection) => {
    const loginName = browser.loginNames[connection % browser.loginNames.length] ?? "";
    const fillIn =
      (action: string, fields: Record<string, string>): Step =>
      ({ body }, { cookies }) => {
        const request = /name="request" value="([^"]+)"/.exec(body.toString("utf8"))?.[1] ?? "";
        return toRequest({ path: action, headers: { Cookie: cookies.join("; ") }, form: { request, ...fields } });
      };
    const pages = [
      follow,
      fillIn("/login", { loginName }),
      follow,
      fillIn("/login/password", { password: browser.password }),
    ];
    return walk((state) => visit(path, state), [...pages, follow, exchange(ready)], []);
  };
}
