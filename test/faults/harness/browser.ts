/** A browser without a screen, whose every request may go to another node: cookies, redirects, forms. */
import { findForm } from "../../support/browser.ts";
import { type Answer, ask, HOST, type Where } from "./http.ts";

const ORIGIN = `http://${HOST}`;

export interface Seen {
  readonly answer: Answer;
  readonly path: string;
  /** Where the journey left our host. */
  readonly leftFor: URL | undefined;
}

export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #where: () => Where;

  constructor(where: () => Where) {
    this.#where = where;
  }

  /** Goes there and on, until a page is shown or our host is left. */
  async visit(path: string): Promise<Seen> {
    return this.#follow(path, await this.#send(path));
  }

  async submit(page: Seen, action: string, fields: Record<string, string>): Promise<Seen> {
    const { hidden } = findForm(page.answer.body, action);
    return this.#follow(action, await this.#send(action, { ...hidden, ...fields }));
  }

  async #follow(from: string, first: Answer): Promise<Seen> {
    let path = from;
    let answer = first;
    for (let hops = 0; answer.headers.location !== undefined && hops < 10; hops++) {
      const next = new URL(answer.headers.location, ORIGIN);
      if (next.origin !== ORIGIN) return { answer, path, leftFor: next };
      path = next.pathname + next.search;
      answer = await this.#send(path);
    }
    return { answer, path, leftFor: undefined };
  }

  async #send(path: string, form?: Record<string, string>): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { accept: "text/html", ...(cookie === "" ? {} : { cookie }) };
    const answer = await ask(this.#where(), { path, headers, ...(form === undefined ? {} : { form }) });
    if (answer === undefined) throw new NoAnswer(path);
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}

export class NoAnswer extends Error {
  constructor(path: string) {
    super(`no answer from ${path.split("?")[0]}`);
  }
}
