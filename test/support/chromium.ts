/** A real Chromium, installed first where it is missing, and what it complains about. */
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
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

/** Headless, without the sandbox (which root cannot have), in a folder of its own that goes when it is closed. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: ensureChromium(), headless: true, chromiumSandbox: false, args: flags });
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
