/**
 * A browser without a screen or scripts that goes from host to host over real sockets, as a person's does between two
 * programs.
 */
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
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

  /** One request, without following where it leads. */
  async request(
    url: string,
    form?: Record<string, string>,
  ): Promise<PageSeen & { readonly location: string | undefined }> {
    return this.#send(new URL(url), form);
  }

  async #go(url: string, form?: Record<string, string>): Promise<PageSeen> {
    let seen = await this.#send(new URL(url), form);
    for (let hops = 0; seen.location !== undefined && hops < 20; hops++)
      seen = await this.#send(new URL(seen.location));
    if (seen.location !== undefined)
      throw new Error(`redirected again and again, the last time to ${seen.location.split("?")[0]}`);
    return seen;
  }

  /** Not by fetch, which says of itself that it is a script: some servers send only those on who come by themselves. */
  async #send(
    target: URL,
    form?: Record<string, string>,
  ): Promise<PageSeen & { readonly location: string | undefined }> {
    const cookie = this.#cookies
      .filter(({ host, path }) => host === target.hostname && isBelow(target.pathname, path))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
    const body = form === undefined ? undefined : new URLSearchParams(form).toString();
    const headers = {
      accept: "text/html,*/*;q=0.8",
      "sec-fetch-mode": "navigate",
      ...(cookie === "" ? {} : { cookie }),
      ...(body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded", origin: target.origin }),
    };
    const response = await answer(request(target, { method: body === undefined ? "GET" : "POST", headers }), body);
    for (const line of response.headers["set-cookie"] ?? []) this.#keep(line, target);
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    const leads = status >= 300 && status < 400 && location !== undefined;
    return {
      status,
      url: target.href,
      body: await text(response),
      headers: response.headers,
      location: leads ? new URL(location, target).href : undefined,
    };
  }

  #keep(line: string, { hostname, pathname }: URL): void {
    const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
    const attribute = (name: string) => {
      const found = attributes.find((part) => part.toLowerCase().startsWith(`${name}=`));
      return found?.slice(name.length + 1);
    };
    const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
    const path = attribute("path") ?? (pathname.slice(0, pathname.lastIndexOf("/")) || "/");
    const isOver =
      Number(attribute("max-age") ?? 1) <= 0 || Date.parse(attribute("expires") ?? "9999-01-01") < Date.now();
    this.#cookies = this.#cookies.filter(
      (cookie) => cookie.name !== name || cookie.host !== hostname || cookie.path !== path,
    );
    if (!isOver) this.#cookies.push({ host: hostname, path, name, value });
  }
}

function answer(sent: ClientRequest, body: string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once("response", resolve).once("error", reject).end(body);
  });
}

/** RFC 6265 §5.1.4. */
function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
