/** The protocol's endpoints. Those that a browser visits live at the login host, those for machines answer anywhere. */
import type { App } from "../http/app.ts";
import { acceptForms } from "../http/forms.ts";
import type { KeyRing } from "../keys/key-ring.ts";
import { registerCookies } from "../pages/cookies.ts";
import { addAuthorize } from "./authorize/authorize.ts";
import type { BrowserServices } from "./authorize/services.ts";
import { addDiscovery } from "./discovery.ts";
import { addEndSession } from "./end-session.ts";
import { addKeys } from "./keys.ts";
import { mountMachineEndpoints } from "./machine-endpoints.ts";
import type { MachineServices } from "./machine-services.ts";

export type OauthServices = BrowserServices & Omit<MachineServices, "wrongSecrets"> & { readonly ring: KeyRing };

export function mountOauth(app: App, services: OauthServices): void {
  app.register(async (room) => {
    registerCookies(room);
    acceptForms(room);
    addAuthorize(room, services);
    addEndSession(room, services);
  });
  mountMachineEndpoints(app, services);
  addDiscovery(app, services.addresses, services.ring);
  addKeys(app, services.ring);
}
