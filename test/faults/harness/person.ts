/** Somebody who signed in once, by the pages, and whose browser gives an application one code after the other. */
import { Browser, type Seen } from "./browser.ts";
import type { History } from "./history.ts";
import { type Answer, basic, textOf, visit, type Where } from "./http.ts";
import type { Inside } from "./inside.ts";
import { CALLBACK, type Client, PASSWORD } from "./world.ts";

export const SCOPES = "openid profile offline_access";

export function authorizationPath(client: Client, more: Record<string, string> = {}): string {
  const parameters = {
    client_id: client.id,
    redirect_uri: CALLBACK,
    response_type: "code",
    scope: SCOPES,
    state: "s",
    nonce: "n",
    ...more,
  };
  return `/oauth/v2/authorize?${new URLSearchParams(parameters)}`;
}

/** From the application's redirect to the page that asks for the password. */
export async function beginSignIn(browser: Browser, client: Client, loginName: string): Promise<Seen> {
  const page = await browser.visit(authorizationPath(client));
  return browser.submit(page, "/login", { loginName });
}

export async function finishSignIn(browser: Browser, page: Seen, password = PASSWORD): Promise<string | undefined> {
  const seen = await browser.submit(page, "/login/password", { password });
  return seen.leftFor?.searchParams.get("code") ?? undefined;
}

export interface Account {
  readonly id: string;
  readonly loginName: string;
}

export class Person {
  readonly account: Account;
  readonly #cookie: string;

  private constructor(account: Account, cookie: string) {
    this.account = account;
    this.#cookie = cookie;
  }

  static async signIn(where: () => Where, client: Client, account: Account): Promise<Person> {
    const browser = new Browser(where);
    const code = await finishSignIn(browser, await beginSignIn(browser, client, account.loginName));
    if (code === undefined) throw new Error(`${account.loginName} could not sign in`);
    return new Person(account, [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
  }

  /** Without a page: the browser has a session (prompt none). Undefined when no code came. */
  async code(history: History, where: Where, client: Client): Promise<string | undefined> {
    const asked = {
      path: authorizationPath(client, { prompt: "none" }),
      headers: { cookie: this.#cookie, accept: "text/html" },
    };
    const codeIn = (answer: Answer | undefined) => {
      const location = answer?.headers.location;
      return location === undefined ? undefined : (new URL(location).searchParams.get("code") ?? undefined);
    };
    const answer = await visit({ history, where, what: "authorize", asked }, (seen) => ({
      succeeded: codeIn(seen) !== undefined,
      uses: [`user ${this.account.id}`],
    }));
    return codeIn(answer);
  }
}

export interface Tokens {
  readonly access: string;
  readonly id: string;
  readonly refresh: string;
  readonly session: string;
  readonly generation: number;
}

export async function toTokens(inside: Inside, answer: Answer): Promise<Tokens> {
  const refresh = textOf(answer, "refresh_token");
  return {
    access: textOf(answer, "access_token"),
    id: textOf(answer, "id_token"),
    refresh,
    ...(await inside.read(refresh)),
  };
}

/** Spends a code. */
export async function redeem(
  at: { history: History; where: Where; inside: Inside; client: Client },
  code: string,
): Promise<Tokens | undefined> {
  const { history, where, inside, client } = at;
  const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
  const asked = { path: "/oauth/v2/token", headers: basic(client.id, client.secret), form };
  const answer = await visit({ history, where, what: "code", asked }, (seen) => ({
    succeeded: seen?.status === 200,
    code,
  }));
  return answer?.status === 200 ? toTokens(inside, answer) : undefined;
}
