/** The endpoints that programs call, behind a wall of their own: forms only, and errors as OAuth defines them. */
import type { App } from "../http/app.ts";
import { acceptForms } from "../http/forms.ts";
import { watchSecrets } from "./client-auth/wrong-secrets.ts";
import { addIntrospection } from "./introspect.ts";
import { handleMachineErrors } from "./machine-errors.ts";
import type { MachineServices } from "./machine-services.ts";
import { addRevocation } from "./revoke.ts";
import { addToken } from "./token.ts";
import { addUserinfo } from "./userinfo.ts";

export function mountMachineEndpoints(app: App, given: Omit<MachineServices, "wrongSecrets">): void {
  const services: MachineServices = { ...given, wrongSecrets: watchSecrets() };
  app.register(async (room) => {
    acceptForms(room);
    handleMachineErrors(room);
    addToken(room, services);
    addIntrospection(room, services);
    addUserinfo(room, services);
    addRevocation(room, services);
  });
}
