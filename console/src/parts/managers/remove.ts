/** Taking a manager role away, confirmed by the name of whoever loses it. */
import { changed } from "../../api.ts";
import { confirmByName } from "../dialogs/confirm.tsx";
import { deleteManager, type ManagedPlace } from "./place.ts";

interface Removal {
  readonly place: ManagedPlace;
  readonly managerId: string;
  /** The title of the role. */
  readonly role: string;
  readonly user: { readonly displayName: string; readonly loginName: string };
  /** Whether it is the role of whoever removes it. */
  readonly own: boolean;
}

export function removeManager({ place, managerId, role, user, own }: Removal): void {
  confirmByName({
    action: own ? "Remove your own role" : "Remove manager",
    name: user.loginName,
    consequence: own
      ? `You stop being ${role} here at once, and cannot give the role back to yourself.`
      : `${user.displayName} stops being ${role} here at once. The account stays, and the role can be given again.`,
    run: () => changed(deleteManager(place, managerId)),
    done: `${user.displayName} is no longer ${role}`,
  });
}
