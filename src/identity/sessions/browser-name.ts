/**
 * A browser in plain words, from what it says about itself. Only names that stand here are ever shown: the rest could
 * be anything.
 */
export interface BrowserName {
  readonly browser: string;
  readonly system: string | undefined;
}

/** In this order: most browsers claim to be several others as well. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/Chrome\/|\bCriOS\/|\bChromium\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

/** Undefined for what is none that we know. */
export function nameBrowser(userAgent: string): BrowserName | undefined {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1];
  return browser === undefined ? undefined : { browser, system: systems.find(([sign]) => sign.test(userAgent))?.[1] };
}
