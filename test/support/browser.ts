/** A browser without a screen: keeps cookies, follows redirects on our own host, fills in forms. */
import type { App } from "../../src/http/app.ts";

export interface PageSeen {
  readonly status: number;
  readonly url: string;
  readonly body: string;
  readonly headers: Record<string, unknown>;
}

export class Browser {
  readonly cookies = new Map<string, string>();
  /** The address that it comes from. */
  from: string | undefined;
  readonly #app: () => App;
  readonly #origin: string;

  /** `app` is asked for anew with every request, so that a test can move a browser from one node to another. */
  constructor(app: App | (() => App), origin: string) {
    this.#app = typeof app === "function" && !("inject" in app) ? (app as () => App) : () => app as App;
    this.#origin = origin;
  }

  /** One request, without following where it leads. */
  async request(
    method: "GET" | "POST",
    url: string,
    form?: Record<string, string>,
  ): Promise<PageSeen & { location: string | undefined }> {
    const target = new URL(url, this.#origin);
    const response = await this.#app().inject({
      method,
      url: target.pathname + target.search,
      headers: {
        host: target.host,
        accept: "text/html",
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(form === undefined ? {} : { payload: new URLSearchParams(form).toString() }),
      ...(this.from === undefined ? {} : { remoteAddress: this.from }),
    });
    for (const cookie of response.cookies) {
      if (cookie.maxAge === 0 || cookie.value === "") this.cookies.delete(cookie.name);
      else this.cookies.set(cookie.name, cookie.value);
    }
    const location = response.headers.location;
    return {
      status: response.statusCode,
      url: target.href,
      body: response.body,
      headers: response.headers,
      location: typeof location === "string" ? new URL(location, target).href : undefined,
    };
  }

  /** Goes there and on, until a page is shown or another host is reached. */
  async visit(url: string): Promise<PageSeen> {
    return this.#follow(await this.request("GET", url));
  }

  /**
   * Sends the form with this action (the first one when none is named) that the page shows. A login name and a password
   * go to the two pages that ask for them, one after the other.
   */
  async submit(page: PageSeen, fields: Record<string, string> = {}, action?: string): Promise<PageSeen> {
    const { password, ...rest } = fields;
    if (action === "/login" && password !== undefined) {
      if (!page.body.includes('action="/login"')) return this.submit(page, { password }, "/login/password");
      const next = await this.submit(page, rest, "/login");
      return next.body.includes('action="/login/password"') ? this.submit(next, { password }, "/login/password") : next;
    }
    const form = findForm(page.body, action);
    return this.#follow(await this.request("POST", new URL(form.action, page.url).href, { ...form.hidden, ...fields }));
  }

  async #follow(seen: PageSeen & { location: string | undefined }): Promise<PageSeen> {
    let current = seen;
    for (let hops = 0; current.location !== undefined && hops < 10; hops++) {
      // The client's own host: the journey ends here.
      if (new URL(current.location).origin !== this.#origin) return { ...current, url: current.location };
      current = await this.request("GET", current.location);
    }
    return current;
  }
}

export function findForm(body: string, action?: string): { action: string; hidden: Record<string, string> } {
  for (const [, attributes = "", inner = ""] of body.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)) {
    const target = decodeEntities(/action="([^"]*)"/.exec(attributes)?.[1] ?? "");
    if (action !== undefined && target !== action) continue;
    const hidden = [...inner.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, decodeEntities(value)],
    );
    return { action: target, hidden: Object.fromEntries(hidden) };
  }
  throw new Error(`the page has no form ${action ?? ""}: ${body.slice(0, 500)}`);
}

function decodeEntities(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
