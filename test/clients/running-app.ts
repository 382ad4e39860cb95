/** A program that people sign in to, started as its example says, and a person's browser in front of it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { findForm } from "../support/browser.ts";

const LONGEST_RUN_MS = 60_000;

export interface RunningProgram extends AsyncDisposable {
  /** Resolves with what the pattern found, as soon as it was printed; rejects when the program has ended without. */
  printed(pattern: RegExp): Promise<string>;
  /** What it has said, once it has ended. */
  ended(): string | undefined;
}

/** Runs the text as a module of this clone, so that it finds the packages that are installed here. */
export function startProgram(text: string, environment: Record<string, string>): RunningProgram {
  const env = {
    PATH: process.env.PATH,
    NODE_NO_WARNINGS: "1",
    SESSION_SECRET: "a secret of the test alone",
    ...environment,
  };
  const child = spawn(process.execPath, ["--input-type=module", "-e", text], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk));
  child.stderr.on("data", (chunk: Buffer) => (said += chunk));
  const ended = once(child, "close");
  const tooLong = setTimeout(() => child.kill("SIGKILL"), LONGEST_RUN_MS);
  return {
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(said);
          if (found) resolve(found[0]);
        };
        child.stdout.on("data", look);
        void ended.then(() => reject(new Error(`it has ended before it printed ${pattern}: ${said}`)));
        look();
      }),
    ended: () => (child.exitCode === null && child.signalCode === null ? undefined : said),
    async [Symbol.asyncDispose]() {
      clearTimeout(tooLong);
      child.kill();
      await ended;
    },
  };
}

/** The same for one that listens; waits until it does. */
export async function runApp(
  text: string,
  origin: string,
  environment: Record<string, string>,
): Promise<RunningProgram> {
  const program = startProgram(text, environment);
  const listens = () =>
    fetch(`${origin}/not-a-page-of-it`, { redirect: "manual" }).then(
      () => true,
      () => false,
    );
  while (!(await listens())) {
    const said = program.ended();
    if (said !== undefined) throw new Error(`the application has ended: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return program;
}

export interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
}

/** What one browser keeps of one application: its cookies. */
export class AppVisitor {
  readonly #cookies = new Map<string, string>();

  async request(url: string | URL, form?: Record<string, string>): Promise<Answer> {
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /expires=Thu, 01 Jan 1970|max-age=0/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const location = response.headers.get("location");
    const body = await response.text();
    return { status: response.status, location: location === null ? undefined : new URL(location, url).href, body };
  }

  /**
   * On from there, as long as the application leads to itself; ends with a page, or with an address elsewhere in
   * `location`.
   */
  async visit(url: string | URL, form?: Record<string, string>): Promise<Answer> {
    let answer = await this.request(url, form);
    for (let hops = 0; hops < 10 && answer.location !== undefined; hops++) {
      if (new URL(answer.location).origin !== new URL(url).origin) return answer;
      answer = await this.request(answer.location);
    }
    return answer;
  }

  /** Sends the first form of a page, as its script would by itself. */
  async submit(page: { readonly body: string; readonly url: string }): Promise<Answer> {
    const { action, hidden } = findForm(page.body);
    return this.visit(new URL(action, page.url), hidden);
  }
}
