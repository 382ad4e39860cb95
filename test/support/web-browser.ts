/** A browser without a screen or scripts that goes from host to host over real sockets, as a person's does between two programs. */
import { findForm, type PageSeen } from "./browser.ts";

interface Cookie {
  readonly host: string;
  readonly path: string;
  readonly name: string;
  readonly value: string;
}

export class WebBrowser {
  /** By host alone: RFC 6265 §8.5 knows no ports, so two programs on localhost see each other's. */
  #cookies: Cookie[] = [];

  /** Goes there and on, until a page is shown. */
  visit(url: string): Promise<PageSeen> {
    return this.#go(url);
  }

  /** Sends the form with this action, the page's first one when none is named, with what is hidden in it. */
  submit(page: PageSeen, fields: Record<string, string> = {}, action?: string): Promise<PageSeen> {
    const form = findForm(page.body, action);
    return this.#go(new URL(form.action, page.url).href, { ...form.hidden, ...fields });
  }

  /** A request of a script on a page, or of a picture in it: nothing is followed. */
  request(url: string, form?: Record<string, string>): Promise<Response> {
    return this.#send(new URL(url), form);
  }

  async #go(url: string, form?: Record<string, string>): Promise<PageSeen> {
    let [target, body] = [new URL(url), form];
    for (let hops = 0; hops < 20; hops++) {
      const response = await this.#send(target, body);
      const location = response.headers.get("location");
      if (location === null || response.status < 300 || response.status > 399) {
        return { status: response.status, url: target.href, body: await response.text(), headers: Object.fromEntries(response.headers) };
      }
      await response.body?.cancel();
      target = new URL(location, target);
      body = undefined;
    }
    throw new Error(`redirected again and again, the last time to ${target.origin}${target.pathname}`);
  }

  async #send(target: URL, form?: Record<string, string>): Promise<Response> {
    const cookie = this.#cookies
      .filter(({ host, path }) => host === target.hostname && isBelow(target.pathname, path))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
    const headers = {
      accept: "text/html,*/*;q=0.8",
      ...(cookie === "" ? {} : { cookie }),
      ...(form === undefined ? {} : { origin: target.origin }),
    };
    const body = form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) };
    const response = await fetch(target, { headers, redirect: "manual", ...body });
    for (const line of response.headers.getSetCookie()) this.#keep(line, target);
    return response;
  }

  #keep(line: string, { hostname, pathname }: URL): void {
    const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
    const attribute = (name: string) => {
      const found = attributes.find((part) => part.toLowerCase().startsWith(`${name}=`));
      return found?.slice(name.length + 1);
    };
    const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
    const path = attribute("path") ?? (pathname.slice(0, pathname.lastIndexOf("/")) || "/");
    const isOver = Number(attribute("max-age") ?? 1) <= 0 || Date.parse(attribute("expires") ?? "9999-01-01") < Date.now();
    this.#cookies = this.#cookies.filter((cookie) => cookie.name !== name || cookie.host !== hostname || cookie.path !== path);
    if (!isOver) this.#cookies.push({ host: hostname, path, name, value });
  }
}

/** RFC 6265 §5.1.4. */
function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
