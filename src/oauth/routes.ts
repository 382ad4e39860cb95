/** The protocol's endpoints, one line each. */
import type { App } from "../http/app.ts";
import type { KeyRing } from "../keys/key-ring.ts";
import { type Addresses, addDiscovery } from "./discovery.ts";
import { addKeys } from "./keys.ts";

export interface OauthServices {
  readonly addresses: Addresses;
  readonly ring: KeyRing;
}

export function mountOauth(app: App, { addresses, ring }: OauthServices): void {
  addDiscovery(app, addresses, ring);
  addKeys(app, ring);
}
