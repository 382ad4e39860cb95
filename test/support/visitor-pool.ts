/**
 * Visitors who use the same few browser profiles, one after the other, each emptied before the next: a new profile
 * costs more than most of what a test looks at. For tests that leave nothing in a profile but cookies.
 */
import type { Browser, Page } from "playwright-core";
import { newVisitor, type Visitor } from "./chromium.ts";

interface Place {
  readonly visitor: Visitor;
  readonly page: Page;
}

export interface Seen {
  readonly page: Page;
  /** Of this visitor, so far. */
  readonly complaints: readonly string[];
}

export class VisitorPool {
  readonly #browser: () => Browser;
  readonly #free = new Map<boolean, Place[]>([
    [true, []],
    [false, []],
  ]);

  constructor(browser: () => Browser) {
    this.#browser = browser;
  }

  /** A profile in which something failed is not used again. */
  async visit(javaScriptEnabled: boolean, work: (seen: Seen) => Promise<void>): Promise<void> {
    const place = this.#free.get(javaScriptEnabled)?.pop() ?? (await this.#open(javaScriptEnabled));
    try {
      await work({ page: place.page, complaints: place.visitor.complaints });
      await empty(place);
    } catch (error) {
      await place.visitor[Symbol.asyncDispose]();
      throw error;
    }
    this.#free.get(javaScriptEnabled)?.push(place);
  }

  async #open(javaScriptEnabled: boolean): Promise<Place> {
    const visitor = await newVisitor(this.#browser(), { javaScriptEnabled });
    return { visitor, page: await visitor.context.newPage() };
  }
}

async function empty({ visitor, page }: Place): Promise<void> {
  await page.unrouteAll();
  await page.goto("about:blank");
  await page.emulateMedia({ colorScheme: null, reducedMotion: "reduce" });
  await visitor.context.clearCookies();
  if (visitor.context.pages().length > 1) throw new Error("a visitor left another page open");
  visitor.complaints.length = 0;
}
