/** What the server says about itself in the page that it serves. */
export interface Settings {
  readonly issuer: string;
  /** Where tokens are got and checked, and where the management API is. */
  readonly baseUrl: string;
  readonly clientId: string;
}

export const settings: Settings = JSON.parse(document.getElementById("settings")?.textContent ?? "");

/** Where the Console is: the address that everybody's browser knows it by. */
export const CONSOLE_URL = `${location.origin}/console`;
