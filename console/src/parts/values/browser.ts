import type { Schemas } from "../../api.ts";

/** "Firefox on Windows"; undefined where it is none that Signet knows. */
export function browserInWords(browser: Schemas["BrowserName"] | undefined): string | undefined {
  return browser?.system === undefined ? browser?.name : `${browser.name} on ${browser.system}`;
}
