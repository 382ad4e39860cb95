import type { Instance } from "../../identity/instance.ts";
import type { BrowserCookies } from "../../pages/cookies.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Tickets } from "../../tickets/tickets.ts";
import type { TokenServices } from "../../tokens/access-tokens.ts";
import type { ConsoleAddresses } from "./find-client.ts";

/** What the endpoints that a browser visits need. */
export interface BrowserServices {
  readonly storage: Storage;
  readonly tickets: Tickets;
  readonly tokens: TokenServices;
  readonly cookies: BrowserCookies;
  readonly instance: () => Promise<Instance>;
  readonly console: ConsoleAddresses;
  readonly loginUrl: string;
}
