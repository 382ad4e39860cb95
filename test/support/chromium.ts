/** A real Chromium, installed first where it is missing, and what it complains about. */
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { ensureChromium } from "../../scripts/install-chromium.ts";

/**
 * Two pages of Chromium's own, behind its address bar, that every profile would load and nobody sees: half of what a
 * profile costs.
 */
const unseen = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];
/** Of such lists the last one counts, so what Playwright switches off is switched off here again. */
const switchedOff = [
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "TcpPortRandomizationWin",
  "ThirdPartyStoragePartitioning",
];
const flags = [
  `--disable-features=${[...switchedOff, ...unseen].join(",")}`,
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const ONE_STEP_MS = 90_000;

/** So long the next file that wants one may come. */
const UNUSED_MS = 3_000;

let shared: Promise<Browser> | undefined;
let users = 0;
let unused: NodeJS.Timeout | undefined;

/**
 * Headless, without the sandbox (which root cannot have), in a folder of its own that goes when it is closed. Files that
 * share a process share it: closing it closes the profiles that were opened here, and the rest when nobody came for it.
 */
export async function launchChromium(): Promise<Browser> {
  clearTimeout(unused);
  users++;
  shared ??= chromium.launch({
    executablePath: ensureChromium(),
    headless: true,
    chromiumSandbox: false,
    args: flags,
  });
  const browser = await shared;
  const opened: BrowserContext[] = [];
  const own = {
    async newContext(options?: BrowserContextOptions): Promise<BrowserContext> {
      const context = await browser.newContext(options);
      opened.push(context);
      return context;
    },
    async newPage(options?: BrowserContextOptions): Promise<Page> {
      return (await own.newContext(options)).newPage();
    },
    async close(): Promise<void> {
      for (const context of opened.splice(0)) await context.close();
      if (--users === 0) unused = setTimeout(() => void closeUnused(browser), UNUSED_MS);
    },
  };
  return new Proxy(browser, {
    get(target, name) {
      if (name === "newContext" || name === "newPage" || name === "close") return own[name];
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function closeUnused(browser: Browser): Promise<void> {
  shared = undefined;
  await browser.close();
}

export interface Visitor extends AsyncDisposable {
  readonly context: BrowserContext;
  /**
   * Errors on the console and uncaught exceptions, of all pages so far: a blocked form, style or script is among them.
   */
  readonly complaints: string[];
}

/**
 * Somebody with an empty browser profile who likes nothing that moves, which tests would wait for: `await using visitor
 * = await newVisitor(chromium)`.
 */
export async function newVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(ONE_STEP_MS);
  const complaints: string[] = [];
  context.on("console", (message) => {
    // That an answer had a status of 4xx is no complaint about the page.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text());
  });
  context.on("weberror", (error) => complaints.push(String(error.error())));
  return { context, complaints, [Symbol.asyncDispose]: () => context.close() };
}
